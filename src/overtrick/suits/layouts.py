"""The layouts of the missing cards, and how likely each is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, chain, islice, pairwise
from math import comb, lcm, prod
from operator import mul
from typing import final

from overtrick.core.bits import indices, runs
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.holding import cards_of, letters, size

__all__ = ["Chances", "Layout", "Layouts", "Weights"]


@final
@dataclass(frozen=True, slots=True)
class Layout:
    """One layout: equal cards are interchangeable, and West is shown with the highest of them."""

    groups: tuple[int, ...]
    counts: tuple[int, ...]
    """The number of cards West holds of each group, lowest group first."""

    @property
    def west(self) -> int:
        """West's cards; of equal ones the highest."""
        highest = map(islice, map(cards_of, self.groups), self.counts)
        return sum(1 << rank for rank in chain.from_iterable(highest))

    @property
    def east(self) -> int:
        """East's cards."""
        return sum(self.groups) & ~self.west

    @property
    def west_length(self) -> int:
        """How many cards West has."""
        return sum(self.counts)

    @property
    def east_length(self) -> int:
        """How many cards East has."""
        return size(sum(self.groups)) - sum(self.counts)

    def __str__(self) -> str:
        return f"{letters(self.west) or '-'} {letters(self.east) or '-'}"


@final
class Layouts:
    """Every layout of a combination's missing cards, in the solver's order.

    >>> layouts = Layouts(Combination.parse("AQ 2"))
    >>> len(layouts), str(layouts[10])
    (20, 'K JT9876543')
    """

    def __init__(self, combination: Combination, apart: int = 0) -> None:
        self.combination = combination
        self.groups = _groups(combination, apart)
        self.strides = tuple(accumulate((size(group) + 1 for group in self.groups), mul, initial=1))

    def __len__(self) -> int:
        return self.strides[-1]

    def __getitem__(self, place: int) -> Layout:
        """The layout with this number."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        counts = (place % after // stride for stride, after in pairwise(self.strides))
        return Layout(self.groups, tuple(counts))

    def __iter__(self) -> Iterator[Layout]:
        return (self[place] for place in range(len(self)))


def _groups(combination: Combination, apart: int) -> tuple[int, ...]:
    alike, single = combination.missing & ~apart, combination.missing & apart
    return tuple(sorted((*runs(alike, ~alike), *(1 << rank for rank in indices(single)))))


Lengths = tuple[int, int]


@final
@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of layouts, whole numbers; a layout's chance is its share of the total."""

    weights: tuple[int, ...]
    total: int

    def chance(self, wins: int) -> Fraction:
        """The chance of a set of layouts, given as bits."""
        return Fraction(sum(w for place, w in enumerate(self.weights) if wins >> place & 1), self.total)


@final
@dataclass(frozen=True)
class Chances:
    """The information about the defenders' hands that weights the layouts.

    >>> Chances(vacant=(7, 11)).words
    'vacant places 7-11'
    """

    vacant: tuple[int, int] = (13, 13)
    """Places for unknown cards in West's and East's hands, this suit's among them."""
    west: Lengths = (0, 13)
    """West's fewest and most cards in the suit."""
    east: Lengths = (0, 13)
    west_holds: int = 0
    """Cards that West is known to hold."""
    east_holds: int = 0
    coins: bool = False
    """The model of 1992: each missing card is with either defender like the toss of a coin."""
    weigh: Callable[[Layout], int | Fraction] | None = field(default=None, compare=False)
    """An additional factor for each layout."""

    def __post_init__(self) -> None:
        faults = []
        if min(self.vacant) < 0 or max(self.vacant) > 26:
            west, east = self.vacant
            faults.append(f"vacant places {west}-{east}: expected two numbers from 0 to 26")
        for name, (fewest, most) in (("West", self.west), ("East", self.east)):
            if not 0 <= fewest <= most:
                faults.append(f"{name} cannot hold {fewest}-{most} cards of the suit")
        if self.west_holds & self.east_holds:
            faults.append(f"both defenders hold {letters(self.west_holds & self.east_holds)}")
        if faults:
            raise SuitError(*faults)

    @property
    def known(self) -> int:
        """Cards whose place is known: they must be told apart from the cards they touch."""
        return self.west_holds | self.east_holds

    @property
    def is_plain(self) -> bool:
        """Is nothing known?"""
        return self == Chances() and self.weigh is None

    def over(self, layouts: Layouts) -> Weights:
        """The weight of every layout."""
        stray = self.known & ~layouts.combination.missing
        if stray:
            raise SuitError(f"the defenders cannot hold {letters(stray)}: declarer does")
        found = [self._weight(layout) for layout in layouts]
        scale = lcm(*(weight.denominator for weight in found))
        weights = tuple(int(weight * scale) for weight in found)
        if sum(weights) == 0:
            why = self.words or "the weights are all zero"
            raise SuitError(f"no layout of the missing cards fits: {why}")
        if any(weight < 0 for weight in weights) or sum(weights) * 13 >= 2**63:
            raise SuitError("weights must be at least zero, and not so large that they cannot be added up")
        return Weights(weights, sum(weights))

    def _weight(self, layout: Layout) -> Fraction:
        west, east = layout.west_length, layout.east_length
        is_possible = (
            self.west[0] <= west <= self.west[1]
            and self.east[0] <= east <= self.east[1]
            and not self.west_holds & ~layout.west
            and not self.east_holds & layout.west
        )
        if not is_possible:
            return Fraction(0)
        ways = prod(map(comb, map(size, layout.groups), layout.counts))
        places = 1
        if not self.coins:
            free_west, free_east = self.vacant[0] - west, self.vacant[1] - east
            places = comb(free_west + free_east, free_west) if min(free_west, free_east) >= 0 else 0
        return Fraction(ways * places) * Fraction(1 if self.weigh is None else self.weigh(layout))

    @property
    def words(self) -> str:
        """The information in a few words."""
        parts = []
        if self.coins:
            parts.append("coin-flip odds")
        elif self.vacant != (13, 13):
            parts.append(f"vacant places {self.vacant[0]}-{self.vacant[1]}")
        for name, (fewest, most) in (("West", self.west), ("East", self.east)):
            if (fewest, most) != (0, 13):
                parts.append(f"{name} has {fewest if fewest == most else f'{fewest}-{most}'} cards")
        for name, holding in (("West", self.west_holds), ("East", self.east_holds)):
            if holding:
                parts.append(f"{name} has {letters(holding)}")
        if self.weigh is not None:
            parts.append("layouts weighed by the caller")
        return ", ".join(parts)
