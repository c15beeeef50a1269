"""Carrying out a plan over every layout against every defence: the judge of every published text.

It shares nothing with the solver: it knows what a phrase means, which cards are visible, and that the
defenders, who know all hands and the plan, play whichever legal cards leave declarer the fewest tricks.
"""

from __future__ import annotations

from typing import final

from overtrick.suits.layouts import Layouts
from overtrick.suits.meaning import after, honest_plays, next_play, third_hand
from overtrick.suits.plans import VOID, Event, Memory, Plan

__all__ = ["Executor"]

Counts = tuple[int, ...]


@final
class Executor:
    """Plays plans for one combination."""

    def __init__(self, layouts: Layouts, is_honest: bool = False) -> None:
        self.layouts = layouts
        self._is_honest = is_honest
        self._groups = [sorted(rank for rank in range(13) if group >> rank & 1) for group in layouts.groups]
        self._fewest: dict[tuple[Plan, Memory, int, int, Counts, Counts], int] = {}

    def tricks(self, plan: Plan) -> tuple[int, ...]:
        """The tricks a plan takes in each layout."""
        combination = self.layouts.combination
        self._fewest.clear()
        return tuple(
            self._worst(
                plan,
                Memory(),
                combination.north,
                combination.south,
                layout.counts,
                self._others(layout.counts),
            )
            for layout in self.layouts
        )

    def wins(self, plan: Plan, goal: int) -> int:
        """The layouts in which a plan takes at least so many tricks, as bits."""
        return sum(1 << place for place, tricks in enumerate(self.tricks(plan)) if tricks >= goal)

    def _others(self, west: Counts) -> Counts:
        return tuple(len(group) - count for group, count in zip(self._groups, west, strict=True))

    def _worst(self, plan: Plan, memory: Memory, north: int, south: int, west: Counts, east: Counts) -> int:
        key = plan, memory, north, south, west, east
        if key not in self._fewest:
            self._fewest[key] = self._play(plan, memory, north, south, west, east)
        return self._fewest[key]

    def _play(self, plan: Plan, memory: Memory, north: int, south: int, west: Counts, east: Counts) -> int:
        out = self._cards(west) | self._cards(east, west)
        play, plan = next_play(plan, self.layouts.combination, north, south, out)
        if play is None:
            return 0
        hand, partner = (north, south) if play.from_north else (south, north)
        lead = play.lead(hand)
        second, fourth = (east, west) if play.from_north else (west, east)
        fewest = 13
        for played, second_left in self._choices(second, lead):
            third = third_hand(play, partner, out, self._rank(played))
            best = max(lead, third, self._rank(played))
            for answered, fourth_left in self._choices(fourth, best):
                is_won = max(lead, third) > max(self._rank(played), self._rank(answered))
                west_played, east_played = (answered, played) if play.from_north else (played, answered)
                event = Event(west_played, east_played, is_won)
                seen = memory.then(event)
                hands = hand & ~(1 << lead), partner & ~(1 << third) if third >= 0 else partner
                left = (second_left, fourth_left) if not play.from_north else (fourth_left, second_left)
                rest = self._worst(
                    after(plan, event, seen),
                    seen,
                    *(hands if play.from_north else hands[::-1]),
                    *left,
                )
                fewest = min(fewest, is_won + rest)
        return fewest

    def _rank(self, group: int) -> int:
        return -1 if group == VOID else self._groups[group][0]

    def _cards(self, counts: Counts, taken: Counts | None = None) -> int:
        """So many of the lowest cards of each group, after those taken."""
        cards = 0
        for place, count in enumerate(counts):
            start = taken[place] if taken else 0
            for rank in self._groups[place][start : start + count]:
                cards |= 1 << rank
        return cards

    def _choices(self, held: Counts, best: int) -> list[tuple[int, Counts]]:
        """Each group a defender may play from, and what he has left; he shows out if he has nothing."""
        if not any(held):
            return [(VOID, held)]
        places = [place for place, count in enumerate(held) if count]
        if self._is_honest:
            places = sorted(honest_plays(held, self.layouts.groups, best))
        return [(place, (*held[:place], held[place] - 1, *held[place + 1 :])) for place in places]
