"""Plans for every kind of squeeze, run against all legal defences."""

from __future__ import annotations

import pytest

from overtrick.squeezes import Kind
from overtrick.squeezes.nearby.making import make
from overtrick.squeezes.plans.executor import run
from overtrick.squeezes.plans.planning import plan_for
from tests.endings import IS_SOAK

EACH = 120 if IS_SOAK else 2
CARDS = {Kind.COMPOUND: 6}
"""No compound squeeze is known with five cards."""


@pytest.mark.parametrize("kind", Kind)
def test_a_plan_for_each_kind_of_squeeze_never_falls_short(kind: Kind) -> None:
    exercises = make(kind, CARDS.get(kind, 5), seed=20, count=EACH)
    for exercise in exercises:
        plan = plan_for(exercise.ending)
        assert plan.tricks == exercise.report.values.tricks
        assert run(plan).worst == plan.tricks, exercise.ending
    assert len({exercise.ending for exercise in exercises}) == EACH
