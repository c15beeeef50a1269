"""Drawings of combinations and their solutions: text, SVG and HTML from one description."""

from __future__ import annotations

from overtrick.core.english import counted
from overtrick.render import Cell, Diagram, describe, line
from overtrick.suits.combination import Combination
from overtrick.suits.holding import letters
from overtrick.suits.solution import Goal, Solution

__all__: list[str] = []


@describe.register
def _(combination: Combination) -> Diagram:
    north, south = (letters(holding) or "—" for holding in (combination.north, combination.south))
    rows = ((Cell((line(north),)),), (Cell((line(south),)),))
    return Diagram("combination", f"North {north}, South {south}.", rows)


@describe.register
def _(answer: Solution) -> Diagram:
    heading = tuple(Cell.heading(word) for word in ("tricks", "chance", "exactly", "first plays"))
    rows = tuple(tuple(Cell((line(text),)) for text in _row(answer, goal)) for goal in answer.goals)
    expected = ("expected", f"{float(answer.expected):.4f}", str(answer.expected), "")
    last = tuple(Cell((line(text),)) for text in expected)
    return Diagram("suit", _in_words(answer), (heading, *rows, last))


def _row(answer: Solution, goal: Goal) -> tuple[str, str, str, str]:
    plays = ", ".join(f"{play.seat.word} {answer.shown_card(play)}" for play in goal.first_plays)
    return str(goal.tricks), goal.odds.percent, str(goal.odds), plays


def _in_words(answer: Solution) -> str:
    goals = (f"{counted(goal.tricks, 'trick')} {goal.odds.percent}" for goal in answer.goals)
    chances = ", ".join((*goals, f"expected {float(answer.expected):.4f}"))
    return f"{answer.combination}: {chances}."
