"""How auctions go on: many deals bid out together from a state, each to the contract it ends in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from overtrick.bidding.batch import Deals, Visit, calls_of
from overtrick.bidding.state import State
from overtrick.core import Bid, Call, Contract, Doubled, Seat

__all__ = ["End", "contract_at", "ends_of"]


@final
@dataclass(frozen=True, eq=False)
class End:
    """How an auction ends: the state in which the pass is made that closes it."""

    state: State
    dealer: Seat

    @cached_property
    def contract(self) -> Contract | None:
        """What is played; None if all passed."""
        return contract_at(self.state, self.dealer)

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls, with the pass that closes the auction."""
        return (*self.state.calls, Call.PASS)


def contract_at(state: State, dealer: Seat) -> Contract | None:
    """The contract if all passed now."""
    last = state.last_bid
    if last is None:
        return None
    ours = range(state.last_bid_at % 2, state.last_bid_at + 1, 2)
    first = next(turn for turn in ours if _strain_of(state.said[turn].call) is last.strain)
    return Contract(last.level, last.strain, dealer.next(first), Doubled(state.doubled))


def _strain_of(call: Call) -> object:
    return call.strain if isinstance(call, Bid) else None


def ends_of(state: State, call: Call, deals: Deals, dealer: Seat) -> list[End]:
    """How the auction of each deal ends, if a call is made now and everybody goes on by the systems.

    The pass that closes an auction is not understood: nobody needs to know what it meant.
    """
    ends = dict[int, End]()
    waiting = [(state, call, np.arange(len(deals)))]
    while waiting:
        before, made, boards = waiting.pop()
        if made is Call.PASS and before.is_last_chance:
            ends |= dict.fromkeys(boards.tolist(), End(before, dealer))
            continue
        after = before.after(made)
        seat = (dealer + len(after.said)) % 4
        visit = Visit(after, boards, calls_of(after, deals[boards, seat]))
        waiting += [(after, next_call, some) for next_call, some in visit.by_call() if len(some)]
    return [ends[board] for board in range(len(deals))]
