"""The meaning of a call: a condition on the hand that made it, and what follows from the condition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

from overtrick.bidding.entries import Disposition
from overtrick.bidding.promises import Promise, Trait, everything
from overtrick.bidding.said import Said
from overtrick.bidding.system import Candidate
from overtrick.core import Call, CardSet, Suit
from overtrick.hands import Predicate
from overtrick.hands.features import HCP, LENGTH
from overtrick.hands.terms import All, Always, Any, Between, Not, OfSuit, Term, Total

if TYPE_CHECKING:
    from overtrick.bidding.state import State

__all__ = ["Meaning", "as_predicate", "call_term"]


def call_term(state: State, call: Call) -> Term:
    """The condition under which a hand makes a call, exactly: its rules less the rules before them."""
    if state.is_silenced:
        return Always(True)
    ways, earlier = list[Term](), list[Candidate]()
    for candidate in state.candidates:
        if candidate.call is call:
            ways.append(All((candidate.term, *(Not(other.term) for other in earlier))))
        else:
            earlier.append(candidate)
    if call is Call.PASS:
        ways.append(All(tuple(Not(other.term) for other in earlier)) if earlier else Always(True))
    return Any(tuple(ways)) if len(ways) > 1 else ways[0] if ways else Always(False)


def as_predicate(promise: Promise) -> Predicate:
    """The hands of a promise: ranges only, so that tables of them are small."""
    return Predicate(Any(tuple(_box_term(box) for box in promise.boxes)) if promise.boxes else Always(False))


def _box_term(box: tuple[tuple[int, int], ...]) -> Term:
    numbers: dict[Trait, Term] = {Trait(suit): OfSuit(LENGTH, suit) for suit in Suit}
    numbers[Trait.HCP] = Total(HCP)
    parts = [
        Between(number, *box[trait]) for trait, number in numbers.items() if box[trait] != everything[trait]
    ]
    return All(tuple(parts)) if len(parts) > 1 else parts[0] if parts else Always(True)


@final
@dataclass(frozen=True, eq=False)
class Meaning:
    """What one call of an auction means; the place counts from the first call."""

    state: State
    place: int

    @property
    def said(self) -> Said:
        """The call with the rules behind it."""
        return self.state.said[self.place]

    @cached_property
    def before(self) -> State:
        """The auction before the call."""
        return self.state.at(self.place)

    @property
    def promise(self) -> Promise:
        """Ranges that hold every hand the player may have after this call."""
        return self.said.promise

    @property
    def is_alerted(self) -> bool:
        """Is partner to alert the call?"""
        return any(each.rule.entry.alert is not None for each in self.said.rules)

    @property
    def disposition(self) -> Disposition:
        """What it asks of partner."""
        return self.said.disposition

    @cached_property
    def condition(self) -> Predicate:
        """The condition of this call alone, exactly."""
        if self.said.is_odd:
            terms = tuple(each.term for each in self.said.rules)
            return Predicate(Any(terms) if len(terms) > 1 else terms[0] if terms else Always(True))
        return Predicate(call_term(self.before, self.said.call))

    @cached_property
    def predicate(self) -> Predicate:
        """The condition of this call and the earlier ones of the same player."""
        places = list(range(self.place % 4, self.place + 1, 4))
        alone = [place for place in places if self.state.said[place].is_alone]
        counted = [place for place in places if not alone or place >= alone[-1]]
        own = [Meaning(self.state, place).condition for place in counted]
        return Predicate(All(tuple(each.term for each in own))) if len(own) > 1 else own[0]

    def __contains__(self, hand: CardSet) -> bool:
        return hand in self.predicate
