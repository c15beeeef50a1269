"""The squeeze expert: recognises, names, proves, plans and explains squeezes.

>>> report = analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
>>> report.squeeze.kind, report.values.victims, report.values.gain
(Kind.SIMPLE, (Seat.WEST,), 1)

Whole deals are in `overtrick.squeezes.whole_deals`, which loads more than an ending needs, exercises in
`overtrick.squeezes.exercises`.
"""

import overtrick.squeezes.picture as _draws_reports  # noqa: F401
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.counter_measures import CounterMeasures, counter_measures
from overtrick.squeezes.divisions import Division, Divisions, Length, UndividedEnding, divisions
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.near_misses import NearMiss, near_miss
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.plans import PlanError, Run, SqueezePlan, next_card, run
from overtrick.squeezes.reasons import why
from overtrick.squeezes.report import Dilemma, Marks, Report, Squeeze, SuitChoice, Threat, Values, marks

__all__ = [
    "CounterMeasures",
    "Dilemma",
    "Division",
    "Divisions",
    "Ending",
    "Kind",
    "Length",
    "Marks",
    "Means",
    "Modifier",
    "NearMiss",
    "PlanError",
    "Report",
    "Run",
    "Squeeze",
    "SqueezePlan",
    "SuitChoice",
    "Threat",
    "UndividedEnding",
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
