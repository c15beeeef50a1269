"""All hands as a table: one row for each class of hands that some conditions do not distinguish.

During an auction, a player's possible hands are rows of the table, and each call keeps some of them. One
table therefore serves a whole tree of auctions, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from overtrick.core import CardSet
from overtrick.deals import packed_deals
from overtrick.hands.compiling import Compiler, compiled
from overtrick.hands.counting import complexity
from overtrick.hands.features import LENGTH
from overtrick.hands.terms import BySize, OfSuit, Term, Total

__all__ = ["HandTable", "coarser", "hand_table", "joined", "sampled_hands"]

Integers: TypeAlias = NDArray[np.int64]

_SUIT, _SUM, _BY_SIZE = range(3)
_HOLDINGS = 1 << 13
_MORE_THAN_COMPLEX = 1 << 25
"""A number above the complexity of every hand."""


@final
@dataclass(frozen=True, eq=False)
class HandTable:
    """Rows of hands; each row stands for a class of hands."""

    hands: NDArray[np.uint64]
    """The simplest hand of each row, one bit for each card."""
    weights: Integers
    """The number of hands in each row."""
    complexities: NDArray[np.int32]
    traits: NDArray[np.int8]
    """The values of the requested traits: one line for each trait."""
    is_sampled: bool = False
    """Is it a random sample rather than all hands?"""

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def total(self) -> int:
        """The number of hands in all rows."""
        return int(self.weights.sum())

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.intp] | slice) -> HandTable:
        """Some of the rows."""
        return HandTable(
            self.hands[chosen],
            self.weights[chosen],
            self.complexities[chosen],
            self.traits[:, chosen],
            self.is_sampled,
        )

    @property
    def simplest(self) -> CardSet:
        """The simplest hand of the table."""
        return CardSet(int(self.hands[self.complexities.argmin()]))


def joined(parts: Sequence[HandTable]) -> HandTable:
    """The rows of several parts of one table."""
    if len(parts) == 1:
        return parts[0]
    return HandTable(
        np.concatenate([each.hands for each in parts]),
        np.concatenate([each.weights for each in parts]),
        np.concatenate([each.complexities for each in parts]),
        np.concatenate([each.traits for each in parts], axis=1),
        any(each.is_sampled for each in parts),
    )


def sampled_hands(number: int, rng: np.random.Generator, traits: Sequence[Term | None] = ()) -> HandTable:
    """A table of random hands, one in each row."""
    hands = packed_deals(rng, (number + 3) // 4).reshape(-1)[:number].copy()
    complexities = np.zeros(number, np.int32)
    for suit in range(4):
        complexities += _complexities()[_holdings(hands, suit)]
    return HandTable(hands, np.ones(number, np.int64), complexities, _values(traits, hands), is_sampled=True)


def hand_table(terms: Iterable[Term], most: int, traits: Sequence[Term | None] = ()) -> HandTable | None:
    """All hands, in classes that none of the terms splits; None if there are more than `most` classes."""
    minors, majors = _halves(terms, traits)
    lengths = [(majors.of_length(length), minors.of_length(13 - length)) for length in range(14)]
    if sum(len(first.hands) * len(second.hands) for first, second in lengths) > most:
        return None
    return _paired(lengths, traits)


def coarser(rows: HandTable, terms: Iterable[Term], traits: Sequence[Term | None] = ()) -> HandTable:
    """The same hands in fewer rows: rows that none of the terms distinguishes are merged."""
    minors, majors = _halves(terms, traits)
    kinds = majors.numbers(rows.hands) * minors.size + minors.numbers(rows.hands)
    order = np.argsort(kinds * _MORE_THAN_COMPLEX + rows.complexities)  # the simplest of each kind first
    kinds = kinds[order]
    first = np.flatnonzero(np.concatenate(([True], kinds[1:] != kinds[:-1])))
    kept = rows.where(order[first])
    return HandTable(kept.hands, np.add.reduceat(rows.weights[order], first), kept.complexities, kept.traits)


def _halves(terms: Iterable[Term], traits: Sequence[Term | None]) -> tuple[_Half, _Half]:
    """The classes of minor-suit and major-suit holdings that some terms distinguish."""
    compiler = Compiler()
    for term in (*terms, *(each for each in traits if each is not None)):
        compiler.register(term)
    columns = compiler.columns()
    return _Half(columns, 0, 1), _Half(columns, 2, 3)


def _values(terms: Sequence[Term | None], hands: NDArray[np.uint64]) -> NDArray[np.int8]:
    """The values of the terms for each hand, clipped to -128 to 127, beyond which promises do not reach."""
    found = np.zeros((len(terms), len(hands)), np.int8)
    for line, term in enumerate(terms):
        if term is not None:
            found[line] = np.clip(compiled(term).values(hands), -128, 127)
    return found


def _holdings(hands: NDArray[np.uint64], suit: int) -> NDArray[np.intp]:
    return (hands >> np.uint64(13 * suit) & np.uint64(_HOLDINGS - 1)).astype(np.intp)


# Suits and halves


@cache
def _complexities() -> NDArray[np.int32]:
    return np.array([complexity(CardSet(holding)) for holding in range(_HOLDINGS)], np.int32)


_LARGEST = 1 << 62


def _numbered(columns: Sequence[Integers]) -> tuple[Integers, Integers]:
    """A number for each row of some columns, equal for equal rows, and the first row of each number."""
    number, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        low = int(column.min())
        span = int(column.max()) - low + 1
        if size * span > _LARGEST:
            number = np.unique(number, return_inverse=True)[1].astype(np.int64)
            size = int(number.max()) + 1
        number, size = number * span + (column - low), size * span
    _, first, inverse = np.unique(number, return_index=True, return_inverse=True)
    return inverse.astype(np.int64), first.astype(np.int64)


@final
class _Suit:
    """The holdings of a suit, in classes that no column distinguishes."""

    def __init__(self, columns: Sequence[tuple[int, tuple[int, ...], int]], suit: int) -> None:
        lengths = np.array(LENGTH.table, np.int64)
        looked_at = [_array(table) for kind, table, of in columns if (kind, of) == (_SUIT, suit)]
        alone = [np.zeros(_HOLDINGS, np.int64), *looked_at]
        shared = [_array(table) for kind, table, _ in columns if kind != _SUIT]
        by_complexity = np.argsort(_complexities(), kind="stable")
        number, first = _numbered([each[by_complexity] for each in (lengths, *alone, *shared)])
        simplest = by_complexity[first]
        self.number = np.empty(_HOLDINGS, np.int64)
        self.number[by_complexity] = number
        self.ways = np.bincount(number)
        self.lengths = lengths[simplest]
        self.cards = simplest.astype(np.uint64) << np.uint64(13 * suit)
        self.complexities = _complexities()[simplest]
        self.alone = _numbered([each[simplest] for each in alone])[0]
        self.shared = [each[simplest] for each in shared]


@final
class _Half:
    """The holdings of two suits, in classes that no column distinguishes."""

    def __init__(self, columns: Sequence[tuple[int, tuple[int, ...], int]], lower: int, higher: int) -> None:
        low, high = _Suit(columns, lower), _Suit(columns, higher)
        one, other = (each.ravel() for each in np.indices((len(low.ways), len(high.ways))))
        lengths = low.lengths[one] + high.lengths[other]
        complexities = low.complexities[one] + high.complexities[other]
        order = np.argsort(complexities, kind="stable")
        order = order[lengths[order] <= 13]
        one, other, lengths, complexities = one[order], other[order], lengths[order], complexities[order]
        seen = [lengths, low.alone[one], high.alone[other]]
        for (kind, _, _), first, second in zip(
            (each for each in columns if each[0] != _SUIT), low.shared, high.shared, strict=True
        ):
            a, b = first[one], second[other]
            seen += [a + b] if kind == _SUM else [np.maximum(a, b), np.minimum(a, b)]
        number, first_place = _numbered(seen)
        self.size = len(first_place)
        self._suits = ((low.number, lower), (high.number, higher))
        self._number = np.full((len(low.ways), len(high.ways)), -1, np.int64)
        self._number[one, other] = number
        self._lengths = lengths[first_place]
        cards = (low.cards[one] | high.cards[other])[first_place]
        weights = np.bincount(number, weights=low.ways[one] * high.ways[other]).astype(np.int64)
        nothing = np.empty((0, self.size), np.int8)
        self._rows = HandTable(cards, weights, complexities[first_place], nothing)

    def numbers(self, hands: NDArray[np.uint64]) -> Integers:
        """For each hand the number of the class of its half."""
        one, other = (number[_holdings(hands, suit)] for number, suit in self._suits)
        return self._number[one, other]

    def of_length(self, length: int) -> HandTable:
        """The half hands with this many cards."""
        return self._rows.where(self._lengths == length)


def _array(table: tuple[int, ...]) -> Integers:
    return np.array(table, np.int64)


def _paired(lengths: Sequence[tuple[HandTable, HandTable]], traits: Sequence[Term | None]) -> HandTable:
    """The whole hands: every class of majors with every class of minors of the complementary length."""
    size = sum(len(first.hands) * len(second.hands) for first, second in lengths)
    made = HandTable(
        np.empty(size, np.uint64),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
        np.zeros((len(traits), size), np.int8),
    )
    begin = 0
    for first, second in lengths:
        shape = len(first.hands), len(second.hands)
        part = slice(begin, begin + shape[0] * shape[1])
        np.bitwise_or.outer(first.hands, second.hands, out=made.hands[part].reshape(shape))
        np.multiply.outer(first.weights, second.weights, out=made.weights[part].reshape(shape))
        np.add.outer(first.complexities, second.complexities, out=made.complexities[part].reshape(shape))
        for line, trait in zip(made.traits, traits, strict=True):
            if (join := _JOINING.get(type(trait))) is not None and trait is not None:
                halves = (_values([trait], each.hands)[0] for each in (first, second))
                join.outer(*halves, out=line[part].reshape(shape))
        begin = part.stop
    for line, trait in zip(made.traits, traits, strict=True):
        if trait is not None and type(trait) not in _JOINING:
            line[:] = _values([trait], made.hands)[0]
    return made


_JOINING: dict[type, np.ufunc] = {Total: np.add, OfSuit: np.add, BySize: np.maximum}
"""The value of a trait for a hand from those of its halves; of columns by size only the largest is used."""
