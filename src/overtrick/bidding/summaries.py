"""Short summaries of promises: ranges, at most three sets of them, without what follows from the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, final

from overtrick.bidding.bounds import bounds, unfolded
from overtrick.bidding.linking import link_of
from overtrick.bidding.meanings import together
from overtrick.bidding.promises import ANYTHING, TRAIT_TERMS, Box, Promise, Trait, everything, hull
from overtrick.hands.terms import Any, Between, FunctionCall, Term

__all__ = ["Ends", "PromiseSummary", "boxes_of", "number_of", "summary"]

MOST_WAYS = 3
"""More would not be read."""

Ends: TypeAlias = dict[tuple[Trait, bool], int]
"""The lower and (True) the upper ends of ranges."""

_STRENGTH = (Trait.HCP, Trait.POINTS)

_WIDE = 6
"""That a suit has at most so many cards more than it has at least is no news."""
_MANY = 9
"""That it has at most so many is none either."""


@final
@dataclass(frozen=True)
class PromiseSummary:
    """Ranges that hold every hand of a promise: some that hold in any case, and several ways to go on."""

    common: Ends
    ways: tuple[Ends, ...]
    """Sets of ranges one of which holds too; none for a promise no hand can keep."""
    points: FunctionCall
    also: tuple[Term, ...] = ()
    """Conditions that hold too and that the ranges need not repeat."""

    @property
    def is_about_strength(self) -> bool:
        """Do the ways differ in strength alone?"""
        return len(self.ways) > 1 and all(trait in _STRENGTH for way in self.ways for trait, _ in way)

    def conditions(self) -> tuple[Term, ...]:
        """Each way with what holds in any case, as a condition."""
        every = [dict(sorted((self.common | way).items())) for way in self.ways]
        return tuple(together([*_terms(ends, self.points), *self.also]) for ends in every)

    def news(self) -> tuple[Term, ...]:
        """The same without ranges of a length that say next to nothing; none if nothing is left."""
        every = [_told(self.common | way) for way in self.ways]
        if not all(every) and not self.also:
            return ()
        kept = tuple(together([*_terms(ends, self.points), *self.also]) for ends in every)
        return tuple(dict.fromkeys(kept))

    def boxes(self) -> list[Box]:
        """The boxes that it leaves of everything."""
        common, *ways = (_terms(ends, self.points) for ends in (self.common, *self.ways))
        told = ways[0] if len(ways) == 1 else [Any(tuple(map(together, ways)))]
        return boxes_of([*common, *told, *self.also], self.points)


@lru_cache(1024)
def summary(promise: Promise, points: FunctionCall, also: tuple[Term, ...] = ()) -> PromiseSummary:
    """A promise in short: as it is where it has few boxes; else lengths and strength each by themselves.

    Its hull is the promise's own, high-card points and points in step. Conditions given besides are part of
    it where they agree with the ranges.
    """
    settled = _linked(promise, points)
    is_long = len(settled.boxes) > MOST_WAYS
    short = _strengths_apart(settled, points, is_long) if settled else settled
    is_apart = is_long or set(short) == set(settled)
    shown = short if is_long else settled
    if also and any(boxes_of([*_terms(_ends(box), points), *also], points) != [box] for box in shown):
        also = ()
    if is_apart and len(shown.boxes) > 1:
        return _of_strengths(shown, points, also)
    ways = tuple(_needed_of(box, points, also) for box in shown)
    return PromiseSummary({}, _joined(ways), points, also)


def _told(ends: Ends) -> Ends:
    """Ends of ranges without the most of a length where that is no news."""
    return dict(
        sorted(
            ((trait, is_upper), end)
            for (trait, is_upper), end in ends.items()
            if not (is_upper and trait <= Trait.SPADES and _is_wide(ends.get((trait, False), 0), end))
        )
    )


def _is_wide(low: int, high: int) -> bool:
    return high - low >= _WIDE or high >= _MANY


# Boxes and the conditions that make them


def boxes_of(terms: Iterable[Term], points: FunctionCall) -> list[Box]:
    """The boxes left of everything by several conditions, points in step with high-card points."""
    narrow = [bounds(unfolded(term, points.definition)).narrowed for term in terms]
    made, link = list(ANYTHING.boxes), link_of(points.definition)
    while True:
        before = made
        for each in narrow:
            made = [new for box in made for new in each(box, {}, {}, True)]
        made = list(Promise.of(new for box in made if (new := link.applied(box)) is not None))
        if made == before:
            return made


def _linked(promise: Promise, points: FunctionCall) -> Promise:
    """A promise with points and high-card points in step."""
    return Promise.of(new for box in promise for new in boxes_of(_terms(_ends(box), points), points))


def number_of(trait: Trait, points: FunctionCall) -> Term:
    """What a trait counts, as a term."""
    return points if trait is Trait.POINTS else TRAIT_TERMS[trait]


def _term(key: tuple[Trait, bool], end: int, points: FunctionCall) -> Term:
    trait, is_upper = key
    return Between(number_of(trait, points), None if is_upper else end, end if is_upper else None)


_ORDER = (Trait.POINTS, Trait.LONGEST, *list(Trait)[:4], Trait.KINGS, Trait.ACES, Trait.HCP)
"""The order in which redundant parts are left out."""


def _ends(box: Box) -> Ends:
    """Each end of each range that says something."""
    return {
        (trait, is_upper): box[trait][is_upper]
        for trait in _ORDER
        for is_upper in (True, False)
        if box[trait][is_upper] != everything[trait][is_upper]
    }


def _terms(ends: Ends, points: FunctionCall) -> list[Term]:
    return [_term(key, end, points) for key, end in ends.items()]


# Strength by itself


def _strengths_apart(promise: Promise, points: FunctionCall, is_rough: bool) -> Promise:
    """What the boxes have in common but for strength, with each strength; with all in one if they are many.

    A rough strength is what a box has to say, without what follows from its lengths; and strengths are one
    if that adds but a point to one of them.
    """
    around = hull(promise.boxes)
    kept = Promise.of(_with_strength(around, box, points, is_rough) for box in promise)
    is_one = is_rough and any(_room(box) + 1 >= _room(around) for box in kept)
    return _linked(Promise((around,)) if is_one or len(kept.boxes) > MOST_WAYS else kept, points)


def _room(box: Box) -> int:
    return sum(box[trait][1] - box[trait][0] for trait in _STRENGTH)


def _with_strength(around: Box, of: Box, points: FunctionCall, is_rough: bool) -> Box:
    if not is_rough:
        return tuple(of[trait] if trait in _STRENGTH else around[trait] for trait in Trait)
    told = _needed_of(of, points)
    return tuple(
        (told.get((trait, False), low), told.get((trait, True), high)) if trait in _STRENGTH else (low, high)
        for trait, (low, high) in zip(Trait, around, strict=True)
    )


def _of_strengths(promise: Promise, points: FunctionCall, also: tuple[Term, ...]) -> PromiseSummary:
    """A promise whose boxes are told apart by strength: the plainest first, then the strongest."""
    common = {key: end for key, end in _ends(hull(promise.boxes)).items() if key[0] not in _STRENGTH}
    boxes = sorted(promise, key=lambda box: [box[trait] for trait in _STRENGTH], reverse=True)
    ways = tuple({key: end for key, end in _ends(box).items() if key[0] in _STRENGTH} for box in boxes)
    found = _needed(PromiseSummary(common, ways, points, also))
    return PromiseSummary(found.common, tuple(sorted(_joined(found.ways), key=len)), points, also)


def _joined(ways: tuple[Ends, ...]) -> tuple[Ends, ...]:
    """The same ways, two that differ in one number and leave no gap as one."""
    for place, one in enumerate(ways):
        for other in ways[place + 1 :]:
            if (both := _either(one, other)) is not None:
                return _joined((*(each for each in ways if each is not one and each is not other), both))
    return ways


def _either(one: Ends, other: Ends) -> Ends | None:
    """The ends of two ways together, if these are exactly that."""
    traits = {trait for (trait, _), _ in {*one.items()} ^ {*other.items()}}
    if len(traits) != 1:
        return None
    (trait,) = traits
    least, most = everything[trait]
    ranges = [(each.get((trait, False), least), each.get((trait, True), most)) for each in (one, other)]
    (low, middle), (start, end) = sorted(ranges)
    if start > middle + 1:
        return None
    both = {(trait, False): low, (trait, True): max(middle, end)}
    told = {key: end for key, end in both.items() if end != everything[trait][key[1]]}
    return {key: end for key, end in one.items() if key[0] is not trait} | told


@lru_cache(4096)
def _needed_of(box: Box, points: FunctionCall, also: tuple[Term, ...] = ()) -> Ends:
    """The ends of a box without those that follow from the others."""
    return _needed(PromiseSummary({}, (_ends(box),), points, also)).ways[0]


def _needed(full: PromiseSummary) -> PromiseSummary:
    """The same without the ends that follow from the others."""
    wanted, found = set(full.boxes()), full
    for key in ((trait, is_upper) for trait in _ORDER for is_upper in (True, False)):
        for place in range(-1, len(full.ways)):
            fewer = _without(found, key, place)
            if fewer is not None and set(fewer.boxes()) == wanted:
                found = fewer
    return found


def _without(given: PromiseSummary, key: tuple[Trait, bool], place: int) -> PromiseSummary | None:
    """A summary without an end of one of its ways, or (-1) of what is common; None if it is not there."""
    parts = [*given.ways, given.common]
    if key not in parts[place]:
        return None
    parts[place] = {other: end for other, end in parts[place].items() if other != key}
    return PromiseSummary(parts[-1], tuple(parts[:-1]), given.points, given.also)
