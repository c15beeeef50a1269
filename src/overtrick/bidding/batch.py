"""Batch bidding: the calls of many hands in a state by the compiled core, and the auctions of many deals.

`overtrick.bidding.bidder` bids one hand at a time; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from overtrick._core import Program
from overtrick.bidding.bidder import Agreements
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.folding import NEVER, folded
from overtrick.bidding.state import State
from overtrick.bidding.system import Candidate
from overtrick.core import Call, Seat, Vul
from overtrick.hands.compiling import Compiler
from overtrick.hands.terms import Term

__all__ = ["Visit", "bid_out_many", "calls_of", "first_fit", "visits"]

Hands: TypeAlias = NDArray[np.uint64]
"""Packed hands, one bit for each card."""
Deals: TypeAlias = NDArray[np.uint64]
"""Packed deals, a row for each: North's hand first."""
Places: TypeAlias = NDArray[np.int32]
"""For each hand the index of the candidate that makes its call; -1 for none."""

FEW = 150
"""Up to this many hands are evaluated one by one, which is faster than compiling the state."""
_MOST_COMPILED = 64
"""Size of the cache of compiled states; one takes about two megabytes."""


def calls_of(state: State, hands: Hands) -> Places:
    """For each hand the index of the candidate that makes its call; -1 if none fits and the hand passes.

    >>> from overtrick.bidding import load
    >>> from overtrick.core import CardSet
    >>> state = Agreements(load("natural")).start(Seat.NORTH)
    >>> hand = CardSet.parse("AQ4.KT98.KJ2.Q43")
    >>> [str(state.candidates[place].call) for place in calls_of(state, np.array([hand.bits], np.uint64))]
    ['1NT']
    """
    if not state.candidates:
        return np.full(len(hands), -1, np.int32)
    if len(hands) <= FEW:
        return np.array([_first(state.candidates, int(hand)) for hand in hands], np.int32)
    program, register = _compiled(state)
    return program.values(register, np.ascontiguousarray(hands)) - np.int32(1)


def _first(candidates: Sequence[Candidate], hand: int) -> int:
    held = HandValues(hand)
    return next((place for place, each in enumerate(candidates) if each.fits(held)), -1)


@lru_cache(_MOST_COMPILED)
def _compiled(state: State) -> tuple[Program, int]:
    return first_fit([folded(candidate.term) for candidate in state.candidates])


def first_fit(terms: Iterable[Term]) -> tuple[Program, int]:
    """A program and its register with 1 plus the index of the first condition met, or 0 for none."""
    compiler = Compiler()
    left, first = compiler.constant(1), compiler.constant(0)
    for place, term in enumerate(terms, 1):
        if term != NEVER:
            met = compiler.both(left, compiler.register(term))
            first = compiler.scaled(met, place, first)
            left = compiler.without(left, met)
    return compiler.program(), compiler.number_of(first)


# Whole auctions


@final
@dataclass(frozen=True, eq=False)
class Visit:
    """A state that some deals reach, with the calls of their hands there."""

    state: State
    boards: NDArray[np.intp]
    """The indices of the deals."""
    places: Places
    """The candidates that make the calls; empty if the auction is over."""

    def by_call(self) -> Iterator[tuple[Call, NDArray[np.intp]]]:
        """Each call that is made, with the indices of the deals."""
        groups = dict[Call, list[NDArray[np.intp]]]()
        for place in np.unique(self.places):
            call = Call.PASS if place < 0 else self.state.candidates[place].call
            groups.setdefault(call, []).append(self.boards[self.places == place])
        for call, boards in groups.items():
            yield call, boards[0] if len(boards) == 1 else np.sort(np.concatenate(boards))


def visits(start: State, deals: Deals, dealer: Seat) -> Iterator[Visit]:
    """Bid all deals together: every state that a deal reaches, each before its successors."""
    waiting = [(start, np.arange(len(deals)))]
    while waiting:
        state, boards = waiting.pop()
        if state.is_over or not len(boards):
            yield Visit(state, boards, np.empty(0, np.int32))
            continue
        seat = (dealer + len(state.history)) % 4
        visit = Visit(state, boards, calls_of(state, deals[boards, seat]))
        yield visit
        waiting += [(state.after(call), some) for call, some in visit.by_call()]


def bid_out_many(agreements: Agreements, deals: Deals, dealer: Seat, vul: Vul = Vul.NONE) -> list[State]:
    """The final states of the auctions of packed deals, bid as by `Agreements.bid_out`."""
    ends = list[State | None]([None] * len(deals))
    for visit in visits(agreements.start(dealer, vul), deals, dealer):
        if visit.state.is_over:
            for board in visit.boards:
                ends[board] = visit.state
    return [end for end in ends if end is not None]
