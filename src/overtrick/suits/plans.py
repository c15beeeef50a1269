"""Plans: lines of play as data, with the play to each trick and branches on what the defenders play.

A plan is a sequence of steps. A step is one phrase ("finesse the ten"); when its trick is over, the first
of its branches whose condition the defenders' visible plays meet replaces the rest of the plan. A step that
can no longer be carried out is skipped, and where the plan ends declarer plays his cards from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, final

from overtrick.suits.combination import Combination
from overtrick.suits.holding import above, below, highest, lowest, size

__all__ = [
    "FREE",
    "UNLIMITED",
    "VOID",
    "Branch",
    "Condition",
    "Event",
    "Memory",
    "Phrase",
    "Play",
    "Reach",
    "Sees",
    "Step",
    "SuitPlan",
    "TrickEnd",
    "Way",
    "after",
    "carried_out",
    "from_the_top",
    "honest_plays",
    "next_play",
    "third_hand",
]

VOID = -1
"""Stands for a group of touching cards when the defender shows out."""


class Way(IntEnum):
    """How a trick is played."""

    LEAD = 0
    """Lead the card, low from the other hand."""
    TOWARDS = 1
    """Lead low towards the card and play it; if second hand beats it, beat that card if possible."""
    RUN = 2
    """Lead the card, low from the other hand; if second hand beats it, beat that card if possible."""
    DUCK = 3
    """Low from both hands."""


@final
@dataclass(frozen=True, slots=True, order=True)
class Phrase:
    """A way to play a trick, with its card."""

    way: Way
    rank: int = -1
    is_repeated: bool = False
    """Is it repeated as long as possible?"""


Groups = frozenset[int]
"""The groups of touching cards that a defender has played from, including VOID if he has shown out."""


class Event(NamedTuple):
    """The visible outcome of a trick: the groups of the defenders' cards, and whether declarer won."""

    west: int
    east: int
    is_won: bool


class Memory(NamedTuple):
    """The groups that the defenders have visibly played from so far."""

    west: Groups = frozenset()
    east: Groups = frozenset()

    def then(self, event: Event) -> Memory:
        """The memory after one more trick."""
        return Memory(self.west | {event.west}, self.east | {event.east})


@final
@dataclass(frozen=True, slots=True)
class Sees:
    """The defenders' plays are among these; None where a defender's play does not matter."""

    west: Groups | None = None
    east: Groups | None = None
    is_either: bool = False
    """Is it enough if one of the two did?"""
    is_so_far: bool = False
    """Do earlier tricks count as well?"""

    def holds(self, event: Event, memory: Memory) -> bool:
        """Is the condition met after this trick, which the memory includes?"""
        seen = memory if self.is_so_far else ({event.west}, {event.east})
        wanted = zip(seen, (self.west, self.east), strict=True)
        found = [bool(groups & asked) for groups, asked in wanted if asked is not None]
        return any(found) if self.is_either else all(found)


@final
@dataclass(frozen=True, slots=True)
class TrickEnd:
    """The outcome of the trick: declarer won or lost it."""

    is_won: bool

    def holds(self, event: Event, memory: Memory) -> bool:
        """Is the condition met after this trick?"""
        del memory
        return event.is_won == self.is_won


Condition = Sees | TrickEnd


@final
@dataclass(frozen=True, slots=True)
class Branch:
    """A plan that replaces the rest if the condition is met."""

    condition: Condition
    plan: SuitPlan


@final
@dataclass(frozen=True, slots=True)
class Step:
    """One phrase, and the branches tried when its trick is over."""

    phrase: Phrase
    branches: tuple[Branch, ...] = ()


SuitPlan = tuple[Step, ...]


UNLIMITED = 15
"""A number of entries that never runs out."""


class Play(NamedTuple):
    """A phrase applied to the cards left; `Way.DUCK` has become a lead."""

    way: Way
    from_north: bool
    rank: int

    def lead(self, hand: int) -> int:
        """The card to lead from this hand."""
        return lowest(hand) if self.way is Way.TOWARDS else self.rank


def third_hand(play: Play, hand: int, out: int, second: int) -> int:
    """Third hand's card after second hand's; in both, -1 stands for showing out."""
    if not hand:
        return -1
    if play.way is Way.LEAD:
        return lowest(hand)
    winners = above(hand, highest(out) if second < 0 else second)
    if winners and (second < 0 or second > play.rank):
        return lowest(winners)
    is_in_play = play.way is Way.TOWARDS and second < play.rank
    return play.rank if is_in_play else lowest(hand)


class Reach(NamedTuple):
    """The hand on lead, and how many entries in other suits each hand has left."""

    in_hand: int = 0
    """1: North won the last trick, 2: South did, 0: neither, or it does not matter."""
    north: int = UNLIMITED
    south: int = UNLIMITED

    def can_lead(self, from_north: bool) -> bool:
        """Whether this hand can lead to the next trick."""
        return self.in_hand == (1 if from_north else 2) or (self.north if from_north else self.south) > 0

    def after(self, from_north: bool, is_won: bool, by_north: bool) -> Reach:
        """The reach after a trick led from North or not and, if declarer won it, won by North or not."""
        north, south = self.north, self.south
        if self.in_hand != (1 if from_north else 2):
            north -= from_north and north != UNLIMITED
            south -= not from_north and south != UNLIMITED
        winner = 0 if not is_won else 1 if by_north else 2
        is_needless = (north if winner == 1 else south) == UNLIMITED
        return Reach(0 if is_needless else winner, north, south)


FREE = Reach()


def next_play(
    plan: SuitPlan, had: Combination, north: int, south: int, out: int, reach: Reach = FREE
) -> tuple[Play | None, SuitPlan]:
    """The next play of a plan, and the plan from that step on; impossible steps are skipped."""
    while plan:
        play = carried_out(plan[0].phrase, had, north, south, out, reach)
        if play is not None:
            return play, plan
        plan = plan[1:]
    return from_the_top(north, south, out, reach), plan


def after(plan: SuitPlan, event: Event, memory: Memory) -> SuitPlan:
    """The rest of a plan after the trick of its first step."""
    if not plan:
        return plan
    step = plan[0]
    for branch in step.branches:
        if branch.condition.holds(event, memory):
            return branch.plan
    return plan if step.phrase.is_repeated else plan[1:]


def carried_out(
    phrase: Phrase, had: Combination, north: int, south: int, out: int, reach: Reach = FREE
) -> Play | None:
    """The play of a phrase with the cards left; None if it is impossible or no longer needed."""
    if phrase.way is Way.DUCK:
        from_north = bool(north) and (reach.can_lead(True) or not south)
        hand = north if from_north else south
        play = Play(Way.LEAD, from_north, lowest(hand)) if hand and out else None
    else:
        play = _played(phrase, had, north, south, out)
    return play if play is not None and reach.can_lead(play.from_north) else None


def _played(phrase: Phrase, had: Combination, north: int, south: int, out: int) -> Play | None:
    in_north = bool(had.north >> phrase.rank & 1)
    hand, partner = (north, south) if in_north else (south, north)
    rank = phrase.rank
    if not hand >> rank & 1:
        rank = _successor(rank, hand, out) if phrase.is_repeated else -1
    if rank < 0 or (phrase.way is not Way.LEAD and not above(out, rank)):
        return None
    if phrase.way is not Way.TOWARDS:
        return Play(phrase.way, in_north, rank)
    return Play(Way.TOWARDS, not in_north, rank) if partner else None


def _successor(rank: int, hand: int, out: int) -> int:
    """The card with which a play is repeated when its card is gone.

    That is the next higher card of the hand that is not high yet, or else the card that touches from below.
    """
    higher = below(above(hand, rank), highest(out)) if out else 0
    if higher:
        return lowest(higher)
    lower = highest(below(hand, rank))
    return lower if lower >= 0 and not above(below(out, rank), lower) else -1


def from_the_top(north: int, south: int, out: int, reach: Reach = FREE) -> Play | None:
    """The default play: the highest card, of equal ones that of the shorter hand."""
    leaders = [north if reach.can_lead(True) else 0, south if reach.can_lead(False) else 0]
    if not any(leaders):
        return None
    limit = highest(below(out, highest(leaders[0] | leaders[1])))
    tops_north, tops_south = (above(hand, limit) for hand in leaders)
    if tops_north and tops_south:
        shorter = (size(north), -tops_north) < (size(south), -tops_south)
        return Play(Way.LEAD, shorter, highest(tops_north if shorter else tops_south))
    return Play(Way.LEAD, bool(tops_north), highest(tops_north or tops_south))


def honest_plays(held: Sequence[int], groups: Sequence[int], best: int) -> set[int]:
    """The groups a defender who never false-cards plays from: his lowest card's, or the lowest that wins."""
    mine = [place for place, count in enumerate(held) if count > 0]
    winning = [place for place in mine if lowest(groups[place]) > best]
    return {*mine[:1], *winning[:1]}
