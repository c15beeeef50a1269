"""Conditions of a system made ready for promises: what a condition says about ranges, whatever the hand.

For a box of hands a term has a range, and a condition is true of all of them, of none, or in doubt. A box is
narrowed by a condition to boxes that hold every hand of it that meets the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise

from overtrick.bidding.bounds import (
    FAR,
    Bounds,
    Part,
    Ranged,
    all_of,
    constant,
    lengths_left,
    negated,
    numbers_within,
    of_shape,
    total,
    within_range,
)
from overtrick.bidding.errors import BiddingError
from overtrick.bidding.judging import Facts, Names, expanded
from overtrick.bidding.promises import Box, Range, Trait, shrunk
from overtrick.bidding.shown import Shown, ShownTruth, depends_on_auction
from overtrick.core import Suit
from overtrick.hands.compiling import holding_table
from overtrick.hands.features import HCP, LENGTH, STANDARD_FEATURES, Feature, HowMany
from overtrick.hands.scope import of_any_suit, suits_in
from overtrick.hands.terms import (
    DIFFERENCES,
    All,
    Always,
    Any,
    Arithmetic,
    Between,
    Bracket,
    BySize,
    Call,
    Compare,
    Count,
    Definition,
    Every,
    Held,
    Holding,
    Holds,
    Kind,
    Name,
    Negative,
    Not,
    Number,
    OfSuit,
    Opening,
    Shape,
    Some,
    SuitTerm,
    Sum,
    Term,
    Total,
    replaced,
    substituted,
)

__all__ = ["bounds", "unfolded"]

# Numbers

_TOTALS = {
    HCP: Trait.HCP,
    **{each: Trait[each.name.upper()] for each in STANDARD_FEATURES if each.name in ("aces", "kings")},
}


def _parts(term: Term, factor: int = 1) -> list[Part]:
    """A number as a sum of parts."""
    match term:
        case Number(number):
            return [Part(factor, _range(term), number=number)]
        case Call():
            return _parts(term.body(), factor) if _is_hcp(term.body()) else [_trait(Trait.POINTS, factor)]
        case Arithmetic("+", left, right):
            return [*_parts(left, factor), *_parts(right, factor)]
        case Arithmetic("-", left, right):
            return [*_parts(left, factor), *_parts(right, -factor)]
        case Arithmetic("*", Number(number), other) | Arithmetic("*", other, Number(number)):
            return _parts(other, factor * number)
        case Negative(inner):
            return _parts(inner, -factor)
        case Total(feature) if feature in _TOTALS:
            return [_trait(_TOTALS[feature], factor)]
        case OfSuit(feature, suit) if feature == LENGTH:
            return [_length(suit, factor)]
        case BySize(feature, 0) if feature == LENGTH:
            return [_trait(Trait.LONGEST, factor)]
        case BySize(feature, 3) if feature == LENGTH:
            return [Part(factor, _range(term), _shortest)]
        case Sum():
            return [part for each in expanded(term) for part in _parts(each, factor)]
    return [Part(factor, _range(term))]


def _is_hcp(term: Term) -> bool:
    return _is_hcp(term.body()) if isinstance(term, Call) else term == Total(HCP)


def _trait(trait: Trait, factor: int) -> Part:
    return Part(
        factor,
        lambda box, names, facts: box[trait],
        lambda box, low, high, names: shrunk(box, trait, low, high),
        trait,
    )


def _length(suit: SuitTerm, factor: int) -> Part:
    if isinstance(suit, Suit):
        return _trait(Trait(suit), factor)
    name = suit.name
    return Part(
        factor,
        lambda box, names, facts: box[names[name]],
        lambda box, low, high, names: shrunk(box, names[name], low, high),
    )


def _shortest(box: Box, low: int, high: int, names: Names) -> Box | None:
    """Every suit is at least so long; if one alone can be short enough, it is."""
    reaching = [suit for suit in range(4) if box[suit][0] <= high]
    if not reaching:
        return None
    made: Box | None = box if len(reaching) > 1 else shrunk(box, reaching[0], 0, high)
    for suit in range(4):
        made = None if made is None else shrunk(made, suit, max(low, 0), 13)
    return made


def _range(term: Term) -> Ranged:
    """The range of a number for a box."""
    match term:
        case Number(number):
            return lambda box, names, facts: (number, number)
        case Name(name):
            return lambda box, names, facts: (names[name], names[name])
        case Shown(what, None):
            return lambda box, names, facts: (facts[what][0], facts[what][0])
        case Shown(what, suit):
            place = _place(suit)
            return lambda box, names, facts: (facts[what][place(names)],) * 2
        case Bracket(condition):
            return _counted([bounds(condition)])
        case Count():
            return _counted([bounds(each) for each in expanded(term)])
        case OfSuit(feature, suit):
            return _in_suit(feature, suit)
        case Held(ranks, suit):
            return _in_suit(Feature(f"held {ranks}", HowMany(ranks)), suit)
        case Total(feature):
            suits = [_in_suit(feature, suit) for suit in Suit]
            return lambda box, names, facts: _added(each(box, names, facts) for each in suits)
        case BySize(feature, place):
            suits = [_in_suit(feature, suit) for suit in Suit]
            return lambda box, names, facts: _by_size([each(box, names, facts) for each in suits], place)
        case Arithmetic("*", left, right):
            return _product(_range(left), _range(right))
        case Arithmetic() | Negative() | Call() | Sum():
            parts = _parts(term)
            return lambda box, names, facts: total(parts, box, names, facts)
        case Opening():
            return lambda box, names, facts: (-FAR, FAR)
    raise BiddingError(f"{type(term).__name__} has no range")


def _place(suit: SuitTerm | None) -> Callable[[Names], int]:
    if isinstance(suit, Suit):
        number = int(suit)
        return lambda names: number
    assert suit is not None
    name = suit.name
    return lambda names: names[name]


def _in_suit(feature: Feature, suit: SuitTerm) -> Ranged:
    place, ranges = _place(suit), _by_lengths(feature)
    return lambda box, names, facts: ranges[box[place(names)]]


@lru_cache(1024)
def _by_lengths(feature: Feature) -> dict[Range, Range]:
    """The range of a feature of a suit for each range of its length."""
    values = [list[int]() for _ in range(14)]
    for holding, value in enumerate(feature.table):
        values[holding.bit_count()].append(value)
    ends = [(min(each), max(each)) for each in values]
    return {
        (low, high): (min(a for a, _ in ends[low : high + 1]), max(b for _, b in ends[low : high + 1]))
        for low in range(14)
        for high in range(low, 14)
    }


def _counted(conditions: list[Bounds]) -> Ranged:
    def counted(box: Box, names: Names, facts: Facts) -> Range:
        told = [each.told(box, names, facts) for each in conditions]
        return told.count(True), len(told) - told.count(False)

    return counted


def _added(ranges: Iterable[Range]) -> Range:
    lows, highs = zip(*ranges, strict=True)
    return sum(lows), sum(highs)


def _by_size(ranges: list[Range], place: int) -> Range:
    lows, highs = zip(*ranges, strict=True)
    return sorted(lows)[3 - place], sorted(highs)[3 - place]


def _product(first: Ranged, second: Ranged) -> Ranged:
    def product(box: Box, names: Names, facts: Facts) -> Range:
        ends = [a * b for a in first(box, names, facts) for b in second(box, names, facts)]
        return min(ends), max(ends)

    return product


# Conditions


@lru_cache(4096)
def bounds(term: Term) -> Bounds:
    """A condition made ready for promises."""
    suits = suits_in(term)
    if len(suits) == 1 and "" not in suits and not _is_length(term) and not depends_on_auction(term):
        return _of_one_suit(term, *suits)
    match term:
        case Always(truth):
            return constant(lambda names, facts: truth)
        case ShownTruth(what, suit):
            place = _place(suit)
            return constant(lambda names, facts: bool(facts[what][place(names)]))
        case Call():
            return bounds(term.body())
        case Holding():
            return bounds(term.meaning())
        case Holds(ranks, suit):
            return _within(Held(ranks, suit), len(ranks), len(ranks))
        case Between(inner, low, high):
            return _within(inner, -FAR if low is None else low, FAR if high is None else high)
        case Compare(terms, signs):
            links = zip(pairwise(terms), signs, strict=True)
            return all_of([_compared(left, sign, right) for (left, right), sign in links])
        case OfSuit():
            return within_range(Part(1, _range(term)), 1, 1)
        case Shape(lengths=lengths):
            return of_shape(lengths)
        case All(conditions):
            return all_of([bounds(each) for each in conditions])
        case Any(conditions):
            return negated(all_of([negated(bounds(each)) for each in conditions]))
        case Not(condition):
            return negated(bounds(condition))
        case Every():
            return all_of([bounds(each) for each in expanded(term)])
        case Some():
            return negated(all_of([negated(bounds(each)) for each in expanded(term)]))
    raise BiddingError(f"{type(term).__name__} is no condition on a hand")


def _is_length(term: Term) -> bool:
    """Is it a range of a length, for which a box is exact?"""
    return isinstance(term, Between) and isinstance(term.term, OfSuit) and term.term.feature == LENGTH


def _of_one_suit(term: Term, suit: Suit | str) -> Bounds:
    """A condition on one suit alone: for each length it is known whether it can hold, and whether it must."""
    place = _place(suit if isinstance(suit, Suit) else Name(suit, Kind.SUIT))
    about = term if isinstance(suit, Suit) else substituted(term, {suit: Suit.CLUBS})
    left = _by_truth(of_any_suit(about))

    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        lengths = box[place(names)]
        if left[True][lengths] is None:
            return False
        return None if left[False][lengths] is not None else True

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        number = place(names)
        ends = left[wanted][box[number]]
        made = None if ends is None else shrunk(box, number, *ends)
        return [] if made is None else [made]

    return Bounds(told, narrowed)


@lru_cache(4096)
def _by_truth(term: Term) -> dict[bool, dict[Range, Range | None]]:
    """For each range of lengths of a suit the lengths with which a condition can be true, and be false."""
    values = [set[bool]() for _ in range(14)]
    for holding, value in enumerate(holding_table(term)):
        values[holding.bit_count()].add(bool(value))
    return {wanted: lengths_left([wanted in each for each in values]) for wanted in (True, False)}


def _within(term: Term, low: int, high: int) -> Bounds:
    return numbers_within(_parts(term), low, high)


def _compared(left: Term, sign: str, right: Term) -> Bounds:
    """A comparison as a sum within a range: left minus right."""
    parts = [*_parts(left), *_parts(right, -1)]
    if sign == "!=":
        return negated(numbers_within(parts, 0, 0))
    low, high = DIFFERENCES[sign]
    return numbers_within(parts, -FAR if low is None else low, FAR if high is None else high)


# Definitions


@lru_cache(4096)
def unfolded(term: Term, points: Definition) -> Term:
    """A term with its definitions written out, save the system's points, under whatever name."""
    same = {points}
    while isinstance(points.body, Call) and points.body.definition not in same:
        points_of = points.body.definition
        same.add(points_of)
        points = points_of
    first = Call(points)

    def unfold(part: Term | Suit) -> Term | Suit:
        if isinstance(part, Suit):
            return part
        if isinstance(part, Call):
            return first if part.definition in same else unfold(part.body())
        return replaced(part, unfold)

    made = unfold(term)
    assert isinstance(made, Term)
    return made
