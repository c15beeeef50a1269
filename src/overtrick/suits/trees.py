"""A best line as a tree of tactics, with a branch for each visible outcome of a trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from typing import final

from overtrick import _core
from overtrick.core import Seat
from overtrick.core.bits import indices
from overtrick.suits.combination import Combination
from overtrick.suits.holding import NINE, above, cards_of
from overtrick.suits.planner import Node, Planner
from overtrick.suits.plans import VOID, Event, Play, SuitPlan, Way, after, next_play

__all__ = [
    "Outcome",
    "Replies",
    "Tactic",
    "TacticalPlay",
    "Tree",
    "applicable",
    "critical_cards",
    "strategy",
]


class Tactic(IntEnum):
    """A manoeuvre that has a name."""

    CASH = 0
    SEQUENCE = 1
    DUCK = 2
    FINESSE_1 = 3
    """Low towards a card that a higher one in the same hand supports: AQ opposite 2."""
    FINESSE_2 = 4
    """A card is run towards a higher one: QJT opposite A32."""
    FINESSE_3 = 5
    """Low towards a card with no higher one beside it: A64 opposite Q75."""
    FINESSE_4 = 6
    """A card of a sequence is led towards nothing higher: KJT9 opposite 432."""

    @property
    def is_finesse(self) -> bool:
        """Is it one of the four types of finesse?"""
        return self >= Tactic.FINESSE_1


@final
@dataclass(frozen=True, slots=True)
class TacticalPlay:
    """A tactic, its card, and the defender it is against."""

    tactic: Tactic
    rank: int
    against: Seat


def critical_cards(combination: Combination) -> int:
    """The missing cards above the lowest of our high cards: those a finesse can be against.

    Cards from the nine up are high, and those in sequence with one.

    >>> from overtrick.suits.holding import letters
    >>> letters(critical_cards(Combination.parse("AJ9 764")))
    'KQT'
    """
    missing, lowest_high = combination.missing, -1
    for rank in cards_of(combination.north | combination.south):
        is_in_sequence = lowest_high >= 0 and above(missing, rank) == above(missing, lowest_high)
        if rank >= NINE or is_in_sequence:
            lowest_high = rank
    return above(missing, lowest_high) if lowest_high >= 0 else 0


def applicable(combination: Combination) -> tuple[TacticalPlay, ...]:
    """Every tactic whose preconditions hold at the start.

    >>> [(play.tactic.name, play.rank) for play in applicable(Combination.parse("AQT 43"))]
    [('CASH', 12), ('FINESSE_1', 8), ('FINESSE_1', 10)]
    """
    core = _core.SingleSuit(combination.north, combination.south, combination.ranks)
    position = _core.SuitPosition(combination.north, combination.south, combination.missing)
    tried = [play for play in core.plays(position) if core.is_worth_trying(position, play)]
    against = (Seat.EAST if play.from_north else Seat.WEST for play in tried)
    tactics = (Tactic(core.tactic(position, play)) for play in tried)
    return tuple(map(TacticalPlay, tactics, (play.rank for play in tried), against))


@final
@dataclass(frozen=True, slots=True)
class Replies:
    """A lead with third hand's card given for each card of second hand, which no tactic expresses."""

    from_north: bool
    lead: int
    thirds: tuple[tuple[int, int], ...]
    """Second hand's group (VOID: shows out) and third hand's card."""


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """Visible plays of the defenders, and the rest of the line; None: from the top."""

    events: tuple[Event, ...]
    then: Tree | None


@final
@dataclass(frozen=True, slots=True)
class Tree:
    """One trick of a line."""

    play: Play | Replies
    tactic: Tactic | None
    outcomes: tuple[Outcome, ...]
    """Only outcomes with something at stake; those with the same continuation are merged."""

    def tricks(self) -> Iterator[Tree]:
        """This trick and all that follow."""
        yield self
        for outcome in self.outcomes:
            if outcome.then is not None:
                yield from outcome.then.tricks()


def strategy(planner: Planner, node: Node, plan: SuitPlan | None) -> Tree | None:
    """The tree of a line that wins all the layouts of a node; None if playing from the top does."""
    if planner.plays_itself(node):
        return None
    play, plan = _chosen(planner, node, plan)
    if isinstance(play, Play):
        children = planner.children(node, play)
        tactic = Tactic(planner.core.tactic(node.position.core, _core.SuitPlay(*play)))
    else:
        children, tactic = planner.children_of_answers(node, play), None
    grouped: dict[Tree | None, list[Event]] = {}
    for event, child in children:
        rest = None if plan is None else after(plan, event, child.memory)
        grouped.setdefault(strategy(planner, child, rest), []).append(event)
    outcomes = tuple(Outcome(tuple(events), tree) for tree, events in grouped.items())
    return Tree(play, tactic, outcomes)


def _chosen(planner: Planner, node: Node, plan: SuitPlan | None) -> tuple[Play | Replies, SuitPlan | None]:
    north, south, out = node.position[:3]
    if plan is not None:
        play, plan = next_play(plan, planner.combination, north, south, out, node.position.reach)
        if play is not None:
            return play, plan
    position = node.position.core
    found = [
        (not planner.core.is_worth_trying(position, play), play.way, -play.rank, play.from_north)
        for play in planner.core.plays(position)
        if planner.keeps(node, Play(Way(play.way), play.from_north, play.rank))
    ]
    if found:
        _, way, rank, from_north = min(found)
        return Play(Way(way), from_north, -rank), None
    return next(_answers(planner, node)), None  # there is one, for the node can be won


def _answers(planner: Planner, node: Node) -> Iterator[Replies]:
    """Every lead that wins, with third hand's card chosen after second hand's."""
    for from_north in filter(node.position.reach.can_lead, (True, False)):
        hand, partner = node.position[:2] if from_north else node.position[1::-1]
        low_first = [*indices(partner)] or [VOID]
        for lead in indices(hand):
            thirds = dict[int, int]()
            for second, third in product(planner.second_hands(node, from_north), low_first):
                if second not in thirds and planner.keeps_answer(node, from_north, lead, second, third):
                    thirds[second] = third
            if len(thirds) == len(planner.second_hands(node, from_north)):
                yield Replies(from_north, lead, tuple(thirds.items()))
