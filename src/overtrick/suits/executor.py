"""Plays a plan out over every layout against every defence; every published text is checked by it.

It shares nothing with the solver's search: it knows the meaning of phrases, which cards are visible, and that
the defenders, who know all hands and the plan, play the legal cards that leave declarer the fewest tricks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import sub
from typing import NamedTuple, TypeVar, final

from overtrick.core.bits import indices
from overtrick.suits import plans
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import after

__all__ = ["Executor"]

Counts = tuple[int, ...]
V = TypeVar("V")


class _State(NamedTuple):
    """The start of a trick: the rest of the plan, the cards seen, the hands that can lead, all cards left."""

    plan: plans.SuitPlan
    memory: plans.Memory
    reach: plans.Reach
    north: int
    south: int
    west: Counts
    east: Counts


@final
class Executor:
    """Plays plans for one combination."""

    def __init__(self, layouts: Layouts, reach: plans.Reach = plans.FREE, is_honest: bool = False) -> None:
        self.layouts = layouts
        self._reach = reach
        self._is_honest = is_honest
        self._groups = [list(indices(group)) for group in layouts.groups]

    def tricks(self, plan: plans.SuitPlan) -> tuple[int, ...]:
        """The tricks a plan takes in each layout."""
        had = self.layouts.combination
        self._worst = cache(self._find_worst)
        sizes = [len(group) for group in self._groups]
        starts = (
            _State(
                plan, plans.Memory(), self._reach, had.north, had.south, west, tuple(map(sub, sizes, west))
            )
            for west in (layout.counts for layout in self.layouts)
        )
        return tuple(map(self._worst, starts))

    def wins(self, plan: plans.SuitPlan, goal: int) -> int:
        """The layouts in which a plan takes at least `goal` tricks, as bits."""
        return sum(1 << place for place, tricks in enumerate(self.tricks(plan)) if tricks >= goal)

    def _find_worst(self, state: _State) -> int:
        """The tricks against best defence."""
        return min((won + self._worst(after) for won, after in self._courses(state)), default=0)

    def _courses(self, state: _State) -> Iterator[tuple[bool, _State]]:
        """Every course of the next trick: does declarer win it, and the state after it."""
        _, memory, reach, north, south, west, east = state
        out = self._cards(west) | self._cards(east, west)
        play, plan = plans.next_play(state.plan, self.layouts.combination, north, south, out, reach)
        if play is None:
            return
        hand, partner = (north, south) if play.from_north else (south, north)
        second, fourth = (east, west) if play.from_north else (west, east)
        lead = play.lead(hand)
        for played, second_left in self._choices(second, lead):
            third = plans.third_hand(play, partner, out, self._rank(played))
            best = max(lead, third, self._rank(played))
            for answered, fourth_left in self._choices(fourth, best):
                is_won = max(lead, third) > max(self._rank(played), self._rank(answered))
                event = plans.Event(*_west_first(play, played, answered), is_won)
                seen = memory.then(event)
                hands = hand & ~(1 << lead), partner & ~(1 << third) if third >= 0 else partner
                north, south = hands if play.from_north else hands[::-1]
                moved = reach.after(play.from_north, is_won, play.from_north == (lead > third))
                rest, left = after(plan, event, seen), _west_first(play, second_left, fourth_left)
                yield is_won, _State(rest, seen, moved, north, south, *left)

    def _rank(self, group: int) -> int:
        return -1 if group == plans.VOID else self._groups[group][0]

    def _cards(self, counts: Counts, taken: Counts | None = None) -> int:
        """The lowest `counts` cards of each group, after those taken."""
        starts = taken or (0,) * len(counts)
        groups = zip(self._groups, starts, counts, strict=True)
        return sum(1 << rank for group, start, count in groups for rank in group[start : start + count])

    def _choices(self, held: Counts, best: int) -> list[tuple[int, Counts]]:
        """Each group a defender may play from, with his cards left; he shows out if he has none."""
        if not any(held):
            return [(plans.VOID, held)]
        places = [place for place, count in enumerate(held) if count]
        if self._is_honest:
            places = sorted(plans.honest_plays(held, self.layouts.groups, best))
        return [(place, (*held[:place], held[place] - 1, *held[place + 1 :])) for place in places]


def _west_first(play: plans.Play, second: V, fourth: V) -> tuple[V, V]:
    """The values of second and fourth hand, reordered to West and East."""
    return (fourth, second) if play.from_north else (second, fourth)
