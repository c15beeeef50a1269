"""Findings that somebody has accepted: a file in the system's folder, a line for each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path

from overtrick.bidding.checking.findings import Finding
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.library import find_system, known_systems

__all__ = ["FILE", "accepted_by", "read_accepted", "write_accepted"]

FILE = "accepted.txt"
"""Its name."""

_HEAD = "# What `overtrick check` finds in this system and why it may stay. The list may only become shorter."
_NO_REASON = "not yet looked at"


def read_accepted(text: str) -> dict[str, str]:
    """The findings of a list by key, with their reasons.

    >>> read_accepted("# why not\\ntie: a / b  # either will do\\n")
    {'tie: a / b': 'either will do'}
    """
    found = dict[str, str]()
    for line in text.splitlines():
        key, _, reason = line.partition("  # ")
        if key.strip() and not key.startswith("#"):
            found[key.strip()] = reason.strip()
    return found


def accepted_by(system: str | PathLike[str]) -> dict[str, str]:
    """What the folder of a system accepts; nothing if it has no list."""
    file = find_system(system).joinpath(FILE)
    return read_accepted(_text(file)) if file.is_file() else {}


def _text(file: Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BiddingError(
            f"cannot read {FILE}: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}"
        ) from None


def write_accepted(
    system: str | PathLike[str],
    findings: Iterable[Finding],
    reasons: Mapping[str, str],
    kept: Iterable[str] = (),
) -> Path:
    """Accept findings from now on, each for the reason it already had; the file that says so.

    Those of `kept` stay in the list though nobody looked for them.
    """
    folder = find_system(system)
    if not isinstance(folder, Path) or str(system).lower() in known_systems():
        raise BiddingError(f"{system} comes with the package: accept findings in a folder of your own")
    keys = sorted({*kept, *(each.key for each in findings)})
    lines = [_HEAD, *(f"{key}  # {reasons.get(key) or _NO_REASON}" for key in keys)]
    file = folder / FILE
    try:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise BiddingError(f"cannot write {str(file)!r}: {error.strerror}") from None
    return file
