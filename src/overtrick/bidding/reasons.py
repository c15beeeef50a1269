"""Why a hand makes its call, and what a call says: reasons as data, with all that is needed to check them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.bidding.choice_reasons import (
    Fits,
    Makes,
    Misses,
    NoRule,
    Partner,
    is_always,
    names_long,
    nearest_miss,
    rule_name,
    why,
)
from overtrick.bidding.entries import Disposition
from overtrick.bidding.interpreting import without_rule
from overtrick.bidding.meanings import Meaning, as_predicate
from overtrick.bidding.promises import ANYTHING, Promise, Trait, everything, hull
from overtrick.bidding.summaries import number_of, summary, together
from overtrick.bidding.system import Candidate
from overtrick.core import Bid, Claim, Reason
from overtrick.core import Call as Made
from overtrick.hands import Predicate
from overtrick.hands.terms import All, Always, Between, Not, Term, parts_of

__all__ = [
    "Asks",
    "Denies",
    "Fits",
    "Makes",
    "Manner",
    "Misses",
    "NoRule",
    "Partner",
    "Shows",
    "meaning_reason",
    "nearest_miss",
    "rule_name",
    "why",
]

MOST_TERMS = 40
"""Conditions of more terms than this are told by their ranges."""
MOST_DENIED = 3
"""More would not be read."""

_LONGEST_DENIED = 5
"""That a suit has at most six cards is no news."""


# What a call says


class Manner(Enum):
    """Where the conditions that a call is told by come from."""

    STATED = "stated"
    """Its rules say so."""
    BRIEF = "in brief"
    """The ranges of its promise, for what the rules say is long."""
    INFERRED = "by inference"
    """Its rules take any hand: what is new in its promise, for the calls that were not made deny the rest."""
    LEFT = "no hand for a better call"
    """Its rules take any hand that the rules before leave, and no ranges tell which those are."""


@final
@dataclass(frozen=True)
class Shows(Claim):
    """Every hand that makes a call is as one of its rules says; or, for a pass, no rule has a bid for it."""

    call: Made
    name: str
    stated: tuple[Predicate, ...]
    """Conditions one of which holds, as the manner tells."""
    manner: Manner
    rest: Predicate | None
    """Hands that pass because no rule fits them, where there may be such."""
    meaning: Predicate
    """Exactly the hands that make it."""
    within: Predicate
    """Ranges that hold all of them."""


@final
@dataclass(frozen=True)
class Denies(Claim):
    """Every hand that makes a call has more than its rules say, for else it would have made another."""

    call: Made
    stated: Predicate
    meaning: Predicate
    within: Predicate


@final
@dataclass(frozen=True)
class Asks(Claim):
    """What a call asks of partner: the least that any rule asks; and what is said when it is alerted."""

    call: Made
    disposition: Disposition
    until: Bid | None
    alert: str | None
    asked: tuple[Disposition, ...]
    """What each of the rules asks."""


def meaning_reason(meaning: Meaning) -> Reason:
    """What a call shows, and below it what it denies and asks."""
    said = meaning.said
    within = as_predicate(meaning.promise)
    stated, manner = _told(meaning)
    is_stated = manner is Manner.STATED
    rest = None if manner in (Manner.INFERRED, Manner.LEFT) else _rest(meaning)
    shows = Shows(said.call, said.name, stated, manner, rest, meaning.predicate, within)
    denied = _denied(meaning) if is_stated else []
    below = [Reason(Denies(said.call, held, meaning.predicate, within)) for held in denied]
    asks = _asks(meaning)
    return Reason(shows, because=(*below, *(() if asks is None else (Reason(asks),))))


def _told(meaning: Meaning) -> tuple[tuple[Predicate, ...], Manner]:
    """What the rules of a call say; the ranges of its promise if that is long, or nothing."""
    terms = tuple(dict.fromkeys(each.term for each in meaning.said.rules))
    if not terms or any(_takes_any(each) for each in meaning.said.rules):
        return _inferred(meaning)
    is_long = not meaning.said.is_odd and sum(map(_size, terms)) > MOST_TERMS
    if (is_long or any(map(names_long, terms))) and (brief := _in_brief(meaning)):
        return brief, Manner.BRIEF
    return tuple(map(Predicate, terms)), Manner.STATED


def _takes_any(candidate: Candidate) -> bool:
    """Does a rule take any hand in its auction?"""
    if is_always(candidate.term):
        return True
    return candidate.rule.bounds.told(everything, candidate.names, candidate.facts) is True


def _in_brief(meaning: Meaning) -> tuple[Predicate, ...]:
    """The ranges of the promise; nothing if they say nothing."""
    return tuple(map(Predicate, summary(meaning.promise, meaning.before.system.points).news()))


def _inferred(meaning: Meaning) -> tuple[tuple[Predicate, ...], Manner]:
    """What is new in the promise of a call that any hand may make."""
    anything = (Predicate(Always(True)),)
    if news := _denied(meaning):
        return (Predicate(together([each.term for each in news])),), Manner.INFERRED
    if _leaves_others(meaning):
        return (meaning.condition,), Manner.LEFT
    link = meaning.before.system.link
    if meaning.before.promise_of(0).each(link.applied) != ANYTHING.each(link.applied):
        return anything, Manner.INFERRED
    return anything, Manner.STATED


def _leaves_others(meaning: Meaning) -> bool:
    """Do rules for other calls take some hands before the rules of this call?"""
    before = meaning.before
    if before.is_silenced or meaning.said.is_odd:
        return False
    around = hull(before.promise_of(0).boxes)
    for each in before.candidates:
        told = each.rule.bounds.told(around, each.names, each.facts)
        if told is not False and each.call is not meaning.said.call:
            return True
        if told:
            return False
    return False


def _size(term: Term) -> int:
    return 1 + sum(map(_size, parts_of(term)))


def _asks(meaning: Meaning) -> Asks | None:
    said = meaning.said
    alerts = {each.rule.entry.alert for each in said.rules}
    alert = alerts.pop() if len(alerts) == 1 else None
    if said.disposition is Disposition.NOT_FORCING and alert is None:
        return None
    asked = tuple(each.rule.entry.disposition for each in said.rules)
    return Asks(said.call, said.disposition, said.until, alert, asked)


def _rest(meaning: Meaning) -> Predicate | None:
    """The hands without a rule, which pass; none if a rule takes every hand, or for another call."""
    if meaning.said.call is not Made.PASS or meaning.said.is_odd or meaning.before.is_silenced:
        return None
    chosen = meaning.before.candidates
    if not without_rule(meaning.before):
        return None
    return Predicate(All(tuple(Not(each.term) for each in chosen)) if chosen else Always(True))


# What follows from the calls that were not made


def _denied(meaning: Meaning) -> list[Predicate]:
    """What the promise says beyond the rules, a range at a time, majors first."""
    if meaning.said.is_odd:
        return []
    known, found = _stated(meaning), dict[Trait, Between]()
    for trait in _DENIED:
        low, high = meaning.promise.range(trait)
        least, most = known.range(trait)
        ends = (low if low > least else None), (high if high < most else None)
        if ends != (None, None) and _is_news(trait, *ends):
            found[trait] = Between(number_of(trait, meaning.before.system.points), *ends)
            known = known.within(trait, low, high).each(meaning.before.system.link.applied)
    if _follows_from_high_cards(found, meaning):
        del found[Trait.POINTS]
    return [Predicate(each) for each in found.values()][:MOST_DENIED]


_DENIED = (Trait.SPADES, Trait.HEARTS, Trait.DIAMONDS, Trait.CLUBS, Trait.POINTS, Trait.HCP)


def _follows_from_high_cards(found: dict[Trait, Between], meaning: Meaning) -> bool:
    """Do the points say nothing beside the other ranges found?"""
    if not {Trait.POINTS, Trait.HCP} <= set(found):
        return False
    known, link = _stated(meaning), meaning.before.system.link
    for trait in found.keys() - {Trait.POINTS}:
        known = known.within(trait, *meaning.promise.range(trait)).each(link.applied)
    low, high = known.range(Trait.POINTS)
    least, most = meaning.promise.range(Trait.POINTS)
    return low >= least and high <= most


def _is_news(trait: Trait, low: int | None, high: int | None) -> bool:
    return trait > Trait.SPADES or low is not None or (high is not None and high <= _LONGEST_DENIED)


def _stated(meaning: Meaning) -> Promise:
    """What the rules say by themselves, together with the player's earlier calls."""
    before, link = meaning.before.promise_of(0), meaning.before.system.link
    if not meaning.said.rules:
        return before.each(link.applied)
    return Promise.of(
        made
        for each in meaning.said.rules
        for box in before
        for narrowed in each.rule.bounds.narrowed(box, each.names, each.facts, True)
        if (made := link.applied(narrowed)) is not None
    )
