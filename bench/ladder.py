"""The ladder of the GIB paper, climbed again: positions searched with each technique added to those before.

Ginsberg (1999, section 2) tells of a branching factor of 4 for the raw tree of a deal, 1.7 with alpha-beta
and a table, 1.3 with narrowness, and 18,000 nodes a deal with partition search. Here every step is one rule
of the solver, on endings that the first steps can still search, and all of them together on whole deals.
Counts, not seconds: the same on every machine.
"""

from __future__ import annotations

from statistics import geometric_mean

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import Card, Deal, Play, Seat, Strain, deals
from overtrick.core import CardSet
from overtrick.dd import RULES, Solver

STEPS = ("equals", "siblings", "memory", "quick_tricks", "trump_tricks", "stoppers", "refutation", "table")
"""The rules in the order in which they are added."""
CARDS = 7
ENDINGS = 60
DEALS = 60
SEED = 51


def endings(number: int, cards: int, seed: int) -> list[Play]:
    """Random endings, each with a strain and a leader in turn."""
    found = list[Play]()
    for place, deal in enumerate(deals.deals(np.random.default_rng(seed), number)):
        hands = {seat: CardSet.of(hand[:cards]) for seat, hand in shuffled(deal, place).items()}
        found.append(Play(Deal.of(hands), Strain(place % 5), Seat(place // 5 % 4)))
    return found


def shuffled(deal: Deal, seed: int) -> dict[Seat, list[Card]]:
    """The hands in an order of their own, so that an ending is not made of high cards."""
    order = np.random.default_rng(seed)
    return {
        seat: [tuple(hand)[place] for place in order.permutation(len(hand))] for seat, hand in deal.items()
    }


def positions(plays: list[Play], without: tuple[str, ...]) -> list[int]:
    """The positions searched for each question, from an empty memory."""
    counts = list[int]()
    for play in plays:
        solver = Solver(megabytes=64, without=without)
        solver.tricks(play.start, play.strain, play.leader)
        counts.append(solver.positions)
    return counts


def row(table: Table, name: str, counts: list[int], cards: int) -> None:
    """A step: mean, typical and largest count, and the branching factor for each card."""
    typical = geometric_mean(counts)
    table.add_row(
        name,
        f"{sum(counts) / len(counts):,.0f}",
        f"{typical:,.0f}",
        f"{max(counts):,}",
        f"{typical ** (1 / (4 * cards)):.3f}",
    )


def main() -> None:
    """Print the ladder."""
    assert set(STEPS) == set(RULES)
    console = Console(width=100)
    console.print(heading())
    table = Table("technique added", "positions, mean", "geometric mean", "most", "branching")
    plays = endings(ENDINGS, CARDS, SEED)
    for done in range(len(STEPS) + 1):
        name = "alpha-beta alone" if done == 0 else f"+ {STEPS[done - 1]}"
        row(table, f"{CARDS} cards: {name}", positions(plays, STEPS[done:]), CARDS)
    row(table, "13 cards: all of them", positions(endings(DEALS, 13, SEED + 1), ()), 13)
    console.print(table)


if __name__ == "__main__":
    main()
