"""Squeezes in whole deals: how long it takes to say whether a contract needs one, and how many there are.

Random deals, declared by the side with more points in its longest fit of eight or more, else at notrump:
does declarer, after the best lead, take his double-dummy tricks without forcing discards? Times are of the
processor, the choice of the lead and all that is said of a squeeze included.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import median, quantiles
from time import process_time

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.machine import heading
from overtrick import Deal, Seat, Side, Strain, Suit, deals
from overtrick.squeezes.report import DealSqueeze, Outcome
from overtrick.squeezes.whole_deals import BUDGET, squeeze_in

FIT = 8


def declared(deal: Deal) -> tuple[Strain, Seat]:
    """A strain and a declarer: his is the longer holding, or at notrump the stronger hand."""
    side = max(Side, key=lambda side: sum(deal[seat].hcp for seat in side.seats))
    fits = {suit: [len(deal[seat].holding(suit)) for seat in side.seats] for suit in Suit}
    suit = max(Suit, key=lambda suit: (sum(fits[suit]), suit))
    if sum(fits[suit]) < FIT:
        return Strain.NOTRUMP, max(side.seats, key=lambda seat: deal[seat].hcp)
    return Strain(suit), max(side.seats, key=lambda seat: len(deal[seat].holding(suit)))


def timed(deal: Deal, budget: int) -> tuple[float, DealSqueeze]:
    """Seconds of the processor, and what was found."""
    contract = declared(deal)
    start = process_time()
    found = squeeze_in(deal, contract, budget=budget)
    return process_time() - start, found


def times(name: str, seconds: list[float]) -> tuple[str, ...]:
    """A row: number, median, ninth decile and worst."""
    if not seconds:
        return name, "0", "", "", ""
    tenth = quantiles(seconds, n=10, method="inclusive")[8] if len(seconds) > 1 else seconds[0]
    return name, str(len(seconds)), *(f"{value:.3f}" for value in (median(seconds), tenth, max(seconds)))


def name(found: DealSqueeze) -> str:
    """What a squeeze is counted as."""
    match found.victims:
        case None:
            whom = "not known"
        case ():
            whom = "either defender"
        case (seat,):
            whom = "the leader" if seat is found.declarer.lho else "the leader's partner"
        case _:
            whom = "both defenders"
    return f"{found.kind or 'not named'}, {whom}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--budget", type=int, default=BUDGET, help="positions for each deal")
    given = parser.parse_args()
    random = np.random.default_rng(given.seed)
    each = track(deals.deals(random, given.deals), total=given.deals, console=Console(stderr=True))
    results = [timed(deal, given.budget) for deal in each]
    table = Table("deals", "number", "median s", "p90", "worst", title=f"Seed {given.seed}")
    table.add_row(*times("all", [seconds for seconds, _ in results]))
    for outcome in Outcome:
        table.add_row(*times(outcome, [seconds for seconds, found in results if found.outcome is outcome]))
    console = Console()
    console.print(heading(), table)
    console.print(f"not decided in full: {sum(not found.is_complete for _, found in results)}")
    kinds = Counter(name(found) for _, found in results if found.outcome is Outcome.SQUEEZE)
    for kind, count in kinds.most_common():
        console.print(f"{count:4} {kind}")


if __name__ == "__main__":
    main()
