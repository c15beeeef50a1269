"""Parsers for typed input: vacant places, lengths, known cards, entries and stakes."""

from __future__ import annotations

import re

from overtrick.core import Contract, Vul
from overtrick.suits.combination import Combination
from overtrick.suits.contest import Stake
from overtrick.suits.errors import SuitError
from overtrick.suits.solution import Entries

__all__ = ["read_entries", "read_known", "read_lengths", "read_stake", "read_vacant"]


def read_vacant(text: str) -> tuple[int, int]:
    """Vacant places of West and East.

    >>> read_vacant("7-11")
    (7, 11)
    """
    return _pair(text, "7-11")


def read_lengths(text: str) -> tuple[int, int]:
    """The fewest and the most cards of a defender.

    >>> read_lengths("3"), read_lengths("3+"), read_lengths("2-4")
    ((3, 3), (3, 13), (2, 4))
    """
    if found := re.fullmatch(r"([0-9]{1,2})(\+?)", text):
        return int(found[1]), 13 if found[2] else int(found[1])
    return _pair(text, "2-4, 3 or 3+")


def _pair(text: str, example: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*[-,:/]\s*([0-9]{1,2})\s*", text)
    if found is None:
        raise SuitError(f"{text[:40]!r}: expected numbers as in {example}")
    return int(found[1]), int(found[2])


def read_known(text: str) -> int:
    """Cards that a defender is known to hold, as bits.

    >>> read_known("K2") == 1 << 11 | 1
    True
    """
    if "x" in text.lower():
        raise SuitError(f"{text[:40]!r}: a known card has a name")
    return Combination.of(text, "").north


def read_entries(text: str) -> Entries:
    """Outside entries to the hands.

    >>> read_entries("N=1, S=2")
    Entries(north=1, south=2)
    """
    counts: dict[str, int] = {}
    for part in re.split(r"[,\s]+", text.strip()):
        found = re.fullmatch(r"([NSns])(?:orth|outh)?\s*[=:]?\s*([0-9]{1,2})", part)
        if found is None or found[1].upper() in counts:
            raise SuitError(f"{text[:40]!r}: expected N=1, S=2 or both")
        counts[found[1].upper()] = int(found[2])
    return Entries(counts.get("N"), counts.get("S"))


def read_stake(text: str, vul: str = "None") -> Stake:
    """A contract and the tricks it needs from the suit.

    >>> read_stake("3NT=4").needed
    4
    """
    contract, separator, needed = text.partition("=")
    if not separator or not re.fullmatch(r"\s*[0-9]{1,2}\s*", needed):
        raise SuitError(
            f"{text[:40]!r}: expected a contract and the tricks it needs from this suit, as in 3NT=4"
        )
    whole = contract if " by " in contract else f"{contract} by S"
    return Stake(Contract.parse(whole), int(needed), Vul.parse(vul))
