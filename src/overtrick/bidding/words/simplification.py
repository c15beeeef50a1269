"""Conditions made plain before they are put in words: the same hands, said with fewer and simpler terms.

Every comparison becomes a number within a range, constants are worked in, negations stand as far inside as
they go, and a definition nobody has a phrase for is written out unless it is long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from itertools import pairwise
from math import gcd
from typing import TypeAlias

from overtrick.bidding.reasons import LONGEST_BODY, flat, term_size
from overtrick.bidding.words.phrases import has_phrase
from overtrick.core import Suit
from overtrick.hands.features import LENGTH, STANDARD_FEATURES, HowMany
from overtrick.hands.shapes import EVERY_SHAPE
from overtrick.hands.terms import (
    DIFFERENCES,
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Compare,
    Count,
    Every,
    FunctionCall,
    Held,
    Holds,
    Negative,
    Not,
    Number,
    OfSuit,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
    names_in,
    substituted,
)

__all__ = [
    "Linear",
    "beside_longest",
    "ends_of",
    "implies",
    "linear",
    "said_once",
    "simplified",
    "without_idle",
]

Linear: TypeAlias = dict[Term, int]
"""A sum of numbers, each with its factor."""


@lru_cache(4096)
def simplified(term: Term) -> Term:
    """A condition that is true of the same hands."""
    match term:
        case FunctionCall():
            body = _body(term)
            return term if body is None else simplified(body)
        case Holds(ranks, suit):
            return simplified(Between(Held(ranks, suit), len(set(ranks)), None))
        case Shape(lengths=lengths) if len(lengths) in (0, len(EVERY_SHAPE)):
            return Always(bool(lengths))
        case Between(inner, low, high):
            return _within(*linear(inner), low, high)
        case Compare(sides, signs):
            links = zip(pairwise(sides), signs, strict=True)
            return _all([_compared(left, sign, right) for (left, right), sign in links])
        case All(conditions):
            return _all([simplified(each) for each in conditions])
        case Any(conditions):
            return _any([simplified(each) for each in conditions])
        case Not(condition):
            return _negated(simplified(condition))
        case Some() | Every():
            return _quantified(term)
    return term


def _body(call: FunctionCall) -> Term | None:
    """What a definition says, if it is to be written out: it has no phrase of its own, and is not long."""
    if has_phrase(call):
        return None
    body = call.body()
    return body if term_size(body) <= LONGEST_BODY else None


# Conditions


def _all(conditions: Iterable[Term]) -> Term:
    """All of these conditions: none twice, and the ranges of one number put together."""
    kept = dict[Term, Term]()
    for each in flat(conditions, All):
        if each == Always(True):
            continue
        key = each.term if isinstance(each, Between) else each
        old = kept.get(key, each)
        kept[key] = _both(old, each) if isinstance(old, Between) and isinstance(each, Between) else old
    if Always(False) in kept.values() or any(_negated(each) in kept.values() for each in kept.values()):
        return Always(False)
    found = said_once(list(kept.values()))
    found = without_idle(found, lambda each, other: implies(other, each))
    return found[0] if len(found) == 1 else All(tuple(found)) if found else Always(True)


def _any(conditions: Iterable[Term]) -> Term:
    """Any of these conditions: none that another covers, and what all of them ask for said once."""
    kept = dict.fromkeys(each for each in flat(conditions, Any) if each != Always(False))
    if Always(True) in kept or any(_negated(each) in kept for each in kept):
        return Always(True)
    found = without_idle(list(kept), implies)
    if len(found) < 2:
        return found[0] if found else Always(False)
    parts = [each.conditions if isinstance(each, All) else (each,) for each in found]
    common = [each for each in parts[0] if all(each in others for others in parts[1:])]
    if not common:
        return Any(tuple(found))
    rests = [_all([each for each in part if each not in common]) for part in parts]
    return _all([*common, _any(rests)])


def _both(one: Between, other: Between) -> Term:
    low = max((each.low for each in (one, other) if each.low is not None), default=None)
    high = min((each.high for each in (one, other) if each.high is not None), default=None)
    is_empty = low is not None and high is not None and low > high
    return Always(False) if is_empty else Between(one.term, low, high)


def _negated(term: Term) -> Term:
    """The contrary of a plain condition, plain again; all of several things at once stay denied together."""
    match term:
        case Always(truth):
            return Always(not truth)
        case Not(condition):
            return condition
        case Any(conditions):
            return _all([_negated(each) for each in conditions])
        case Between(number, low, None) if low is not None:
            return _within(*linear(number), None, low - 1)
        case Between(number, None, high) if high is not None:
            return _within(*linear(number), high + 1, None)
        case Some(name, suits, inner):
            return Every(name, suits, _negated(inner))
        case Every(name, suits, inner) if not isinstance(inner, All):
            return Some(name, suits, _negated(inner))
    return Not(term)


def _quantified(term: Some | Every) -> Term:
    inner = simplified(term.inner)
    if len(term.suits) == 1:
        return simplified(substituted(term.inner, {term.name: term.suits[0]}))
    if not any(name.name == term.name for name in names_in(inner)):
        return inner
    return type(term)(term.name, term.suits, inner)


# Numbers


def linear(term: Term) -> tuple[Linear, int]:
    """A number as a sum of plain numbers with factors, and a constant."""
    match term:
        case Number(number):
            return {}, number
        case Negative(inner):
            return _times(linear(inner), -1)
        case Arithmetic("+", left, right):
            return _plus(linear(left), linear(right))
        case Arithmetic("-", left, right):
            return _plus(linear(left), _times(linear(right), -1))
        case Arithmetic(_, left, right):
            return _product(linear(left), linear(right))
        case FunctionCall():
            body = _body(term)
            return ({term: 1}, 0) if body is None else linear(body)
        case OfSuit(feature, suit) if isinstance(feature.of, HowMany):
            return {Held(feature.of.ranks, suit): 1}, 0
        case Bracket(condition):
            plain = simplified(condition)
            return ({}, int(plain.value)) if isinstance(plain, Always) else ({Bracket(plain): 1}, 0)
        case Count() | Sum():
            return _over_suits(term)
    return {term: 1}, 0


def _plus(one: tuple[Linear, int], other: tuple[Linear, int]) -> tuple[Linear, int]:
    factors = dict(one[0])
    for term, factor in other[0].items():
        factors[term] = factors.get(term, 0) + factor
    return {term: factor for term, factor in factors.items() if factor}, one[1] + other[1]


def _times(one: tuple[Linear, int], factor: int) -> tuple[Linear, int]:
    return {term: each * factor for term, each in one[0].items() if factor}, one[1] * factor


def _product(one: tuple[Linear, int], other: tuple[Linear, int]) -> tuple[Linear, int]:
    if not one[0]:
        return _times(other, one[1])
    if not other[0]:
        return _times(one, other[1])
    return {Arithmetic("*", _sum(*one), _sum(*other)): 1}, 0


def _over_suits(term: Count | Sum) -> tuple[Linear, int]:
    """A count or sum over suits: for one suit alone it is no sum at all."""
    if len(term.suits) == 1:
        inner = substituted(term.inner, {term.name: term.suits[0]})
        return linear(Bracket(inner) if isinstance(term, Count) else inner)
    if isinstance(term, Sum):
        factors, constant = linear(term.inner)
        parts = [_summed(term, each, factor) for each, factor in factors.items()]
        return reduce(_plus, parts, (Linear(), constant * len(term.suits)))
    inner = simplified(term.inner)
    if isinstance(inner, Always):
        return {}, len(term.suits) * inner.value
    return {Count(term.name, term.suits, inner): 1}, 0


def _summed(over: Sum, term: Term, factor: int) -> tuple[Linear, int]:
    """A number summed over suits; one that is the same for each of them is that many times itself."""
    if any(name.name == over.name for name in names_in(term)):
        return {Sum(over.name, over.suits, term): factor}, 0
    return {term: factor * len(over.suits)}, 0


def _sum(factors: Linear, constant: int) -> Term:
    """A sum of numbers as one term."""
    parts: list[Term] = [
        term if factor == 1 else Arithmetic("*", Number(factor), term) for term, factor in factors.items()
    ]
    if constant or not parts:
        parts.append(Number(constant))
    return reduce(lambda left, right: Arithmetic("+", left, right), parts)


def _compared(left: Term, sign: str, right: Term) -> Term:
    factors, constant = _plus(linear(left), _times(linear(right), -1))
    if sign == "!=":
        return _negated(_within(factors, constant, 0, 0))
    return _within(factors, constant, *DIFFERENCES[sign])


def _within(factors: Linear, constant: int, low: int | None, high: int | None) -> Term:
    """A sum within a range: the constant worked in, common factors left out, ends that say nothing open."""
    low, high = (None if low is None else low - constant), (None if high is None else high - constant)
    if not factors:
        return Always((low is None or low <= 0) and (high is None or high >= 0))
    size = gcd(*factors.values())
    if _is_turned(factors, low):
        size, low, high = -size, None if high is None else -high, None if low is None else -low
    low = None if low is None else -(-low // abs(size))
    high = None if high is None else high // abs(size)
    factors = {term: factor // size for term, factor in factors.items()}
    least, most = _possible(factors)
    lowest = least if low is None else max(low, least)
    highest = most if high is None else min(high, most)
    if lowest > highest:
        return Always(False)
    low, high = (lowest if lowest > least else None), (highest if highest < most else None)
    return Always(True) if low is None and high is None else Between(_sum(factors, 0), low, high)


def _is_turned(factors: Linear, low: int | None) -> bool:
    """Is a sum better said with the other sign: so that it has a part that adds, and a least value?"""
    signs = {factor > 0 for factor in factors.values()}
    return signs == {False} or (len(signs) == 2 and low is None)


_FAR = 10**9


def _possible(factors: Linear) -> tuple[int, int]:
    """The least and the most a sum can be, as far as its parts tell."""
    least = most = 0
    for term, factor in factors.items():
        low, high = ends_of(term)
        least += factor * (low if factor > 0 else high)
        most += factor * (high if factor > 0 else low)
    if (beside := beside_longest(factors)) is not None:
        return (least, 0) if beside[1] > 0 else (0, most)
    return least, most


_MOST = {"hcp": 37, "controls": 12, **dict.fromkeys(("aces", "kings", "queens", "jacks", "tens"), 4)}
_TOTALS = {feature: _MOST[feature.name] for feature in STANDARD_FEATURES if feature.name in _MOST}
"""The most that thirteen cards can have."""
_BY_LENGTH = ((4, 13), (0, 6), (0, 4), (0, 3))
"""How long the longest suit can be, and the others."""


@lru_cache(4096)
def ends_of(term: Term) -> tuple[int, int]:
    """The least and the most a number can be, as far as its form tells."""
    match term:
        case OfSuit(feature):
            return min(feature.table), max(feature.table)
        case Held(ranks):
            return 0, len(set(ranks))
        case Total(feature):
            return 4 * min(feature.table), _TOTALS.get(feature, _FAR)
        case BySize(feature, place):
            return _BY_LENGTH[place] if feature == LENGTH else (min(feature.table), max(feature.table))
        case Count(suits=suits):
            return 0, len(suits)
        case Bracket():
            return 0, 1
        case FunctionCall():
            factors, constant = linear(term.body())
            least, most = _possible(factors)
            return least + constant, most + constant
    return -_FAR, _FAR


def without_idle(conditions: list[Term], is_idle: Callable[[Term, Term], bool]) -> list[Term]:
    """The conditions without those that are idle beside another one."""
    kept = list(conditions)
    for each in conditions:
        if any(other is not each and is_idle(each, other) for other in kept):
            kept.remove(each)
    return kept


def implies(one: Term, other: Term) -> bool:
    """Does one plain condition surely imply another?"""
    if one == other:
        return True
    if isinstance(other, All):
        return all(implies(one, each) for each in other.conditions)
    if isinstance(one, Any):
        return all(implies(each, other) for each in one.conditions)
    if isinstance(one, Between) and isinstance(other, Between) and one.term == other.term:
        is_above = other.low is None or (one.low is not None and one.low >= other.low)
        return is_above and (other.high is None or (one.high is not None and one.high <= other.high))
    either = one.conditions if isinstance(one, All) else ()
    others = other.conditions if isinstance(other, Any) else ()
    return any(implies(each, other) for each in either) or any(implies(one, each) for each in others)


_LONGEST = BySize(LENGTH, 0)


def beside_longest(factors: Mapping[Term, int]) -> tuple[SuitTerm, int] | None:
    """The suit whose length less that of the longest suit a sum is, and 1; and -1 if it is the contrary."""
    suits = [each for each in factors if isinstance(each, OfSuit) and each.feature == LENGTH]
    if len(factors) != 2 or len(suits) != 1 or sorted(factors.values()) != [-1, 1] or _LONGEST not in factors:
        return None
    return suits[0].suit, factors[suits[0]]


def said_once(conditions: list[Term]) -> list[Term]:
    """Conditions of which three say that a suit is as long as each other: as long as the longest, instead."""
    longer = {each: pair for each in conditions if (pair := _longer_suit(each)) is not None}
    for suit in Suit:
        those = [each for each, (more, _) in longer.items() if more is suit]
        if len({longer[each][1] for each in those}) == len(Suit) - 1:
            number = _sum({OfSuit(LENGTH, suit): 1, _LONGEST: -1}, 0)
            first = conditions.index(those[0])
            rest = [each for each in conditions if each not in those]
            return [*rest[:first], Between(number, 0, None), *rest[first:]]
    return conditions


def _longer_suit(term: Term) -> tuple[Suit, Suit] | None:
    """The suits of which the first is known to be as long as the second."""
    if not isinstance(term, Between) or (term.low, term.high) != (0, None):
        return None
    factors, constant = linear(term.term)
    is_difference = not constant and sorted(factors.values()) == [-1, 1]
    match sorted(factors, key=lambda each: factors[each]):
        case OfSuit(less, Suit() as other), OfSuit(more, Suit() as suit) if more == less == LENGTH:
            return (suit, other) if is_difference else None
    return None
