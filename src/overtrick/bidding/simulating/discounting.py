"""What opponents could do who see each other's cards: the little par of docs/borel.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

from overtrick.bidding.simulating.projecting import End, contract_at
from overtrick.bidding.simulating.solving import Known, Question, points_of
from overtrick.bidding.state import State
from overtrick.core import CALLS, Bid, CardSet, Contract, Doubled, Seat, Side, Strain, Suit, Vul

__all__ = ["Cap", "Projected"]

_FIT = 8
"""Their suits are those in which they have so many cards together …"""
_NOTRUMP = 20
"""… and notrump counts when they have so many points together."""


@final
@dataclass(frozen=True, slots=True)
class Cap:
    """The most our side scores if the opponents see each other's cards, and how they hold it to that."""

    points: int
    contract: Contract | None
    """What is played instead, by them or by us; None where what they did was best."""
    theirs: Contract | None = None
    """What they bid over the base for it, as if we left it to them; None where they leave the base."""

    @property
    def better(self) -> Contract | None:
        """What they should have gone for: their own bid, whatever we say to it, or the base."""
        return self.contract if self.theirs is None else self.theirs


@final
@dataclass(frozen=True, eq=False)
class Projected:
    """One deal's auction after one call of ours, and what the opponents could have made of it."""

    end: End
    place: int
    """Where our call is."""
    board: int
    """The number of the deal."""
    hands: Sequence[CardSet]
    side: Side
    vul: Vul

    # What there was

    @cached_property
    def base(self) -> Contract | None:
        """Our side's last bid from the call on; without one, what was bid before the call."""
        return contract_at(self.end.state.at(self._after_base), self.end.dealer)

    @cached_property
    def _after_base(self) -> int:
        """Where the auction goes on over the base."""
        said = self.end.state.said
        for place in range(len(said) - 1, self.place - 1, -1):
            if (place - self.place) % 2 == 0 and isinstance(said[place].call, Bid):
                return place + 1
        return self.place

    @cached_property
    def declarers(self) -> dict[Strain, Seat]:
        """Who of the opponents plays each of their strains: who bid it first, up to the base.

        Where nobody did it is the longer suit, in notrump the better hand.
        """
        left, right = self.side.opponents.seats
        found = dict[Strain, Seat]()
        for suit in Suit:
            lengths = [len(self.hands[seat].holding(suit)) for seat in (left, right)]
            if sum(lengths) >= _FIT:
                found[Strain(suit)] = left if lengths[0] >= lengths[1] else right
        points = [self.hands[seat].hcp for seat in (left, right)]
        if sum(points) >= _NOTRUMP:
            found[Strain.NOTRUMP] = left if points[0] >= points[1] else right
        contract = self.end.contract
        if contract is not None and contract.declarer.side is not self.side:
            found[contract.strain] = contract.declarer
        return found | {strain: seat for strain, seat in self._named.items() if strain in found}

    @property
    def _named(self) -> dict[Strain, Seat]:
        """Who of the opponents was the first to bid each strain, up to the base."""
        found = dict[Strain, Seat]()
        for place, said in enumerate(self.end.state.said[: self._after_base]):
            seat = self.end.dealer.next(place)
            if isinstance(said.call, Bid) and seat.side is not self.side:
                found.setdefault(said.call.strain, seat)
        return found

    @property
    def question(self) -> Question | None:
        """What has to be known for the score; None if all passed."""
        contract = self.end.contract
        return None if contract is None else (self.board, contract.strain, contract.declarer)

    def questions(self) -> Iterator[Question]:
        """What has to be known for the cap beside that."""
        if self.base is not None:
            yield self.board, self.base.strain, self.base.declarer
        for strain, declarer in self.declarers.items():
            yield self.board, strain, declarer

    # What it is worth

    def points(self, tricks: Known) -> int:
        """What our side scores as the auction went."""
        question = self.question
        return 0 if question is None else points_of(self.end.contract, tricks[question], self.side, self.vul)

    def cap(self, tricks: Known) -> Cap:
        """What our side scores at most."""
        base = self.base
        ways = [Cap(self.points(tricks), None)]
        if base is not None:
            ways.append(self._standing(base.bid, base.declarer, tricks))
        return min([*ways, *self._bidding_on(tricks)], key=_points)

    def _standing(self, bid: Bid, declarer: Seat, tricks: Known) -> Cap:
        """A contract left to be played: doubled if it fails, not doubled if it makes."""
        taken = tricks[self.board, bid.strain, declarer]
        doubled = Doubled.DOUBLED if taken < 6 + bid.level else Doubled.NO
        contract = Contract(bid.level, bid.strain, declarer, doubled)
        return Cap(points_of(contract, taken, self.side, self.vul), contract)

    def _bidding_on(self, tricks: Known) -> list[Cap]:
        """The game of bidding on, from 7NT downward: they in their strains, we in that of our last bid.

        What they get by their best bid; nothing if they have none.
        """
        base = self.base
        mine = base if base is not None and base.declarer.side is self.side else None
        theirs, ours = list[Cap](), list[Cap]()  # the best bid so far, if there is one: those above
        for bid in reversed(CALLS[3 if base is None else base.bid.index + 1 :]):
            assert isinstance(bid, Bid)
            answers = theirs
            if bid.strain in self.declarers:
                stands = self._standing(bid, self.declarers[bid.strain], tricks)
                reached = replace(max([stands, *ours], key=_points), theirs=stands.contract)
                theirs = [min([reached, *theirs], key=_points)]
            if mine is not None and bid.strain is mine.strain:
                stands = self._standing(bid, mine.declarer, tricks)
                ours = [max([min([stands, *answers], key=_points), *ours], key=_points)]
        return theirs

    # Who was foolish

    def better(self, cap: Cap) -> int | None:
        """Where the opponents made the last call at which they still had their better contract; if any."""
        if cap.better is None:
            return None
        calls, theirs = self.end.calls, range(self.place + 1, len(self.end.calls), 2)
        bid = cap.better.bid
        is_base = self.base is not None and bid is self.base.bid
        for place in reversed(theirs):
            before = self.end.state.at(place)
            if is_base and before.last_bid is bid and before.doubled == 0:
                return place
            if not is_base and _is_open(before, bid):
                return place
        return theirs[-1] if len(calls) > self.place + 1 else None


def _points(cap: Cap) -> int:
    return cap.points


def _is_open(state: State, bid: Bid) -> bool:
    return state.last_bid is None or state.last_bid.index < bid.index
