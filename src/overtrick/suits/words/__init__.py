"""One suit in words: lines of play, the layouts in which they win, and the alternatives."""

from __future__ import annotations

from textwrap import indent

from overtrick.core import Odds
from overtrick.core.explaining import explain
from overtrick.suits import Goal, Line, Solution
from overtrick.suits.covers import Cover, Description
from overtrick.suits.words.texts import (
    PHRASES,
    GoalText,
    average_text,
    cover_text,
    first_play_text,
    goal_text,
    language_of,
    line_text,
    plan_text,
    similar,
    true_text,
    wins_text,
)
from overtrick.suits.words.trees import NextStep, StepText, steps, tree_text

__all__ = [
    "PHRASES",
    "GoalText",
    "NextStep",
    "StepText",
    "average_text",
    "cover_text",
    "first_play_text",
    "goal_text",
    "language_of",
    "line_text",
    "plan_text",
    "similar",
    "steps",
    "tree_text",
    "true_text",
    "wins_text",
]


@explain.register
def _(answer: Solution, language: str = "en") -> str:
    """Every goal with its odds and its line, the expected tricks, and the assumptions."""
    words = language_of(language)
    parts = []
    for goal in answer.goals:
        line = line_text(answer, goal.tricks, language) or tree_text(answer, goal.tricks, language)
        parts += [words.headline(answer.combination, goal.tricks, goal.odds), indent(line, "  ")]
        if goal.odds.wins == goal.odds.cases:
            break
        parts.append("  " + words.wins(wins_text(answer, goal.tricks, language)))
    parts = parts or [words.say("nothing", answer.combination)]
    average = words.expected(answer.expected, average_text(answer, language))
    return "\n".join((*parts, average, words.assumptions(answer)))


@explain.register
def _(goal: Goal, language: str = "en") -> str:
    return language_of(language).goal(goal.tricks, goal.odds)


@explain.register
def _(line: Line, language: str = "en") -> str:
    chances = (
        f"{tricks}: {Odds.of(chance).percent}" for tricks, chance in enumerate(line.chances, 1) if chance
    )
    return language_of(language).line(line.expected, ", ".join(chances))


@explain.register(Cover)
@explain.register(Description)
def _(layouts: Cover | Description, language: str = "en") -> str:
    return cover_text(layouts, language=language)
