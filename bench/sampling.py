"""Deals to meanings: milliseconds for the tables, deals a second on one core, beside plain rejection.

Plain rejection deals the unknown cards with NumPy and tests with our own packed predicates, in the same run:
the ratio is the figure to look at, because both sides share the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import CardSet, Seat, hands
from overtrick.deals import Constraint, Sampler

SOUTH = CardSet.parse("AQ84.QT98.J.KQ43")
DEALT = 400_000
"""Deals for plain rejection in a round."""


def meanings(**texts: str) -> dict[Seat, Constraint]:
    """A meaning for each seat that is named."""
    return {Seat.parse(seat): Constraint(hands.parse(text)) for seat, text in texts.items()}


CASES: tuple[tuple[str, dict[Seat, Constraint], int], ...] = (
    ("1NT opposite 5+ hearts", meanings(south="15-17 hcp, balanced", north="5+ hearts"), 400_000),
    (
        "the same, South known",
        meanings(west="15-17 hcp, balanced", east="5+ hearts", north="0-10 hcp")
        | {Seat.SOUTH: Constraint(held=SOUTH)},
        400_000,
    ),
    (
        "1♥ 2♦ X 3♦ P P P",
        meanings(
            south="12-21 hcp, 5+ hearts, hearts > spades",
            west="9-16 hcp, 5+ diamonds, 2+ of AKQ in diamonds",
            north="8-11 hcp, 4 spades, 2- hearts",
            east="6-10 hcp, 4+ diamonds, 4- hearts",
        ),
        40_000,
    ),
    (
        "1NT P 2♣ P 2♥ P 4♥ P",
        meanings(
            south="15-17 hcp, balanced, 4+ hearts",
            west="0-14 hcp, longest <= 6",
            north="9-14 hcp, 4+ hearts, 5- spades",
            east="0-14 hcp, longest <= 6",
        ),
        100_000,
    ),
    ("4 aces opposite 4 kings", meanings(south="4 aces", north="4 kings"), 20_000),
)


def plain_rejection(wanted: Mapping[Seat, Constraint], rng: np.random.Generator) -> tuple[int, float]:
    """Deal the cards nobody is known to hold at random and keep what fits: how many, in what time."""
    held = [wanted.get(seat, Constraint()).held for seat in Seat]
    unknown = np.array([card.bit for card in CardSet.pack() - CardSet().union(*held)], np.uint64)
    ends = np.cumsum([13 - len(hand) for hand in held])
    start = perf_counter()
    shuffled = np.split(rng.permuted(np.tile(unknown, (DEALT, 1)), axis=1), ends[:-1], axis=1)
    hands_dealt = [
        np.bitwise_or.reduce(cards, axis=1) | np.uint64(hand.bits)
        for cards, hand in zip(shuffled, held, strict=True)
    ]
    packed = np.stack(hands_dealt, axis=1)
    for seat, each in wanted.items():
        if each.meaning is not None:
            packed = packed[each.meaning.packed(np.ascontiguousarray(packed[:, seat]))]
    return len(packed), perf_counter() - start


def timed(wanted: Mapping[Seat, Constraint], n: int, rounds: int) -> tuple[list[float], list[float], float]:
    """Milliseconds to build, deals a second, and the share of tries that fitted."""
    builds, paces, acceptance = list[float](), list[float](), 0.0
    for seed in range(rounds):
        start = perf_counter()
        sampler = Sampler(wanted)
        built = perf_counter()
        found = sampler.draw(n, seed)
        paces.append(len(found) / (perf_counter() - built))
        builds.append(1000 * (built - start))
        acceptance = found.acceptance
    return builds, paces, acceptance


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    columns = ("known", "tables, ms", "best", "deals/s", "best", "accepted", "rejection/s", "ratio")
    table = Table(
        *columns, title=f"Sampling, one thread, medians of {rounds}; must 50 ms and 300,000/s, 2,000/s"
    )
    rng = np.random.default_rng(1)
    for name, wanted, n in CASES:
        builds, paces, acceptance = timed(wanted, n, rounds)
        kept, seconds = plain_rejection(wanted, rng)
        pace = f"{kept / seconds:,.0f}" if kept else f"< {1 / seconds:,.1f}"
        ratio = f"{median(paces) * seconds / kept:,.0f}" if kept else ""
        times = (f"{median(builds):.1f}", f"{min(builds):.1f}", f"{median(paces):,.0f}", f"{max(paces):,.0f}")
        table.add_row(name, *times, f"{acceptance:.4f}", pace, ratio)
    console = Console(width=120)
    console.print(heading())
    console.print(table)


if __name__ == "__main__":
    main()
