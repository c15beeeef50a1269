"""The single-suit expert: optimal lines against best defence, exact odds, and plans that are checked.

>>> answer = solve(Combination.parse("AQT 43"))
>>> answer.goal(3).odds.percent, answer.expected
('24%', Fraction(2, 1))
"""

from __future__ import annotations

import overtrick.suits.picture as _draws_solutions  # noqa: F401
from overtrick.suits.answers import Entries, FirstPlay, Goal, HonestDefence, Line, TooManyLines
from overtrick.suits.chances import Chances, Weighed
from overtrick.suits.combination import Combination
from overtrick.suits.contest import Contest, Stake, at_imps, at_matchpoints
from overtrick.suits.errors import SuitError
from overtrick.suits.executor import Executor
from overtrick.suits.layouts import Layout, Layouts
from overtrick.suits.plans import (
    VOID,
    Branch,
    Condition,
    Event,
    Memory,
    Phrase,
    Plan,
    Sees,
    Step,
    TrickWas,
    Way,
)
from overtrick.suits.solution import Solution, solve
from overtrick.suits.strategy import Answers, Outcome, Tree
from overtrick.suits.tactics import Tactic, TacticalPlay, applicable, critical_cards

__all__ = [
    "VOID",
    "Answers",
    "Branch",
    "Chances",
    "Combination",
    "Condition",
    "Contest",
    "Entries",
    "Event",
    "Executor",
    "FirstPlay",
    "Goal",
    "HonestDefence",
    "Layout",
    "Layouts",
    "Line",
    "Memory",
    "Outcome",
    "Phrase",
    "Plan",
    "Sees",
    "Solution",
    "Stake",
    "Step",
    "SuitError",
    "Tactic",
    "TacticalPlay",
    "TooManyLines",
    "Tree",
    "TrickWas",
    "Way",
    "Weighed",
    "applicable",
    "at_imps",
    "at_matchpoints",
    "critical_cards",
    "solve",
]
