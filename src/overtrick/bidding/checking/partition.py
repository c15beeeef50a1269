"""The hands that reach a decision, divided by the candidates that make their calls, and their faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import final

import numpy as np
from numpy.typing import NDArray

from overtrick.bidding.batch import first_fit
from overtrick.bidding.checking import findings
from overtrick.bidding.checking.hand_classes import HandTable, joined
from overtrick.bidding.checking.walk import DecisionPoint
from overtrick.bidding.folding import NEVER
from overtrick.bidding.interpretation import Interpretation
from overtrick.bidding.promises import TRAIT_TERMS, Box, Trait, everything
from overtrick.bidding.system import Candidate, System
from overtrick.core import Call, CardSet
from overtrick.hands.terms import Term

__all__ = ["Partition", "faults_met", "traits_of"]

_MOST = 1 << 12
"""A number above the number of candidates."""
_AT_ONCE = 16
"""Limit on the candidates in one program: with more, its registers do not fit into the innermost cache."""


@final
class Partition:
    """The hands that reach a decision, by the candidates that make their calls."""

    def __init__(self, decision: DecisionPoint, hands: HandTable) -> None:
        self.decision, self.state = decision, decision.state
        self._total, self._is_sampled = hands.total, hands.is_sampled
        places, rivals = _choices(decision, hands.hands)
        self.by_place = _divided(hands, places)
        """The hands of each candidate, by its index; -1 for hands without a call."""
        self._nothing = hands.where(slice(0))
        tied = rivals >= 0
        self._ties = _divided(hands.where(tied), places[tied].astype(np.int64) * _MOST + rivals[tied])

    def of_call(self, call: Call) -> HandTable:
        """The hands that make a call; hands that pass because no rule fits are not followed further."""
        made = [place for place in self.by_place if place >= 0 and self.state.candidates[place].call is call]
        return joined([self.by_place[place] for place in made]) if made else self._nothing

    def share(self, hands: HandTable) -> findings.Share:
        """The share of some hands among all hands that reach the decision."""
        return findings.Share(hands.total, self._total, self._is_sampled)

    def faults(self) -> Iterator[findings.HandsFinding]:
        """All faults of the calls of these hands."""
        where, refs = self.decision.location, self.decision.refs
        for place, hands in self.by_place.items():
            yield from _faults(self.decision, where, place, self.share(hands), hands.simplest)
            if place >= 0 and len(false := self._misdescribed(self.state.candidates[place], hands)):
                made = self.state.candidates[place]
                rule = refs[made.rule.entry]
                yield findings.FalseExplanation(where, self.share(false), false.simplest, rule, made.call)
        for pair, hands in self._ties.items():
            first, second = (self.state.candidates[place] for place in divmod(pair, _MOST))
            rule, rival = refs[first.rule.entry], refs[second.rule.entry]
            yield findings.Tie(where, self.share(hands), hands.simplest, rule, first.call, rival, second.call)

    def _misdescribed(self, candidate: Candidate, hands: HandTable) -> HandTable:
        """The hands of a candidate that do not match the stated meaning of its call."""
        shown = self.state.after(candidate.call).history[-1]
        if shown.is_odd:
            return self._nothing
        is_meant = any(candidate.is_like(each) for each in shown.rules)
        return _outside(shown, hands) if is_meant else hands


def faults_met(decision: DecisionPoint) -> Iterator[findings.HandsFinding]:
    """The faults on the boards of the walk, for a decision that is not checked over all hands."""
    for place, number in decision.used.items():
        share = findings.Share(number, decision.times, is_sampled=True)
        yield from _faults(decision, decision.location, place, share, decision.example[place])


def _faults(
    decision: DecisionPoint, where: findings.Location, place: int, share: findings.Share, witness: CardSet
) -> Iterator[findings.HandsFinding]:
    """The faults of a candidate's call that do not depend on its stated meaning."""
    state = decision.state
    if place < 0:
        yield findings.NoCall(where, share, witness, state.is_forced)
        return
    candidate = state.candidates[place]
    rule = decision.refs[candidate.rule.entry]
    if candidate.call is Call.PASS and state.is_forced:
        yield findings.PassedForcing(where, share, witness, rule)
    if state.after(candidate.call).history[-1].is_odd:
        yield findings.OddCall(where, share, witness, rule, candidate.call)


def _divided(rows: HandTable, keys: NDArray[np.integer]) -> dict[int, HandTable]:
    """The rows grouped by a key."""
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


# The candidates that call


def _choices(
    decision: DecisionPoint, hands: NDArray[np.uint64]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The candidate that makes each hand's call, and its rival of equal priority in another block, if any.

    Blocks of equal priority are evaluated one by one; a tie is a hand to which the next block would give
    another call.
    """
    places, rivals = np.full(len(hands), -1, np.int16), np.full(len(hands), -1, np.int16)
    calls = np.array([each.call.index for each in decision.state.candidates] or [0])
    for _, level in groupby(enumerate(decision.state.candidates), lambda each: each[1].rule.order[:2]):
        free = np.flatnonzero(places < 0)
        for _, block in groupby(level, lambda each: id(each[1].rule.block)):
            for rows, made in _first_fits(decision.terms, [place for place, _ in block], hands, free):
                already = places[rows]
                is_left = already < 0
                places[rows[is_left]] = made[is_left]
                tied = ~is_left & (rivals[rows] < 0) & (calls[already] != calls[made])
                rivals[rows[tied]] = made[tied]
    return places, rivals


def _first_fits(
    terms: Sequence[Term], block: list[int], hands: NDArray[np.uint64], free: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int16]]]:
    """The free rows that a block takes, with the first of its candidates that fits each."""
    possible = [place for place in block if terms[place] != NEVER]
    for start in range(0, len(possible), _AT_ONCE):
        if not len(free):
            return
        part = possible[start : start + _AT_ONCE]
        program, register = first_fit([terms[place] for place in part])
        first = program.values(register, hands[free])
        yield free[first > 0], np.array([-1, *part], np.int16)[first[first > 0]]
        free = free[first == 0]


# Promises


def traits_of(system: System, decisions: Iterable[DecisionPoint]) -> list[Term | None]:
    """The terms of the traits that the promises of some decisions bound; None for the other traits."""
    by_trait: dict[Trait, Term] = TRAIT_TERMS | {Trait.POINTS: system.points}
    boxes = {box for decision in decisions for box in _boxes(decision)}
    bounded = {trait for box in boxes for trait in Trait if box[trait] != everything[trait]}
    return [by_trait[trait] if trait in bounded else None for trait in Trait]


def _boxes(decision: DecisionPoint) -> Iterator[Box]:
    for call in {candidate.call for candidate in decision.state.candidates}:
        yield from decision.state.after(call).history[-1].promise.boxes


def _outside(shown: Interpretation, rows: HandTable) -> HandTable:
    """The rows outside the promise of a call: in none of its boxes."""
    traits, outside = rows.traits, np.arange(len(rows))
    for box in shown.promise.boxes:
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
