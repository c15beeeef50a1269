"""Bidding: one set of rules selects calls, explains them, and is checked for gaps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path

from overtrick.bidding.bidder import Agreements, Choice
from overtrick.bidding.cache import load_sheets
from overtrick.bidding.entries import Disposition
from overtrick.bidding.errors import BiddingError, SystemFileError
from overtrick.bidding.library import fingerprint, known_systems
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.notes import Note, read_note, write_note
from overtrick.bidding.promises import Promise, Trait
from overtrick.bidding.state import State
from overtrick.bidding.system import System

__all__ = [
    "Agreements",
    "BiddingError",
    "Choice",
    "Disposition",
    "Meaning",
    "Note",
    "Promise",
    "State",
    "System",
    "SystemFileError",
    "Trait",
    "known_systems",
    "load",
    "parse",
    "read_note",
    "write_note",
]


def load(system: str | PathLike[str], switches: Mapping[str, bool] | None = None) -> System:
    """A system by its name or folder, with some conventions switched.

    It is read once, and again when a file in its folder has changed.

    >>> load("schenken").name
    'schenken'
    """
    for convention, value in (switches or {}).items():
        if not isinstance(value, bool):
            raise BiddingError(f"{convention} is switched with True or False, not with {value!r}")
    state = fingerprint(system)
    name = system if isinstance(system, str) else Path(system)
    return _loaded(name, tuple(sorted((switches or {}).items())), state)


@lru_cache(16)
def _loaded(system: str | Path, switches: tuple[tuple[str, bool], ...], state: str) -> System:
    """A system from its sheets; `state` is part of the cache key, so that a changed folder is read again."""
    return System(load_sheets(system), dict(switches))


def parse(text: str) -> System:
    """A system from the text of a single file.

    >>> system = parse("when opening\\n  1NT: 15-17 hcp, balanced")
    >>> [str(rule.entry.call.call) for rule in system.rules]
    ['1NT']
    """
    from overtrick.bidding.reading import read_text  # loads the parser

    return System((read_text(text),))
