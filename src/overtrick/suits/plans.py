"""Lines of play as data: what to play to a trick, what to look at afterwards, and what to do then.

A plan is a row of steps. A step is one phrase ("finesse the ten"); when its trick is over, the first of
its branches whose condition the defenders' visible plays meet replaces the rest of the plan. A step that
cannot be carried out any more is left out, and where the plan ends declarer plays his cards from the top.
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
"""In place of a group of touching cards: the defender shows out."""


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
    """A way to play a trick and the card it is about."""

    way: Way
    rank: int = -1
    is_repeated: bool = False
    """Do it again as long as it can be done."""


Groups = frozenset[int]
"""The groups of touching cards that a defender has played from; VOID among them if he has shown out."""


class Event(NamedTuple):
    """What everybody sees of a trick: the groups the defenders' cards come from, and who won."""

    west: int
    east: int
    is_won: bool


class Memory(NamedTuple):
    """What everybody has seen of the defenders' cards so far."""

    west: Groups = frozenset()
    east: Groups = frozenset()

    def then(self, event: Event) -> Memory:
        """With one more trick."""
        return Memory(self.west | {event.west}, self.east | {event.east})


@final
@dataclass(frozen=True, slots=True)
class Sees:
    """The defenders' plays are among these; None where a defender's play does not matter."""

    west: Groups | None = None
    east: Groups | None = None
    is_either: bool = False
    """One of the two is enough."""
    is_so_far: bool = False
    """In this trick or an earlier one."""

    def holds(self, event: Event, memory: Memory) -> bool:
        """Is it so after this trick, which the memory contains?"""
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
        """Is it so after this trick?"""
        del memory
        return event.is_won == self.is_won


Condition = Sees | TrickEnd


@final
@dataclass(frozen=True, slots=True)
class Branch:
    """What to do instead of the rest of the plan, if the condition holds."""

    condition: Condition
    plan: SuitPlan


@final
@dataclass(frozen=True, slots=True)
class Step:
    """One phrase, and the branches looked at when its trick is over."""

    phrase: Phrase
    branches: tuple[Branch, ...] = ()


SuitPlan = tuple[Step, ...]


UNLIMITED = 15
"""More entries than tricks."""


class Play(NamedTuple):
    """A phrase brought down to the cards there are; `Way.DUCK` has become a lead."""

    way: Way
    from_north: bool
    rank: int

    def lead(self, hand: int) -> int:
        """The card to lead from this hand."""
        return lowest(hand) if self.way is Way.TOWARDS else self.rank


def third_hand(play: Play, hand: int, out: int, second: int) -> int:
    """Third hand's card after second hand's card, -1 if that hand shows out; -1 if third hand does."""
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
    """Which hand is in, and how often the lead can still be moved to each by other suits."""

    in_hand: int = 0
    """1: North won the last trick, 2: South did, 0: neither, or it does not matter."""
    north: int = UNLIMITED
    south: int = UNLIMITED

    def can_lead(self, from_north: bool) -> bool:
        """Whether this hand can lead to the next trick."""
        return self.in_hand == (1 if from_north else 2) or (self.north if from_north else self.south) > 0

    def after(self, from_north: bool, is_won: bool, by_north: bool) -> Reach:
        """After a trick led from this hand and won, if declarer won it, by that one."""
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
    """The next trick of a plan, and the plan from that step on; steps that cannot be done are left out."""
    while plan:
        play = carried_out(plan[0].phrase, had, north, south, out, reach)
        if play is not None:
            return play, plan
        plan = plan[1:]
    return from_the_top(north, south, out, reach), plan


def after(plan: SuitPlan, event: Event, memory: Memory) -> SuitPlan:
    """What is left of a plan after the trick of its first step."""
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
    """A phrase with the cards there are; None if it cannot be done, or no longer needs doing."""
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
    """The card to repeat a play with when its card is gone.

    That is the next higher card of the hand that is not high yet, or else the card that touches from below.
    """
    higher = below(above(hand, rank), highest(out)) if out else 0
    if higher:
        return lowest(higher)
    lower = highest(below(hand, rank))
    return lower if lower >= 0 and not above(below(out, rank), lower) else -1


def from_the_top(north: int, south: int, out: int, reach: Reach = FREE) -> Play | None:
    """Where nothing is said: the highest card, of equal ones that of the shorter hand."""
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
    """What a defender plays who never false-cards: his lowest card, or the lowest that beats the best one."""
    mine = [place for place, count in enumerate(held) if count > 0]
    winning = [place for place in mine if lowest(groups[place]) > best]
    return {*mine[:1], *winning[:1]}
