"""Persistent cache of parsed systems.

Each system has one file in the cache folder: a line with its key and the hash of the rest, then plain JSON, a
line for each part. The key is a hash of all files of the system and of the version of the program. A file
that is broken, truncated or made by another version is ignored and replaced; an unusable folder is not used.
See docs/bidding.md.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Any, cast

import overtrick
from overtrick.bidding import auction_facts, entries
from overtrick.bidding.entries import Sheet
from overtrick.bidding.library import EXTRA_WORDS, Folder, find_system
from overtrick.core import Call, Strain, Suit
from overtrick.hands import Feature, Vocabulary, terms
from overtrick.hands.features import STANDARD_FEATURES
from overtrick.hands.terms import Definition, defined

__all__ = ["cache_folder", "load_sheets"]

_MOST_FILES = 64
"""Limit on the files in the cache folder; the oldest are removed."""


def load_sheets(system: str | os.PathLike[str]) -> tuple[Sheet, ...]:
    """The sheets of a system and of those that it uses, from the cache or else from its files."""
    path, folder = cache_folder(), Folder.at(find_system(system))
    if path is None or not _is_private(path):
        return _read(system)
    key = sha256(f"{_version()} {folder.digest()}".encode()).hexdigest()
    file = path / f"{folder.name}-{sha256(folder.location.encode()).hexdigest()[:16]}.json"
    body = _stored(file, key)
    if body is not None:
        with suppress(ValueError, LookupError, TypeError, AttributeError):  # whole, but not ours
            return _Decoder(body).sheets()
    sheets = _read(system)
    _store(file, key, _Encoder().text(sheets))
    return sheets


def _read(system: str | os.PathLike[str]) -> tuple[Sheet, ...]:
    from overtrick.bidding.reading import read_sheets  # loads the parser

    return read_sheets(system)


# Files


def cache_folder() -> Path | None:
    """The folder of ``OVERTRICK_CACHE``, else ``overtrick`` in the user's cache folder; None if it is off."""
    own = os.environ.get("OVERTRICK_CACHE")
    if own is not None:
        return None if own.lower() in ("", "off") else Path(own)
    users = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # there is no home folder
        return (Path(users) if os.path.isabs(users) else Path.home() / ".cache") / "overtrick"
    return None


def _is_private(folder: Path) -> bool:
    """Is the folder, which is created if missing, owned by this user and closed to all others?"""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) & 0o077 == 0


@cache
def _version() -> str:
    """The version of the program, with the state of the modules that read systems."""
    here = Path(__file__).parent
    folders = (here, here.parent / "hands", here.parent / "openbid")
    with suppress(OSError):  # the package is not in a folder
        sources = (each for folder in folders for each in os.scandir(folder))
        files = sorted((each.name, each.stat()) for each in sources if each.name.endswith((".py", ".lark")))
        return f"{overtrick.__version__} {[(name, of.st_size, of.st_mtime_ns) for name, of in files]}"
    return overtrick.__version__


def _stored(file: Path, key: str) -> str | None:
    """The body of a cache file; None if it is damaged or has another key."""
    try:
        head, _, body = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return body if head == _head(key, body) else None


def _head(key: str, body: str) -> str:
    return f"{key} {sha256(body.encode()).hexdigest()}"


def _store(file: Path, key: str, body: str) -> None:
    """Write a file atomically, so that concurrent writers do no harm."""
    with suppress(OSError):
        temporary = file.with_name(f"{file.stem}.{os.getpid()}-{get_ident()}.tmp")
        try:
            temporary.write_text(f"{_head(key, body)}\n{body}", encoding="utf-8")
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
        for old in sorted(file.parent.iterdir(), key=lambda each: each.stat().st_mtime)[:-_MOST_FILES]:
            old.unlink(missing_ok=True)


# Sheets as plain data: one line of JSON for each part that is decoded on first use, then one for the sheets.
# An instance is an object with one key, the number of its type, and its parts; other values are themselves.


def _kinds() -> Iterator[Callable[..., object]]:
    """The types of terms, conditions and entries; `_version` changes when their order does."""
    for module in (terms, auction_facts, entries):
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == module.__name__ and found is not Definition:
                yield found
    yield from (Suit, Strain, Vocabulary)


_KINDS: dict[str, Callable[..., Any]] = {str(number): kind for number, kind in enumerate(_kinds())}
_NUMBERS = {kind: number for number, kind in _KINDS.items()}
_STANDARD = {each.name: each for each in STANDARD_FEATURES}


class _Encoder:
    """Turns sheets into plain data; each definition is written once, since many terms share it."""

    def __init__(self) -> None:
        self._lines = list[str]()
        self._numbers = dict[Definition, int]()

    def text(self, sheets: tuple[Sheet, ...]) -> str:
        """The sheets as lines of JSON."""
        self._line(sheets)
        return "\n".join(self._lines)

    def _line(self, value: object) -> int:
        """Add a line with a value after the lines that it needs; returns its number."""
        self._lines.append(json.dumps(self(value), separators=(",", ":"), ensure_ascii=False))
        return len(self._lines) - 1

    def __call__(self, value: object) -> object:
        """A value as plain data."""
        match value:
            case Enum():
                return {_NUMBERS[type(value)]: [value.value]}
            case None | bool() | int() | str():
                return value
            case tuple() if type(value) is tuple:
                return {"tuple": [*map(self, value)]}
            case frozenset():
                return {"set": [*map(self, sorted(value))]}
            case dict():
                return {"dict": [*map(self, value.items())]}
            case Call():
                return {"call": [str(value)]}
            case Feature():
                return {"feature": [value.name, *_source_of(value)]}
            case Definition():
                if value not in self._numbers:
                    self._numbers[value] = self._line((value.name, value.parameters, value.body))
                return {"definition": [self._numbers[value]]}
            case _ if callable(value):
                return {"later": [self._line(value())]}
        parts = (getattr(value, name) for name in cast(Any, value).__match_args__)
        return {_NUMBERS[type(value)]: [*map(self, parts)]}


class _Decoder:
    """Turns plain data into sheets; conditions on hands are decoded on first use."""

    def __init__(self, body: str) -> None:
        self._lines = body.split("\n")
        self._read = json.JSONDecoder(object_hook=self._made).decode
        self._makers = _KINDS | {
            "tuple": lambda *parts: parts,
            "set": lambda *parts: frozenset(parts),
            "dict": lambda *items: dict(items),
            "call": Call.parse,
            "feature": _feature,
            "definition": cache(lambda number: defined(*self._value(number))),
            "later": lambda number: partial(self._value, number),
        }

    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets."""
        found = self._value(-1)
        if not (isinstance(found, tuple) and all(isinstance(each, Sheet) for each in found)):
            raise TypeError("these are no sheets")
        return found

    def _value(self, number: int) -> Any:
        return self._read(self._lines[number])

    def _made(self, data: dict[str, list[object]]) -> object:
        ((kind, parts),) = data.items()
        return self._makers[kind](*parts)


def _source_of(feature: Feature) -> Iterator[str]:
    """The name of the extra vocabulary that has a feature; nothing for a standard feature."""
    if _STANDARD.get(feature.name) != feature:
        yield next(name for name, words in EXTRA_WORDS.items() if feature in words().features.values())


def _feature(name: str, source: str = "") -> Feature:
    return EXTRA_WORDS[source]().features[name.lower()] if source else _STANDARD[name]
