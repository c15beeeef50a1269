"""The work behind the page of a suit combination, done in a process of its own."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from overtrick.core import Odds
from overtrick.explain.suits import (
    PHRASES,
    StepText,
    average_text,
    first_play_text,
    line_text,
    steps,
    wins_text,
)
from overtrick.suits import Chances, Combination, Entries, FirstPlay, Solution, solve
from overtrick.suits.holding import letters
from overtrick.web.tools.suit_asked import Problem
from overtrick.web.tools.suit_lines import Chosen, choose, key_of
from overtrick.web.tools.suit_models import (
    AnswerRecord,
    FirstPlayRecord,
    GoalOdds,
    GoalRecord,
    LayoutRecord,
    LineRecord,
    StepRecord,
    SuitAnswer,
    SuitOdds,
)

__all__ = ["answered", "goal_told", "odds_told"]

_ENGLISH = PHRASES["en"]


@lru_cache(maxsize=200)
def answered(problem: Problem) -> SuitAnswer:
    """Everything about a problem; kept for a while, because people go back and forth."""
    answer = _solved(problem.combination, problem.chances, problem.entries)
    chosen, contest = choose(answer, problem)
    return SuitAnswer(
        north=letters(problem.combination.north) or "-",
        south=letters(problem.combination.south) or "-",
        assumptions=_ENGLISH.assumptions(answer),
        goals=[goal_told(problem, goal.tricks) for goal in answer.goals],
        expected=float(answer.expected),
        expected_fraction=str(answer.expected),
        expected_line=average_text(answer),
        chosen=_line(answer, chosen),
        contest=contest,
    )


def odds_told(problem: Problem) -> SuitOdds:
    """The odds of every goal, which come at once."""
    goals = _solved(problem.combination, problem.chances, problem.entries).goals
    return SuitOdds(
        goals=[
            GoalOdds(tricks=goal.tricks, fraction=str(goal.odds), percent=goal.odds.percent) for goal in goals
        ]
    )


def goal_told(problem: Problem, tricks: int) -> GoalRecord:
    """A goal with its line in words, which may take a second."""
    return _goal(problem.combination, problem.chances, problem.entries, tricks)


@lru_cache(maxsize=32)
def _solved(combination: Combination, chances: Chances, entries: Entries) -> Solution:
    """Kept, too: people look at one combination from several sides."""
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


def _line(answer: Solution, chosen: Chosen) -> LineRecord:
    is_chance = isinstance(chosen.goal, int)
    return LineRecord(
        goal=str(chosen.goal),
        title=chosen.title,
        lead=chosen.lead,
        value=float(chosen.value),
        fraction=str(chosen.value),
        shown=_shown(chosen.value, is_chance),
        line=chosen.line,
        sentences=list(chosen.sentences),
        first_plays=[_first_play(answer, play, chosen.plays[0].value, is_chance) for play in chosen.plays],
        layouts=_layouts(answer, chosen),
        tree=None if chosen.tree is None else _step(steps(answer, chosen.tree)),
    )


def _shown(value: Fraction, is_chance: bool) -> str:
    return Odds.of(value).percent if is_chance else f"{float(value):.3f}"


def _first_play(answer: Solution, play: FirstPlay, best: Fraction, is_chance: bool) -> FirstPlayRecord:
    return FirstPlayRecord(
        key=key_of(play),
        words=first_play_text(answer, play),
        value=float(play.value),
        fraction=str(play.value),
        shown=_shown(play.value, is_chance),
        is_best=play.value == best,
    )


def _layouts(answer: Solution, chosen: Chosen) -> list[LayoutRecord]:
    """Every layout that can occur, West's longest first, the likelier before the others."""
    found = [
        LayoutRecord(
            west=letters(layout.west) or "-",
            east=letters(layout.east) or "-",
            west_length=layout.west_length,
            east_length=layout.east_length,
            probability=weight / answer.weighed.total,
            fraction=str(Fraction(weight, answer.weighed.total)),
            percent=Odds(weight, answer.weighed.total).percent,
            makes=None if chosen.makes is None else bool(chosen.makes >> place & 1),
            tricks=None if chosen.tricks is None else chosen.tricks[place],
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
