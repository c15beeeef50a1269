"""What the phrases of a plan mean: which cards declarer's hands play, from what everybody can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.suits.combination import Combination
from overtrick.suits.holding import above, below, highest, lowest, size
from overtrick.suits.plans import Event, Memory, Phrase, Plan, Way

__all__ = [
    "FREE",
    "UNLIMITED",
    "Play",
    "Reach",
    "after",
    "carried_out",
    "from_the_top",
    "honest_plays",
    "next_play",
    "third_hand",
]


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
    plan: Plan, had: Combination, north: int, south: int, out: int, reach: Reach = FREE
) -> tuple[Play | None, Plan]:
    """The next trick of a plan, and the plan from that step on; steps that cannot be done are left out."""
    while plan:
        play = carried_out(plan[0].phrase, had, north, south, out, reach)
        if play is not None:
            return play, plan
        plan = plan[1:]
    return from_the_top(north, south, out, reach), plan


def after(plan: Plan, event: Event, memory: Memory) -> Plan:
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
    play = (
        _ducked(north, south, out, reach)
        if phrase.way is Way.DUCK
        else _played(phrase, had, north, south, out)
    )
    return play if play is not None and reach.can_lead(play.from_north) else None


def _ducked(north: int, south: int, out: int, reach: Reach) -> Play | None:
    from_north = bool(north) and (reach.can_lead(True) or not south)
    hand = north if from_north else south
    return Play(Way.LEAD, from_north, lowest(hand)) if hand and out else None


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
