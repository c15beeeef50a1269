"""The solution of one combination: chances, first plays and lines for every number of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from operator import mul
from typing import final

from overtrick import _core
from overtrick.core import Odds, Seat
from overtrick.core.bits import indices
from overtrick.core.drawing import Drawable
from overtrick.suits.combination import Combination
from overtrick.suits.errors import SuitError
from overtrick.suits.executor import Executor
from overtrick.suits.holding import LETTERS, above, highest
from overtrick.suits.layouts import Chances, Layouts, Weights
from overtrick.suits.planner import Planner, cost
from overtrick.suits.plans import UNLIMITED, Play, Reach, SuitPlan
from overtrick.suits.trees import Tree, strategy
from overtrick.suits.tricks import Trick

__all__ = ["Entries", "FirstPlay", "Goal", "HonestDefence", "Line", "Solution", "TooManyLines", "solve"]


class TooManyLines(SuitError):
    """There are more undominated lines than the limit."""


@final
@dataclass(frozen=True, slots=True)
class Entries:
    """The entries to each hand in other suits; None for as many as needed."""

    north: int | None = None
    south: int | None = None

    def __post_init__(self) -> None:
        for name, number in (("North", self.north), ("South", self.south)):
            if number is not None and not 0 <= number < UNLIMITED:
                raise SuitError(f"{number} entries to {name}: expected a number from 0 to 14")

    @property
    def reach(self) -> Reach:
        """The start of play: neither hand is in."""
        return Reach(0, *(UNLIMITED if count is None else count for count in (self.north, self.south)))

    @property
    def are_free(self) -> bool:
        """Entries never run out."""
        return self.north is None and self.south is None


@final
@dataclass(frozen=True, slots=True)
class FirstPlay:
    """A card to lead, with the value of the best line that begins with it."""

    seat: Seat
    rank: int
    value: Fraction
    """The chance of the goal, or the expected number of tricks."""
    wins: int
    """The layouts in which the line reaches the goal, as bits; for expected tricks the trick vector."""

    def __str__(self) -> str:
        return f"{self.seat.word} {LETTERS[self.rank]}"


@final
@dataclass(frozen=True, slots=True)
class Goal:
    """The best chance of at least a number of tricks."""

    tricks: int
    odds: Odds
    first_plays: tuple[FirstPlay, ...]
    """Every lead that begins a best line."""

    @property
    def wins(self) -> int:
        """The layouts a best line wins, as bits; 0 if nothing can be led."""
        return self.first_plays[0].wins if self.first_plays else 0


@final
@dataclass(frozen=True, slots=True)
class Line:
    """An undominated line of play, known by the tricks it takes in each layout."""

    tricks: tuple[int, ...]
    expected: Fraction
    chances: tuple[Fraction, ...]
    """The chance of at least one trick, two tricks, and so on."""


@final
@dataclass(frozen=True, slots=True)
class HonestDefence:
    """A line that gains against defenders who never false-card, with its odds against them and the best."""

    plan: SuitPlan
    odds: Odds
    against_best: Odds


_MOST_BITS = 1800
"""The most layouts times tricks that the core can hold in one set."""
_WORTH_SAYING = 20
"""The extra cost allowed for a plan with more tricks on average."""


@final
class Solution(Drawable):
    """The full solution of one combination; each part is computed on first use.

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
        self.weighed: Weights = chances.over(self.layouts)
        if len(self.layouts) * max(1, combination.length) > _MOST_BITS:
            raise SuitError("too many layouts to tell apart: fewer known cards, please")
        cards = combination.north, combination.south, combination.ranks, chances.known
        self._core = _core.SingleSuit(*cards, *entries.reach[1:], honest_defence=is_honest)
        self._is_honest = is_honest
        self._goal = cache(self._find_goal)
        self._best_line = cache(self._find_line)
        self._plan_of_leads = cache(self._find_plan)

    def __repr__(self) -> str:
        return f"solve({self.combination!r}, {self.chances!r}, {self.entries!r})"

    # Chances

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Every number of tricks with a chance, the largest first."""
        found = (self.goal(tricks) for tricks in range(self.combination.length, 0, -1))
        return tuple(goal for goal in found if goal.odds.wins)

    def goal(self, tricks: int) -> Goal:
        """The best chance of at least this many tricks."""
        if not 1 <= tricks <= self.combination.length:
            asked = f"{tricks} tricks cannot be asked of {self.combination}"
            raise SuitError(f"{asked}: expected 1 to {self.combination.length}")
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
        """Every lead with its best chance of this many tricks, or expected tricks for 0; the best first."""
        return tuple(
            sorted(
                self._leads(tricks, only_best=False), key=lambda play: (-play.value, play.seat, -play.rank)
            )
        )

    def shown_card(self, play: FirstPlay) -> str:
        """The letter of a first play: the highest of equal cards that are sure to win, else the lowest."""
        hand = self.combination.north if play.seat is Seat.NORTH else self.combination.south
        is_sure = self.entries.are_free and not above(self.combination.missing, play.rank)
        return LETTERS[highest(hand) if is_sure else play.rank]

    def _find_goal(self, tricks: int) -> Goal:
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

    # Lines

    def shortest_plan(self, tricks: int) -> SuitPlan | None:
        """The shortest plan that wins the same layouts as `plan`, whatever it does on average."""
        return self._best_line(tricks)[2]

    def plan(self, tricks: int) -> SuitPlan | None:
        """A short plan with the best chance of this many tricks; None if none was found that achieves it.

        It has been played out over every layout against every defence. The plan with the most expected
        tricks is preferred if it has the same chance.
        """
        return self._best_line(tricks)[0]

    def wins(self, tricks: int) -> int:
        """The layouts that the plan wins, or without a plan those of a best line, as bits."""
        return self._best_line(tricks)[1]

    def _find_line(self, tricks: int) -> tuple[SuitPlan | None, int, SuitPlan | None]:
        goal = self.goal(tricks)
        plan, wins = self._plan_of_leads(tricks, goal.first_plays)
        return (None, goal.wins, None) if plan is None else (self._improved(plan, goal), wins, plan)

    def _find_plan(self, tricks: int, plays: tuple[FirstPlay, ...]) -> tuple[SuitPlan | None, int]:
        """A plan for one of these first plays, if one is found, and the layouts it wins."""
        sets = dict.fromkeys(play.wins for play in plays)
        found = ((self._checked(tricks, wins), wins) for wins in sets)
        return next(((plan, wins) for plan, wins in found if plan is not None), (None, 0))

    def _improved(self, plan: SuitPlan, goal: Goal) -> SuitPlan:
        """The line with the most expected tricks, if it does as well for the goal in the same layouts."""
        usual = self.plan_for_average()
        if usual is None or cost(usual) > cost(plan) + _WORTH_SAYING:
            return plan
        wins = self.executor.wins(usual, goal.tricks) & self.possible
        is_as_good = wins == self.executor.wins(plan, goal.tricks) & self.possible
        return usual if is_as_good and self.worth(usual) > self.worth(plan) else plan

    def best(self, tricks: int) -> Fraction:
        """The best chance of this many tricks, or for 0 the largest expected number of tricks."""
        return self.goal(tricks).odds.fraction if tricks else self.expected

    def worth(self, plan: SuitPlan, tricks: int = 0) -> Fraction:
        """The chance of this many tricks with a plan, or for 0 the expected number of tricks."""
        made = self.executor.tricks(plan)
        values = [taken >= tricks if tricks else taken for taken in made]
        return Fraction(sum(map(mul, self.weighed.weights, values)), self.weighed.total)

    def plan_for(self, play: FirstPlay, tricks: int) -> SuitPlan | None:
        """The shortest plan that begins with this lead and wins the layouts of its best line."""
        return self._checked(tricks, play.wins, (play.seat is Seat.NORTH, play.rank))

    def _checked(self, tricks: int, wins: int, lead: tuple[bool, int] | None = None) -> SuitPlan | None:
        plan = self._planner.plan(tricks, wins, lead)
        if plan is None:
            return None
        if tricks:
            return plan if self.executor.wins(plan, tricks) & self.possible == wins else None
        results = zip(self.executor.tricks(plan), self._tricks_of(wins), self.weighed.weights, strict=True)
        return plan if all(made == wanted or not weight for made, wanted, weight in results) else None

    def plan_for_average(self) -> SuitPlan | None:
        """A short plan with the largest expected number of tricks."""
        return self._plan_of_leads(0, self.best_for_average)[0]

    def plan_of(self, line: Line) -> SuitPlan | None:
        """The shortest plan that takes the same tricks as a line in every layout."""
        return self._checked(0, self._vector(line))

    def _vector(self, line: Line) -> int:
        width = self._core.level_bits
        return sum(
            1 << level * width + place for place, made in enumerate(line.tricks) for level in range(made)
        )

    def best_after(self, plan: SuitPlan, tricks: int) -> Fraction:
        """The value of a plan with the best continuation where it ends.

        It is the chance of this many tricks, or for 0 the expected number of tricks.
        """
        if not plan:
            return self.best(tricks)
        sets = self._planner.winnable(self._planner.start(tricks, 0), plan)
        width = self._core.level_bits
        everything = (1 << len(self.layouts)) - 1
        levels = range(self.combination.length if not tricks else 1)
        return max(
            sum((self.weighed.chance(won >> level * width & everything) for level in levels), Fraction(0))
            for won in sets
        )

    def tree(self, tricks: int) -> Tree | None:
        """A best line for this many tricks as a tree of tactics; None if playing from the top is best."""
        plan, wins, _ = self._best_line(tricks)
        return strategy(self._planner, self._planner.start(tricks, wins), plan)

    def tree_of(self, chosen: FirstPlay | Line, tricks: int, plan: SuitPlan | None) -> Tree | None:
        """The tree of a line, or of a first play for this many tricks (0: the average), by a plan for it."""
        wins = chosen.wins if isinstance(chosen, FirstPlay) else self._vector(chosen)
        return strategy(self._planner, self._planner.start(tricks, wins), plan)

    def against_honest_defence(self, tricks: int) -> HonestDefence | None:
        """The line that gains against defenders who never false-card, if there is one."""
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
    def _honest(self) -> Solution:
        """The solution against defenders who never false-card."""
        return Solution(self.combination, self.chances, self.entries, is_honest=True)

    @cached_property
    def executor(self) -> Executor:
        """The executor of plans for this combination."""
        return Executor(self.layouts, self.entries.reach, self._is_honest)

    @cached_property
    def _planner(self) -> Planner:
        return Planner(self.layouts, self._core, self.entries.reach, self._is_honest)

    def tricks_after(self, play: Play, courses: Sequence[Trick] = ()) -> tuple[tuple[int, int], ...]:
        """The tricks to come in each layout, by the line of most expected tricks that starts with this play.

        The position is the one after these courses of earlier tricks; layouts that they rule out are left
        out. Each answer is the number of a layout and its tricks.
        """
        position, shift, possible = self._planner.start(0, 0).position, 0, (1 << len(self.layouts)) - 1
        for course in courses:
            position, possible = course.position, possible & course.layouts << shift
            shift += course.shift
        weights = [weight * (possible >> place & 1) for place, weight in enumerate(self.weighed.weights)]
        local = [*weights[shift:], *([0] * shift)] * self.combination.length
        _, wins = self._core.after(position.core, _core.SuitPlay(*play), 0, local)
        tricks = self._tricks_of(int.from_bytes(wins, "little"))
        return tuple((place, tricks[place - shift]) for place in indices(possible))

    # All lines

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
            Fraction(sum(map(mul, weights, (won >= goal for won in tricks))), total)
            for goal in range(1, self.combination.length + 1)
        )
        return Line(tricks, sum(chances, Fraction(0)), chances)


_NOTHING_KNOWN = Chances()
_FREE = Entries()


def solve(
    combination: Combination | str, chances: Chances = _NOTHING_KNOWN, entries: Entries = _FREE
) -> Solution:
    """Solve a combination.

    >>> solve(Combination.parse("AJ9 764")).goal(2).odds.percent
    '37.7%'
    """
    if isinstance(combination, str):
        combination = Combination.parse(combination)
    return Solution(combination, chances, entries)
