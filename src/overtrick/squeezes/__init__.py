"""The squeeze expert: squeezes recognised, named, proved, planned and explained.

>>> report = analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
>>> report.squeeze.kind, report.values.victims, report.values.gain
(Kind.SIMPLE, (Seat.WEST,), 1)

Whole deals and exercises are in `overtrick.squeezes.deals` and `overtrick.squeezes.nearby.making`, which load
more than an ending needs.
"""

from __future__ import annotations

import overtrick.squeezes.picture as _draws_reports  # noqa: F401
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.divisions.divided import Division, Divisions, divisions
from overtrick.squeezes.divisions.undivided import Length, Undivided
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.marks import Marks, marks
from overtrick.squeezes.nearby.defence import CounterMeasures, counter_measures
from overtrick.squeezes.nearby.near_misses import NearMiss, near_miss
from overtrick.squeezes.plans.executor import Run, next_card, run
from overtrick.squeezes.plans.plan import Plan, PlanError
from overtrick.squeezes.plans.planning import plan_for
from overtrick.squeezes.reasons.why import why
from overtrick.squeezes.report import GivenUp, Report, Squeeze, Squeezed, Threat, Values

__all__ = [
    "CounterMeasures",
    "Division",
    "Divisions",
    "Ending",
    "GivenUp",
    "Kind",
    "Length",
    "Marks",
    "Means",
    "Modifier",
    "NearMiss",
    "Plan",
    "PlanError",
    "Report",
    "Run",
    "Squeeze",
    "Squeezed",
    "Threat",
    "Undivided",
    "Values",
    "analyse",
    "counter_measures",
    "divisions",
    "marks",
    "near_miss",
    "next_card",
    "plan_for",
    "run",
    "values",
    "why",
]
