"""The squeeze expert: squeezes recognised, named, proved and planned.

>>> report = analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S"))
>>> report.squeeze.kind, report.values.victims, report.values.gain
(Kind.SIMPLE, (Seat.WEST,), 1)
"""

from __future__ import annotations

import overtrick.squeezes.picture as _draws_reports  # noqa: F401
from overtrick.squeezes.analysis import analyse, values
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means, Modifier
from overtrick.squeezes.marks import Marks, marks
from overtrick.squeezes.report import GivenUp, Report, Squeeze, Squeezed, Threat, Values

__all__ = [
    "Ending",
    "GivenUp",
    "Kind",
    "Marks",
    "Means",
    "Modifier",
    "Report",
    "Squeeze",
    "Squeezed",
    "Threat",
    "Values",
    "analyse",
    "marks",
    "values",
]
