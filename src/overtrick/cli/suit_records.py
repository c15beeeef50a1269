"""Suit combinations as JSON records."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from overtrick.cli import output
from overtrick.core import OvertrickError, Seat
from overtrick.suits import (
    Chances,
    Combination,
    Contest,
    Entries,
    FirstPlay,
    Line,
    Solution,
    Stake,
    solve,
)
from overtrick.suits import at_imps as imps_contest
from overtrick.suits import at_matchpoints as matchpoint_contest
from overtrick.suits.holding import letters

__all__ = ["print_batch", "record"]


def record(
    answer: Solution,
    language: str,
    wanted: int | None = None,
    every: bool = False,
    tree: bool = False,
    matchpoints: bool = False,
    stake: Stake | None = None,
) -> dict[str, object]:
    """Everything a script may want to know of a combination."""
    from overtrick.explain.suits import average_text

    found: dict[str, object] = {
        "north": letters(answer.combination.north) or "-",
        "south": letters(answer.combination.south) or "-",
    }
    if not answer.chances.is_plain:
        found["given"] = answer.chances.words
    if not answer.entries.are_free:
        found["entries"] = {"north": answer.entries.north, "south": answer.entries.south}
    goals = [goal.tricks for goal in answer.goals] if wanted is None else [wanted]
    found["goals"] = [_goal(answer, tricks, language, tree) for tricks in goals]
    found["expected"] = _number(answer.expected)
    found["expected_fraction"] = str(answer.expected)
    found["expected_first_plays"] = _plays(answer, answer.best_for_average)
    found["expected_text"] = average_text(answer, language)
    if every:
        found["lines"] = [_line(line) for line in answer.lines()]
    if matchpoints:
        found["matchpoints"] = _contest(matchpoint_contest(answer.lines(), answer.weighed))
    if stake is not None:
        found["imps"] = _contest(imps_contest(answer.lines(), answer.weighed, stake))
    return found


def _goal(answer: Solution, tricks: int, language: str, tree: bool) -> dict[str, object]:
    from overtrick.explain.suits import line_text, tree_text, wins_text

    goal, text = answer.goal(tricks), line_text(answer, tricks, language)
    found: dict[str, object] = {
        "tricks": tricks,
        "probability": _number(goal.odds.fraction),
        "fraction": str(goal.odds),
        "first_plays": _plays(answer, goal.first_plays),
        "text": text,
        "wins": wins_text(answer, tricks, language),
    }
    if tree or text is None:
        found["tree"] = tree_text(answer, tricks, language)
    return found


def _plays(answer: Solution, plays: Iterable[FirstPlay]) -> list[str]:
    return [f"{'N' if play.seat is Seat.NORTH else 'S'}{answer.shown_card(play)}" for play in plays]


def _contest(contest: Contest) -> dict[str, object]:
    chosen = contest.unbeaten or contest.cycle
    return {
        "unbeaten": bool(contest.unbeaten),
        "lines": [_line(contest.lines[place]) for place in chosen],
    }


def _line(line: Line) -> dict[str, object]:
    return {"expected": _number(line.expected), "chances": [_number(chance) for chance in line.chances]}


def _number(value: Fraction) -> float:
    return round(float(value), 12)


def print_batch(lines: Iterable[str], chances: Chances, entries: Entries, language: str) -> None:
    """One record for each line that holds a problem; a bad line gets a record that says what is wrong."""
    is_wrong = False
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            output.print_json(record(solve(Combination.parse(text), chances, entries), language))
        except OvertrickError as error:
            is_wrong = True
            output.print_json({"line": number, "problem": text, "error": str(error)})
    if is_wrong:
        raise OvertrickError("some lines are no problems; their records say why")
