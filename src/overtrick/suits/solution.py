"""The answers about one combination: chances, first plays and lines for every number of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import final

from overtrick import _core
from overtrick.core import Odds, Seat
from overtrick.core.drawing import Drawn
from overtrick.suits.answers import Entries, FirstPlay, Goal, HonestDefence, Line, TooManyLines
from overtrick.suits.chances import Chances, Weighed
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.executor import Executor
from overtrick.suits.followed import Followed
from overtrick.suits.holding import LETTERS, above, highest
from overtrick.suits.layouts import Layouts
from overtrick.suits.meaning import Play
from overtrick.suits.planner import Planner, cost
from overtrick.suits.plans import Memory, Plan
from overtrick.suits.strategy import Tree, strategy
from overtrick.suits.table import Position, Trick

__all__ = ["Solution", "solve"]


_MOST_BITS = 1800
"""Layouts times tricks that the core can keep in one set."""
_WORTH_SAYING = 20
"""How much more there may be to say for the sake of more tricks on average."""


@final
class Solution(Drawn):
    """Everything about one combination, each part worked out when it is asked for.

    >>> answer = solve(Combination.parse("AQT 43"))
    >>> [(goal.tricks, str(goal.odds)) for goal in answer.goals], answer.expected
    ([(3, '6/25'), (2, '19/25'), (1, '1/1')], Fraction(2, 1))
    """

    def __init__(
        self, combination: Combination, chances: Chances, entries: Entries, is_honest: bool = False
    ) -> None:
        self.combination = combination
        self.chances = chances
        self.entries = entries
        self.layouts = Layouts(combination, chances.known)
        self.weighed: Weighed = chances.over(self.layouts)
        if len(self.layouts) * max(1, combination.length) > _MOST_BITS:
            raise SuitError("too many layouts to tell apart: fewer known cards, please")
        self._core = _core.SingleSuit(
            combination.north,
            combination.south,
            combination.ranks,
            chances.known,
            *entries.reach[1:],
            honest_defence=is_honest,
        )
        self._is_honest = is_honest
        self._honest: Solution | None = None
        self._goal = cache(self._solved)
        self._best_line = cache(self._told)

    def __repr__(self) -> str:
        return f"solve({self.combination!r}, {self.chances!r}, {self.entries!r})"

    # What can be made

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Every number of tricks with a chance, the largest first."""
        found = (self.goal(tricks) for tricks in range(self.combination.length, 0, -1))
        return tuple(goal for goal in found if goal.odds.wins)

    def goal(self, tricks: int) -> Goal:
        """The best chance of at least so many tricks."""
        if not 1 <= tricks <= self.combination.length:
            raise SuitError(
                f"{tricks} tricks cannot be asked of {self.combination}:"
                f" expected 1 to {self.combination.length}"
            )
        return self._goal(tricks)

    @cached_property
    def expected(self) -> Fraction:
        """The largest expected number of tricks."""
        return max((play.value for play in self.best_for_average), default=Fraction(0))

    @cached_property
    def best_for_average(self) -> tuple[FirstPlay, ...]:
        """Every lead that begins a line with the largest expected number of tricks."""
        return self._leads(0, only_best=True)

    def first_plays(self, tricks: int = 0) -> tuple[FirstPlay, ...]:
        """Every lead with its best chance of so many tricks, or of expected tricks; the best first."""
        found = self._leads(tricks, only_best=False)
        return tuple(sorted(found, key=lambda play: (-play.value, play.seat, -play.rank)))

    def shown_card(self, play: FirstPlay) -> str:
        """The letter of a first play: the highest of equal cards that are sure to win, else the lowest."""
        hand = self.combination.north if play.seat is Seat.NORTH else self.combination.south
        if not self.entries.are_free:
            return LETTERS[play.rank]
        return LETTERS[play.rank if above(self.combination.missing, play.rank) else highest(hand)]

    def _solved(self, tricks: int) -> Goal:
        plays = self._leads(tricks, only_best=True)
        best = max((play.value for play in plays), default=Fraction(0))
        return Goal(tricks, Odds.of(best), plays)

    def _leads(self, tricks: int, only_best: bool) -> tuple[FirstPlay, ...]:
        weights = self.weighed.weights * (1 if tricks else self.combination.length)
        found = self._core.leads(tricks, weights, only_best) if self.combination.length else []
        return tuple(
            FirstPlay(
                Seat.NORTH if from_north else Seat.SOUTH,
                rank,
                Fraction(value, self.weighed.total),
                int.from_bytes(wins, "little") & (self.possible if tricks else -1),
            )
            for from_north, rank, value, wins in sorted(found, key=lambda lead: (not lead[0], -lead[1]))
        )

    @cached_property
    def possible(self) -> int:
        """The layouts that can occur, as bits."""
        return sum(1 << place for place, weight in enumerate(self.weighed.weights) if weight)

    # How to play

    def shortest_plan(self, tricks: int) -> Plan | None:
        """The shortest plan that wins the same layouts as `plan`, whatever it does on average."""
        return self._best_line(tricks)[2]

    def plan(self, tricks: int) -> Plan | None:
        """A short plan with the best chance of so many tricks; None if none was found that wins exactly that.

        It has been carried out over every layout against every defence. Of plans with that chance the one
        with the most expected tricks is taken, if it is one.
        """
        return self._best_line(tricks)[0]

    def wins(self, tricks: int) -> int:
        """The layouts that the plan wins, or if there is none a best line, as bits."""
        return self._best_line(tricks)[1]

    def _told(self, tricks: int) -> tuple[Plan | None, int, Plan | None]:
        goal = self.goal(tricks)
        for wins in dict.fromkeys(play.wins for play in goal.first_plays):
            plan = self._checked(tricks, wins)
            if plan is not None:
                return self._improved(plan, goal), wins, plan
        return None, goal.wins, None

    def _improved(self, plan: Plan, goal: Goal) -> Plan:
        """The line with the most expected tricks, if it does as well for the goal in the same layouts."""
        usual = self.plan_for_average()
        if usual is None or cost(usual) > cost(plan) + _WORTH_SAYING:
            return plan
        wins = self.executor.wins(usual, goal.tricks) & self.possible
        is_as_good = wins == self.executor.wins(plan, goal.tricks) & self.possible
        return usual if is_as_good and self._mean(usual) > self._mean(plan) else plan

    def _mean(self, plan: Plan) -> Fraction:
        tricks = self.executor.tricks(plan)
        return Fraction(
            sum(w * made for w, made in zip(self.weighed.weights, tricks, strict=True)), self.weighed.total
        )

    def plan_for(self, play: FirstPlay, tricks: int) -> Plan | None:
        """The shortest plan that begins with this lead and wins what its best line wins."""
        return self._checked(tricks, play.wins, (play.seat is Seat.NORTH, play.rank))

    def _checked(self, tricks: int, wins: int, lead: tuple[bool, int] | None = None) -> Plan | None:
        plan = self._planner.plan(tricks, wins, lead)
        if plan is None:
            return None
        found = self.executor.tricks(plan)
        if tricks:
            won = sum(1 << place for place, made in enumerate(found) if made >= tricks)
            return plan if won & self.possible == wins else None
        wanted = self._tricks_of(wins)
        is_same = all(
            made == want or not weight
            for made, want, weight in zip(found, wanted, self.weighed.weights, strict=True)
        )
        return plan if is_same else None

    def plan_for_average(self) -> Plan | None:
        """A short plan with the largest expected number of tricks."""
        return self._average_plan

    @cached_property
    def _average_plan(self) -> Plan | None:
        for wins in dict.fromkeys(play.wins for play in self.best_for_average):
            plan = self._checked(0, wins)
            if plan is not None:
                return plan
        return None

    def plan_of(self, line: Line) -> Plan | None:
        """The shortest plan that takes in every layout what a line takes."""
        return self._checked(0, self._vector(line))

    def _vector(self, line: Line) -> int:
        width = self._core.level_bits
        return sum(
            1 << level * width + place for place, made in enumerate(line.tricks) for level in range(made)
        )

    def best_after(self, plan: Plan, tricks: int) -> Fraction:
        """What a line is worth that follows a plan and goes on as well as possible where it ends.

        The chance of so many tricks, or for 0 the expected number of tricks.
        """
        if not plan:
            return self.goal(tricks).odds.fraction if tricks else self.expected
        start, _, _ = self._position(())
        followed = Followed(self._core, self._planner.table, self.combination, tricks)
        sets = followed.sets(start, tricks, plan, Memory())
        width = self._core.level_bits
        everything = (1 << len(self.layouts)) - 1
        levels = range(self.combination.length if not tricks else 1)
        return max(
            sum((self.weighed.chance(won >> level * width & everything) for level in levels), Fraction(0))
            for won in sets
        )

    def tree(self, tricks: int) -> Tree | None:
        """A best line for so many tricks as a tree of tactics; None if playing from the top is best."""
        plan, wins, _ = self._best_line(tricks)
        return strategy(self._planner, self._planner.start(tricks, wins), plan)

    def tree_of(self, chosen: FirstPlay | Line, tricks: int, plan: Plan | None) -> Tree | None:
        """The tree of a first play for so many tricks, 0 for the average, or any line, by a plan for it."""
        wins = chosen.wins if isinstance(chosen, FirstPlay) else self._vector(chosen)
        return strategy(self._planner, self._planner.start(tricks, wins), plan)

    def against_honest_defence(self, tricks: int) -> HonestDefence | None:
        """What could be gained from defenders who never false-card, if anything."""
        if self._honest is None:
            self._honest = Solution(self.combination, self.chances, self.entries, is_honest=True)
        goal, usual = self._honest.goal(tricks), self.plan(tricks)
        if usual is None:
            return None
        already = self.weighed.chance(self._honest.executor.wins(usual, tricks))
        plan = self._honest.plan(tricks) if already < goal.odds.fraction else None
        if plan is None:
            return None
        truly = self.weighed.chance(self.executor.wins(plan, tricks))
        return HonestDefence(plan, goal.odds, Odds.of(truly))

    @cached_property
    def executor(self) -> Executor:
        """Carries out plans for this combination."""
        return Executor(self.layouts, self.entries.reach, self._is_honest)

    @cached_property
    def _planner(self) -> Planner:
        return Planner(self.layouts, self._core, self.entries.reach, self._is_honest)

    def tricks_after(self, play: Play, courses: Sequence[Trick] = ()) -> tuple[tuple[int, int], ...]:
        """The tricks to come in each layout, by the line of most expected tricks that goes on with this play.

        The position is the one after these courses of earlier tricks; layouts that they rule out are left
        out. Each answer is the number of a layout and its tricks.
        """
        position, shift, possible = self._position(courses)
        weights = [
            weight if possible >> place & 1 else 0 for place, weight in enumerate(self.weighed.weights)
        ]
        local = [*weights[shift:], *([0] * shift)]
        _, wins = self._core.after(
            _core.SuitPosition(*position),
            _core.SuitPlay(int(play.way), play.from_north, play.rank),
            0,
            local * self.combination.length,
        )
        tricks = self._tricks_of(int.from_bytes(wins, "little"))
        return tuple((place, tricks[place - shift]) for place in range(len(weights)) if possible >> place & 1)

    def _position(self, courses: Sequence[Trick]) -> tuple[Position, int, int]:
        """The position after some tricks, how far layout numbers moved, and the layouts still possible."""
        if not courses:
            had = self.combination
            start = Position(had.north, had.south, had.missing, 0, *self.entries.reach)
            return start, 0, (1 << len(self.layouts)) - 1
        shift, possible = 0, (1 << len(self.layouts)) - 1
        for course in courses:
            possible &= course.layouts << shift
            shift += course.shift
        return courses[-1].position, shift, possible

    # Lines compared

    def lines(self, limit: int = 2000) -> tuple[Line, ...]:
        """Every undominated line, the one with the largest expected number of tricks first."""
        length = self.combination.length
        found = self._core.lines(0, limit) if length else []
        if length and not found:
            raise TooManyLines(f"{self.combination} has too many undominated lines to list")
        lines = {self._line(self._tricks_of(int.from_bytes(vector, "little"))) for vector in found}
        return tuple(sorted(lines, key=lambda line: (-line.expected, line.tricks)))

    def tricks(self, play: FirstPlay) -> tuple[int, ...]:
        """The tricks that a line for expected tricks takes in each layout."""
        return self._tricks_of(play.wins)

    def _tricks_of(self, vector: int) -> tuple[int, ...]:
        width = self._core.level_bits
        return tuple(
            sum(vector >> level * width + place & 1 for level in range(self.combination.length))
            for place in range(len(self.layouts))
        )

    def _line(self, tricks: tuple[int, ...]) -> Line:
        weights, total = self.weighed.weights, self.weighed.total
        chances = tuple(
            Fraction(sum(weight for weight, won in zip(weights, tricks, strict=True) if won >= goal), total)
            for goal in range(1, self.combination.length + 1)
        )
        return Line(tricks, sum(chances, Fraction(0)), chances)


_NOTHING_KNOWN = Chances()
_FREE = Entries()


def solve(
    combination: Combination | str, chances: Chances = _NOTHING_KNOWN, entries: Entries = _FREE
) -> Solution:
    """Everything about a combination.

    >>> solve(Combination.parse("AJ9 764")).goal(2).odds.percent
    '37.7%'
    """
    if isinstance(combination, str):
        combination = Combination.parse(combination)
    return Solution(combination, chances, entries)
