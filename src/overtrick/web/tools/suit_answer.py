"""The answer about a suit combination, computed in a worker process: every goal, and one line in full."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from overtrick.core import Odds, Seat
from overtrick.suits import (
    Chances,
    Combination,
    Contest,
    Entries,
    FirstPlay,
    Line,
    Solution,
    SuitError,
    SuitPlan,
    Tree,
    at_imps,
    at_matchpoints,
    solve,
)
from overtrick.suits.covers import describe
from overtrick.suits.holding import LETTERS, letters
from overtrick.suits.words import (
    PHRASES,
    StepText,
    average_text,
    cover_text,
    first_play_text,
    goal_text,
    line_text,
    steps,
    true_text,
    wins_text,
)
from overtrick.web.tools.suit_models import (
    AnswerRecord,
    ContestLine,
    ContestRecord,
    FirstPlayRecord,
    GoalOdds,
    GoalRecord,
    LayoutRecord,
    LineRecord,
    StepRecord,
    SuitAnswer,
    SuitOdds,
)
from overtrick.web.tools.suit_query import Problem

__all__ = ["answer_of", "goal_record", "key_of", "suit_odds"]

_ENGLISH = PHRASES["en"]
_MOST_LINES = 600
"""The most lines compared with each other; with more the comparison would take too long."""


@lru_cache(maxsize=200)
def answer_of(problem: Problem) -> SuitAnswer:
    """The full answer to a problem; cached, because people go back and forth."""
    answer = _solved(problem.combination, problem.chances, problem.entries)
    chosen, contest = _chosen(answer, problem)
    return SuitAnswer(
        north=letters(problem.combination.north) or "-",
        south=letters(problem.combination.south) or "-",
        assumptions=_ENGLISH.assumptions(answer),
        goals=[goal_record(problem, goal.tricks) for goal in answer.goals],
        expected=float(answer.expected),
        expected_fraction=str(answer.expected),
        expected_line=average_text(answer),
        chosen=chosen,
        contest=contest,
    )


def suit_odds(problem: Problem) -> SuitOdds:
    """The odds of every goal, which are quick."""
    goals = _solved(problem.combination, problem.chances, problem.entries).goals
    return SuitOdds(
        goals=[
            GoalOdds(tricks=goal.tricks, fraction=str(goal.odds), percent=goal.odds.percent) for goal in goals
        ]
    )


def goal_record(problem: Problem, tricks: int) -> GoalRecord:
    """A goal with its line in words, which may take a second."""
    return _goal(problem.combination, problem.chances, problem.entries, tricks)


@lru_cache(maxsize=32)
def _solved(combination: Combination, chances: Chances, entries: Entries) -> Solution:
    """A solution, cached because people ask several questions about one combination."""
    return solve(combination, chances, entries)


@lru_cache(maxsize=400)
def _goal(combination: Combination, chances: Chances, entries: Entries, tricks: int) -> GoalRecord:
    answer = _solved(combination, chances, entries)
    goal = answer.goal(tricks)
    return GoalRecord(
        tricks=tricks,
        probability=float(goal.odds.fraction),
        fraction=str(goal.odds),
        percent=goal.odds.percent,
        line=line_text(answer, tricks),
        wins=_ENGLISH.wins(wins_text(answer, tricks)),
        first_plays=[key_of(play) for play in goal.first_plays],
    )


def _line(
    answer: Solution,
    goal: int | str,
    title: str,
    value: Fraction,
    line: str | None,
    sentences: tuple[str, ...] = (),
    lead: str | None = None,
    plays: tuple[FirstPlay, ...] = (),
    makes: int | None = None,
    tricks: tuple[int, ...] | None = None,
    tree: Tree | None = None,
) -> LineRecord:
    """One line of play in full; `makes` has a bit for each layout in which the goal is reached."""
    is_chance = isinstance(goal, int)
    return LineRecord(
        goal=str(goal),
        title=title,
        lead=lead,
        value=float(value),
        fraction=str(value),
        shown=_shown(value, is_chance),
        line=line,
        sentences=list(sentences),
        first_plays=[
            FirstPlayRecord(
                key=key_of(play),
                words=first_play_text(answer, play),
                value=float(play.value),
                fraction=str(play.value),
                shown=_shown(play.value, is_chance),
                is_best=play.value == plays[0].value,
            )
            for play in plays
        ],
        layouts=_layouts(answer, makes, tricks),
        tree=None if tree is None else _step(steps(answer, tree)),
    )


def _shown(value: Fraction, is_chance: bool) -> str:
    return Odds.of(value).percent if is_chance else f"{float(value):.3f}"


def _layouts(answer: Solution, makes: int | None, tricks: tuple[int, ...] | None) -> list[LayoutRecord]:
    """Every possible layout, West's longest first, then the likelier ones."""
    found = [
        LayoutRecord(
            west=letters(layout.west) or "-",
            east=letters(layout.east) or "-",
            west_length=layout.west_length,
            east_length=layout.east_length,
            probability=weight / answer.weighed.total,
            fraction=str(Fraction(weight, answer.weighed.total)),
            percent=Odds(weight, answer.weighed.total).percent,
            makes=None if makes is None else bool(makes >> place & 1),
            tricks=None if tricks is None else tricks[place],
        )
        for place, (layout, weight) in enumerate(zip(answer.layouts, answer.weighed.weights, strict=True))
        if weight
    ]
    return sorted(found, key=lambda layout: (-layout.west_length, -layout.probability))


def _step(step: StepText) -> StepRecord:
    return StepRecord(
        play=step.play,
        leads=step.leads.word,
        answers=[
            AnswerRecord(seen=then.seen, then=None if then.step is None else _step(then.step))
            for then in step.answers
        ],
    )


# The chosen line


def _chosen(answer: Solution, problem: Problem) -> tuple[LineRecord, ContestRecord | None]:
    """The line for a problem's goal and, for a contest, the lines it is compared with."""
    match problem.goal:
        case "average":
            return _for_average(answer, problem.lead), None
        case "matchpoints" | "imps" as goal:
            return _in_contest(answer, problem, goal)
        case int() as tricks:
            return _for_tricks(answer, tricks, problem.lead), None
        case _:
            most = answer.goals[0].tricks if answer.goals else 1
            return _for_tricks(answer, most, problem.lead), None


def key_of(play: FirstPlay) -> str:
    """The key of a first play in the query."""
    return f"{'N' if play.seat is Seat.NORTH else 'S'}-{LETTERS[play.rank]}"


def _after_lead(
    answer: Solution, goal: int | str, title: str, plays: tuple[FirstPlay, ...], lead: tuple[Seat, int]
) -> LineRecord:
    """The best line that begins with the requested lead."""
    play = next((play for play in plays if (play.seat, play.rank) == lead), None)
    if play is None:
        known = ", ".join(key_of(play) for play in plays)
        raise SuitError(f"that first play is not among those that differ: {known}")
    tricks, sentences = 0, tuple[str, ...]()
    if isinstance(goal, int):
        tricks, cover = goal, describe(answer.layouts, play.wins, answer.possible)
        told = _ENGLISH.wins(cover_text(cover, answer.weighed)) if play.wins else _ENGLISH.hopeless(goal)
        sentences = (told,)
    plan = answer.plan_for(play, tricks) if play.wins or not tricks else None
    return _line(
        answer,
        goal,
        f"{title}, {first_play_text(answer, play)} first",
        play.value,
        _text(answer, plan),
        sentences,
        key_of(play),
        plays,
        makes=play.wins if tricks else None,
        tricks=answer.tricks(play) if not tricks else None if plan is None else answer.executor.tricks(plan),
        tree=None if plan is None else answer.tree_of(play, tricks, plan),
    )


# For a number of tricks


def _for_tricks(answer: Solution, tricks: int, lead: tuple[Seat, int] | None) -> LineRecord:
    goal, plays = answer.goal(tricks), answer.first_plays(tricks)
    title = "1 trick" if tricks == 1 else f"{tricks} tricks"
    if lead is not None:
        return _after_lead(answer, tricks, title, plays, lead)
    if not goal.odds.wins:
        nothing = _ENGLISH.hopeless(tricks)
        return _line(answer, tricks, title, Fraction(0), nothing, plays=plays, makes=0)
    said, wins = goal_text(answer, tricks), answer.wins(tricks)
    plan = answer.plan(tricks)
    if said.line not in (None, _text(answer, plan)):  # the better plan on average may have no words
        plan = answer.shortest_plan(tricks)
    play = next(play for play in goal.first_plays if play.wins == wins)
    return _line(
        answer,
        tricks,
        title,
        goal.odds.fraction,
        said.line,
        said.sentences,
        plays=plays,
        makes=wins,
        tricks=None if plan is None else answer.executor.tricks(plan),
        tree=answer.tree_of(play, tricks, plan),
    )


def _text(answer: Solution, plan: SuitPlan | None) -> str | None:
    return true_text(plan, answer.combination, apart=answer.chances.known)


# For the average


def _for_average(answer: Solution, lead: tuple[Seat, int] | None) -> LineRecord:
    plays, title = answer.first_plays(), "Most tricks on average"
    if not plays:
        raise SuitError(f"{answer.combination} makes no tricks")
    if lead is not None:
        return _after_lead(answer, "average", title, plays, lead)
    play, plan, text = plays[0], answer.plan_for_average(), average_text(answer)
    tricks = answer.tricks(play) if plan is None else answer.executor.tricks(plan)
    tree = answer.tree_of(Line(tricks, play.value, ()), 0, plan)
    return _line(answer, "average", title, play.value, text, plays=plays, tricks=tricks, tree=tree)


# Against other lines


def _in_contest(answer: Solution, problem: Problem, goal: str) -> tuple[LineRecord, ContestRecord]:
    lines = answer.lines(limit=_MOST_LINES)
    contest = (
        at_matchpoints(lines, answer.weighed)
        if problem.stake is None
        else at_imps(lines, answer.weighed, problem.stake)
    )
    places = contest.unbeaten or contest.cycle
    if problem.line >= len(places):
        raise SuitError(f"there are only {len(places)} such lines")
    line = lines[places[problem.line]]
    plan = answer.plan_of(line)
    where = "at matchpoints" if goal == "matchpoints" else "at IMPs"
    title = f"Best {where}" if contest.unbeaten else f"Line {problem.line + 1} of {len(places)} {where}"
    chosen = _line(
        answer,
        goal,
        title,
        line.expected,
        _text(answer, plan),
        tricks=line.tricks,
        tree=answer.tree_of(line, 0, plan),
    )
    return chosen, _contest(answer, contest, places, problem.line)


def _contest(answer: Solution, contest: Contest, places: tuple[int, ...], chosen: int) -> ContestRecord:
    lines = [contest.lines[place] for place in places]
    return ContestRecord(
        words=_ENGLISH.say("unbeaten", len(contest.lines))
        if contest.unbeaten
        else _ENGLISH.say("cycle", len(lines)),
        lines=[
            ContestLine(
                expected=float(line.expected),
                chances=[Odds.of(chance).percent for chance in line.chances],
                line=_text(answer, answer.plan_of(line)),
            )
            for line in lines
        ],
        chosen=chosen,
    )
