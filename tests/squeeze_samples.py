"""Random endings with the oracle's verdict, to hold the rules for squeezes against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from overtrick.core import CardSet, Deal, Seat, Strain
from overtrick.squeezes import analyse
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.rules import recognise
from overtrick.squeezes.rules.threats import losers
from overtrick.squeezes.state import State


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
