"""Exact questions about all hands: seconds on one core, beside dealing hands at random for the same answer.

A count is exact; the same figure by Monte Carlo, with NumPy and our own packed test, has an error. The last
column says how long dealing would take to come within one part in a thousand of the count, at the pace
measured in the same run: the figure to look at, because both sides share the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import hands, openbid
from overtrick.hands.anatomy import analyse
from overtrick.hands.trees import case_tree
from overtrick.openbid.report import anatomy_report

QUESTIONS = (
    "15-17 hcp, balanced",
    "5+ hearts, 12+ hcp",
    "some(X in SH: 6 X, 2+ of AKQ in X), 5-10 hcp",
    "losers 7, controls 4+, stoppers 3+",
    "every(X in SHDC: quality(X) <= 7), playing tricks 4+",
    "A92 in hearts, T98 in spades or 3 of AKQ in clubs",
)
DEALT = 100_000
ERROR = 1e-3


def seconds(work: Callable[[], object], rounds: int) -> list[float]:
    """The seconds that some work takes, in each round."""
    times = list[float]()
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return times


def questions(rounds: int) -> Table:
    """Counts of single conditions."""
    table = Table("question", "hands", "median ms", "worst ms", "dealing, s", title="Counting")
    rng = np.random.default_rng(1)
    for text in QUESTIONS:
        asked = hands.parse(text)
        times = seconds(lambda asked=asked: hands.count(asked), rounds)  # type: ignore[misc]
        found = hands.count(asked)
        share = found.hands / found.of
        order = rng.random((DEALT, 52)).argpartition(12, axis=1)[:, :13].astype(np.uint64)
        start = perf_counter()
        packed = (np.uint64(1) << order).sum(axis=1, dtype=np.uint64)
        asked.packed(packed)
        pace = (perf_counter() - start) / DEALT
        needed = (1 - share) / (share * ERROR**2)
        row = (f"{1000 * median(times):.1f}", f"{1000 * max(times):.1f}", f"{needed * pace:,.0f}")
        table.add_row(text, f"{found.hands:,}", *row)
    return table


def anatomy(rounds: int) -> Table:
    """The questions that take long."""
    table = Table("work", "median s", "worst s", "must", "aim", title="Anatomy of OPENBID")
    works: tuple[tuple[str, Callable[[], object], str, str], ...] = (
        ("census", openbid.take_census, "10", "3"),
        ("all claims", openbid.check_statements, "", ""),
        ("synopsis against code, all classes", openbid.compare_forms, "", ""),
        ("rules: overlaps, dead, idle", lambda: analyse(openbid.synopsis()), "", ""),
        ("case tree of 200 leaves", lambda: case_tree(openbid.synopsis(), most_leaves=200), "", ""),
        ("the whole report", lambda: anatomy_report(openbid.AS_CODED), "120", "30"),
    )
    for name, work, must, aim in works:
        times = seconds(work, rounds)
        table.add_row(name, f"{median(times):.2f}", f"{max(times):.2f}", must, aim)
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often to repeat the long ones")
    chosen = parser.parse_args()
    console = Console()
    console.print(heading())
    console.print(questions(20))
    console.print(anatomy(chosen.rounds))


if __name__ == "__main__":
    main()
