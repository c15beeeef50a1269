"""The search for the shortest plan that wins the same layouts as the best line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple, final

from overtrick import _core
from overtrick.suits.holding import EIGHT, above, below, highest, lowest, size
from overtrick.suits.layouts import Layouts
from overtrick.suits.plans import (
    FREE,
    VOID,
    Branch,
    Condition,
    Event,
    Memory,
    Phrase,
    Play,
    Reach,
    Sees,
    Step,
    SuitPlan,
    TrickEnd,
    Way,
    after,
    carried_out,
    from_the_top,
    next_play,
)
from overtrick.suits.tricks import EAST, WEST, Position, SuitTricks, Trick

if TYPE_CHECKING:
    from overtrick.suits.trees import Replies

__all__ = ["Node", "Planner", "cost"]

_SHOWS_OUT = frozenset((VOID,))
_DEAREST = 15
"""The highest cost of a plan: a longer one would not fit into three sentences."""
_EFFORT = 1200
"""Sets of positions searched before giving up; for trick vectors, which take longer, half as many."""


class Node(NamedTuple):
    """A position, the tricks still needed (0: trick vectors), and the layouts in which they must be won."""

    position: Position
    need: int
    layouts: int
    memory: Memory = Memory()


def cost(plan: SuitPlan) -> int:
    """The cost of a plan, a measure of the length of its text."""
    return sum(
        _cost_of(step.phrase) + sum(2 + cost(branch.plan) for branch in step.branches) for step in plan
    )


def _cost_of(phrase: Phrase) -> int:
    is_odd = phrase.way in (Way.RUN, Way.TOWARDS) and phrase.rank < EIGHT
    is_small_lead = phrase.way is Way.LEAD and phrase.rank < EIGHT
    return 2 + (1 if phrase.is_repeated or is_small_lead else 0) + (3 if is_odd else 0)


@final
class Planner:
    """Searches plans for one combination, with the solver's help."""

    def __init__(
        self, layouts: Layouts, core: _core.SingleSuit, reach: Reach = FREE, is_honest: bool = False
    ) -> None:
        self._reach = reach
        self.combination = layouts.combination
        self._layouts = layouts
        self.core = core
        self.suit = SuitTricks(layouts, is_honest)
        self._level_bits = core.level_bits
        self._levels = sum(1 << level * core.level_bits for level in range(max(1, core.length)))
        self._keeps = cache(self._find_keeps)
        self.plays_itself = cache(self._plays_itself)

    def start(self, need: int, layouts: int) -> Node:
        """The first trick, with this many tricks to be made in these layouts."""
        had = self.combination
        return Node(Position(had.north, had.south, had.missing, 0, *self._reach), need, layouts)

    def plan(self, need: int, layouts: int, lead: tuple[bool, int] | None = None) -> SuitPlan | None:
        """The cheapest plan that wins these layouts; None if none is found within bounds.

        `lead` is a required first lead: is it from North, and the card.
        """
        nodes = frozenset((self.start(need, layouts),))
        self._first = nodes
        self._lead = lead
        self._most_effort = _EFFORT if need else _EFFORT // 2
        self._tried = dict[frozenset[Node], int]()
        self._found = dict[frozenset[Node], SuitPlan]()
        self._effort = 0
        for budget in range(_DEAREST + 1):
            found = self._write(nodes, budget)
            if found is not None or self._effort > self._most_effort:
                return found
        return None

    # The search

    def _write(self, nodes: frozenset[Node], budget: int) -> SuitPlan | None:
        """The cheapest plan that wins in all these positions at once."""
        is_bound = self._lead is not None and nodes is self._first
        if not is_bound and all(self.plays_itself(node) for node in nodes):
            return ()
        if nodes in self._found and cost(self._found[nodes]) <= budget:
            return self._found[nodes]
        if budget < 2 or self._tried.get(nodes, -1) >= budget or self._effort > self._most_effort:
            return None
        self._effort += 1
        self._tried[nodes] = budget
        best: SuitPlan | None = None
        for phrase in self._phrases(nodes):
            limit = budget if best is None else cost(best) - 1
            best = self._begin(nodes, phrase, limit) or best
        if best is not None:
            self._found[nodes] = best
        return best

    def _begin(self, nodes: frozenset[Node], phrase: Phrase, budget: int) -> SuitPlan | None:
        left = budget - _cost_of(phrase)
        if left < 0 or (nodes is self._first and not self._begins_right(phrase)):
            return None
        courses = self._courses(nodes, phrase)
        if courses is None:
            return None
        seen, skipped = courses
        rest = self._write(frozenset(node for _, node in seen) | skipped, left)
        if rest is not None:
            return (Step(phrase), *rest)
        return None if phrase.is_repeated else self._divide(phrase, seen, skipped, left)

    def _begins_right(self, phrase: Phrase) -> bool:
        """Does a phrase begin with the required lead, or one of its equals?"""
        if self._lead is None:
            return True
        north, south, out = self.combination.north, self.combination.south, self.combination.missing
        play = carried_out(phrase, self.combination, north, south, out, self._reach)
        if play is None or play.from_north != self._lead[0]:
            return False
        low, high = sorted((play.lead(north if play.from_north else south), self._lead[1]))
        return not below(above(out, low), high)

    def _divide(
        self, phrase: Phrase, seen: Sequence[tuple[Event, Node]], skipped: frozenset[Node], budget: int
    ) -> SuitPlan | None:
        """Branch on a condition after the trick: one plan where it holds, another where it does not."""
        best, left = None, budget - 2
        if left < 2:
            return None
        plain = sum(1 << place for place, (_, node) in enumerate(seen) if self.plays_itself(node))
        are_skipped_plain = all(self.plays_itself(node) for node in skipped)
        for holds, condition in _divisions(seen, len(self._layouts.groups)).items():
            is_plain_inside = not holds & ~plain
            is_plain_outside = are_skipped_plain and plain | holds == (1 << len(seen)) - 1
            if left < 4 and not is_plain_inside and not is_plain_outside:
                continue
            inside = frozenset(node for place, (_, node) in enumerate(seen) if holds >> place & 1)
            outside = frozenset(node for place, (_, node) in enumerate(seen) if not holds >> place & 1)
            for budget_inside in range(left + 1):
                plan = self._write(inside, budget_inside)
                if plan is None:
                    continue
                rest = self._write(outside | skipped, left - cost(plan))
                if rest is not None:
                    best = (Step(phrase, (Branch(condition, plan),)), *rest)
                    left = cost(best) - _cost_of(phrase) - 3
                break
        return best

    # One trick

    def _phrases(self, nodes: frozenset[Node]) -> list[Phrase]:
        """The phrases to try, the plainest first: plays of a position that is not won from the top."""
        node = max(
            (node for node in nodes if nodes is self._first or not self.plays_itself(node)),
            key=lambda node: (node.need, size(node.layouts)),
        )
        north, south, out = node.position[:3]
        phrases = {Phrase(Way.DUCK), Phrase(Way.DUCK, is_repeated=True)}
        for found in self.core.plays(node.position.core):
            way = Way(found.way)
            hand = north if found.from_north == (way is not Way.TOWARDS) else south
            higher = above(out, found.rank)
            equals = below(hand, lowest(higher)) if higher else hand
            for rank in {found.rank, highest(equals)}:
                phrases.add(Phrase(way, rank))
                if way is not Way.LEAD:
                    phrases.add(Phrase(way, rank, is_repeated=True))
        return sorted(phrases, key=_plainness)

    def _courses(
        self, nodes: frozenset[Node], phrase: Phrase
    ) -> tuple[list[tuple[Event, Node]], frozenset[Node]] | None:
        """The outcomes of a phrase, and the nodes where it is impossible; None if it gives something away."""
        seen: dict[tuple[Event, Node], None] = {}
        skipped, waiting, done = set(), list(nodes), set(nodes)
        while waiting:
            node = waiting.pop()
            play = carried_out(phrase, self.combination, *node.position[:3], node.position.reach)
            if play is None:
                skipped.add(node)
                continue
            if not self.keeps(node, play):
                return None
            for event, child in self.children(node, play):
                if not phrase.is_repeated:
                    seen[event, child] = None
                elif child not in done:
                    done.add(child)
                    waiting.append(child)
        return (list(seen), frozenset(skipped)) if skipped < done else None

    def children(self, node: Node, play: Play) -> Iterator[tuple[Event, Node]]:
        """The positions after a trick in which something is still at stake."""
        return self._at_stake(node, self.suit.tricks(node.position, play))

    def children_of_answers(self, node: Node, answers: Replies) -> Iterator[tuple[Event, Node]]:
        """The same for a lead with third hand's card fixed for each card of second hand."""
        thirds = {self._rank(node, group): third for group, third in answers.thirds}
        courses = self.suit.courses(node.position, answers.from_north, answers.lead, thirds.__getitem__)
        return self._at_stake(node, courses)

    def _at_stake(self, node: Node, tricks: Iterable[Trick]) -> Iterator[tuple[Event, Node]]:
        for trick in tricks:
            if node.need:
                layouts, need = (node.layouts & trick.layouts) >> trick.shift, node.need - trick.event.is_won
                if not need:
                    continue
            else:
                need, layouts = 0, (node.layouts & trick.layouts * self._levels) >> trick.shift
                if trick.event.is_won:
                    layouts >>= self._level_bits
            if layouts:
                yield trick.event, Node(trick.position, need, layouts, node.memory.then(trick.event))

    def second_hands(self, node: Node, from_north: bool) -> list[int]:
        """The groups that second hand may play from, VOID if it may show out."""
        return self.suit.choices(node.position.out, node.position.showed, EAST if from_north else WEST)

    def keeps_answer(self, node: Node, from_north: bool, lead: int, second: int, third: int) -> bool:
        """Does third hand's card to this lead and second hand's card give nothing away?"""
        courses = (
            trick
            for trick in self.suit.courses(node.position, from_north, lead, lambda _: third)
            if (trick.event.east if from_north else trick.event.west) == second
        )
        return all(
            self.core.achieves(child.position.core, child.need, _bytes(child.layouts))
            for _, child in self._at_stake(node, courses)
        )

    def _rank(self, node: Node, group: int) -> int:
        return -1 if group == VOID else lowest(node.position.out & self._layouts.groups[group])

    def keeps(self, node: Node, play: Play) -> bool:
        """Does a play give nothing away?"""
        return self._keeps(*node[:3], play)

    def _find_keeps(self, position: Position, need: int, layouts: int, play: Play) -> bool:
        return self.core.keeps(position.core, _core.SuitPlay(*play), need, _bytes(layouts))

    def _plays_itself(self, node: Node) -> bool:
        """Does playing from the top win everything required?"""
        play = from_the_top(*node.position[:3], node.position.reach)
        if play is None or not self.keeps(node, play):
            return False
        return all(self.plays_itself(child) for _, child in self.children(node, play))

    # Completing given plans

    def winnable(self, node: Node, plan: SuitPlan) -> list[int]:
        """The undominated sets of layouts won by lines that follow a plan and continue as well as possible.

        Layouts are numbered by what West has left; if no tricks are needed, the sets are trick vectors.
        """
        position, need, width = node.position, node.need, self._level_bits
        levels = 1 if need else self._levels
        play, plan = next_play(plan, self.combination, *position[:3], position.reach)
        if not plan or play is None:
            everything = (1 << width * levels.bit_count()) - 1
            found = self.core.sets(position.core, need)
            return [int.from_bytes(each, "little") & everything for each in found]
        result = [self.suit.domain(position.out) * levels]
        for event, layouts, shift, left in self.suit.tricks(position, play):
            if need and need == event.is_won:
                continue  # nothing is at stake any more
            seen = node.memory.then(event)
            then = Node(left, need and need - event.is_won, 0, seen)
            mine = [won << shift for won in self.winnable(then, after(plan, event, seen))]
            if not need and event.is_won:
                mine = [won << width | (1 << width) - 1 for won in mine]
            others = ~(layouts * levels)
            result = _maximal(one & (won | others) for one in result for won in mine)
        return result


def _bytes(layouts: int) -> bytes:
    return layouts.to_bytes((layouts.bit_length() + 7) // 8, "little")


def _plainness(phrase: Phrase) -> tuple[int, int, bool, int]:
    order = {Way.LEAD: 0, Way.TOWARDS: 1, Way.RUN: 2, Way.DUCK: 3}
    return _cost_of(phrase), order[phrase.way], phrase.is_repeated, -phrase.rank


def _divisions(seen: Sequence[tuple[Event, Node]], groups: int) -> dict[int, Condition]:
    """Every division of the outcomes by a condition, as bits, each with its simplest condition."""
    sights = defaultdict[tuple[int, bool, int], int](int)
    """The places where West (0) or East (1) has played from a group in this trick, or so far."""
    won, everything = 0, (1 << len(seen)) - 1
    for place, (event, node) in enumerate(seen):
        won |= event.is_won << place
        for side in (0, 1):
            sights[side, False, event[side]] |= 1 << place
            for group in node.memory[side]:
                sights[side, True, group] |= 1 << place

    def holds(condition: Condition) -> int:
        if isinstance(condition, TrickEnd):
            return won if condition.is_won else everything & ~won
        found = [
            reduce(or_, (sights[side, condition.is_so_far, group] for group in wanted))
            for side, wanted in enumerate((condition.west, condition.east))
            if wanted is not None
        ]
        return reduce(or_ if condition.is_either else and_, found)

    divisions: dict[int, Condition] = {}
    for condition in _conditions(groups):
        divisions.setdefault(holds(condition), condition)
    return {where: condition for where, condition in divisions.items() if where not in (0, everything)}


@cache
def _conditions(groups: int) -> tuple[Condition, ...]:
    """The conditions on a trick for this many groups of missing cards, the simplest first."""
    found: list[Condition] = [Sees(west=_SHOWS_OUT), Sees(east=_SHOWS_OUT), TrickEnd(False), TrickEnd(True)]
    found.append(Sees(_SHOWS_OUT, _SHOWS_OUT, is_either=True))
    ends = combinations_with_replacement(range(groups), 2)
    ranges = [frozenset(range(low, high + 1)) for low, high in ends]
    for cards in ranges:
        found += [Sees(west=cards), Sees(east=cards)]
    for cards in ranges:
        found += [Sees(cards, cards), Sees(cards, cards, is_either=True)]
        found += [Sees(west=cards | _SHOWS_OUT), Sees(east=cards | _SHOWS_OUT)]
    for cards in ranges:
        for told in (cards, cards | _SHOWS_OUT):
            found += [Sees(west=told, is_so_far=True), Sees(east=told, is_so_far=True)]
    return tuple(found)


def _maximal(sets: Iterable[int]) -> list[int]:
    """The sets that are not subsets of another."""
    maximal: list[int] = []
    for one in sorted(set(sets), key=lambda each: -each.bit_count()):
        if not any(one & ~other == 0 for other in maximal):
            maximal.append(one)
    return maximal
