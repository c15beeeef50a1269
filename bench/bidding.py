"""The bidding engine: milliseconds a call, one by one and in batches, beside the plain walk over conditions.

"First time" means that no state of the auction and no question like it was asked before, save the openings;
"again" that the same questions came up in other auctions. Boards and hands are the same in every run.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log, log2
from statistics import mean, median
from time import perf_counter, process_time
from typing import final

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick.bidding import Agreements, State, System, load
from overtrick.bidding.batch import bid_out_many, calls_of, visits
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.core import Auction, Call, CardSet, Seat
from overtrick.deals import boards, packed_deals
from overtrick.hands.evaluation import is_true

SILENT = (Seat.EAST, Seat.WEST)
BATCH = 5_000


def milliseconds(work: Callable[[], object]) -> float:
    """The processor time of some work, in milliseconds."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def add(table: Table, name: str, times: list[float], must: str = "") -> None:
    """Add a row of figures."""
    figures = (mean(times), median(times), sorted(times)[len(times) * 9 // 10], max(times))
    table.add_row(name, f"{len(times):,}", *(f"{figure:.3g}" for figure in figures), must)


def auctions(system: System, number: int, seed: int) -> list[tuple[Auction, dict[Seat, CardSet]]]:
    """Auctions of self-play, with the hands."""
    agreements = Agreements(system, silent=SILENT)
    return [
        (agreements.bid_out(board.deal, board.dealer)[0], dict(board.deal.items()))
        for board in boards(np.random.default_rng(seed), number)
    ]


def one_by_one(system: System, number: int) -> Table:
    """Single calls and whole meanings."""
    table = Table("work", "times", "mean ms", "median", "90 %", "worst", "must", title=system.name)
    played = auctions(system, number, 2)
    cold, plain = list[float](), list[float]()
    for auction, hands in played:
        state = Agreements(system, silent=SILENT).start(auction.dealer)
        for seat, call in auction:
            if not state.is_silenced:
                hand = hands[seat]
                cold.append(milliseconds(lambda state=state, hand=hand: choice(state, HandValues(hand))))  # type: ignore[misc]
                if len(plain) < 300:
                    plain.append(milliseconds(lambda state=state, hand=hand: plainly(state, hand)))  # type: ignore[misc]
            state = state.after(call)
    add(table, "one cold call", cold, "2")
    add(table, "the same by the plain walk", plain)
    eight = [Auction(auction.dealer, auction.calls[:8]) for auction, _ in played if len(auction) >= 8]
    add(table, "meaning of eight calls, again", [asked(system, each) for each in eight], "5")
    system.read.clear()
    opened = {each.calls[: first_bid(each)]: each for each in eight}
    for calls, each in opened.items():
        asked(system, Auction(each.dealer, calls))
    add(table, "meaning of eight calls, first time", [asked(system, each) for each in dict.fromkeys(eight)])
    return table


def first_bid(auction: Auction) -> int:
    """The number of calls up to and including the opening."""
    return next((place for place, (_, call) in enumerate(auction, 1) if call.index > 2), 0)


def asked(system: System, auction: Auction) -> float:
    """The milliseconds that the meaning of an auction takes."""
    return milliseconds(lambda: Agreements(system, silent=SILENT).state(auction))


def plainly(state: State, hand: CardSet) -> object:
    """The first rule that fits, by walking over its condition."""
    return next((each for each in state.candidates if is_true(each.term, hand)), None)


def in_batches(system: System, number: int) -> Table:
    """Many hands at once, and whole boards."""
    table = Table("work", "figure", "must", title=f"{system.name}, many at once")
    rng = np.random.default_rng(3)
    hands = np.ascontiguousarray(packed_deals(rng, BATCH)[:, 0])
    agreements = Agreements(system, silent=SILENT)
    states = list(different(agreements, (auction for auction, _ in auctions(system, 60, 4))))[:25]
    first = [milliseconds(lambda state=state: calls_of(state, hands)) for state in states]  # type: ignore[misc]
    again = [milliseconds(lambda state=state: calls_of(state, hands)) for state in states]  # type: ignore[misc]
    table.add_row(f"a call, {BATCH:,} hands, with compiling, ms", f"{mean(first) / BATCH:.4f}", "0.1")
    table.add_row(f"a call, {BATCH:,} hands, compiled before, ms", f"{mean(again) / BATCH:.5f}", "0.1")
    start = perf_counter()
    ends = bid_out_many(Agreements(system, silent=SILENT), packed_deals(rng, number), Seat.NORTH)
    taken = perf_counter() - start
    calls = sum(len(end.history) for end in ends)
    table.add_row(f"{number:,} boards, s", f"{taken:.1f} ({1000 * taken / calls:.3f} ms a call)", "")
    for silent in (SILENT, ()):
        told = information(Agreements(system, silent=silent), np.random.default_rng(5), number)
        who = "E/W silent" if silent else "all four bidding"
        table.add_row(f"bits a call, {who}", f"{told.bits:.2f} (bids alone {told.bids_only:.2f})", "")
    return table


def different(agreements: Agreements, played: Iterable[Auction]) -> Iterable[State]:
    """The distinct states of some auctions."""
    seen = set[object]()
    for auction in played:
        end = agreements.state(auction)
        for place in range(len(auction)):
            state = end.at(place)
            if not state.is_silenced and state.decision_key not in seen:
                seen.add(state.decision_key)
                yield state


# Information in calls


@final
@dataclass(frozen=True)
class Information:
    """The mean information of a call in bits, over the calls of players who are not silent."""

    bits: float
    """With the correction of Miller and Madow for states that few boards came to."""
    bids_only: float
    """The mean over calls that are no passes."""
    calls: int
    states: int
    boards: int


def information(agreements: Agreements, rng: np.random.Generator, boards: int) -> Information:
    """Bid so many random boards, and count how much each call told.

    In self-play the hands that come to a state are those its auction allows, with their right frequencies, so
    the share of them that makes a call is the chance of the call given the auction, and a call tells as many
    bits as its chance takes to write down. Their mean over all calls is what a call tells about the hand
    behind it, since the hand decides the call.
    """
    seen = defaultdict[object, Counter[Call]](Counter)
    for visit in visits(agreements.start(Seat.NORTH), packed_deals(rng, boards), Seat.NORTH):
        if not visit.state.is_over and not visit.state.is_silenced:
            for call, some in visit.by_call():
                seen[visit.state.decision_key][call] += len(some)
    calls = sum(counts.total() for counts in seen.values())
    missing = sum((len(counts) - 1) / (2 * log(2)) for counts in seen.values())
    told, bids = 0.0, 0
    for counts in seen.values():
        for call, number in counts.items():
            if call is not Call.PASS:
                told -= number * log2(number / counts.total())
                bids += number
    whole = sum(map(_bits, seen.values()))
    return Information((whole + missing) / max(calls, 1), told / max(bids, 1), calls, len(seen), boards)


def _bits(counts: Counter[Call]) -> float:
    """The bits that all calls of a state told together."""
    return -sum(number * log2(number / counts.total()) for number in counts.values())


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="schenken")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--auctions", type=int, default=400)
    options = parser.parse_args()
    console = Console()
    console.print(heading())
    start = process_time()
    system = load(options.system)
    console.print(f"loading {options.system}: {process_time() - start:.2f} s")
    console.print(one_by_one(system, options.auctions))
    console.print(in_batches(system, options.boards))


if __name__ == "__main__":
    main()
