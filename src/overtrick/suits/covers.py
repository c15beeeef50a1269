"""Sets of layouts described exactly and in few words: who holds what, as a bridge book would put it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import final

from overtrick.suits.cover_search import apart, candidates, cheapest, places
from overtrick.suits.errors import SuitError
from overtrick.suits.facts import Fact
from overtrick.suits.holding import size
from overtrick.suits.layouts import Layouts

__all__ = ["Clause", "Cover", "Description", "cover", "describe", "interpretation"]

_UNLESS_WORDS = (2.0, 8.0)
"""What it costs to say what is not in a set, if that is at most a third of all deals, and if it is more."""
_MOST_APART = 6
"""Clauses up to which overlapping ones are set apart: it takes as long again for each."""


@final
@dataclass(frozen=True, slots=True)
class Clause:
    """Facts that are true together; none: always."""

    facts: tuple[Fact, ...]
    either: bool
    """The facts need not be West's: they may as well be true with West and East changed about."""
    layouts: int
    """The layouts of which the clause is true, as bits."""
    adds: int
    """Those of which no clause before it is true: the chances of these add up."""


@final
@dataclass(frozen=True, slots=True)
class Cover:
    """Clauses of which at least one is true in the layouts of a set, and none in any other."""

    groups: tuple[int, ...]
    """The groups of missing cards, lowest first."""
    clauses: tuple[Clause, ...]
    layouts: int
    words: float
    """Roughly how many words it takes to say."""


@final
@dataclass(frozen=True, slots=True)
class Description:
    """A set of layouts, or where that is shorter all layouts but those of the cover."""

    cover: Cover
    unless: bool
    """The cover describes the layouts that are *not* in the set."""
    layouts: int
    """The set described."""


def cover(layouts: Layouts, wanted: int, possible: int | None = None) -> Cover:
    """A cover of a set of layouts in few words: always exact, and usually the shortest.

    Of layouts that are not possible anything may be said.

    >>> from overtrick.suits.combination import Combination
    >>> found = cover(Layouts(Combination.parse("A64 Q75")), 0xFFFF)
    >>> found.clauses[0].facts  # or West has the singleton king
    (WestHolds(cards=2048, fewest=0, most=0),)
    >>> len(found.clauses)
    2
    """
    possible = _possible(layouts, wanted, possible)
    wanted &= possible
    if wanted == 0:
        return Cover(layouts.groups, (), 0, 0.0)
    if wanted == possible:
        everything = (1 << len(layouts)) - 1
        return Cover(layouts.groups, (Clause((), False, everything, everything),), everything, 1.0)
    chosen = cheapest(candidates(layouts, wanted, possible), wanted)
    chosen.sort(key=lambda each: -_deals(layouts, each.wins))
    clauses, words, said = [], 0.0, 0
    for each in chosen:
        adds = each.wins & ~said
        if adds != each.wins and len(chosen) <= _MOST_APART:
            each = apart(layouts, each, adds, possible)
        clauses.append(Clause(each.facts, each.either, each.layouts, each.layouts & ~said))
        words += each.words
        said |= each.layouts
    return Cover(layouts.groups, tuple(clauses), said, words)


def describe(layouts: Layouts, wanted: int, possible: int | None = None) -> Description:
    """A set of layouts in few words, or if that takes fewer those that are not in it."""
    everything = (1 << len(layouts)) - 1
    inside = cover(layouts, wanted, possible)
    outside = cover(layouts, wanted ^ everything, possible)
    extra = _UNLESS_WORDS[2 * _deals(layouts, outside.layouts) > _deals(layouts, wanted)]
    unless = bool(inside.clauses and outside.clauses) and outside.words + extra < inside.words
    if unless:
        return Description(outside, True, outside.layouts ^ everything)
    return Description(inside, False, inside.layouts)


def interpretation(
    layouts: Layouts, tricks: Sequence[int], possible: int | None = None
) -> tuple[tuple[int, Cover], ...]:
    """When a line that takes these tricks takes each number of them (Frank, Basin, Bundy 1992, section 4)."""
    if len(tricks) != len(layouts):
        raise SuitError(f"{len(tricks)} results cannot be those of {len(layouts)} layouts")
    found = []
    for number in sorted(set(tricks)):
        wanted = sum(1 << place for place, taken in enumerate(tricks) if taken == number)
        found.append((number, cover(layouts, wanted, possible)))
    return tuple((number, said) for number, said in found if said.clauses)


def _possible(layouts: Layouts, wanted: int, possible: int | None) -> int:
    everything = (1 << len(layouts)) - 1
    for chosen in (wanted, possible or 0):
        if chosen & ~everything:
            raise SuitError(f"{chosen:#x} is not a set of {len(layouts)} layouts")
    return everything if possible is None else possible


def _deals(layouts: Layouts, chosen: int) -> int:
    """The number of ways in which the missing cards can lie like that."""
    sizes = [size(group) for group in layouts.groups]
    return sum(prod(map(comb, sizes, layouts[place].counts)) for place in places(chosen))
