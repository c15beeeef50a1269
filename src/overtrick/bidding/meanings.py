"""The meaning of a call: an exact condition on the hand, a promise, and what is asked of partner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, final

from overtrick.bidding.entries import Disposition
from overtrick.bidding.interpretation import Interpretation
from overtrick.bidding.promises import TRAIT_TERMS, Promise, Trait, everything
from overtrick.bidding.system import Candidate
from overtrick.core import Call, CardSet, Suit
from overtrick.hands import Predicate
from overtrick.hands.terms import All, Always, Any, Between, Not, Term, quick_dataclass

if TYPE_CHECKING:
    from overtrick.bidding.state import State

__all__ = ["Meaning", "as_predicate", "call_term", "either", "together", "unfitting"]


def call_term(state: State, call: Call) -> Term:
    """The exact condition under which a hand makes a call: its rules less the rules before them."""
    if state.is_silenced:
        return Always(True)
    ways, earlier = list[Term](), list[Candidate]()
    for candidate in state.candidates:
        if candidate.call is call:
            ways.append(All((candidate.term, *(Not(other.term) for other in earlier))))
        else:
            earlier.append(candidate)
    if call is Call.PASS:
        ways.append(unfitting(earlier))
    return either(ways)


def unfitting(candidates: Sequence[Candidate]) -> Term:
    """The condition that no rule of these fits."""
    return All(tuple(Not(each.term) for each in candidates)) if candidates else Always(True)


def together(terms: Sequence[Term]) -> Term:
    """The conjunction of conditions."""
    return All(tuple(terms)) if len(terms) > 1 else terms[0] if terms else Always(True)


def either(terms: Sequence[Term]) -> Term:
    """The disjunction of conditions."""
    return Any(tuple(terms)) if len(terms) > 1 else terms[0] if terms else Always(False)


def as_predicate(promise: Promise) -> Predicate:
    """A promise as a predicate, made only of ranges, so that its hand tables are small."""
    return Predicate(Any(tuple(map(_box_term, promise.boxes))) if promise.boxes else Always(False))


def _box_term(box: tuple[tuple[int, int], ...]) -> Term:
    told = [trait for trait in (*map(Trait, Suit), Trait.HCP) if box[trait] != everything[trait]]
    return together([Between(TRAIT_TERMS[trait], *box[trait]) for trait in told])


@final
@quick_dataclass
class Meaning:
    """The meaning of one call of an auction; `place` is its index."""

    state: State
    place: int

    @property
    def interpretation(self) -> Interpretation:
        """The call with the rules behind it."""
        return self.state.history[self.place]

    @cached_property
    def before(self) -> State:
        """The state before the call."""
        return self.state.at(self.place)

    @property
    def promise(self) -> Promise:
        """Ranges that hold for every hand the player may have after this call."""
        return self.interpretation.promise

    @property
    def is_alerted(self) -> bool:
        """Must partner alert the call?"""
        return any(each.rule.entry.alert is not None for each in self.interpretation.rules)

    @property
    def disposition(self) -> Disposition:
        """What the call asks of partner."""
        return self.interpretation.disposition

    @cached_property
    def condition(self) -> Predicate:
        """The exact condition of this call alone."""
        if self.interpretation.is_odd:
            return Predicate(either([each.term for each in self.interpretation.rules] or [Always(True)]))
        return Predicate(call_term(self.before, self.interpretation.call))

    @cached_property
    def predicate(self) -> Predicate:
        """The exact condition of this call and the player's earlier calls together."""
        places = self.state.counting(self.place)
        return Predicate(together([Meaning(self.state, place).condition.term for place in places]))

    def __contains__(self, hand: CardSet) -> bool:
        return hand in self.predicate
