"""What is known of a condition for a box of hands, and what it leaves of the box.

All of it is sound and none of it exact: a hand is never lost, but the boxes left may hold hands that do not
meet the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias, final

from overtrick.bidding.judging import Facts, Names
from overtrick.bidding.promises import Box, Range, Trait, shrunk
from overtrick.hands.shapes import Lengths

__all__ = [
    "FAR",
    "Bounds",
    "Part",
    "Ranged",
    "all_of",
    "constant",
    "lengths_left",
    "negated",
    "numbers_within",
    "of_shape",
    "total",
    "within_range",
]

FAR = 10**9
Ranged: TypeAlias = Callable[[Box, Names, Facts], Range]
Shrinks: TypeAlias = Callable[[Box, int, int, Names], Box | None]
Told: TypeAlias = Callable[[Box, Names, Facts], bool | None]
Narrows: TypeAlias = Callable[[Box, Names, Facts, bool], list[Box]]


@final
@dataclass(frozen=True)
class Bounds:
    """A condition: what is known of it, and what it leaves of a box where it is true, or false."""

    told: Told
    narrowed: Narrows
    cost: int = 1
    """About how much work it is."""


@final
@dataclass(frozen=True)
class Part:
    """A part of a sum: its factor, its range, and how a bound on it narrows a box, if it does."""

    factor: int
    range: Ranged
    shrink: Shrinks | None = None
    trait: Trait | None = None
    """Which trait of a box it is, if it is one and always the same."""
    number: int | None = None
    """Its value, if it is a constant."""


# Conditions put together


def constant(value: Callable[[Names, Facts], bool]) -> Bounds:
    return Bounds(
        lambda box, names, facts: value(names, facts),
        lambda box, names, facts, wanted: [box] if value(names, facts) is wanted else [],
    )


def negated(inner: Bounds) -> Bounds:
    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        known = inner.told(box, names, facts)
        return None if known is None else not known

    return Bounds(
        told, lambda box, names, facts, wanted: inner.narrowed(box, names, facts, not wanted), inner.cost
    )


def all_of(conditions: list[Bounds]) -> Bounds:
    if len(conditions) == 1:
        return conditions[0]
    conditions = sorted(conditions, key=lambda each: each.cost)  # the cheap ones often decide

    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        known: bool | None = True
        for each in conditions:
            found = each.told(box, names, facts)
            if found is False:
                return False
            known = None if found is None else known
        return known

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        return _met(conditions, box, names, facts) if wanted else _missed(conditions, box, names, facts)

    return Bounds(told, narrowed, sum(each.cost for each in conditions))


def _met(conditions: list[Bounds], box: Box, names: Names, facts: Facts) -> list[Box]:
    """The boxes left where every condition is true."""
    boxes = [box]
    for each in conditions:
        boxes = [made for old in boxes for made in each.narrowed(old, names, facts, True)]
    return boxes


MOST_WAYS = 3
"""A box is split by the ways to miss several conditions only when there are few."""


def _missed(conditions: list[Bounds], box: Box, names: Names, facts: Facts) -> list[Box]:
    """The boxes left where one of the conditions, at least, is false."""
    open_ones = list[Bounds]()
    for each in conditions:
        known = each.told(box, names, facts)
        if known is False:
            return [box]
        if known is None:
            open_ones.append(each)
    if len(open_ones) > MOST_WAYS:
        return [box]
    found = list[Box]()
    for each in open_ones:
        found += each.narrowed(box, names, facts, False)
    return [box] if box in found else found


# Numbers within a range


def _ends(part: Part, box: Box, names: Names, facts: Facts) -> Range:
    low, high = part.range(box, names, facts)
    return (
        (part.factor * low, part.factor * high)
        if part.factor >= 0
        else (part.factor * high, part.factor * low)
    )


def total(parts: list[Part], box: Box, names: Names, facts: Facts) -> Range:
    low = high = 0
    for part in parts:
        least, most = _ends(part, box, names, facts)
        low, high = low + least, high + most
    return low, high


def _compared(least: int, most: int, low: int, high: int) -> bool | None:
    """Does a number between two others lie within a range? None if it may or may not."""
    if least >= low and most <= high:
        return True
    return False if most < low or least > high else None


def numbers_within(parts: list[Part], low: int, high: int) -> Bounds:
    """A sum within a range, with what is constant in it taken to the other side."""
    constant = sum(part.factor * part.number for part in parts if part.number is not None)
    others = [part for part in parts if part.number is None]
    low, high = max(low - constant, -FAR), min(high - constant, FAR)
    if len(others) == 1 and others[0].factor == -1:
        return within_range(replace(others[0], factor=1), -high, -low)
    if len(others) == 1 and others[0].factor == 1:
        return within_range(others[0], low, high)
    return _sum_within(others, low, high)


def within_range(part: Part, low: int, high: int) -> Bounds:
    """One number within a range."""
    if part.trait is not None:
        return _trait_within(part.trait, low, high)

    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        least, most = part.range(box, names, facts)
        return _compared(least, most, low, high)

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        known = told(box, names, facts)
        if known is not None or part.shrink is None:
            return [box] if known is None or known is wanted else []
        ends = [(low, high)] if wanted else [(-FAR, low - 1), (high + 1, FAR)]
        found = [part.shrink(box, least, most, names) for least, most in ends if least <= most]
        return [made for made in found if made is not None]

    return Bounds(told, narrowed)


def _trait_within(trait: Trait, low: int, high: int) -> Bounds:
    """A trait of a box within a range: the same as `within_range`, at hand for the most common case."""

    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        least, most = box[trait]
        return _compared(least, most, low, high)

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        least, most = box[trait]
        if wanted:
            made = shrunk(box, trait, low, high)
            return [] if made is None else [made]
        found = [shrunk(box, trait, least, low - 1)] if least < low else []
        if most > high:
            found.append(shrunk(box, trait, high + 1, most))
        return [made for made in found if made is not None]

    return Bounds(told, narrowed)


def _sum_within(parts: list[Part], low: int, high: int) -> Bounds:
    """A sum within a range; each part is narrowed by what the others leave it."""

    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        least, most = total(parts, box, names, facts)
        return _compared(least, most, low, high)

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        known = told(box, names, facts)
        if known is not None:
            return [box] if known is wanted else []
        ends = [(low, high)] if wanted else [(-FAR, low - 1), (high + 1, FAR)]
        possible = [(least, most) for least, most in ends if abs(least) < FAR or abs(most) < FAR]
        found = [_propagated(parts, box, least, most, names, facts) for least, most in possible]
        return [made for made in found if made is not None]

    return Bounds(told, narrowed, 3 + len(parts))


def _propagated(parts: list[Part], box: Box, low: int, high: int, names: Names, facts: Facts) -> Box | None:
    """A box with a sum within a range: each part is at least what is wanted less the most of the others."""
    made: Box | None = box
    for part in parts:
        if part.shrink is None or made is None:
            continue
        least, most = total(parts, made, names, facts)
        own_least, own_most = _ends(part, made, names, facts)
        lowest, highest = low - (most - own_most), high - (least - own_least)
        if part.factor < 0:
            lowest, highest = -highest, -lowest
        size = abs(part.factor)
        made = part.shrink(made, -(-lowest // size), highest // size, names)
    return made


def of_shape(lengths: frozenset[Lengths]) -> Bounds:
    def told(box: Box, names: Names, facts: Facts) -> bool | None:
        return _shapes_within(lengths, box[:5])[0]

    def narrowed(box: Box, names: Names, facts: Facts, wanted: bool) -> list[Box]:
        known, met, missed = _shapes_within(lengths, box[:5])
        if known is not None:
            return [box] if known is wanted else []
        return [(*(met if wanted else missed), *box[5:])]

    return Bounds(told, narrowed, 3)


@lru_cache(65536)
def _shapes_within(
    lengths: frozenset[Lengths], suits: tuple[Range, ...]
) -> tuple[bool | None, tuple[Range, ...], tuple[Range, ...]]:
    """Are all shapes of a box among these, or none? And the hulls of those that are and are not."""
    possible = list(_shapes_in(suits))
    met = [shape for shape in possible if shape in lengths]
    missed = [shape for shape in possible if shape not in lengths]
    known = True if not missed else False if not met else None
    return known, _shape_hull(met), _shape_hull(missed)


def _shapes_in(suits: tuple[Range, ...]) -> Iterator[Lengths]:
    """The shapes of a box, spades first."""
    clubs, diamonds, hearts, spades, longest = suits
    for s in range(spades[0], spades[1] + 1):
        for h in range(hearts[0], min(hearts[1], 13 - s) + 1):
            for d in range(diamonds[0], min(diamonds[1], 13 - s - h) + 1):
                c = 13 - s - h - d
                if clubs[0] <= c <= clubs[1] and longest[0] <= max(s, h, d, c) <= longest[1]:
                    yield s, h, d, c


def _shape_hull(shapes: list[Lengths]) -> tuple[Range, ...]:
    suits = zip(*map(_lengths, shapes), strict=True)
    return tuple((min(suit), max(suit)) for suit in suits)


def _lengths(shape: Lengths) -> tuple[int, ...]:
    """The lengths in the order of a box: clubs first, and the longest last."""
    return (*shape[::-1], max(shape))


def lengths_left(possible: list[bool]) -> dict[Range, Range | None]:
    """For each range of lengths the part of it, from its first to its last, that is possible."""
    found = dict[Range, Range | None]()
    for low in range(14):
        for high in range(low, 14):
            lengths = [length for length in range(low, high + 1) if possible[length]]
            found[low, high] = (lengths[0], lengths[-1]) if lengths else None
    return found
