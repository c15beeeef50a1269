"""Squeezes in endings: how long a report takes, divided and undivided, beside the paper's figures.

A full report is the analysis and the reasons; with a squeeze the plan and the counter-measures, without one
the near miss. Times are of the processor, in milliseconds. PYTHON's were seconds on a VAX 780 (Sterling and
Nygate 1990): 3.2, 3.45 and 4.3 for problems of 3, 4 and 5 cards by rules, 25.2, 231 and 8,647 by generate and
test.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import mean, median, quantiles
from time import process_time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.machine import heading
from overtrick.core import CardSet, Deal, Seat, Strain
from overtrick.squeezes import Ending, analyse
from overtrick.squeezes.counter_measures import counter_measures
from overtrick.squeezes.divisions import UndividedEnding, divisions
from overtrick.squeezes.ending import State
from overtrick.squeezes.near_misses import near_miss
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.planning import plan_for
from overtrick.squeezes.words import text
from overtrick.squeezes.words.texts import near_miss_text

STRAINS = (4, 4, 0, 1, 2, 3)
PAPER = {3: ("3,200", "25,200"), 4: ("3,450", "231,000"), 5: ("4,300", "8,647,500")}
"""Milliseconds by rules and by generate and test."""


def random_ending(chance: Random, cards: int) -> Ending:
    """Any cards at any strain, North or South on lead."""
    pack = chance.sample(range(52), 4 * cards)
    north, east, south, west = (CardSet(sum(1 << card for card in pack[seat::4])) for seat in range(4))
    leader = chance.choice((Seat.NORTH, Seat.SOUTH))
    return Ending(Deal((north, east, south, west)), Strain(chance.choice(STRAINS)), leader)


def squeezes(chance: Random, cards: int, count: int) -> list[Ending]:
    """Random endings that are squeezes."""
    found, oracle = list[Ending](), own_oracle()
    while len(found) < count:
        ending = random_ending(chance, cards)
        state: State = ending.state
        if oracle.value(state) > oracle.value(state, ALWAYS, ALWAYS):
            found.append(ending)
    return found


def full_report(ending: Ending) -> None:
    """Make everything that `overtrick squeeze` prints."""
    report = analyse(ending)
    text(report)
    if report.squeeze is not None:
        plan_for(ending, line=report.squeeze.first.play.cards)
        counter_measures(ending)
    elif (miss := near_miss(ending)) is not None:
        near_miss_text(miss)


def timed(work: Callable[[Ending], object], endings: list[Ending], what: str) -> list[float]:
    """Milliseconds for each ending."""
    taken = []
    for ending in track(endings, what, transient=True):
        start = process_time()
        work(ending)
        taken.append(1000 * (process_time() - start))
    return taken


def undivided(ending: Ending) -> object:
    """The same hands of North and South with the other cards not divided."""
    hands = Deal((ending.deal.hands[0], None, ending.deal.hands[2], None))
    out = ending.deal[Seat.EAST] | ending.deal[Seat.WEST]
    return divisions(UndividedEnding(hands, out, ending.strain, ending.leader))


def row(name: str, taken: list[float], *more: str) -> tuple[str, ...]:
    """A line of a table."""
    tenth = quantiles(taken, n=10, method="inclusive")[8]
    figures = (mean(taken), median(taken), tenth, max(taken))
    return name, str(len(taken)), *(f"{figure:.1f}" for figure in figures), *more


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--endings", type=int, default=100)
    given = parser.parse_args()
    console = Console()
    console.print(heading())
    columns = ("", "endings", "mean", "median", "p90", "worst")
    divided = Table(*columns, title="divided endings, ms")
    asked = Table(*columns, "PYTHON", "its generate and test", title="undivided endings, ms")
    for cards in (3, 4, 5, 6):
        chance = Random(1000 * given.seed + cards)
        found = squeezes(chance, cards, given.endings)
        others = [random_ending(chance, cards) for _ in range(given.endings)]
        divided.add_row(*row(f"{cards} cards, squeezes, the name", timed(analyse, found, "naming")))
        divided.add_row(*row(f"{cards} cards, squeezes, full report", timed(full_report, found, "reporting")))
        divided.add_row(*row(f"{cards} cards, random, full report", timed(full_report, others, "reporting")))
        both = [*found[: given.endings // 2], *others[: given.endings // 2]]
        asked.add_row(*row(f"{cards} cards", timed(undivided, both, "dividing"), *PAPER.get(cards, ("", ""))))
    console.print(divided)
    console.print(asked)


if __name__ == "__main__":
    main()
