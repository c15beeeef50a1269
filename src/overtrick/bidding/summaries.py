"""Short summaries of promises: at most three sets of ranges, without redundant ones."""

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
"""Limit on the alternatives of a summary."""

Ends: TypeAlias = dict[tuple[Trait, bool], int]
"""The ends of ranges: by trait, with False for the lower and True for the upper end."""

_STRENGTH = (Trait.HCP, Trait.POINTS)

_WIDE = 6
"""An upper end of a length that exceeds the lower by this much or more is not worth stating …"""
_MANY = 9
"""… nor is an upper end of this many cards or more."""


@final
@dataclass(frozen=True)
class PromiseSummary:
    """Ranges that contain every hand of a promise: common ranges, and alternatives."""

    common: Ends
    ways: tuple[Ends, ...]
    """Alternative sets of ranges, of which one holds too; empty for an impossible promise."""
    points: FunctionCall
    also: tuple[Term, ...] = ()
    """Further conditions that hold, which the ranges need not repeat."""

    @property
    def is_about_strength(self) -> bool:
        """Do the alternatives differ only in strength?"""
        return len(self.ways) > 1 and all(trait in _STRENGTH for way in self.ways for trait, _ in way)

    def conditions(self) -> tuple[Term, ...]:
        """Each alternative, with the common ranges, as a condition."""
        every = [dict(sorted((self.common | way).items())) for way in self.ways]
        return tuple(together([*_terms(ends, self.points), *self.also]) for ends in every)

    def news(self) -> tuple[Term, ...]:
        """The conditions without lengths that are not worth stating; empty if nothing is left."""
        every = [_told(self.common | way) for way in self.ways]
        if not all(every) and not self.also:
            return ()
        kept = tuple(together([*_terms(ends, self.points), *self.also]) for ends in every)
        return tuple(dict.fromkeys(kept))

    def boxes(self) -> list[Box]:
        """The boxes of hands that meet the summary."""
        common, *ways = (_terms(ends, self.points) for ends in (self.common, *self.ways))
        told = ways[0] if len(ways) == 1 else [Any(tuple(map(together, ways)))]
        return boxes_of([*common, *told, *self.also], self.points)


@lru_cache(1024)
def summary(promise: Promise, points: FunctionCall, also: tuple[Term, ...] = ()) -> PromiseSummary:
    """The summary of a promise: exact if it has few boxes; else lengths and strengths separately.

    Its hull is that of the promise, with high-card points and points adjusted to each other. The further
    conditions `also` are included where they agree with the ranges.
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
    """Ends of ranges without the upper ends of lengths that are not worth stating."""
    return dict(
        sorted(
            ((trait, is_upper), end)
            for (trait, is_upper), end in ends.items()
            if not (is_upper and trait <= Trait.SPADES and _is_wide(ends.get((trait, False), 0), end))
        )
    )


def _is_wide(low: int, high: int) -> bool:
    return high - low >= _WIDE or high >= _MANY


# Boxes and conditions


def boxes_of(terms: Iterable[Term], points: FunctionCall) -> list[Box]:
    """The boxes of hands that meet some conditions, with points and high-card points adjusted."""
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
    """A promise with points and high-card points adjusted to each other."""
    return Promise.of(new for box in promise for new in boxes_of(_terms(_ends(box), points), points))


def number_of(trait: Trait, points: FunctionCall) -> Term:
    """The term of a trait."""
    return points if trait is Trait.POINTS else TRAIT_TERMS[trait]


def _term(key: tuple[Trait, bool], end: int, points: FunctionCall) -> Term:
    trait, is_upper = key
    return Between(number_of(trait, points), None if is_upper else end, end if is_upper else None)


_ORDER = (Trait.POINTS, Trait.LONGEST, *list(Trait)[:4], Trait.KINGS, Trait.ACES, Trait.HCP)
"""The order in which redundant ends are left out."""


def _ends(box: Box) -> Ends:
    """The ends of all ranges that restrict anything."""
    return {
        (trait, is_upper): box[trait][is_upper]
        for trait in _ORDER
        for is_upper in (True, False)
        if box[trait][is_upper] != everything[trait][is_upper]
    }


def _terms(ends: Ends, points: FunctionCall) -> list[Term]:
    return [_term(key, end, points) for key, end in ends.items()]


# Strength


def _strengths_apart(promise: Promise, points: FunctionCall, is_rough: bool) -> Promise:
    """The hull of the boxes combined with each box's strength, or only the hull if there are too many.

    With `is_rough`, implied parts of a strength are left out, and strengths are merged if the hull is at most
    one point wider than one of them.
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
    """The summary of a promise whose boxes differ in strength: the simplest first, then the strongest."""
    common = {key: end for key, end in _ends(hull(promise.boxes)).items() if key[0] not in _STRENGTH}
    boxes = sorted(promise, key=lambda box: [box[trait] for trait in _STRENGTH], reverse=True)
    ways = tuple({key: end for key, end in _ends(box).items() if key[0] in _STRENGTH} for box in boxes)
    found = _needed(PromiseSummary(common, ways, points, also))
    return PromiseSummary(found.common, tuple(sorted(_joined(found.ways), key=len)), points, also)


def _joined(ways: tuple[Ends, ...]) -> tuple[Ends, ...]:
    """The alternatives, with pairs merged that differ in one number and leave no gap."""
    for place, one in enumerate(ways):
        for other in ways[place + 1 :]:
            if (both := _either(one, other)) is not None:
                return _joined((*(each for each in ways if each is not one and each is not other), both))
    return ways


def _either(one: Ends, other: Ends) -> Ends | None:
    """The union of two alternatives, if it is exactly one set of ranges; else None."""
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
    """The ends of a box without redundant ones."""
    return _needed(PromiseSummary({}, (_ends(box),), points, also)).ways[0]


def _needed(full: PromiseSummary) -> PromiseSummary:
    """The summary without redundant ends, which follow from the others."""
    wanted, found = set(full.boxes()), full
    for key in ((trait, is_upper) for trait in _ORDER for is_upper in (True, False)):
        for place in range(-1, len(full.ways)):
            fewer = _without(found, key, place)
            if fewer is not None and set(fewer.boxes()) == wanted:
                found = fewer
    return found


def _without(given: PromiseSummary, key: tuple[Trait, bool], place: int) -> PromiseSummary | None:
    """A summary without one end of an alternative, or (-1) of the common ranges; None if it has no such."""
    parts = [*given.ways, given.common]
    if key not in parts[place]:
        return None
    parts[place] = {other: end for other, end in parts[place].items() if other != key}
    return PromiseSummary(parts[-1], tuple(parts[:-1]), given.points, given.also)
