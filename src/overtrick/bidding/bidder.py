"""Bidding by agreements: the call of a hand, the meanings of calls, whole auctions."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick.bidding.errors import BiddingError
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.meanings import Meaning
from overtrick.bidding.state import State
from overtrick.bidding.system import Candidate, System
from overtrick.core import Auction, Call, CardSet, Deal, Seat, Vul

__all__ = ["Agreements", "Choice", "check_turn", "choice"]

_MOST_AUCTIONS = 5_000
"""Cached auctions; when there are more, the cache is cleared."""


@final
@dataclass(frozen=True)
class Choice:
    """The call of a hand, with the rule that makes it."""

    call: Call
    candidate: Candidate | None
    """The rule in this auction; None when no rule fits and the hand passes."""
    state: State

    @cached_property
    def meaning(self) -> Meaning:
        """The meaning of the call to the other players."""
        return Meaning(self.state.after(self.call), len(self.state.history))

    @property
    def rule(self) -> str:
        """The label or name of the rule, or else its call."""
        if self.candidate is None:
            return "no rule"
        entry = self.candidate.rule.entry
        return entry.label or entry.name or self.call.word


@final
class Agreements:
    """The systems of both sides, and the seats that always pass.

    >>> from overtrick.bidding import load
    >>> table = Agreements(load("schenken"), silent=[Seat.EAST, Seat.WEST])
    >>> str(table.bid(CardSet.parse("AQ4.KT98.KJ2.K43"), Auction.parse("N:")).call)
    '1NT'
    """

    def __init__(
        self, north_south: System, east_west: System | None = None, silent: Iterable[Seat] = ()
    ) -> None:
        self.systems = (north_south, north_south if east_west is None else east_west)
        for each in self.systems:
            if not isinstance(each, System):
                raise BiddingError(f"expected a system, as `load` reads it, not {reprlib.repr(each)}")
        self.silent = frozenset(silent)
        self._starts = dict[tuple[Seat, Vul], State]()
        self._asked = 0

    def __repr__(self) -> str:
        north_south, east_west = (each.name for each in self.systems)
        return f"<Agreements: North-South {north_south}, East-West {east_west}>"

    def state(self, auction: Auction, vul: Vul = Vul.NONE) -> State:
        """The state of an auction, with its calls interpreted."""
        state = self.start(auction.dealer, vul)
        for call in auction.calls:
            state = state.after(call)
        return state

    def start(self, dealer: Seat, vul: Vul = Vul.NONE) -> State:
        """The state before the first call."""
        self._asked += 1
        if self._asked > _MOST_AUCTIONS:
            self._starts, self._asked = {}, 0
        found = self._starts.get((dealer, vul))
        if found is None:
            side = dealer % 2
            sides = (vul.includes(dealer), vul.includes(dealer.next(1)))
            silent = frozenset((seat - dealer) % 4 for seat in self.silent)
            systems = self.systems if side == 0 else self.systems[::-1]
            found = self._starts[dealer, vul] = State((systems[0], systems[1]), sides, silent)
        return found

    def bid(self, hand: CardSet, auction: Auction, vul: Vul = Vul.NONE) -> Choice:
        """The call of a hand in turn, with the rule that makes it."""
        if not isinstance(hand, CardSet) or not isinstance(auction, Auction):
            raise BiddingError("expected a hand as a CardSet and an auction as an Auction: parse texts first")
        check_turn(hand, auction)
        return choice(self.state(auction, vul), HandValues(hand))

    def meanings(self, auction: Auction, vul: Vul = Vul.NONE) -> tuple[Meaning, ...]:
        """The meaning of each call of an auction."""
        state = self.state(auction, vul)
        return tuple(Meaning(state, place) for place in range(len(auction)))

    def bid_out(self, deal: Deal, dealer: Seat, vul: Vul = Vul.NONE) -> tuple[Auction, State]:
        """The whole auction of a deal, and the state in which it ends."""
        hands = {seat: HandValues(hand) for seat, hand in deal.items()}
        unknown = [seat.word for seat in Seat if seat not in hands and seat not in self.silent]
        if unknown:
            raise BiddingError(f"the hand of {' and '.join(unknown)} is not known", text=str(deal))
        state, auction = self.start(dealer, vul), Auction(dealer)
        while not state.is_over:
            call = Call.PASS if state.is_silenced else choice(state, hands[auction.to_call]).call
            state, auction = state.after(call), auction.then(call)
        return auction, state


def check_turn(hand: CardSet, auction: Auction) -> None:
    """Raise if the hand is not whole or the auction is over."""
    if len(hand) != 13:
        raise BiddingError(f"a hand to bid has thirteen cards, not {len(hand)}", text=str(hand))
    if auction.is_over:
        raise BiddingError("the auction is over: there is nothing to bid", text=str(auction))


def choice(state: State, hand: HandValues) -> Choice:
    """The call of a hand in a state."""
    for candidate in state.candidates:
        if candidate.fits(hand):
            return Choice(candidate.call, candidate, state)
    return Choice(Call.PASS, None, state)
