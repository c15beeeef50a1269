"""Positions of one suit for the planner: the possible courses of a trick, and their layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from operator import mul, sub
from typing import NamedTuple, final

from overtrick import _core
from overtrick.suits.holding import highest, lowest, size
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import UNLIMITED, VOID, Event, Play, Reach, honest_plays, third_hand

__all__ = ["EAST", "WEST", "Position", "SuitTricks", "Trick"]

WEST, EAST = 1, 2


class Position(NamedTuple):
    """The start of a trick; `showed` is the defender who has shown out, 0 if neither."""

    north: int
    south: int
    out: int
    showed: int = 0
    in_hand: int = 0
    entries_north: int = UNLIMITED
    entries_south: int = UNLIMITED

    @property
    def reach(self) -> Reach:
        """Which hands can lead."""
        return Reach(*self[4:])

    @property
    def core(self) -> _core.SuitPosition:
        """The position for the solver."""
        return _core.SuitPosition(*self)


class Trick(NamedTuple):
    """One course of a trick: the visible plays, the layouts that allow it, and the position after it."""

    event: Event
    layouts: int
    """As bits, numbered as in the position before: by West's cards left."""
    shift: int
    """How far layouts are renumbered downwards after it."""
    position: Position


@final
class SuitTricks:
    """The tricks of one combination, cached."""

    def __init__(self, layouts: Layouts, is_honest: bool = False) -> None:
        self._is_honest = is_honest
        self._counts = [layout.counts for layout in layouts]
        self._honest_layouts: dict[tuple[int, int, int, int], int] = {}
        self._groups = layouts.groups
        self._strides = layouts.strides
        self.domain = cache(self._domain)
        self.tricks = cache(self._tricks)

    def _domain(self, out: int) -> int:
        """The layouts of the cards out, as bits."""
        layouts = 1
        for group, stride in zip(self._groups, self._strides, strict=False):
            without = layouts
            for count in range(1, size(group & out) + 1):
                layouts |= without << count * stride
        return layouts

    def _tricks(self, position: Position, play: Play) -> list[Trick]:
        """Every course a trick can take."""
        hand, partner = position[:2] if play.from_north else position[1::-1]
        third_card = partial(third_hand, play, partner, position.out)
        return list(self.courses(position, play.from_north, play.lead(hand), third_card))

    def courses(
        self, position: Position, from_north: bool, lead: int, third_card: Callable[[int], int]
    ) -> Iterator[Trick]:
        """Every course of a trick in which third hand's card depends on second hand's."""
        hand, partner = position[:2] if from_north else position[1::-1]
        second_seat, fourth_seat = (EAST, WEST) if from_north else (WEST, EAST)
        for second in self.choices(position.out, position.showed, second_seat):
            second_rank, left = self._taken(position.out, second)
            third = third_card(second_rank)
            showed = second_seat if second == VOID else position.showed
            for fourth in self.choices(left, showed, fourth_seat):
                fourth_rank, rest = self._taken(left, fourth)
                is_won = max(lead, third) > max(second_rank, fourth_rank)
                west, east = (fourth, second) if from_north else (second, fourth)
                hands = hand & ~(1 << lead), partner & ~(1 << third) if third >= 0 else partner
                void = position.showed or (WEST if west == VOID else EAST if east == VOID else 0)
                shift = 0 if west == VOID else self._strides[west]
                layouts = self._layouts(position, rest, shift, void)
                if self._is_honest:
                    layouts &= self._honest(position.out, second_seat, lead, second)
                    best = max(lead, third, second_rank)
                    layouts &= self._honest(position.out, fourth_seat, best, fourth)
                reach = position.reach.after(from_north, is_won, from_north == (lead > third))
                north, south = hands if from_north else hands[::-1]
                after = Position(north, south, rest, void if rest else 0, *reach)
                yield Trick(Event(west, east, is_won), layouts, shift, after)

    def choices(self, out: int, showed: int, seat: int) -> list[int]:
        """The groups a defender may play from, VOID if he may be out of the suit."""
        held = [place for place, group in enumerate(self._groups) if group & out]
        if showed == seat or not held:
            return [VOID]
        return held if showed else [*held, VOID]

    def _taken(self, out: int, group: int) -> tuple[int, int]:
        """The rank of a card of the group, and the cards out without one of them."""
        if group == VOID:
            return -1, out
        held = out & self._groups[group]
        return lowest(held), out & ~(1 << highest(held))

    def _layouts(self, before: Position, rest: int, shift: int, showed: int) -> int:
        if not showed:
            return self.domain(rest) << shift
        if showed == WEST:
            return 1
        last: int = sum(map(mul, (size(group & before.out) for group in self._groups), self._strides))
        return 1 << last

    def _honest(self, out: int, seat: int, best: int, group: int) -> int:
        """The layouts in which a defender who never false-cards may play from this group."""
        if group == VOID:
            return -1
        lower = sum(1 for cards in self._groups if lowest(cards) < best)
        key = out, seat, lower, group
        if key not in self._honest_layouts:
            sizes = [size(cards & out) for cards in self._groups]
            self._honest_layouts[key] = sum(
                1 << place
                for place, counts in enumerate(self._counts)
                if group in honest_plays(counts if seat == WEST else _rest(sizes, counts), self._groups, best)
            )
        return self._honest_layouts[key]


def _rest(sizes: Sequence[int], counts: Sequence[int]) -> list[int]:
    """East's number of cards of each group, given West's."""
    return list(map(sub, sizes, counts))
