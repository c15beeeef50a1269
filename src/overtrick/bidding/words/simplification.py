"""Simplification of conditions before they are put into words: equivalent, with fewer and simpler terms.

Every comparison becomes a number within a range, constants are folded, negations are moved inside, and a
definition without a phrase is written out unless it is long.
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
from overtrick.hands import terms
from overtrick.hands.features import LENGTH, STANDARD_FEATURES, HowMany
from overtrick.hands.shapes import EVERY_SHAPE

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

Linear: TypeAlias = dict[terms.Term, int]
"""A sum of numbers, each with its factor."""


@lru_cache(4096)
def simplified(term: terms.Term) -> terms.Term:
    """An equivalent, simpler condition."""
    match term:
        case terms.FunctionCall():
            body = _body(term)
            return term if body is None else simplified(body)
        case terms.Holds(ranks, suit):
            return simplified(terms.Between(terms.RankCount(ranks, suit), len(set(ranks)), None))
        case terms.Shape(lengths=lengths) if len(lengths) in (0, len(EVERY_SHAPE)):
            return terms.Always(bool(lengths))
        case terms.Between(inner, low, high):
            return _within(*linear(inner), low, high)
        case terms.Compare(sides, signs):
            links = zip(pairwise(sides), signs, strict=True)
            return _all([_compared(left, sign, right) for (left, right), sign in links])
        case terms.All(conditions):
            return _all([simplified(each) for each in conditions])
        case terms.Any(conditions):
            return _any([simplified(each) for each in conditions])
        case terms.Not(condition):
            return _negated(simplified(condition))
        case terms.Some() | terms.Every():
            return _quantified(term)
    return term


def _body(call: terms.FunctionCall) -> terms.Term | None:
    """The body of a definition to be written out, which has no phrase and is not long; None otherwise."""
    if has_phrase(call):
        return None
    body = call.body()
    return body if term_size(body) <= LONGEST_BODY else None


# Conditions


def _all(conditions: Iterable[terms.Term]) -> terms.Term:
    """The conjunction of conditions, without duplicates, and with the ranges of each number merged."""
    kept = dict[terms.Term, terms.Term]()
    for each in flat(conditions, terms.All):
        if each == terms.Always(True):
            continue
        key = each.term if isinstance(each, terms.Between) else each
        old = kept.get(key, each)
        kept[key] = (
            _both(old, each) if isinstance(old, terms.Between) and isinstance(each, terms.Between) else old
        )
    if terms.Always(False) in kept.values() or any(_negated(each) in kept.values() for each in kept.values()):
        return terms.Always(False)
    found = said_once(list(kept.values()))
    found = without_idle(found, lambda each, other: implies(other, each))
    return found[0] if len(found) == 1 else terms.All(tuple(found)) if found else terms.Always(True)


def _any(conditions: Iterable[terms.Term]) -> terms.Term:
    """The disjunction of conditions, without covered ones, and with common conditions factored out."""
    kept = dict.fromkeys(each for each in flat(conditions, terms.Any) if each != terms.Always(False))
    if terms.Always(True) in kept or any(_negated(each) in kept for each in kept):
        return terms.Always(True)
    found = without_idle(list(kept), implies)
    if len(found) < 2:
        return found[0] if found else terms.Always(False)
    parts = [each.conditions if isinstance(each, terms.All) else (each,) for each in found]
    common = [each for each in parts[0] if all(each in others for others in parts[1:])]
    if not common:
        return terms.Any(tuple(found))
    rests = [_all([each for each in part if each not in common]) for part in parts]
    return _all([*common, _any(rests)])


def _both(one: terms.Between, other: terms.Between) -> terms.Term:
    low = max((each.low for each in (one, other) if each.low is not None), default=None)
    high = min((each.high for each in (one, other) if each.high is not None), default=None)
    is_empty = low is not None and high is not None and low > high
    return terms.Always(False) if is_empty else terms.Between(one.term, low, high)


def _negated(term: terms.Term) -> terms.Term:
    """The negation of a simplified condition, simplified; negated conjunctions stay as they are."""
    match term:
        case terms.Always(truth):
            return terms.Always(not truth)
        case terms.Not(condition):
            return condition
        case terms.Any(conditions):
            return _all([_negated(each) for each in conditions])
        case terms.Between(number, low, None) if low is not None:
            return _within(*linear(number), None, low - 1)
        case terms.Between(number, None, high) if high is not None:
            return _within(*linear(number), high + 1, None)
        case terms.Some(name, suits, inner):
            return terms.Every(name, suits, _negated(inner))
        case terms.Every(name, suits, inner) if not isinstance(inner, terms.All):
            return terms.Some(name, suits, _negated(inner))
    return terms.Not(term)


def _quantified(term: terms.Some | terms.Every) -> terms.Term:
    inner = simplified(term.inner)
    if len(term.suits) == 1:
        return simplified(terms.substituted(term.inner, {term.name: term.suits[0]}))
    if not any(name.name == term.name for name in terms.names_in(inner)):
        return inner
    return type(term)(term.name, term.suits, inner)


# Numbers


def linear(term: terms.Term) -> tuple[Linear, int]:
    """A number as a linear combination of simple numbers, and a constant."""
    match term:
        case terms.Number(number):
            return {}, number
        case terms.Negative(inner):
            return _times(linear(inner), -1)
        case terms.Arithmetic("+", left, right):
            return _plus(linear(left), linear(right))
        case terms.Arithmetic("-", left, right):
            return _plus(linear(left), _times(linear(right), -1))
        case terms.Arithmetic(_, left, right):
            return _product(linear(left), linear(right))
        case terms.FunctionCall():
            body = _body(term)
            return ({term: 1}, 0) if body is None else linear(body)
        case terms.OfSuit(feature, suit) if isinstance(feature.of, HowMany):
            return {terms.RankCount(feature.of.ranks, suit): 1}, 0
        case terms.Bracket(condition):
            plain = simplified(condition)
            return (
                ({}, int(plain.value)) if isinstance(plain, terms.Always) else ({terms.Bracket(plain): 1}, 0)
            )
        case terms.Count() | terms.Sum():
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
    return {terms.Arithmetic("*", _sum(*one), _sum(*other)): 1}, 0


def _over_suits(term: terms.Count | terms.Sum) -> tuple[Linear, int]:
    """A count or sum over suits; over a single suit it becomes the inner term."""
    if len(term.suits) == 1:
        inner = terms.substituted(term.inner, {term.name: term.suits[0]})
        return linear(terms.Bracket(inner) if isinstance(term, terms.Count) else inner)
    if isinstance(term, terms.Sum):
        factors, constant = linear(term.inner)
        parts = [_summed(term, each, factor) for each, factor in factors.items()]
        return reduce(_plus, parts, (Linear(), constant * len(term.suits)))
    inner = simplified(term.inner)
    if isinstance(inner, terms.Always):
        return {}, len(term.suits) * inner.value
    return {terms.Count(term.name, term.suits, inner): 1}, 0


def _summed(over: terms.Sum, term: terms.Term, factor: int) -> tuple[Linear, int]:
    """A number summed over suits; one that does not depend on the suit is multiplied instead."""
    if any(name.name == over.name for name in terms.names_in(term)):
        return {terms.Sum(over.name, over.suits, term): factor}, 0
    return {term: factor * len(over.suits)}, 0


def _sum(factors: Linear, constant: int) -> terms.Term:
    """A sum of numbers as one term."""
    parts: list[terms.Term] = [
        term if factor == 1 else terms.Arithmetic("*", terms.Number(factor), term)
        for term, factor in factors.items()
    ]
    if constant or not parts:
        parts.append(terms.Number(constant))
    return reduce(lambda left, right: terms.Arithmetic("+", left, right), parts)


def _compared(left: terms.Term, sign: str, right: terms.Term) -> terms.Term:
    factors, constant = _plus(linear(left), _times(linear(right), -1))
    if sign == "!=":
        return _negated(_within(factors, constant, 0, 0))
    return _within(factors, constant, *terms.DIFFERENCES[sign])


def _within(factors: Linear, constant: int, low: int | None, high: int | None) -> terms.Term:
    """A sum within a range, without constant and common factors, and with ends open if they say nothing."""
    low, high = (None if low is None else low - constant), (None if high is None else high - constant)
    if not factors:
        return terms.Always((low is None or low <= 0) and (high is None or high >= 0))
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
        return terms.Always(False)
    low, high = (lowest if lowest > least else None), (highest if highest < most else None)
    return terms.Always(True) if low is None and high is None else terms.Between(_sum(factors, 0), low, high)


def _is_turned(factors: Linear, low: int | None) -> bool:
    """Is a sum clearer with the opposite sign, so that it has a positive part and a lower end?"""
    signs = {factor > 0 for factor in factors.values()}
    return signs == {False} or (len(signs) == 2 and low is None)


_FAR = 10**9


def _possible(factors: Linear) -> tuple[int, int]:
    """The bounds of a sum, from the bounds of its parts."""
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
"""The largest values for thirteen cards."""
_BY_LENGTH = ((4, 13), (0, 6), (0, 4), (0, 3))
"""The ranges of the lengths of the four suits by size, the longest first."""


@lru_cache(4096)
def ends_of(term: terms.Term) -> tuple[int, int]:
    """The bounds of a number, as far as its form shows them."""
    match term:
        case terms.OfSuit(feature):
            return min(feature.table), max(feature.table)
        case terms.RankCount(ranks):
            return 0, len(set(ranks))
        case terms.Total(feature):
            return 4 * min(feature.table), _TOTALS.get(feature, _FAR)
        case terms.BySize(feature, place):
            return _BY_LENGTH[place] if feature == LENGTH else (min(feature.table), max(feature.table))
        case terms.Count(suits=suits):
            return 0, len(suits)
        case terms.Bracket():
            return 0, 1
        case terms.FunctionCall():
            factors, constant = linear(term.body())
            least, most = _possible(factors)
            return least + constant, most + constant
    return -_FAR, _FAR


def without_idle(
    conditions: list[terms.Term], is_idle: Callable[[terms.Term, terms.Term], bool]
) -> list[terms.Term]:
    """The conditions without those that are redundant beside another one."""
    kept = list(conditions)
    for each in conditions:
        if any(other is not each and is_idle(each, other) for other in kept):
            kept.remove(each)
    return kept


def implies(one: terms.Term, other: terms.Term) -> bool:
    """Does one simplified condition certainly imply another? False if that is not known."""
    if one == other:
        return True
    if isinstance(other, terms.All):
        return all(implies(one, each) for each in other.conditions)
    if isinstance(one, terms.Any):
        return all(implies(each, other) for each in one.conditions)
    if isinstance(one, terms.Between) and isinstance(other, terms.Between) and one.term == other.term:
        is_above = other.low is None or (one.low is not None and one.low >= other.low)
        return is_above and (other.high is None or (one.high is not None and one.high <= other.high))
    either = one.conditions if isinstance(one, terms.All) else ()
    others = other.conditions if isinstance(other, terms.Any) else ()
    return any(implies(each, other) for each in either) or any(implies(one, each) for each in others)


_LONGEST = terms.BySize(LENGTH, 0)


def beside_longest(factors: Mapping[terms.Term, int]) -> tuple[terms.SuitTerm, int] | None:
    """For a suit's length less that of the longest suit: the suit and 1, or -1 if reversed; else None."""
    suits = [each for each in factors if isinstance(each, terms.OfSuit) and each.feature == LENGTH]
    if len(factors) != 2 or len(suits) != 1 or sorted(factors.values()) != [-1, 1] or _LONGEST not in factors:
        return None
    return suits[0].suit, factors[suits[0]]


def said_once(conditions: list[terms.Term]) -> list[terms.Term]:
    """Conditions with "as long as each other suit" (three of them) replaced by "as long as the longest"."""
    longer = {each: pair for each in conditions if (pair := _longer_suit(each)) is not None}
    for suit in Suit:
        those = [each for each, (more, _) in longer.items() if more is suit]
        if len({longer[each][1] for each in those}) == len(Suit) - 1:
            number = _sum({terms.OfSuit(LENGTH, suit): 1, _LONGEST: -1}, 0)
            first = conditions.index(those[0])
            rest = [each for each in conditions if each not in those]
            return [*rest[:first], terms.Between(number, 0, None), *rest[first:]]
    return conditions


def _longer_suit(term: terms.Term) -> tuple[Suit, Suit] | None:
    """The two suits of a condition that the first is at least as long as the second; else None."""
    if not isinstance(term, terms.Between) or (term.low, term.high) != (0, None):
        return None
    factors, constant = linear(term.term)
    is_difference = not constant and sorted(factors.values()) == [-1, 1]
    match sorted(factors, key=lambda each: factors[each]):
        case terms.OfSuit(less, Suit() as other), terms.OfSuit(more, Suit() as suit) if (
            more == less == LENGTH
        ):
            return (suit, other) if is_difference else None
    return None
