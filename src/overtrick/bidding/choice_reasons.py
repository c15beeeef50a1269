"""Why a hand makes its call: reasons as data, with all that is needed to check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import final

from overtrick.bidding.bidder import Choice
from overtrick.bidding.bounding import bounds, unfolded
from overtrick.bidding.promises import Trait, everything
from overtrick.bidding.shown import Shown, depends_on_auction, resolved
from overtrick.bidding.state import State
from overtrick.bidding.system import Candidate
from overtrick.core import Call as Made
from overtrick.core import CardSet, Claim, Reason
from overtrick.hands import Predicate, Quantity
from overtrick.hands.features import HCP
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
    Total,
    parts_of,
)
from overtrick.openbid import vocabulary

__all__ = [
    "LONGEST_BODY",
    "Fits",
    "Makes",
    "Misses",
    "NoRule",
    "Partner",
    "is_always",
    "names_long",
    "nearest_miss",
    "rule_name",
    "why",
]

LONGEST_BODY = 16
"""What a definition of more terms says is not told where its name stands."""

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
class Partner:
    """What partner is known to have of what a condition counts for both hands together."""

    state: State
    trait: Trait
    low: int
    high: int


@final
@dataclass(frozen=True)
class Fits(Claim):
    """A hand meets a condition of the rule."""

    hand: CardSet
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]
    """The numbers of the hand that the condition is about."""
    partner: Partner | None = None


@final
@dataclass(frozen=True)
class NoRule(Claim):
    """No rule fits a hand."""

    hand: CardSet
    state: State


@final
@dataclass(frozen=True)
class Misses(Claim):
    """A hand does not meet a condition of a rule that comes before, for another call."""

    hand: CardSet
    call: Made
    rule: str
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]
    partner: Partner | None = None


def why(choice: Choice, hand: CardSet) -> Reason:
    """The call, the conditions of its rule with the numbers that meet them, and the rules missed by least."""
    rule = "" if choice.candidate is None else rule_name(choice.candidate)
    claim = Makes(hand, choice.call, rule, choice.state)
    met, missed = list(_met(choice, hand)), list(_missed(choice, hand))
    if choice.candidate is None and not missed:
        met.append(NoRule(hand, choice.state))
    return Reason(claim, because=tuple(Reason(each) for each in (*met, *missed)))


def rule_name(candidate: Candidate) -> str:
    """What a rule is called; nothing if it has no name and no label."""
    return candidate.rule.entry.name or candidate.rule.entry.label


def _met(choice: Choice, hand: CardSet) -> Iterator[Claim]:
    """The conditions of the rule that say something; if none does, that any hand will do."""
    if choice.candidate is None:
        return
    told = dict[Term, Partner | None]()
    for condition, partner in _with_partner(choice.candidate, choice.state):
        for each in _spelled(condition, hand):
            if _known(each, choice.candidate) is None:
                told.setdefault(each, partner)
    for each, partner in _without_idle(told, choice.candidate).items():
        yield Fits(hand, Predicate(each), _values(each, hand), partner if _is_strength(each) else None)
    if not told:
        yield Fits(hand, Predicate(Always(True)), ())


def _without_idle(told: dict[Term, Partner | None], candidate: Candidate) -> dict[Term, Partner | None]:
    """The conditions without alternatives one of which the other conditions ask for already."""
    ranges = {each: bounds(unfolded(each, candidate.rule.points)) for each in told}
    kept = dict(told)
    for each in [each for each in told if isinstance(each, Call | Any)]:
        boxes = [everything]
        for other in (other for other in kept if other != each):
            boxes = [part for box in boxes for part in ranges[other].narrowed(box, {}, {}, True)]
        if all(ranges[each].told(box, {}, {}) for box in boxes):
            del kept[each]
    return kept


def nearest_miss(state: State, call: Made, hand: CardSet) -> Misses | None:
    """What a hand lacks for a call, by the rule that it misses by least; None if there is no such rule."""
    rules = (candidate for candidate in state.candidates if candidate.call is call)
    return next(_misses(rules, state, hand), None)


def _missed(choice: Choice, hand: CardSet) -> Iterator[Misses]:
    """The rules before for other calls that the hand misses by least, one for each call, in their order."""
    return _misses(_earlier(choice), choice.state, hand)


def _misses(candidates: Iterable[Candidate], state: State, hand: CardSet) -> Iterator[Misses]:
    nearest = dict[Made, tuple[tuple[int, int], int, Candidate, Term, Partner | None]]()
    for place, candidate in enumerate(candidates):
        pairs = list(_with_partner(candidate, state))
        failing = [(each, partner) for each, partner in pairs if not is_true(each, hand)]
        if failing and all(_known(each, candidate) is None for each, _ in failing):
            first = _smallest(failing[0][0], hand)
            miss = (len(failing), _gap(first, hand)), place, candidate, first, failing[0][1]
            nearest[candidate.call] = min(nearest.get(candidate.call, miss), miss, key=lambda each: each[:2])
    closest = sorted(nearest.values(), key=lambda each: each[:2])[:MOST_MISSED]
    for _, _, candidate, condition, partner in sorted(closest, key=lambda each: each[1]):
        values = _values(condition, hand)
        with_partner = partner if _is_strength(condition) else None
        yield Misses(hand, candidate.call, rule_name(candidate), Predicate(condition), values, with_partner)


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


def _known(term: Term, candidate: Candidate) -> bool | None:
    """Is a condition true of any hand in this auction, or of none, as far as ranges tell?"""
    return bounds(unfolded(term, candidate.rule.points)).told(everything, {}, {})


# What is counted for both hands together

_COUNTED = {"points": Trait.POINTS, "most": Trait.POINTS, "hcp": Trait.HCP, "most_hcp": Trait.HCP}


def _with_partner(candidate: Candidate, state: State) -> Iterator[tuple[Term, Partner | None]]:
    """The conditions of a rule in its auction, each with what partner is known to have if it counts that."""
    for written in _written(candidate.rule.entry.shows):
        traits = {_COUNTED.get(each.removeprefix("partner_")) for each in _facts_in(written)} - {None}
        trait = next(iter(traits)) if len(traits) == 1 else None
        partner = None if trait is None else Partner(state, trait, *state.range_of(2, trait))
        for condition in _conditions(resolved(written, candidate.names, candidate.facts)):
            yield condition, partner


def _written(term: Term) -> Iterator[Term]:
    """The conditions of a rule before the auction is worked in."""
    if isinstance(term, All):
        for each in term.conditions:
            yield from _written(each)
    elif isinstance(term, Call) and depends_on_auction(term) and isinstance(term.body(), All):
        yield from _written(term.body())
    else:
        yield term


def _facts_in(term: Term) -> Iterator[str]:
    """The facts of the auction that a condition uses."""
    if isinstance(term, Shown):
        yield term.what
    for each in [term.definition.body] if isinstance(term, Call) else parts_of(term):
        yield from _facts_in(each)


def _is_strength(term: Term) -> bool:
    """Is a condition about points?"""
    numbers = list(_numbers((term,)))
    return bool(numbers) and all(
        each == Total(HCP) or (isinstance(each, Call) and each.definition.name in ("points", "TOTALPTS"))
        for each in numbers
    )


# Long definitions


def names_long(term: Term) -> bool:
    """Would a condition in words have the name of a system's own definition, for what that says is long?"""
    if isinstance(term, Call):
        if not _is_own(term):
            return False
        return _size(term.definition.body) > LONGEST_BODY or names_long(term.definition.body)
    return any(map(names_long, parts_of(term)))


def _is_own(call: Call) -> bool:
    """Is a condition a definition of the system's own?"""
    definition = call.definition
    known = vocabulary().definitions.get(definition.name.lower())
    return call.kind is Kind.TRUTH and (known is None or known.body != definition.body)


def _size(term: Term) -> int:
    return 1 + sum(map(_size, parts_of(term)))


def _spelled(term: Term, hand: CardSet) -> tuple[Term, ...]:
    """A condition that a hand meets; of a long definition the first way in which the hand meets it."""
    match term:
        case All(conditions):
            return tuple(part for each in conditions for part in _spelled(each, hand))
        case Call() if names_long(term):
            return _spelled(term.body(), hand)
        case Any(conditions) if names_long(term) or _size(term) > LONGEST_BODY:
            return _spelled(next(each for each in conditions if is_true(each, hand)), hand)
    return (term,)


def is_always(term: Term) -> bool:
    """Is a condition true of any hand, once what the auction has shown is worked in?"""
    return _is_settled(term) and is_true(term, _ANY_HAND)


def _is_settled(term: Term) -> bool:
    parts = (term.body(),) if isinstance(term, Call) else tuple(parts_of(term))
    return all(map(_is_settled, parts)) if parts else isinstance(term, Number | Always)


def _is_never(term: Term) -> bool:
    """Is a condition true of no hand, as far as what the auction has shown tells?"""
    match term:
        case All(conditions):
            return any(map(_is_never, conditions))
        case Any(conditions):
            return all(map(_is_never, conditions))
    return _is_settled(term) and not is_true(term, _ANY_HAND)


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
        if term.kind is Kind.TRUTH and _is_never(term):
            continue
        if term.kind is Kind.NUMBER and not isinstance(term, Arithmetic | Negative | Bracket):
            yield term
        else:
            yield from _numbers([term.body()] if isinstance(term, Call) else parts_of(term))
