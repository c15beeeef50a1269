"""One suit explained: lines of play, the layouts in which they win, and what else there is, in words."""

from __future__ import annotations

from overtrick.explain.suits.goals import (
    GoalText,
    average_text,
    first_play_text,
    goal_text,
    line_text,
    similar,
    true_text,
    wins_text,
)
from overtrick.explain.suits.layouts import cover_text
from overtrick.explain.suits.phrases import PHRASES
from overtrick.explain.suits.plans import plan_text
from overtrick.explain.suits.steps import StepText, Then, steps
from overtrick.explain.suits.trees import tree_text

__all__ = [
    "PHRASES",
    "GoalText",
    "StepText",
    "Then",
    "average_text",
    "cover_text",
    "first_play_text",
    "goal_text",
    "line_text",
    "plan_text",
    "similar",
    "steps",
    "tree_text",
    "true_text",
    "wins_text",
]
