"""The layouts of the missing cards: how many of each group of touching cards West holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import final, overload

from overtrick.suits.combination import Combination
from overtrick.suits.holding import cards_of, letters, size

__all__ = ["Layout", "Layouts"]


@final
@dataclass(frozen=True, slots=True)
class Layout:
    """One layout: equal cards are interchangeable, and West is shown with the highest of them."""

    groups: tuple[int, ...]
    counts: tuple[int, ...]
    """How many cards West holds of each group, lowest group first."""

    @property
    def west(self) -> int:
        """West's cards; of equal ones the highest."""
        held = 0
        for group, count in zip(self.groups, self.counts, strict=True):
            for rank in list(cards_of(group))[:count]:
                held |= 1 << rank
        return held

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
class Layouts(Sequence[Layout]):
    """Every layout of a combination's missing cards, in the solver's order.

    >>> layouts = Layouts(Combination.parse("AQ 2"))
    >>> len(layouts), str(layouts[10])
    (20, 'K JT9876543')
    """

    def __init__(self, combination: Combination, apart: int = 0) -> None:
        self.combination = combination
        self.groups = _groups(combination, apart)
        self.strides = _strides(self.groups)

    def __len__(self) -> int:
        return self.strides[-1]

    @overload
    def __getitem__(self, place: int) -> Layout: ...
    @overload
    def __getitem__(self, place: slice) -> list[Layout]: ...
    def __getitem__(self, place: int | slice) -> Layout | list[Layout]:
        """The layout with this number."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        counts = tuple(
            place % after // stride for stride, after in zip(self.strides, self.strides[1:], strict=False)
        )
        return Layout(self.groups, counts)

    def __iter__(self) -> Iterator[Layout]:
        return (self[place] for place in range(len(self)))


def _groups(combination: Combination, apart: int) -> tuple[int, ...]:
    groups: list[int] = []
    touches = False
    for rank in range(combination.ranks):
        is_theirs, is_apart = combination.missing >> rank & 1, apart >> rank & 1
        if is_theirs and touches and not is_apart:
            groups[-1] |= 1 << rank
        elif is_theirs:
            groups.append(1 << rank)
        touches = bool(is_theirs and not is_apart)
    return tuple(groups)


def _strides(groups: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1]
    for group in groups:
        strides.append(strides[-1] * (size(group) + 1))
    return tuple(strides)
