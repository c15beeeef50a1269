"""Features of a suit: quantities and conditions that depend on the cards held in that suit alone.

A holding is thirteen bits, the two lowest and the ace highest. A feature is a function of the holding;
quantities and conditions of the whole hand are built from features in the predicate language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from operator import index, itemgetter

from overtrick.core import Rank
from overtrick.hands.errors import HandsError

__all__ = [
    "HCP",
    "LENGTH",
    "STANDARD_FEATURES",
    "STOPPER",
    "Feature",
    "HowMany",
    "by_length",
    "held",
    "holding_bits",
]

HOLDINGS = 1 << 13
LARGEST_VALUE = 1_000_000
"""Limit on the absolute values of a feature."""


@dataclass(frozen=True)
class Feature:
    """A quantity or a condition of the cards held in one suit.

    >>> tens_and_nines = Feature("tens_and_nines", lambda holding: (holding >> 7 & 3).bit_count())
    >>> tens_and_nines.table[0b0000110000000]
    2
    """

    name: str
    of: Callable[[int], int]
    """The value for a holding."""
    words: str = field(default="", compare=False)
    """The description for people."""
    is_truth: bool = False
    """Is it a condition (yes or no) rather than a quantity?"""
    has_total: bool = True
    """Is its sum over the four suits meaningful?"""
    by_honours: bool = field(default=False, compare=False)
    """Does only the number of cards below the ten matter, not their ranks?"""

    def value(self, holding: int) -> int:
        """The value for a holding; 1 or 0 for a condition."""
        found = self.of(holding)
        if self.is_truth:
            return int(bool(found))
        try:
            return index(found)
        except TypeError:
            raise HandsError(
                f"{self.name!r} is {found!r} for a holding: expected a whole number; count halves twice over"
            ) from None

    @property
    def table(self) -> tuple[int, ...]:
        """The value for each of the 8,192 holdings."""
        return _table(self)


@lru_cache(1024)
def _table(feature: Feature) -> tuple[int, ...]:
    if feature.by_honours:
        known = {holding: feature.of(holding) for holding in set(_alike())}
        values = tuple(map(known.__getitem__, _alike()))
    else:
        values = tuple(map(feature.of, range(HOLDINGS)))
    if feature.is_truth:
        values = tuple(map(int, map(bool, values)))
    elif set(map(type, values)) != {int}:
        values = tuple(map(feature.value, range(HOLDINGS)))
    if max(map(abs, values)) > LARGEST_VALUE:
        raise HandsError(f"the values of {feature.name!r} are too large: expected at most {LARGEST_VALUE:,}")
    return values


@cache
def _alike() -> list[int]:
    """For each holding the first holding with the same honours and length."""
    first = dict[tuple[int, int], int]()
    return [first.setdefault((holding >> 8, holding.bit_count()), holding) for holding in range(HOLDINGS)]


@cache
def _by_length() -> list[Callable[[Sequence[int]], tuple[int, ...]]]:
    """For each length a getter of its holdings' values from a table; one is repeated, to get a tuple."""
    found = [list[int]() for _ in range(14)]
    for holding in range(HOLDINGS):
        found[holding.bit_count()].append(holding)
    return [itemgetter(*holdings, holdings[0]) for holdings in found]


def by_length(table: Sequence[int]) -> list[set[int]]:
    """For each length from 0 to 13 the values of its holdings in a table."""
    return [set(values_of(table)) for values_of in _by_length()]


@cache
def holding_bits(ranks: str) -> int:
    """The bits of these ranks: ``AKQ`` is 0b1110000000000."""
    return sum(1 << Rank.parse(letter) for letter in set(ranks))


@dataclass(frozen=True)
class HowMany:
    """The number of these ranks held, as a function of the holding."""

    ranks: str

    def __call__(self, holding: int) -> int:
        return (holding & holding_bits(self.ranks)).bit_count()


_POINTS = tuple(4 * (top >> 3 & 1) + 3 * (top >> 2 & 1) + 2 * (top >> 1 & 1) + (top & 1) for top in range(16))


def _points(holding: int) -> int:
    return _POINTS[holding >> 9]


def _controls(holding: int) -> int:
    return 2 * (holding >> 12) + (holding >> 11 & 1)


def _losers(holding: int) -> int:
    """The missing cards among the top one, two or three of ace, king and queen, by length."""
    counted = min(holding.bit_count(), 3)
    return counted - (holding >> 13 - counted).bit_count()


def _stopper(holding: int) -> int:
    """A stopper: A, Kx, Qxx or Jxxx, or better."""
    above = min(holding.bit_count(), 4)
    return int(holding >> 13 - above > 0)


def _playing_tricks(holding: int) -> int:
    """Length less the missing A, K and Q in a suit of four or more; the sure tricks of a shorter suit."""
    length = holding.bit_count()
    if length >= 4:
        return length - (3 - (holding >> 10).bit_count())
    top = holding >> 10
    if top == 0b111:
        return 3
    if top >> 1 == 0b11:
        return 2
    return 1 if top >> 2 or top == 0b011 else 0


def _quality(holding: int) -> int:
    """Length plus honours; jack and ten count only beside ace, king or queen."""
    high = (holding >> 10).bit_count()
    return holding.bit_count() + high + ((holding >> 8 & 3).bit_count() if high else 0)


LENGTH = Feature("length", int.bit_count, "cards held in the suit", has_total=False)


@cache
def held(ranks: str) -> Feature:
    """The feature that counts how many of these ranks are held."""
    return Feature(f"held {ranks}", HowMany(ranks), by_honours=not set(ranks) - set("AKQJT"))


_of_honours = partial(Feature, by_honours=True)
HCP = _of_honours("hcp", _points, "high-card points: ace 4, king 3, queen 2, jack 1")
STOPPER = _of_honours("stopper", _stopper, "a stopper: A, Kx, Qxx or Jxxx", is_truth=True)

STANDARD_FEATURES = (
    LENGTH,
    HCP,
    _of_honours("controls", _controls, "controls: ace 2, king 1"),
    *(
        _of_honours(name, HowMany(name[0].upper()), name)
        for name in ("aces", "kings", "queens", "jacks", "tens")
    ),
    _of_honours("honours", HowMany("AKQJT"), "honours: ace, king, queen, jack and ten"),
    _of_honours("losers", _losers, "losing-trick count: of A K Q, as many as there are cards, those missing"),
    _of_honours("playing_tricks", _playing_tricks, "playing tricks: see docs/hands.md"),
    _of_honours(
        "quality",
        _quality,
        "suit quality: length plus honours, J and T only beside A, K or Q",
        has_total=False,
    ),
    STOPPER,
)
