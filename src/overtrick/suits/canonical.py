"""The canonical form of combinations: touching cards are equal, and the two hands may be exchanged.

The missing cards divide the suit into gaps; only how many of a gap's cards are North's and how many are
South's matters. So *n* cards of two hands in 14 - *n* gaps make C(27 - *n*, *n*) combinations, and those with
as many of North's cards as of South's in every gap, C(13 - *n*/2, *n*/2), are their own mirror images.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from overtrick.core import Seat, bits
from overtrick.suits.combination import Combination
from overtrick.suits.holding import LETTERS, highest, lowest, size

__all__ = [
    "FEWEST",
    "MOST",
    "Lead",
    "canonical",
    "chapter",
    "chapter_size",
    "chapters",
    "is_mirrored",
    "leads",
    "number_of_combinations",
    "runs",
]

FEWEST, MOST = 2, 11
"""Cards of the two hands together; with more or fewer, the play is trivial."""
_RANKS = 13


class Lead(NamedTuple):
    """A card led from a hand; of touching ones the lowest."""

    seat: Seat
    rank: int

    @property
    def card(self) -> str:
        """The card as players write it."""
        return LETTERS[self.rank]

    def __str__(self) -> str:
        return f"{self.seat.word} {self.card}"


def runs(cards: int) -> tuple[int, ...]:
    """Cards that touch, run by run, the highest first.

    >>> from overtrick.suits.holding import letters
    >>> [letters(run) for run in runs(Combination.parse("AJ9 KT2").missing)]
    ['Q', '876543']
    """
    return tuple(bits.runs(cards, ~cards))[::-1]


def leads(combination: Combination) -> tuple[Lead, ...]:
    """Every distinct lead: North's first, the higher ones first.

    >>> [str(lead) for lead in leads(Combination.parse("AQT 43"))]
    ['North A', 'North Q', 'North T', 'South 3']
    """
    ours = runs(combination.north | combination.south)
    hands = ((Seat.NORTH, combination.north), (Seat.SOUTH, combination.south))
    return tuple(Lead(seat, lowest(hand & run)) for seat, hand in hands for run in ours if hand & run)


# The canonical form


def canonical(combination: Combination) -> Combination:
    """The representative of all combinations that are played alike, perhaps with North and South exchanged.

    In every run of touching cards North has the higher ones. North is the longer hand; of two equally long
    ones, the one with the higher cards.

    >>> canonical(Combination.parse("43 AQT"))
    Combination.parse('AQT 43')
    >>> canonical(Combination.parse("Q3 AK2")) == canonical(Combination.parse("AQ2 K3"))
    True
    """
    ours = runs(combination.north | combination.south)
    hand = combination.south if is_mirrored(combination) else combination.north
    return _dealt(ours, tuple(size(hand & run) for run in ours), combination.ranks)


def is_mirrored(combination: Combination) -> bool:
    """Are North and South exchanged in the canonical combination?"""
    ours = runs(combination.north | combination.south)
    return _gives_way(tuple(size(combination.north & run) for run in ours), ours)


def _gives_way(norths: tuple[int, ...], ours: tuple[int, ...]) -> bool:
    """Is South, with the cards that North does not have, longer or else higher than North?"""
    souths = tuple(size(run) - count for run, count in zip(ours, norths, strict=True))
    return (sum(souths), souths) > (sum(norths), norths)


def _dealt(ours: tuple[int, ...], norths: tuple[int, ...], ranks: int = _RANKS) -> Combination:
    """The combination in which North has this many of each run's cards, the highest."""
    north = 0
    for run, count in zip(ours, norths, strict=True):
        north |= run >> (highest(run) + 1 - count) << (highest(run) + 1 - count)
    return Combination(north, sum(ours) & ~north, ranks)


# All combinations, in the order of the book


def chapters(cards: int) -> tuple[int, ...]:
    """Every set of this many cards that the two hands may have together, the highest first."""
    return tuple(ours for ours in range((1 << _RANKS) - 1, -1, -1) if size(ours) == cards)


@lru_cache(maxsize=256)
def chapter(ours: int) -> tuple[Combination, ...]:
    """The canonical combinations of these cards, those with most high cards in North first.

    >>> [str(each) for each in chapter(Combination.parse("AQ 2").north | 1)]
    ['AQ2 -', 'AQ 2', 'A2 Q', 'Q2 A']
    """
    divided = runs(ours)
    every = product(*(range(size(run), -1, -1) for run in divided))
    return tuple(_dealt(divided, norths) for norths in every if not _gives_way(norths, divided))


def chapter_size(ours: int) -> int:
    """The number of canonical combinations of these cards.

    >>> chapter_size(Combination.parse("AQ 2").north | 1)
    4
    """
    sizes = [size(run) for run in runs(ours)]
    return (prod(cards + 1 for cards in sizes) + all(cards % 2 == 0 for cards in sizes)) // 2


def number_of_combinations(cards: int) -> int:
    """The number of canonical combinations with this many cards in the two hands together.

    >>> sum(map(number_of_combinations, range(2, 12)))
    158842
    """
    all_named = comb(2 * _RANKS + 1 - cards, cards)
    symmetric = 0 if cards % 2 else comb(_RANKS - cards // 2, cards // 2)
    return (all_named + symmetric) // 2
