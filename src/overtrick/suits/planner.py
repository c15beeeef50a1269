"""Finding the shortest plan that wins what the best line wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple, final

from overtrick import _core
from overtrick.suits.combination import Combination
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
    TrickWas,
    Way,
    after,
    carried_out,
    from_the_top,
    next_play,
)
from overtrick.suits.table import EAST, WEST, Position, Table, Trick

if TYPE_CHECKING:
    from overtrick.suits.trees import Answers

__all__ = ["Node", "PlanFollower", "Planner", "cost"]

_SHOWS_OUT = frozenset((VOID,))
_DEAREST = 15
"""No plan dearer than this is looked for: it would not fit into three sentences."""
_EFFORT = 1200
"""Sets of positions looked at before giving up; for trick vectors, which take longer, half as many."""


class Node(NamedTuple):
    """A position, the tricks still needed (0: trick vectors), and the layouts in which they must be won."""

    position: Position
    need: int
    layouts: int
    memory: Memory = Memory()


def cost(plan: SuitPlan) -> int:
    """How much there is to say."""
    return sum(
        _cost_of(step.phrase) + sum(2 + cost(branch.plan) for branch in step.branches) for step in plan
    )


def _cost_of(phrase: Phrase) -> int:
    is_odd = phrase.way in (Way.RUN, Way.TOWARDS) and phrase.rank < EIGHT
    is_small_lead = phrase.way is Way.LEAD and phrase.rank < EIGHT
    return 2 + (1 if phrase.is_repeated or is_small_lead else 0) + (3 if is_odd else 0)


@final
class Planner:
    """Looks for plans for one combination, with the solver's help."""

    def __init__(
        self, layouts: Layouts, core: _core.SingleSuit, reach: Reach = FREE, is_honest: bool = False
    ) -> None:
        self._reach = reach
        self.combination = layouts.combination
        self._layouts = layouts
        self.core = core
        self.table = Table(layouts, is_honest)
        self._level_bits = core.level_bits
        self._levels = sum(1 << level * core.level_bits for level in range(max(1, core.length)))
        self._keeping: dict[tuple[tuple[Position, int, int], Play], bool] = {}
        self._is_plain: dict[Node, bool] = {}
        self._tried: dict[frozenset[Node], int] = {}
        self._found: dict[frozenset[Node], SuitPlan] = {}
        self._effort = 0
        self._most_effort = _EFFORT
        self._first: frozenset[Node] = frozenset()
        self._lead: tuple[bool, int] | None = None

    def start(self, need: int, layouts: int) -> Node:
        """The first trick, with so many tricks to be made in these layouts."""
        had = self.combination
        return Node(Position(had.north, had.south, had.missing, 0, *self._reach), need, layouts)

    def plan(self, need: int, layouts: int, lead: tuple[bool, int] | None = None) -> SuitPlan | None:
        """The cheapest plan that wins these layouts, if there is one within bounds.

        It may be asked to begin with a certain lead: from North or not, and the card.
        """
        nodes = frozenset((self.start(need, layouts),))
        self._first = nodes
        self._lead = lead
        self._most_effort = _EFFORT if need else _EFFORT // 2
        self._tried.clear()
        self._found.clear()
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
        everything = frozenset(node for _, node in seen) | skipped
        rest = self._write(everything, left)
        if rest is not None:
            return (Step(phrase), *rest)
        return None if phrase.is_repeated else self._divide(phrase, seen, skipped, left)

    def _begins_right(self, phrase: Phrase) -> bool:
        """Whether a phrase begins with the lead that is asked for, or one of its equals."""
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
        """A condition after the trick, so that two plans share what one cannot do."""
        best: SuitPlan | None = None
        left = budget - 2
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
            otherwise = (
                frozenset(node for place, (_, node) in enumerate(seen) if not holds >> place & 1) | skipped
            )
            for budget_inside in range(left + 1):
                plan = self._write(inside, budget_inside)
                if plan is None:
                    continue
                rest = self._write(otherwise, left - cost(plan))
                if rest is not None:
                    best = (Step(phrase, (Branch(condition, plan),)), *rest)
                    left = cost(best) - _cost_of(phrase) - 3
                break
        return best

    # One trick

    def _phrases(self, nodes: frozenset[Node]) -> list[Phrase]:
        """What may be said next, the plainest first: plays of a position that does not play itself."""
        node = max(
            (node for node in nodes if nodes is self._first or not self.plays_itself(node)),
            key=lambda node: (node.need, size(node.layouts)),
        )
        north, south, out = node.position[:3]
        phrases = {Phrase(Way.DUCK), Phrase(Way.DUCK, is_repeated=True)}
        for found in self.core.plays(_core.SuitPosition(*node.position)):
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
        """What follows a phrase, seen and where it cannot be done; None if it gives something away."""
        seen: dict[tuple[Event, Node], None] = {}
        skipped, waiting, done = set(), list(nodes), set(nodes)
        is_done_at_all = False
        while waiting:
            node = waiting.pop()
            play = carried_out(phrase, self.combination, *node.position[:3], node.position.reach)
            if play is None:
                skipped.add(node)
                continue
            is_done_at_all = True
            if not self.keeps(node, play):
                return None
            for event, child in self.children(node, play):
                if not phrase.is_repeated:
                    seen[event, child] = None
                elif child not in done:
                    done.add(child)
                    waiting.append(child)
        return (list(seen), frozenset(skipped)) if is_done_at_all else None

    def children(self, node: Node, play: Play) -> Iterator[tuple[Event, Node]]:
        """The positions after a trick in which something is still at stake."""
        return self._at_stake(node, self.table.tricks(node.position, play))

    def children_of_answers(self, node: Node, answers: Answers) -> Iterator[tuple[Event, Node]]:
        """The same for a lead to which third hand's cards are told one by one."""
        thirds = {self._rank(node, group): third for group, third in answers.thirds}
        return self._at_stake(
            node,
            self.table.courses(node.position, answers.from_north, answers.lead, thirds.__getitem__),
        )

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
        return self.table.choices(node.position.out, node.position.showed, EAST if from_north else WEST)

    def keeps_answer(self, node: Node, from_north: bool, lead: int, second: int, third: int) -> bool:
        """Whether third hand's card to this lead and second hand's card gives nothing away."""
        courses = (
            trick
            for trick in self.table.courses(node.position, from_north, lead, lambda _: third)
            if (trick.event.east if from_north else trick.event.west) == second
        )
        return all(self._achieves(child) for _, child in self._at_stake(node, courses))

    def _achieves(self, node: Node) -> bool:
        return self.core.achieves(_core.SuitPosition(*node.position), node.need, _bytes(node.layouts))

    def _rank(self, node: Node, group: int) -> int:
        return -1 if group == VOID else lowest(node.position.out & self._layouts.groups[group])

    def keeps(self, node: Node, play: Play) -> bool:
        """Whether a play gives nothing away."""
        key = node[:3], play
        if key not in self._keeping:
            self._keeping[key] = self.core.keeps(
                _core.SuitPosition(*node.position),
                _core.SuitPlay(int(play.way), play.from_north, play.rank),
                node.need,
                _bytes(node.layouts),
            )
        return self._keeping[key]

    def plays_itself(self, node: Node) -> bool:
        """Playing from the top wins all that can be won."""
        if node not in self._is_plain:
            play = from_the_top(*node.position[:3], node.position.reach)
            self._is_plain[node] = (
                play is not None
                and self.keeps(node, play)
                and all(self.plays_itself(child) for _, child in self.children(node, play))
            )
        return self._is_plain[node]


def _bytes(layouts: int) -> bytes:
    return layouts.to_bytes((layouts.bit_length() + 7) // 8, "little")


def _plainness(phrase: Phrase) -> tuple[int, int, bool, int]:
    order = {Way.LEAD: 0, Way.TOWARDS: 1, Way.RUN: 2, Way.DUCK: 3}
    return _cost_of(phrase), order[phrase.way], phrase.is_repeated, -phrase.rank


def _divisions(seen: Sequence[tuple[Event, Node]], groups: int) -> dict[int, Condition]:
    """Every way that a condition can divide what was seen, as bits, each with its simplest condition."""
    divisions: dict[int, Condition] = {}
    everything = (1 << len(seen)) - 1
    for condition, holds in _conditions(_Sights(seen, groups)):
        if holds not in (0, everything):
            divisions.setdefault(holds, condition)
    return divisions


class _Sights:
    """For each group of cards the places in a list of what was seen where a defender played it."""

    def __init__(self, seen: Sequence[tuple[Event, Node]], groups: int) -> None:
        self.groups = groups
        self.west, self.east = dict.fromkeys(range(VOID, groups), 0), dict.fromkeys(range(VOID, groups), 0)
        self.west_so_far, self.east_so_far = dict(self.west), dict(self.east)
        self.won = 0
        self.everything = (1 << len(seen)) - 1
        for place, (event, node) in enumerate(seen):
            bit = 1 << place
            self.west[event.west] |= bit
            self.east[event.east] |= bit
            self.won |= bit if event.is_won else 0
            for group in node.memory.west:
                self.west_so_far[group] |= bit
            for group in node.memory.east:
                self.east_so_far[group] |= bit


def _any_of(places: dict[int, int], cards: frozenset[int]) -> int:
    bits = 0
    for group in cards:
        bits |= places[group]
    return bits


def _conditions(sights: _Sights) -> Iterator[tuple[Condition, int]]:
    """What can be said of a trick and where it holds, the simplest first."""
    west_out, east_out = sights.west[VOID], sights.east[VOID]
    yield Sees(west=_SHOWS_OUT), west_out
    yield Sees(east=_SHOWS_OUT), east_out
    yield TrickWas(False), sights.everything & ~sights.won
    yield TrickWas(True), sights.won
    yield Sees(_SHOWS_OUT, _SHOWS_OUT, is_either=True), west_out | east_out
    ranges = [
        frozenset(range(low, high + 1))
        for low, high in combinations_with_replacement(range(sights.groups), 2)
    ]
    for cards in ranges:
        yield Sees(west=cards), _any_of(sights.west, cards)
        yield Sees(east=cards), _any_of(sights.east, cards)
    for cards in ranges:
        west, east = _any_of(sights.west, cards), _any_of(sights.east, cards)
        yield Sees(cards, cards), west & east
        yield Sees(cards, cards, is_either=True), west | east
        yield Sees(west=cards | _SHOWS_OUT), west | west_out
        yield Sees(east=cards | _SHOWS_OUT), east | east_out
    for cards in ranges:
        west, east = _any_of(sights.west_so_far, cards), _any_of(sights.east_so_far, cards)
        yield Sees(west=cards, is_so_far=True), west
        yield Sees(east=cards, is_so_far=True), east
        yield Sees(west=cards | _SHOWS_OUT, is_so_far=True), west | west_out
        yield Sees(east=cards | _SHOWS_OUT, is_so_far=True), east | east_out


@final
class PlanFollower:
    """The undominated sets of layouts of such lines; with goal 0 of trick vectors."""

    def __init__(self, core: _core.SingleSuit, table: Table, combination: Combination, goal: int) -> None:
        self._core = core
        self._table = table
        self._combination = combination
        self._counts_tricks = goal == 0
        self._width = core.level_bits
        self._levels = core.length if goal == 0 else 1
        self._every_level = sum(1 << level * self._width for level in range(self._levels))
        self._everything = (1 << self._levels * self._width) - 1

    def sets(self, position: Position, need: int, plan: SuitPlan, memory: Memory) -> list[int]:
        """What can be won from here, layouts numbered by what West has left."""
        play, plan = next_play(plan, self._combination, *position[:3], position.reach)
        if not plan or play is None:
            found = self._core.sets(_core.SuitPosition(*position), need)
            return [int.from_bytes(each, "little") & self._everything for each in found]
        result = [self._table.domain(position.out) * self._every_level]
        for trick in self._table.tricks(position, play):
            seen = memory.then(trick.event)
            mine = self._after(trick, need, after(plan, trick.event, seen), seen)
            result = _maximal(one & other for one in result for other in mine)
        return result

    def _after(self, trick: Trick, need: int, plan: SuitPlan, memory: Memory) -> list[int]:
        others = self._everything & ~(trick.layouts * self._every_level)
        is_won = trick.event.is_won
        if not self._counts_tricks and need - is_won <= 0:
            return [self._everything]
        moved = []
        for won in self.sets(trick.position, 0 if self._counts_tricks else need - is_won, plan, memory):
            mine = won << trick.shift
            if self._counts_tricks and is_won:
                mine = mine << self._width | (1 << self._width) - 1
            moved.append(mine & self._everything | others)
        return moved


def _maximal(sets: Iterable[int]) -> list[int]:
    """Without the sets that lie within another one."""
    maximal: list[int] = []
    for one in sorted(set(sets), key=lambda each: -each.bit_count()):
        if not any(one & ~other == 0 for other in maximal):
            maximal.append(one)
    return maximal
