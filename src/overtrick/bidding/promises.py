"""Promises of calls: ranges of points, lengths, aces and kings, with several boxes for two-way calls.

A promise is sound: every hand that the calls allow lies in one of its boxes. It need not be exact; the exact
meaning is a predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import TypeAlias, final

from overtrick.core import Suit
from overtrick.hands.features import HCP, LENGTH, STANDARD_FEATURES
from overtrick.hands.terms import BySize, OfSuit, Term, Total

__all__ = ["ANYTHING", "TRAIT_TERMS", "Box", "Promise", "Range", "Trait", "everything", "hull", "shrunk"]


class Trait(IntEnum):
    """The quantities that a box bounds: the length of each suit by its number, then those of the hand."""

    CLUBS, DIAMONDS, HEARTS, SPADES, LONGEST, HCP, POINTS, ACES, KINGS = range(9)


_HONOURS = {Trait[each.name.upper()]: each for each in STANDARD_FEATURES if each.name in ("aces", "kings")}
TRAIT_TERMS: dict[Trait, Term] = {
    **{Trait(suit): OfSuit(LENGTH, suit) for suit in Suit},
    Trait.LONGEST: BySize(LENGTH, 0),
    Trait.HCP: Total(HCP),
    **{trait: Total(feature) for trait, feature in _HONOURS.items()},
}
"""The term of each trait, except points, which each system defines itself."""

Range: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[Range, ...]
"""A box: a range for each trait."""

MOST_BOXES = 8
"""Limit on the boxes of a promise; above it the closest boxes are merged."""

_LEAST_POINTS, _MOST_POINTS = -20, 80
"""The range of points; `Link` refuses definitions that exceed it."""

everything: Box = (*((0, 13),) * 4, (4, 13), (0, 37), (_LEAST_POINTS, _MOST_POINTS), (0, 4), (0, 4))


def shrunk(box: Box, trait: int, low: int, high: int) -> Box | None:
    """The box with a trait narrowed to a range, and the lengths adjusted; None if nothing is left."""
    old_low, old_high = box[trait]
    if low <= old_low and high >= old_high:
        return box
    low, high = max(low, old_low), min(high, old_high)
    if low > high:
        return None
    made = (*box[:trait], (low, high), *box[trait + 1 :])
    if trait > Trait.LONGEST:
        return made
    lengths = _thirteen(made[:5])
    return None if lengths is None else (*lengths, *made[5:])


@lru_cache(1 << 16)
def _thirteen(lengths: tuple[Range, ...]) -> tuple[Range, ...] | None:
    """The ranges of the lengths, the longest suit last, narrowed by their sum and the longest suit."""
    (a, b), (c, d), (e, f), (g, h), (least, most) = lengths
    while True:
        before = (a, b, c, d, e, f, g, h, least, most)
        least, most = max(least, a, c, e, g), min(most, max(b, d, f, h))
        spare, room = 13 - (a + c + e + g), 13 - (b + d + f + h)
        if spare < 0 or room > 0 or least > most:
            return None
        a, b = max(a, b + room), min(b, a + spare, most)
        c, d = max(c, d + room), min(d, c + spare, most)
        e, f = max(e, f + room), min(f, e + spare, most)
        g, h = max(g, h + room), min(h, g + spare, most)
        match (b >= least, d >= least, f >= least, h >= least):
            case (True, False, False, False):
                a = max(a, least)
            case (False, True, False, False):
                c = max(c, least)
            case (False, False, True, False):
                e = max(e, least)
            case (False, False, False, True):
                g = max(g, least)
            case (False, False, False, False):
                return None
        if a > b or c > d or e > f or g > h:
            return None
        if (a, b, c, d, e, f, g, h, least, most) == before:
            return (a, b), (c, d), (e, f), (g, h), (least, most)


@final
@dataclass(frozen=True)
class Promise:
    """The hands a player may have, as a union of boxes; without boxes for a contradiction.

    >>> strong = ANYTHING.within(Trait.HCP, 15, 17).within(Trait.SPADES, 2, 5)
    >>> strong.range(Trait.HCP), strong.range(Trait.HEARTS)
    ((15, 17), (0, 11))
    """

    boxes: tuple[Box, ...]

    def __bool__(self) -> bool:
        return bool(self.boxes)

    def within(self, trait: Trait, low: int, high: int) -> Promise:
        """The promise with a trait narrowed to a range."""
        return self.each(lambda box: shrunk(box, trait, low, high))

    def each(self, change: Callable[[Box], Box | None]) -> Promise:
        """The promise with every box changed, or removed if the function returns None."""
        return Promise.of(made for box in self.boxes if (made := change(box)) is not None)

    def range(self, trait: Trait) -> Range:
        """The range of a trait over all boxes."""
        return self._whole[trait]

    @cached_property
    def _whole(self) -> Box:
        return hull(self.boxes) if self.boxes else everything

    def length(self, suit: Suit) -> Range:
        """The range of the length of a suit."""
        return self.range(Trait(suit))

    def __or__(self, other: Promise) -> Promise:
        return Promise.of((*self.boxes, *other.boxes))

    @staticmethod
    def of(boxes: Iterable[Box]) -> Promise:
        """The union of some boxes; boxes inside another are left out."""
        kept = list[Box]()
        for box in boxes:
            if not any(_inside(box, other) for other in kept):
                kept = [other for other in kept if not _inside(other, box)]
                kept.append(box)
        while len(kept) > MOST_BOXES:
            kept = _joined(kept)
        return Promise(tuple(kept))

    def __iter__(self) -> Iterator[Box]:
        return iter(self.boxes)


def _inside(box: Box, other: Box) -> bool:
    for (low, high), (least, most) in zip(box, other, strict=True):
        if low < least or high > most:
            return False
    return True


def hull(boxes: Sequence[Box]) -> Box:
    """The smallest box that contains all of these."""
    if len(boxes) == 1:
        return boxes[0]
    ranges = [list(zip(*each, strict=True)) for each in zip(*boxes, strict=True)]
    return tuple([(min(lows), max(highs)) for lows, highs in ranges])


def _size(box: Box) -> int:
    return sum(high - low for low, high in box)


def _joined(boxes: list[Box]) -> list[Box]:
    """The boxes with two merged: those whose hull adds the least."""
    pairs = [(i, j) for i in range(len(boxes)) for j in range(i)]
    i, j = min(pairs, key=lambda at: _size(hull((boxes[at[0]], boxes[at[1]]))) - _size(boxes[at[0]]))
    rest = [box for place, box in enumerate(boxes) if place not in (i, j)]
    return [*rest, hull((boxes[i], boxes[j]))]


ANYTHING = Promise((everything,))
"""Any hand at all."""
