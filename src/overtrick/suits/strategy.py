"""A best line as a tree: what to play, what may be seen, what to play then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from overtrick import _core
from overtrick.suits.holding import cards_of
from overtrick.suits.meaning import Play, after, next_play
from overtrick.suits.planner import Node, Planner
from overtrick.suits.plans import VOID, Event, Plan, Way
from overtrick.suits.tactics import Tactic, tactic_of

__all__ = ["Answers", "Outcome", "Tree", "strategy"]


@final
@dataclass(frozen=True, slots=True)
class Answers:
    """A lead to which third hand's card is told for each card of second hand: no tactic says as much."""

    from_north: bool
    lead: int
    thirds: tuple[tuple[int, int], ...]
    """Second hand's group (VOID: shows out) and third hand's card."""


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """What the defenders may be seen to play, and how the line goes on; None: from the top."""

    events: tuple[Event, ...]
    then: Tree | None


@final
@dataclass(frozen=True, slots=True)
class Tree:
    """One trick of a line."""

    play: Play | Answers
    tactic: Tactic | None
    outcomes: tuple[Outcome, ...]
    """Only where something is still at stake; outcomes that go on alike are one."""

    def tricks(self) -> Iterator[Tree]:
        """This trick and all that follow."""
        yield self
        for outcome in self.outcomes:
            if outcome.then is not None:
                yield from outcome.then.tricks()


def strategy(planner: Planner, node: Node, plan: Plan | None) -> Tree | None:
    """The tree of a line that wins all the layouts of a node; None if playing from the top does."""
    if planner.plays_itself(node):
        return None
    play, plan = _chosen(planner, node, plan)
    children = list(
        planner.children(node, play) if isinstance(play, Play) else planner.children_of_answers(node, play)
    )
    grouped: dict[Tree | None, list[Event]] = {}
    for event, child in children:
        rest = None if plan is None else after(plan, event, child.memory)
        grouped.setdefault(strategy(planner, child, rest), []).append(event)
    outcomes = tuple(Outcome(tuple(events), tree) for tree, events in grouped.items())
    tactic = tactic_of(planner.core, node.position, play) if isinstance(play, Play) else None
    return Tree(play, tactic, outcomes)


def _chosen(planner: Planner, node: Node, plan: Plan | None) -> tuple[Play | Answers, Plan | None]:
    north, south, out = node.position[:3]
    if plan is not None:
        play, plan = next_play(plan, planner.combination, north, south, out, node.position.reach)
        if play is not None:
            return play, plan
    position = _core.SuitPosition(*node.position)
    found = [
        (not planner.core.is_worth_trying(position, play), play.way, -play.rank, play.from_north)
        for play in planner.core.plays(position)
        if planner.keeps(node, Play(Way(play.way), play.from_north, play.rank))
    ]
    if found:
        _, way, rank, from_north = min(found)
        return Play(Way(way), from_north, -rank), None
    return next(_answers(planner, node)), None  # there is one: what the node asks for can be won


def _answers(planner: Planner, node: Node) -> Iterator[Answers]:
    """Every lead that wins, with third hand's card chosen after second hand's."""
    for from_north in (True, False):
        if not node.position.reach.can_lead(from_north):
            continue
        hand = node.position.north if from_north else node.position.south
        partner = node.position.south if from_north else node.position.north
        for lead in reversed(list(cards_of(hand))):
            thirds = []
            for second in planner.second_hands(node, from_north):
                fitting = (
                    third
                    for third in reversed([*cards_of(partner)] or [VOID])
                    if planner.keeps_answer(node, from_north, lead, second, third)
                )
                found = next(fitting, None)
                if found is None:
                    break
                thirds.append((second, found))
            else:
                yield Answers(from_north, lead, tuple(thirds))
