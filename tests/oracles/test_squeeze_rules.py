"""Squeezes by rule against the oracle: counted comparisons on random and on published endings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from overtrick.core import CardSet, Deal, Seat, Strain
from overtrick.squeezes import analyse
from overtrick.squeezes.ending import Ending, State
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.rules import recognise
from overtrick.squeezes.rules.blue import losers
from tests.endings import IS_SOAK

PUBLISHED = Path(__file__).parents[1] / "data" / "published_squeezes.txt"
LONGEST = 6
"""Cards for each hand in the published endings that are compared."""
NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


class Sample(NamedTuple):
    """So many cards each, these strains and leaders; clean ones have one loser and nothing but a squeeze."""

    cards: int
    strains: tuple[Strain, ...]
    leaders: tuple[Seat, ...]
    is_clean: bool


@dataclass
class Comparison:
    """How often the rules agreed with the oracle."""

    endings: int = 0
    right: int = 0
    false: int = 0
    missed: int = 0
    victims_right: int = 0
    kinds_right: int = 0

    def add(self, ending: Ending) -> None:
        """Compare one ending."""
        report, found = analyse(ending), recognise(ending)
        self.endings += 1
        self.right += report.squeeze is not None and found is not None
        self.false += report.squeeze is None and found is not None
        self.missed += report.squeeze is not None and found is None
        if report.squeeze is not None and found is not None:
            self.victims_right += found.victims == report.values.victims
            self.kinds_right += found.kind == report.squeeze.kind


def compared(sample: Sample, seed: int, endings: int) -> Comparison:
    """Compare rules and oracle over so many endings."""
    comparison = Comparison()
    for ending in _endings(Random(f"{seed} {sample}"), sample):
        comparison.add(ending)
        if comparison.endings == endings:
            break
    return comparison


def _endings(chance: Random, sample: Sample) -> Iterator[Ending]:
    while True:
        pack = chance.sample(range(52), 4 * sample.cards)
        north, east, south, west = (CardSet(sum(1 << card for card in pack[seat::4])) for seat in range(4))
        deal = Deal((north, east, south, west))
        ending = Ending(deal, chance.choice(sample.strains), chance.choice(sample.leaders))
        if not sample.is_clean or _is_clean(ending.state):
            yield ending


def _is_clean(state: State) -> bool:
    oracle, all_but_one = own_oracle(), state.tricks_left - 1
    is_one = losers(state.hands) == 1 and oracle.tops(state) == all_but_one
    return is_one and oracle.value(state, ALWAYS, ALWAYS) == all_but_one


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
