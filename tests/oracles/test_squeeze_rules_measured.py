"""Squeezes by rule against the oracle: counted comparisons on random and on published endings."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.core import Seat, Strain
from overtrick.squeezes import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.rules import recognise
from tests.endings import IS_SOAK
from tests.squeeze_samples import Sample, compared

PUBLISHED = Path(__file__).parents[1] / "data" / "published_squeezes.txt"
LONGEST = 6
"""Cards for each hand in the published endings that are compared."""
NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


@pytest.mark.parametrize(
    ("sample", "number", "precision", "recall"),
    [
        (Sample(4, (Strain.NOTRUMP,), (SOUTH,), is_clean=True), 2000, 0.9, 0.95),
        (Sample(5, (Strain.NOTRUMP,), (NORTH, SOUTH), is_clean=True), 500, 0.9, 0.95),
        (Sample(5, (Strain.NOTRUMP,), (SOUTH,), is_clean=False), 1000, 0.8, 0.6),
    ],
)
def test_rules_agree_with_the_oracle(sample: Sample, number: int, precision: float, recall: float) -> None:
    endings = number * (10 if IS_SOAK else 1)
    seen = compared(sample, seed=3, endings=endings)
    assert seen.endings == endings
    assert seen.right + seen.missed > 10
    assert seen.right >= precision * (seen.right + seen.false)
    assert seen.right >= recall * (seen.right + seen.missed)
    assert seen.victims_right >= 0.95 * seen.right
    assert seen.kinds_right >= 0.75 * seen.right


def test_published_squeezes_are_found_and_called_what_the_oracle_calls_them() -> None:
    """Of 104 squeezes 94 were found, 76 with the same name; of ten other endings one was taken for one."""
    lines = [line for line in PUBLISHED.read_text().splitlines() if line and not line.startswith("#")]
    every = [Ending.parse(line.split("|")[0].strip()) for line in lines]
    pairs = [(analyse(ending).squeeze, recognise(ending)) for ending in every if ending.cards <= LONGEST]
    both = [(squeeze, rule) for squeeze, rule in pairs if squeeze is not None and rule is not None]
    assert len(both) >= 94
    assert sum(squeeze.kind == rule.kind for squeeze, rule in both) >= 76
    assert sum(squeeze is None and rule is not None for squeeze, rule in pairs) <= 1
