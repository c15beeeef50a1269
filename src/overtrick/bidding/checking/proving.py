"""A question gone through with all hands that come so far: who calls, and is it what it is said to be?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import final

import numpy as np
from numpy.typing import NDArray

from overtrick.bidding.checking.classes import Rows, joined
from overtrick.bidding.checking.findings import Share
from overtrick.bidding.checking.walking import Question
from overtrick.bidding.folding import NEVER
from overtrick.bidding.promises import Box, Trait, everything
from overtrick.bidding.said import Said
from overtrick.bidding.system import System
from overtrick.core import Call, Suit
from overtrick.hands.compiling import Compiler
from overtrick.hands.features import HCP, LENGTH, STANDARD_FEATURES
from overtrick.hands.terms import BySize, OfSuit, Term, Total

__all__ = ["Answer", "answered", "traits_of", "unlike"]

_MOST = 1 << 12
"""More than there are candidates."""
_AT_ONCE = 16
"""Candidates in one program: with more, its registers leave the nearest cache."""


@final
class Answer:
    """What all hands that come to a question do."""

    def __init__(
        self, question: Question, rows: Rows, places: NDArray[np.int16], rivals: NDArray[np.int16]
    ) -> None:
        """The candidates that call, and rivals: of another block with equal priority, and another call."""
        self.question, self.state = question, question.state
        self.total, self.is_sampled = rows.total, rows.is_sampled
        self.by_place = _divided(rows, places)
        """The rows of each candidate that makes a call, by its place; -1 where none does."""
        tied = rivals >= 0
        self._ties = _divided(rows.where(tied), places[tied].astype(np.int64) * _MOST + rivals[tied])

    def of_call(self, call: Call) -> Rows:
        """The rows that make a call; those for which there is none are not followed further."""
        made = [place for place in self.by_place if place >= 0 and self.state.candidates[place].call is call]
        return joined([self.by_place[place] for place in made])

    def share(self, rows: Rows) -> Share:
        """How many of all hands that come so far."""
        return Share(rows.total, self.total, self.is_sampled)

    def ties(self) -> Iterator[tuple[int, int, Rows]]:
        """The rows with a rival: who calls, who would."""
        for pair, rows in self._ties.items():
            yield *divmod(pair, _MOST), rows


def _divided(rows: Rows, keys: NDArray[np.integer]) -> dict[int, Rows]:
    """The rows by a key."""
    if not len(rows):
        return {}
    order = np.argsort(keys, kind="stable")
    sorted_rows, sorted_keys = rows.where(order), keys[order]
    values, begins = np.unique(sorted_keys, return_index=True)
    ends = [*begins[1:], len(rows)]
    return {
        int(value): sorted_rows.where(slice(begin, end))
        for value, begin, end in zip(values, begins, ends, strict=True)
    }


# Who calls


def answered(question: Question, rows: Rows) -> Answer:
    """Go through all hands that come to a question.

    Entries of equal priority are gone through block by block: a hand that one block takes may be a tie with
    what the next would do.
    """
    choosing = _Choosing(question, rows)
    places = enumerate(question.state.candidates)
    for _, level in groupby(places, lambda each: each[1].rule.order[:2]):
        left = np.flatnonzero(choosing.places < 0)
        for _, block in groupby(level, lambda each: id(each[1].rule.block)):
            choosing.add([place for place, _ in block], left)
    return Answer(question, rows, choosing.places, choosing.rivals)


@final
class _Choosing:
    """Which candidate calls for each row, so far, and its first rival."""

    def __init__(self, question: Question, rows: Rows) -> None:
        self._terms, self._rows = question.terms, rows
        self.places = np.full(len(rows), -1, np.int16)
        self.rivals = np.full(len(rows), -1, np.int16)
        calls = [each.call for each in question.state.candidates]
        self._calls = np.array([calls.index(call) for call in calls] or [0])

    def add(self, block: list[int], free: NDArray[np.intp]) -> None:
        """A block, for the rows that are free at its priority; the first of it that fits counts."""
        possible = [place for place in block if self._terms[place] != NEVER]
        for start in range(0, len(possible), _AT_ONCE):
            if not len(free):
                return
            part = possible[start : start + _AT_ONCE]
            first = _first_fit([self._terms[place] for place in part], self._rows.hands[free])
            places = np.array([-1, *part], np.int16)[first]
            self._take(free[first > 0], places[first > 0])
            free = free[first == 0]

    def _take(self, rows: NDArray[np.intp], places: NDArray[np.int16]) -> None:
        already = self.places[rows]
        is_left = already < 0
        self.places[rows[is_left]] = places[is_left]
        tied = ~is_left & (self.rivals[rows] < 0) & (self._calls[already] != self._calls[places])
        self.rivals[rows[tied]] = places[tied]


def _first_fit(terms: Sequence[Term], hands: NDArray[np.uint64]) -> NDArray[np.int32]:
    """For each hand 1 more than the place of the first condition it meets, 0 if it meets none."""
    write = Compiler()
    left, first = write.constant(1), write.constant(0)
    for place, term in enumerate(terms, 1):
        met = write.both(left, write.register(term))
        first = write.scaled(met, place, first)
        left = write.without(left, met)
    return write.program().values(write.number_of(first), hands)


# Promises

_TOTALS = {each.name: Total(each) for each in STANDARD_FEATURES if each.name in ("aces", "kings")}


def traits_of(system: System, questions: Iterable[Question]) -> list[Term | None]:
    """What the promises of some questions bound, trait by trait, as the language of hands says it."""
    by_trait: dict[Trait, Term] = {
        **{Trait(suit): OfSuit(LENGTH, suit) for suit in Suit},
        Trait.LONGEST: BySize(LENGTH, 0),
        Trait.HCP: Total(HCP),
        Trait.POINTS: system.points,
        Trait.ACES: _TOTALS["aces"],
        Trait.KINGS: _TOTALS["kings"],
    }
    boxes = {box for question in questions for box in _boxes(question)}
    bounded = {trait for box in boxes for trait in Trait if box[trait] != everything[trait]}
    return [by_trait[trait] if trait in bounded else None for trait in Trait]


def _boxes(question: Question) -> Iterator[Box]:
    for call in {candidate.call for candidate in question.state.candidates}:
        yield from question.state.after(call).said[-1].promise.boxes


def unlike(said: Said, rows: Rows) -> Rows:
    """The rows outside the promise of a call: in none of its boxes."""
    traits, outside = rows.traits, np.arange(len(rows))
    for box in said.promise.boxes:
        inside = _inside(box, traits)
        if not inside.all():
            traits, outside = traits[:, ~inside], outside[~inside]
        else:
            outside = outside[:0]
        if not len(outside):
            break
    return rows.where(outside)


def _inside(box: Box, traits: NDArray[np.int8]) -> NDArray[np.bool_]:
    inside = np.ones(traits.shape[1], np.bool_)
    for trait in Trait:
        low, high = box[trait]
        if low > everything[trait][0]:
            inside &= traits[trait] >= low
        if high < everything[trait][1]:
            inside &= traits[trait] <= high
    return inside
