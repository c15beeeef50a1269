"""Projections of calls: auctions bid to the end on many deals, their scores, and the opponents' best.

Scores are capped by what opponents who see each other's cards could do: the little par of docs/borel.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Protocol, TypeAlias, final

import numpy as np

from overtrick.bidding.batch import Deals, Visit, calls_of
from overtrick.bidding.state import State
from overtrick.core import (
    CALLS,
    Auction,
    Bid,
    Call,
    CardSet,
    Contract,
    Deal,
    Doubled,
    Seat,
    Side,
    Strain,
    Suit,
    Vul,
)
from overtrick.dd.batch import cores
from overtrick.dd.packing import unpack_row
from overtrick.dd.solver import own_solver
from overtrick.scoring import score

__all__ = ["Cap", "Projection", "TrickCounts", "TrickQuery", "Tricks", "last_states"]


def last_states(state: State, call: Call, deals: Deals, dealer: Seat) -> list[State]:
    """For each deal the state before the final pass, if a call is made now and all bid by their systems.

    The final pass is not interpreted, since its meaning is never needed.
    """
    ends = dict[int, State]()
    waiting = [(state, call, np.arange(len(deals)))]
    while waiting:
        before, made, boards = waiting.pop()
        if made is Call.PASS and before.is_last_chance:
            ends |= dict.fromkeys(boards.tolist(), before)
            continue
        after = before.after(made)
        seat = (dealer + len(after.history)) % 4
        visit = Visit(after, boards, calls_of(after, deals[boards, seat]))
        waiting += [(after, next_call, some) for next_call, some in visit.by_call() if len(some)]
    return [ends[board] for board in range(len(deals))]


Declaration: TypeAlias = tuple[Strain, Seat]
"""A strain and its declarer."""
TrickQuery: TypeAlias = tuple[int, Strain, Seat]
"""The number of a deal, a strain and its declarer."""


class TrickCounts(Protocol):
    """The tricks of declarers."""

    def __getitem__(self, query: TrickQuery, /) -> int: ...


@final
class Tricks:
    """Declarers' tricks on the deals of one decision; a context manager that ends its threads."""

    def __init__(self, deals: Deals, threads: int | None = None) -> None:
        self._deals = deals
        self._known = dict[TrickQuery, Future[dict[Declaration, int]]]()
        self._pool = ThreadPoolExecutor(threads or cores(), thread_name_prefix="overtrick-borel")

    def __enter__(self) -> Tricks:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def ask(self, questions: Iterable[TrickQuery]) -> None:
        """Start to answer new queries in the background, those of a deal one after the other."""
        new = sorted(set(questions) - self._known.keys())
        for board, some in groupby(new, itemgetter(0)):
            wanted = tuple((strain, declarer) for _, strain, declarer in some)
            answers = self._pool.submit(_answers, unpack_row(self._deals[board]), wanted)
            self._known |= {(board, *each): answers for each in wanted}

    def __getitem__(self, question: TrickQuery, /) -> int:
        self.ask([question])
        return self._known[question].result()[question[1:]]

    def __len__(self) -> int:
        return len(self._known)


def _answers(deal: Deal, wanted: tuple[Declaration, ...]) -> dict[Declaration, int]:
    """The answers for one deal; queries at the same strain share the solver's memory."""
    solver = own_solver()
    return {(strain, declarer): 13 - solver.tricks(deal, strain, declarer.lho) for strain, declarer in wanted}


@lru_cache(20_000)
def _points_of(contract: Contract, tricks: int, side: Side, vul: Vul) -> int:
    """The score of a side for a contract of either side."""
    points = score(contract, tricks, vul)
    return points if contract.declarer.side is side else -points


_FIT = 8
"""The opponents may bid suits in which they have at least this many cards together …"""
_NOTRUMP = 20
"""… and notrump with at least this many points together."""


@final
@dataclass(frozen=True, slots=True)
class Cap:
    """The most our side scores if the opponents see each other's cards, and how they achieve that."""

    points: int
    contract: Contract | None
    """The contract played instead, by either side; None if their actual calls were best."""
    theirs: Contract | None = None
    """The contract they bid over the base, as if it were passed out; None if they let the base stand."""

    @property
    def better(self) -> Contract | None:
        """The contract they should have aimed for: their own bid or, if there is none, the base."""
        return self.contract if self.theirs is None else self.theirs


_POINTS: Callable[[Cap], int] = attrgetter("points")


@final
@dataclass(frozen=True, eq=False)
class Projection:
    """One deal's auction after one call of ours, and the opponents' best result in it."""

    state: State
    """The state before the final pass."""
    dealer: Seat
    place: int
    """The index of our call."""
    board: int
    """The number of the deal."""
    hands: Sequence[CardSet]
    side: Side
    vul: Vul

    # The auction

    @cached_property
    def contract(self) -> Contract | None:
        """The final contract; None if all passed."""
        return Auction(self.dealer, self.state.calls).contract

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls, including the final pass."""
        return (*self.state.calls, Call.PASS)

    @cached_property
    def base(self) -> Contract | None:
        """The contract of our side's last bid from the call on, or else that before the call."""
        return Auction(self.dealer, self.state.at(self._after_base).calls).contract

    @cached_property
    def _after_base(self) -> int:
        """The index of the first call over the base."""
        calls = self.state.calls
        ours = range(self.place, len(calls), 2)
        return max((place + 1 for place in ours if isinstance(calls[place], Bid)), default=self.place)

    @cached_property
    def declarers(self) -> dict[Strain, Seat]:
        """The opponent who declares each of their strains: the first to bid it, up to the base.

        If neither bid it, the one with the longer suit or, in notrump, the better hand.
        """
        seats = self.side.opponents.seats
        left, right = (self.hands[seat] for seat in seats)
        held = {Strain(suit): (left.length(suit), right.length(suit), _FIT) for suit in Suit}
        held[Strain.NOTRUMP] = left.hcp, right.hcp, _NOTRUMP
        found = {
            strain: seats[one < other] for strain, (one, other, least) in held.items() if one + other >= least
        }
        contract = self.contract
        if contract is not None and contract.declarer.side is not self.side:
            found[contract.strain] = contract.declarer
        return found | {strain: seat for strain, seat in self._named.items() if strain in found}

    @property
    def _named(self) -> dict[Strain, Seat]:
        """The opponent who first bid each strain, up to the base."""
        found = dict[Strain, Seat]()
        for place, said in enumerate(self.state.history[: self._after_base]):
            seat = self.dealer.next(place)
            if isinstance(said.call, Bid) and seat.side is not self.side:
                found.setdefault(said.call.strain, seat)
        return found

    @property
    def question(self) -> TrickQuery | None:
        """The query needed for the score; None if all passed."""
        contract = self.contract
        return None if contract is None else (self.board, contract.strain, contract.declarer)

    def questions(self) -> Iterator[TrickQuery]:
        """The further queries needed for the cap."""
        if self.base is not None:
            yield self.board, self.base.strain, self.base.declarer
        for strain, declarer in self.declarers.items():
            yield self.board, strain, declarer

    # Scores

    def points(self, tricks: TrickCounts) -> int:
        """Our side's score for the actual auction."""
        contract, question = self.contract, self.question
        if contract is None or question is None:
            return 0
        return _points_of(contract, tricks[question], self.side, self.vul)

    def cap(self, tricks: TrickCounts) -> Cap:
        """The cap on our side's score."""
        base = self.base
        ways = [Cap(self.points(tricks), None)]
        if base is not None:
            ways.append(self._standing(base.bid, base.declarer, tricks))
        return min([*ways, *self._bidding_on(tricks)], key=_POINTS)

    def _standing(self, bid: Bid, declarer: Seat, tricks: TrickCounts) -> Cap:
        """The cap by a contract that is passed out: doubled if it fails, undoubled if it makes."""
        taken = tricks[self.board, bid.strain, declarer]
        doubled = Doubled.DOUBLED if taken < 6 + bid.level else Doubled.NO
        contract = Contract(bid.level, bid.strain, declarer, doubled)
        return Cap(_points_of(contract, taken, self.side, self.vul), contract)

    def _bidding_on(self, tricks: TrickCounts) -> list[Cap]:
        """The game of bidding on, from 7NT downward: they in their strains, we in that of our last bid.

        Returns the cap by their best bid; empty if they have none.
        """
        base = self.base
        mine = base if base is not None and base.declarer.side is self.side else None
        theirs, ours = list[Cap](), list[Cap]()  # the best bid so far, if there is one: those above
        for bid in reversed(CALLS[3 if base is None else base.bid.index + 1 :]):
            assert isinstance(bid, Bid)
            answers = theirs
            if bid.strain in self.declarers:
                stands = self._standing(bid, self.declarers[bid.strain], tricks)
                reached = replace(max([stands, *ours], key=_POINTS), theirs=stands.contract)
                theirs = [min([reached, *theirs], key=_POINTS)]
            if mine is not None and bid.strain is mine.strain:
                stands = self._standing(bid, mine.declarer, tricks)
                ours = [max([min([stands, *answers], key=_POINTS), *ours], key=_POINTS)]
        return theirs

    # Mistakes of the opponents

    def better(self, cap: Cap) -> int | None:
        """The index of the last call at which the opponents could still reach a better contract, if any."""
        if cap.better is None:
            return None
        theirs, bid = range(self.place + 1, len(self.calls), 2), cap.better.bid
        is_base = self.base is not None and bid is self.base.bid
        for place in reversed(theirs):
            before = self.state.at(place)
            if (before.last_bid is bid and before.doubled == 0) if is_base else before.is_legal(bid):
                return place
        return theirs[-1] if theirs else None
