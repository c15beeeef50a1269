"""The line that is asked for: for a number of tricks, for the average, or against other lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from overtrick.core import Odds, Seat
from overtrick.explain.suits import (
    PHRASES,
    average_text,
    cover_text,
    first_play_text,
    goal_text,
    true_text,
)
from overtrick.suits import (
    Contest,
    FirstPlay,
    Line,
    Plan,
    Solution,
    SuitError,
    Tree,
    at_imps,
    at_matchpoints,
)
from overtrick.suits.covers import describe
from overtrick.suits.holding import LETTERS
from overtrick.web.tools.suit_asked import Problem
from overtrick.web.tools.suit_models import ContestLine, ContestRecord

__all__ = ["Chosen", "choose", "key_of"]

_ENGLISH = PHRASES["en"]
_MOST_LINES = 600
"""Lines compared with each other; with more the comparison takes longer than anybody waits."""


@final
@dataclass(frozen=True)
class Chosen:
    """One line of play in full."""

    goal: int | str
    title: str
    value: Fraction
    line: str | None
    sentences: tuple[str, ...] = ()
    lead: str | None = None
    plays: tuple[FirstPlay, ...] = ()
    makes: int | None = None
    """The layouts in which the goal is reached, as bits."""
    tricks: tuple[int, ...] | None = None
    """The tricks in each layout."""
    tree: Tree | None = None


def choose(answer: Solution, problem: Problem) -> tuple[Chosen, ContestRecord | None]:
    """The line for a problem's goal, and for a contest the lines beside it."""
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
    """How a first play is asked for."""
    return f"{'N' if play.seat is Seat.NORTH else 'S'}-{LETTERS[play.rank]}"


def _begun(plays: tuple[FirstPlay, ...], lead: tuple[Seat, int]) -> FirstPlay:
    """The first play that was asked for."""
    for play in plays:
        if (play.seat, play.rank) == lead:
            return play
    known = ", ".join(key_of(play) for play in plays)
    raise SuitError(f"that first play is not among those that differ: {known}")


# For a number of tricks


def _for_tricks(answer: Solution, tricks: int, lead: tuple[Seat, int] | None) -> Chosen:
    goal, plays = answer.goal(tricks), answer.first_plays(tricks)
    title = "1 trick" if tricks == 1 else f"{tricks} tricks"
    if lead is not None:
        return _begun_for_tricks(answer, tricks, _begun(plays, lead), plays, title)
    if not goal.odds.wins:
        nothing = _ENGLISH.hopeless(tricks)
        return Chosen(tricks, title, Fraction(0), nothing, plays=plays, makes=0)
    said, wins = goal_text(answer, tricks), answer.wins(tricks)
    plan = _told(answer, tricks, said.line)
    play = next(play for play in goal.first_plays if play.wins == wins)
    return Chosen(
        tricks,
        title,
        goal.odds.fraction,
        said.line,
        said.sentences,
        plays=plays,
        makes=wins,
        tricks=_tricks(answer, plan),
        tree=answer.tree_of(play, tricks, plan),
    )


def _told(answer: Solution, tricks: int, line: str | None) -> Plan | None:
    """The plan that the words tell: the better one on average has no words in some cases."""
    plan = answer.plan(tricks)
    return plan if line is None or line == _text(answer, plan) else answer.shortest_plan(tricks)


def _tricks(answer: Solution, plan: Plan | None) -> tuple[int, ...] | None:
    return None if plan is None else answer.executor.tricks(plan)


def _begun_for_tricks(
    answer: Solution, tricks: int, play: FirstPlay, plays: tuple[FirstPlay, ...], title: str
) -> Chosen:
    """The best line that begins with a certain lead."""
    plan = answer.plan_for(play, tricks) if play.wins else None
    cover = cover_text(describe(answer.layouts, play.wins, answer.possible), answer.weighed)
    return Chosen(
        tricks,
        f"{title}, {first_play_text(answer, play)} first",
        play.value,
        _text(answer, plan),
        (_ENGLISH.wins(cover),) if play.wins else (_ENGLISH.hopeless(tricks),),
        key_of(play),
        plays,
        makes=play.wins,
        tricks=_tricks(answer, plan),
        tree=None if plan is None else answer.tree_of(play, tricks, plan),
    )


def _text(answer: Solution, plan: Plan | None) -> str | None:
    return true_text(plan, answer.combination, apart=answer.chances.known)


# For the average


def _for_average(answer: Solution, lead: tuple[Seat, int] | None) -> Chosen:
    plays = answer.first_plays()
    if not plays:
        raise SuitError(f"{answer.combination} makes no tricks")
    if lead is None:
        play, plan, text = plays[0], answer.plan_for_average(), average_text(answer)
        tricks = answer.tricks(play) if plan is None else answer.executor.tricks(plan)
        tree = answer.tree_of(Line(tricks, play.value, ()), 0, plan)
        title = "Most tricks on average"
        return Chosen("average", title, play.value, text, plays=plays, tricks=tricks, tree=tree)
    play = _begun(plays, lead)
    plan = answer.plan_for(play, 0)
    return Chosen(
        "average",
        f"Most tricks on average, {first_play_text(answer, play)} first",
        play.value,
        _text(answer, plan),
        lead=key_of(play),
        plays=plays,
        tricks=answer.tricks(play),
        tree=None if plan is None else answer.tree_of(play, 0, plan),
    )


# Against other lines


def _in_contest(answer: Solution, problem: Problem, goal: str) -> tuple[Chosen, ContestRecord]:
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
    chosen = Chosen(
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
        words=_ENGLISH.unbeaten(len(contest.lines)) if contest.unbeaten else _ENGLISH.cycle(len(lines)),
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
