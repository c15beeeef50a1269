"""The cards of one suit as bits: bit 0 is the two, bit 12 the ace."""

from __future__ import annotations

from collections.abc import Iterator

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


def lowest(holding: int) -> int:
    """The rank of the lowest card; the holding has one."""
    return (holding & -holding).bit_length() - 1


def highest(holding: int) -> int:
    """The rank of the highest card, -1 if there is none."""
    return holding.bit_length() - 1


def above(holding: int, rank: int) -> int:
    """The cards higher than this rank."""
    return holding >> (rank + 1) << (rank + 1)


def below(holding: int, rank: int) -> int:
    """The cards lower than this rank."""
    return holding & ((1 << rank) - 1)


def size(holding: int) -> int:
    """How many cards there are."""
    return holding.bit_count()


def cards_of(holding: int) -> Iterator[int]:
    """The ranks, highest first."""
    while holding:
        rank = highest(holding)
        yield rank
        holding ^= 1 << rank


def letters(holding: int) -> str:
    """The cards as players write them, highest first.

    >>> letters(0b1010000000001)
    'AQ2'
    """
    return "".join(LETTERS[rank] for rank in cards_of(holding))
