"""The cards of one suit as bits: bit 0 is the two, bit 12 the ace."""

from __future__ import annotations

from overtrick.core.bits import descending as cards_of
from overtrick.core.bits import highest, lowest

__all__ = [
    "EIGHT",
    "HONOURS",
    "LETTERS",
    "NINE",
    "TEN",
    "above",
    "below",
    "cards_of",
    "highest",
    "letters",
    "lowest",
    "size",
]

LETTERS = "23456789TJQKA"
EIGHT, NINE, TEN = map(LETTERS.index, "89T")
HONOURS = 0b11111 << TEN
"""The five cards from the ten up."""


def above(holding: int, rank: int) -> int:
    """The cards higher than this rank."""
    return holding >> (rank + 1) << (rank + 1)


def below(holding: int, rank: int) -> int:
    """The cards lower than this rank."""
    return holding & ((1 << rank) - 1)


def size(holding: int) -> int:
    """How many cards there are."""
    return holding.bit_count()


def letters(holding: int) -> str:
    """The cards as players write them, highest first.

    >>> letters(0b1010000000001)
    'AQ2'
    """
    return "".join(LETTERS[rank] for rank in cards_of(holding))
