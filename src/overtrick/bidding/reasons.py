"""Reasons for calls and meanings of calls as data, with everything needed to check them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from typing import final

from overtrick.bidding.auction_facts import depends_on_auction, facts_in, resolved
from overtrick.bidding.bidder import Choice
from overtrick.bidding.bounds import bounds, unfolded
from overtrick.bidding.entries import Disposition
from overtrick.bidding.folding import NEVER, folded
from overtrick.bidding.interpretation import without_rule
from overtrick.bidding.library import known_definition
from overtrick.bidding.meanings import Meaning, as_predicate, together, unfitting
from overtrick.bidding.promises import ANYTHING, Promise, Trait, everything, hull
from overtrick.bidding.state import State
from overtrick.bidding.summaries import number_of, summary
from overtrick.bidding.system import Candidate
from overtrick.core import Bid, Call, CardSet, Reason, Statement
from overtrick.hands import Predicate, Quantity
from overtrick.hands.evaluation import failing_part, is_true, numbers_in, value
from overtrick.hands.features import HCP
from overtrick.hands.terms import (
    All,
    Always,
    Any,
    Between,
    Compare,
    FunctionCall,
    Kind,
    Term,
    Total,
    parts_of,
)

__all__ = [
    "LONGEST_BODY",
    "Asks",
    "Denies",
    "Fits",
    "Makes",
    "Misses",
    "NoRule",
    "Origin",
    "Partner",
    "Shows",
    "flat",
    "meaning_reason",
    "names_long",
    "nearest_miss",
    "rule_name",
    "term_size",
    "why",
]

LONGEST_BODY = 16
"""Limit on the terms of a definition that is spelled out; a longer one is only named."""

MOST_MISSED = 3
MOST_VALUES = 4
"""More would not be read."""


# Reasons for the call of a hand


@final
@dataclass(frozen=True)
class Makes(Statement):
    """A hand makes a call in an auction, by a rule, or because no rule fits."""

    hand: CardSet
    call: Call
    rule: str
    """The name of the rule, if it has one."""
    state: State


@final
@dataclass(frozen=True)
class Partner:
    """The range known for partner of a trait that a condition counts for both hands together."""

    state: State
    trait: Trait
    low: int
    high: int


@final
@dataclass(frozen=True)
class Fits(Statement):
    """A hand meets a condition of the rule."""

    hand: CardSet
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]
    """The quantities that the condition is about, with their values for the hand."""
    partner: Partner | None = None


@final
@dataclass(frozen=True)
class NoRule(Statement):
    """No rule fits a hand."""

    hand: CardSet
    state: State


@final
@dataclass(frozen=True)
class Misses(Statement):
    """A hand fails a condition of an earlier rule for another call."""

    hand: CardSet
    call: Call
    rule: str
    condition: Predicate
    values: tuple[tuple[Quantity, int], ...]
    partner: Partner | None = None


def why(choice: Choice, hand: CardSet) -> Reason:
    """The reason for a call: the conditions of its rule that the hand meets, and the nearest rules missed."""
    rule = "" if choice.candidate is None else rule_name(choice.candidate)
    statement = Makes(hand, choice.call, rule, choice.state)
    earlier = takewhile(lambda each: each is not choice.candidate, choice.state.candidates)
    others = (each for each in earlier if each.call is not choice.call)
    met, missed = list(_met(choice, hand)), list(_misses(others, choice.state, hand))
    if choice.candidate is None and not missed:
        met.append(NoRule(hand, choice.state))
    return Reason(statement, because=tuple(Reason(each) for each in (*met, *missed)))


def rule_name(candidate: Candidate) -> str:
    """The name of a rule, or else its label; empty if it has neither."""
    return candidate.rule.entry.name or candidate.rule.entry.label


def _met(choice: Choice, hand: CardSet) -> Iterator[Statement]:
    """The conditions of the rule that are not trivial; if all are, that any hand will do."""
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
    """The conditions without those alternatives that the other conditions already imply."""
    ranges = {each: bounds(unfolded(each, candidate.rule.points)) for each in told}
    kept = dict(told)
    for each in [each for each in told if isinstance(each, FunctionCall | Any)]:
        boxes = [everything]
        for other in (other for other in kept if other != each):
            boxes = [part for box in boxes for part in ranges[other].narrowed(box, {}, {}, True)]
        if all(ranges[each].truth(box, {}, {}) for box in boxes):
            del kept[each]
    return kept


def nearest_miss(state: State, call: Call, hand: CardSet) -> Misses | None:
    """What a hand lacks for a call, by the nearest rule for it; None if there is no such rule."""
    rules = (candidate for candidate in state.candidates if candidate.call is call)
    return next(_misses(rules, state, hand), None)


def _misses(candidates: Iterable[Candidate], state: State, hand: CardSet) -> Iterator[Misses]:
    """The nearest rules that the hand misses, one for each call, in their order."""
    nearest = dict[Call, tuple[tuple[int, int], int, Candidate, Term, Partner | None]]()
    for place, candidate in enumerate(candidates):
        pairs = list(_with_partner(candidate, state))
        failing = [(each, partner) for each, partner in pairs if not is_true(each, hand)]
        if failing and all(_known(each, candidate) is None for each, _ in failing):
            first = failing_part(failing[0][0], hand)
            miss = (len(failing), _gap(first, hand)), place, candidate, first, failing[0][1]
            nearest[candidate.call] = min(nearest.get(candidate.call, miss), miss, key=lambda each: each[:2])
    closest = sorted(nearest.values(), key=lambda each: each[:2])[:MOST_MISSED]
    for _, _, candidate, condition, partner in sorted(closest, key=lambda each: each[1]):
        told = _values(condition, hand), partner if _is_strength(condition) else None
        yield Misses(hand, candidate.call, rule_name(candidate), Predicate(condition), *told)


def flat(terms: Iterable[Term], kind: type[All] | type[Any]) -> Iterator[Term]:
    """The terms, with nested conditions of this kind flattened."""
    for each in terms:
        if isinstance(each, All | Any) and isinstance(each, kind):
            yield from flat(each.conditions, kind)
        else:
            yield each


def _known(term: Term, candidate: Candidate) -> bool | None:
    """Is a condition true of every hand (True) or of none (False) in this auction, as far as ranges tell?"""
    return bounds(unfolded(term, candidate.rule.points)).truth(everything, {}, {})


# Quantities of both hands together

_COUNTED = {"points": Trait.POINTS, "most": Trait.POINTS, "hcp": Trait.HCP, "most_hcp": Trait.HCP}


def _with_partner(candidate: Candidate, state: State) -> Iterator[tuple[Term, Partner | None]]:
    """The resolved conditions of a rule, each with partner's range if it counts both hands together."""
    for written in _written(candidate.rule.entry.shows):
        traits = {_COUNTED.get(each.removeprefix("partner_")) for each in facts_in(written)} - {None}
        trait = next(iter(traits)) if len(traits) == 1 else None
        partner = None if trait is None else Partner(state, trait, *state.range_of(2, trait))
        for condition in flat([resolved(written, candidate.names, candidate.facts)], All):
            yield condition, partner


def _written(term: Term) -> Iterator[Term]:
    """The conditions of a rule before auction facts are substituted."""
    inner = term.body() if isinstance(term, FunctionCall) and depends_on_auction(term) else term
    if isinstance(inner, All):
        for each in inner.conditions:
            yield from _written(each)
    else:
        yield term


def _is_strength(term: Term) -> bool:
    """Is a condition about points?"""
    numbers = numbers_in(term, _is_never)
    names = {each.definition.name if isinstance(each, FunctionCall) else each for each in numbers}
    return bool(names) and names <= {Total(HCP), "points", "TOTALPTS"}


# Long definitions


def names_long(term: Term) -> bool:
    """Does a condition use a system's own definition that is too long to spell out in words?"""
    if not isinstance(term, FunctionCall):
        return any(map(names_long, parts_of(term)))
    body, known = term.definition.body, known_definition(term.definition.name)
    is_own = term.kind is Kind.TRUTH and (known is None or known.body != body)
    return is_own and (term_size(body) > LONGEST_BODY or names_long(body))


def term_size(term: Term) -> int:
    """The number of nodes in a term."""
    return 1 + sum(map(term_size, parts_of(term)))


def _spelled(term: Term, hand: CardSet) -> tuple[Term, ...]:
    """The parts of a condition that a hand meets; of a long definition the first alternative it meets."""
    match term:
        case All(conditions):
            return tuple(part for each in conditions for part in _spelled(each, hand))
        case FunctionCall() if names_long(term):
            return _spelled(term.body(), hand)
        case Any(conditions) if names_long(term) or term_size(term) > LONGEST_BODY:
            return _spelled(next(each for each in conditions if is_true(each, hand)), hand)
    return (term,)


def _gap(term: Term, hand: CardSet) -> int:
    """The distance of a hand from meeting a condition, as far as it is numeric; else 1."""
    if isinstance(term, Between):
        number = value(term.term, hand)
        return max((term.low or number) - number, number - (number if term.high is None else term.high), 0)
    if isinstance(term, Compare) and len(term.terms) == 2:
        return abs(value(term.terms[0], hand) - value(term.terms[1], hand))
    return min((_gap(each, hand) for each in term.conditions), default=1) if isinstance(term, Any) else 1


def _values(term: Term, hand: CardSet) -> tuple[tuple[Quantity, int], ...]:
    """The quantities a condition is about, with their values for a hand; see `numbers_in`."""
    found = dict.fromkeys(numbers_in(term, _is_never))
    return tuple((Quantity(each), value(each, hand)) for each in found)[:MOST_VALUES]


def _is_never(term: Term) -> bool:
    return term.kind is Kind.TRUTH and folded(term) == NEVER


MOST_TERMS = 40
"""Longer conditions are described by their ranges."""
MOST_DENIED = 3
"""More would not be read."""

_LONGEST_DENIED = 5
"""An upper limit of six cards or more in a suit is not worth stating."""


# Meanings of calls


class Origin(Enum):
    """The origin of the conditions by which a call is described."""

    STATED = "stated"
    """The rules of the call state them."""
    BRIEF = "in brief"
    """They are ranges of its promise, since the conditions of the rules are too long."""
    INFERRED = "by inference"
    """The rules take any hand: the conditions are inferred from the calls that were not made."""
    LEFT = "no hand for a better call"
    """The rules take any hand that earlier rules leave, and no ranges describe these hands."""


@final
@dataclass(frozen=True)
class Shows(Statement):
    """Every hand that makes a call meets one of its rules or, for a pass, no rule for another call."""

    call: Call
    name: str
    stated: tuple[Predicate, ...]
    """Conditions of which at least one holds; `origin` says where they come from."""
    origin: Origin
    rest: Predicate | None
    """The hands that pass because no rule fits them, if there may be any."""
    meaning: Predicate
    """The exact condition of the call."""
    within: Predicate
    """Ranges that contain all its hands."""


@final
@dataclass(frozen=True)
class Denies(Statement):
    """Every hand that makes a call meets a condition beyond its rules, or it would have made another call."""

    call: Call
    stated: Predicate
    meaning: Predicate
    within: Predicate


@final
@dataclass(frozen=True)
class Asks(Statement):
    """What a call asks of partner (the least that any of its rules asks), and the text of its alert."""

    call: Call
    disposition: Disposition
    until: Bid | None
    alert: str | None
    asked: tuple[Disposition, ...]
    """The demands of the single rules."""


def meaning_reason(meaning: Meaning) -> Reason:
    """The reason that explains a call: what it shows and, below, what it denies and asks."""
    said = meaning.interpretation
    within = as_predicate(meaning.promise)
    stated, origin = _told(meaning)
    rest = None if origin in (Origin.INFERRED, Origin.LEFT) else _rest(meaning)
    shows = Shows(said.call, said.name, stated, origin, rest, meaning.predicate, within)
    denied = _denied(meaning) if origin is Origin.STATED else []
    below = (Denies(said.call, held, meaning.predicate, within) for held in denied)
    return Reason(shows, because=tuple(map(Reason, (*below, *_asks(meaning)))))


def _told(meaning: Meaning) -> tuple[tuple[Predicate, ...], Origin]:
    """The conditions by which a call is described, and their origin."""
    terms = tuple(dict.fromkeys(each.term for each in meaning.interpretation.rules))
    if not terms or any(each.known(everything) is True for each in meaning.interpretation.rules):
        return _inferred(meaning)
    is_long = not meaning.interpretation.is_odd and sum(map(term_size, terms)) > MOST_TERMS
    is_brief = is_long or any(map(names_long, terms))
    brief = summary(meaning.promise, meaning.before.system.points).news() if is_brief else ()
    return tuple(map(Predicate, brief or terms)), Origin.BRIEF if brief else Origin.STATED


def _inferred(meaning: Meaning) -> tuple[tuple[Predicate, ...], Origin]:
    """The inferred conditions of a call whose rules take any hand, and their origin."""
    anything = (Predicate(Always(True)),)
    if news := _denied(meaning):
        return (Predicate(together([each.term for each in news])),), Origin.INFERRED
    if _leaves_others(meaning):
        return (meaning.condition,), Origin.LEFT
    link = meaning.before.system.link
    is_anything = meaning.before.promise_of(0).each(link.applied) == ANYTHING.each(link.applied)
    return anything, Origin.STATED if is_anything else Origin.INFERRED


def _leaves_others(meaning: Meaning) -> bool:
    """Do rules for other calls take some hands before the rules of this call?"""
    before = meaning.before
    if before.is_silenced or meaning.interpretation.is_odd:
        return False
    around = hull(before.promise_of(0).boxes)
    for each in before.candidates:
        known = each.known(around)
        if known is not False and each.call is not meaning.interpretation.call:
            return True
        if known:
            return False
    return False


def _asks(meaning: Meaning) -> Iterator[Asks]:
    """What the call asks of partner, if it asks anything or is alerted."""
    said = meaning.interpretation
    alerts = {each.rule.entry.alert for each in said.rules}
    alert = alerts.pop() if len(alerts) == 1 else None
    if said.disposition is not Disposition.NOT_FORCING or alert is not None:
        asked = tuple(each.rule.entry.disposition for each in said.rules)
        yield Asks(said.call, said.disposition, said.until, alert, asked)


def _rest(meaning: Meaning) -> Predicate | None:
    """The hands that pass because no rule fits; None if there are none, or for a call other than a pass."""
    said, before = meaning.interpretation, meaning.before
    may_be = said.call is Call.PASS and not said.is_odd and not before.is_silenced
    return Predicate(unfitting(before.candidates)) if may_be and without_rule(before) else None


# Inferences from the calls that were not made


def _denied(meaning: Meaning) -> list[Predicate]:
    """The ranges of the promise that go beyond the rules, one by one, majors first."""
    if meaning.interpretation.is_odd:
        return []
    known, found = _stated(meaning), dict[Trait, Between]()
    for trait in _DENIED:
        low, high = meaning.promise.range(trait)
        least, most = known.range(trait)
        ends = (low if low > least else None), (high if high < most else None)
        is_news = trait > Trait.SPADES or low > least or high <= _LONGEST_DENIED
        if ends != (None, None) and is_news:
            found[trait] = Between(number_of(trait, meaning.before.system.points), *ends)
            known = known.within(trait, low, high).each(meaning.before.system.link.applied)
    if _follows_from_high_cards(found, meaning):
        del found[Trait.POINTS]
    return [Predicate(each) for each in found.values()][:MOST_DENIED]


_DENIED = (Trait.SPADES, Trait.HEARTS, Trait.DIAMONDS, Trait.CLUBS, Trait.POINTS, Trait.HCP)


def _follows_from_high_cards(found: dict[Trait, Between], meaning: Meaning) -> bool:
    """Does the range of points follow from the other ranges found?"""
    if not {Trait.POINTS, Trait.HCP} <= set(found):
        return False
    known, link = _stated(meaning), meaning.before.system.link
    for trait in found.keys() - {Trait.POINTS}:
        known = known.within(trait, *meaning.promise.range(trait)).each(link.applied)
    low, high = known.range(Trait.POINTS)
    least, most = meaning.promise.range(Trait.POINTS)
    return low >= least and high <= most


def _stated(meaning: Meaning) -> Promise:
    """The promise of the rules by themselves, together with the player's earlier calls."""
    before, link = meaning.before.promise_of(0), meaning.before.system.link
    if not meaning.interpretation.rules:
        return before.each(link.applied)
    return Promise.of(
        made
        for each in meaning.interpretation.rules
        for box in before
        for narrowed in each.narrowed(box)
        if (made := link.applied(narrowed)) is not None
    )
