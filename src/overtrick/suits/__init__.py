"""The single-suit expert: optimal lines against best defence, exact odds, and plans that are checked.

>>> answer = solve(Combination.parse("AQT 43"))
>>> answer.goal(3).odds.percent, answer.expected
('24%', Fraction(2, 1))
"""

import overtrick.suits.picture as _draws_solutions  # noqa: F401
from overtrick.suits.combination import Combination
from overtrick.suits.contest import Contest, Stake, at_imps, at_matchpoints
from overtrick.suits.errors import SuitError
from overtrick.suits.executor import Executor
from overtrick.suits.layouts import Chances, Layout, Layouts, Weights
from overtrick.suits.plans import (
    VOID,
    Branch,
    Condition,
    Event,
    Memory,
    Phrase,
    Sees,
    Step,
    SuitPlan,
    TrickEnd,
    Way,
)
from overtrick.suits.solution import (
    Entries,
    FirstPlay,
    Goal,
    HonestDefence,
    Line,
    Solution,
    TooManyLines,
    solve,
)
from overtrick.suits.trees import Outcome, Replies, Tactic, TacticalPlay, Tree, applicable, critical_cards

__all__ = [
    "VOID",
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
    "Replies",
    "Sees",
    "Solution",
    "Stake",
    "Step",
    "SuitError",
    "SuitPlan",
    "Tactic",
    "TacticalPlay",
    "TooManyLines",
    "Tree",
    "TrickEnd",
    "Way",
    "Weights",
    "applicable",
    "at_imps",
    "at_matchpoints",
    "critical_cards",
    "solve",
]
