"""Why a hand makes its call: reasons as data, with all that is needed to check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import final

from overtrick.bidding.bidder import Choice
from overtrick.bidding.state import State
from overtrick.bidding.system import Candidate
from overtrick.core import Call as Made
from overtrick.core import CardSet, Claim, Reason
from overtrick.hands import Predicate, Quantity
from overtrick.hands.plain import is_true, value
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    Call,
    Compare,
    Count,
    Every,
    Kind,
    Name,
    Negative,
    Number,
    Opening,
    Some,
    Sum,
    Term,
    parts_of,
)

__all__ = ["Fits", "Makes", "Misses", "is_always", "rule_name", "why"]

MOST_MISSED = 3
MOST_VALUES = 4
"""More would not be read."""


@final
@dataclass(frozen=True)
class Makes(Claim):
    """A hand makes a call in an auction, by a rule, or because no rule fits."""

    hand: CardSet
    call: Made
    rule: str
    """The name of the rule, if it has one."""
    state: State


@final
@dataclass(frozen=True)
class Fits(Claim):
    """A hand meets a condition of the rule."""

    hand: CardSet
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]
    """The numbers of the hand that the condition is about."""


@final
@dataclass(frozen=True)
class Misses(Claim):
    """A hand does not meet a condition of a rule that comes before, for another call."""

    hand: CardSet
    call: Made
    rule: str
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]


def why(choice: Choice, hand: CardSet) -> Reason:
    """The call, the conditions of its rule with the numbers that meet them, and the rules missed by least."""
    rule = "" if choice.candidate is None else rule_name(choice.candidate)
    claim = Makes(hand, choice.call, rule, choice.state)
    met = list[Claim]()
    if choice.candidate is not None:
        conditions = _conditions(choice.candidate.term)
        met = [Fits(hand, Predicate(each), _values(each, hand)) for each in conditions if not is_always(each)]
    return Reason(claim, because=tuple(Reason(each) for each in (*met, *_missed(choice, hand))))


def rule_name(candidate: Candidate) -> str:
    """What a rule is called; nothing if it has no name and no label."""
    return candidate.rule.entry.name or candidate.rule.entry.label


def _missed(choice: Choice, hand: CardSet) -> Iterator[Misses]:
    """The rules before for other calls that the hand misses by least, one for each call, in their order."""
    nearest = dict[Made, tuple[tuple[int, int], int, Candidate, Term]]()
    for place, candidate in enumerate(_earlier(choice)):
        failing = [each for each in _conditions(candidate.term) if not is_true(each, hand)]
        if failing:
            first = _smallest(failing[0], hand)
            miss = (len(failing), _gap(first, hand)), place, candidate, first
            nearest[candidate.call] = min(nearest.get(candidate.call, miss), miss, key=lambda each: each[:2])
    closest = sorted(nearest.values(), key=lambda each: each[:2])[:MOST_MISSED]
    for _, _, candidate, condition in sorted(closest, key=lambda each: each[1]):
        values = _values(condition, hand)
        yield Misses(hand, candidate.call, rule_name(candidate), Predicate(condition), values)


def _earlier(choice: Choice) -> Iterator[Candidate]:
    for candidate in choice.state.candidates:
        if candidate is choice.candidate:
            return
        if candidate.call is not choice.call:
            yield candidate


def _conditions(term: Term) -> tuple[Term, ...]:
    """The conditions a rule is made of."""
    if isinstance(term, All):
        return tuple(part for each in term.conditions for part in _conditions(each))
    return (term,)


def is_always(term: Term) -> bool:
    """Is a condition true of any hand, once what the auction has shown is worked in?"""
    return _is_settled(term) and is_true(term, _ANY_HAND)


def _is_settled(term: Term) -> bool:
    parts = tuple(parts_of(term))
    return all(map(_is_settled, parts)) if parts else isinstance(term, Number | Always)


_ANY_HAND = CardSet.parse("AKQJT98765432...")


def _smallest(term: Term, hand: CardSet) -> Term:
    """The first part of a condition that fails and without which all of it fails."""
    if isinstance(term, Call) and isinstance(term.body(), All | Any | Call):
        return _smallest(term.body(), hand)
    if isinstance(term, All):
        return _smallest(next(each for each in term.conditions if not is_true(each, hand)), hand)
    return term


def _gap(term: Term, hand: CardSet) -> int:
    """How far a hand is from meeting a condition, as far as numbers tell."""
    if isinstance(term, Between):
        number = value(term.term, hand)
        return max((term.low or number) - number, number - (number if term.high is None else term.high), 0)
    if isinstance(term, Compare) and len(term.terms) == 2:
        return abs(value(term.terms[0], hand) - value(term.terms[1], hand))
    return min((_gap(each, hand) for each in term.conditions), default=1) if isinstance(term, Any) else 1


def _values(term: Term, hand: CardSet) -> tuple[tuple[Quantity, int], ...]:
    """The numbers a condition is about; what depends on several suits is left out."""
    found = dict.fromkeys(_numbers((term,)))
    return tuple((Quantity(each), value(each, hand)) for each in found)[:MOST_VALUES]


def _numbers(terms: Iterable[Term]) -> Iterator[Term]:
    for term in terms:
        if isinstance(term, Number | Name | Opening | Some | Every | Count | Sum):
            continue
        if term.kind is Kind.NUMBER and not isinstance(term, Arithmetic | Negative | Bracket):
            yield term
        else:
            yield from _numbers([term.body()] if isinstance(term, Call) else parts_of(term))
