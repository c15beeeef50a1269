"""Bidding: a system written once selects calls, tells what they mean, and is proved."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike

from overtrick.bidding.bidder import Agreements, Choice
from overtrick.bidding.entries import Disposition
from overtrick.bidding.errors import BiddingError, SystemFileError
from overtrick.bidding.library import known_systems
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.notes import Note, read_note, write_note
from overtrick.bidding.promises import Promise, Trait
from overtrick.bidding.reading import read_sheets, read_text
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
    """A system by its name, or by its folder, with some conventions switched.

    >>> load("schenken").name
    'schenken'
    """
    return _loaded(str(system), tuple(sorted((switches or {}).items())))


@lru_cache(16)
def _loaded(system: str, switches: tuple[tuple[str, bool], ...]) -> System:
    return System(read_sheets(system), dict(switches))


def parse(text: str) -> System:
    """A system from the text of its one file.

    >>> system = parse("when opening\\n  1NT: 15-17 hcp, balanced")
    >>> [str(rule.entry.call.call) for rule in system.rules]
    ['1NT']
    """
    return System((read_text(text),))
