"""The Borel simulation: what a decision takes, how often it leaves the system, and what it is worth.

`decisions` times the decisions of random boards; `match` plays boards in two rooms, North and South
simulating in one, East and West in the other; `partners` bids boards with no, one and both partners
simulating, to see whether they overcompensate for each other. `match` and `partners` append a line to a file
for every board, and go on where they were stopped.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import dd
from overtrick.bidding import Agreements, BiddingError, load
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.simulating import Estimate, Evidence, Seconds, Settings, Simulator
from overtrick.bidding.state import is_game
from overtrick.core import Auction, Bid, Board, Call, Contract, Seat, Side
from overtrick.deals import boards
from overtrick.scoring import imps, score

Line = dict[str, Any]
"""The saved record of a board, as JSON."""

# One board


def bid_board(
    simulator: Simulator, table: Agreements, board: Board, seats: frozenset[Seat], settings: Settings
) -> tuple[Auction, list[Evidence]]:
    """The auction of a board in which some players simulate; their evidence."""
    auction, found = Auction(board.dealer), list[Evidence]()
    while not auction.is_over:
        hand, call = board.deal[auction.to_call], Call.PASS
        if auction.to_call in seats:
            found.append(simulator.simulation(hand, auction, board.vul, settings).evidence())
            call = found[-1].chosen
        else:
            call = choice(table.state(auction, board.vul), HandValues(hand)).call
        auction = auction.then(call)
    return auction, found


def score_ns(board: Board, contract: Contract | None) -> int:
    """North and South's score, double dummy."""
    if contract is None:
        return 0
    tricks = 13 - dd.tricks(board.deal, contract.strain, contract.leader)
    points = score(contract, tricks, board.vul)
    return points if contract.declarer.side is Side.NS else -points


@lru_cache(4)
def table_of(system: str, silent: frozenset[Seat]) -> tuple[Agreements, Simulator]:
    """A table of this process, and its simulator."""
    table = Agreements(load(system), silent=silent)
    return table, Simulator(table)


def room(options: argparse.Namespace, board: Board, seats: frozenset[Seat], silent: frozenset[Seat]) -> Line:
    """The result of a board in which some players simulate."""
    table, simulator = table_of(options.system, silent)
    auction, found = bid_board(simulator, table, board, seats, settings_of(options))
    left = [each for each in found if each.is_deviation]
    return {
        "auction": str(auction),
        "contract": str(auction.contract),
        "level": 0 if auction.contract is None else auction.contract.level,
        "score": score_ns(board, auction.contract),
        "decisions": len(found),
        "close": sum(each.is_close for each in found),
        "deviations": [[len(each.auction), str(each.system_call), str(each.chosen)] for each in left],
        "higher": sum(height(each.chosen) - height(each.system_call) for each in left),
    }


def height(call: Call) -> int:
    """The level of a call; 0 for calls that are not bids."""
    return call.level if isinstance(call, Bid) else 0


def settings_of(options: argparse.Namespace, threads: int | None = 1) -> Settings:
    """The settings of the options; in a match, one thread for each process."""
    return Settings(
        deals=options.deals,
        most_candidates=options.candidates,
        sure=options.sure,
        margin=options.margin,
        first_look=min(options.deals, options.first_look),
        is_discounted=not options.undiscounted,
        threads=threads,
    )


def match_board(options: argparse.Namespace, board: Board) -> Line:
    """Both rooms of a board; IMPs to the side that simulates."""
    start, nobody = perf_counter(), frozenset[Seat]()
    first, second = (room(options, board, frozenset(side.seats), nobody) for side in Side)
    gained = imps(first["score"] - second["score"])
    return {"imps": gained, "rooms": [first, second], "seconds": round(perf_counter() - start, 1)}


def partners_board(options: argparse.Namespace, board: Board) -> Line:
    """A board with nobody, North, South, and both simulating; East and West pass."""
    start, silent = perf_counter(), frozenset(Side.EW.seats)
    who = {"none": "", "north": "N", "south": "S", "both": "NS"}
    rooms = {
        name: room(options, board, frozenset(map(Seat.parse, seats)), silent) for name, seats in who.items()
    }
    return {"rooms": rooms, "seconds": round(perf_counter() - start, 1)}


# Many boards, on several processes, to a file


def lines(
    options: argparse.Namespace, work: Callable[[argparse.Namespace, Board], Line], console: Console
) -> list[Line]:
    """Every board's line, including those already in the file."""
    head = {
        name: value for name, value in vars(options).items() if name not in ("boards", "processes", "file")
    }
    path = Path(options.file)
    kept = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if kept and kept[0] != head:
        raise SystemExit(f"{path} is of another run: {kept[0]}")
    done = {line["board"] for line in kept[1:]}
    every = boards(np.random.default_rng(options.seed), options.boards)
    left = [board for board in every if board.number not in done]
    with path.open("a") as file, get_context("fork").Pool(options.processes) as pool:
        if not kept:
            file.write(json.dumps(head) + "\n")
        for made in pool.imap_unordered(partial(numbered, options, work), left):
            kept = kept or [head]
            kept.append(made)
            file.write(json.dumps(made) + "\n")
            file.flush()
            if len(kept) % 20 == 0:
                console.print(f"{len(kept) - 1} of {options.boards} boards, {made['seconds']} s for the last")
    wanted = range(1, options.boards + 1)
    return sorted((each for each in kept[1:] if each["board"] in wanted), key=lambda each: int(each["board"]))


def numbered(
    options: argparse.Namespace, work: Callable[[argparse.Namespace, Board], Line], board: Board
) -> Line:
    """A board's line with its number."""
    return {"board": board.number, **work(options, board)}


def interval(values: Iterable[float]) -> str:
    """A mean with its 95 % interval."""
    found = Estimate.of(np.array(list(values), np.float64))
    return f"{found.mean:+.3f} ± {1.96 * found.error:.3f}"


def match(options: argparse.Namespace, console: Console) -> None:
    """Simulation on against simulation off."""
    found = lines(options, match_board, console)
    rooms = [each for line in found for each in line["rooms"]]
    left, decisions = sum(len(each["deviations"]) for each in rooms), sum(each["decisions"] for each in rooms)
    swings = [line["imps"] for line in found if line["imps"]]
    table = Table("match", "figure", title=f"{options.system}, {len(found)} boards, {options.deals} deals")
    table.add_row("IMPs a board to the side that simulates", interval(line["imps"] for line in found))
    table.add_row("boards with a swing; won", f"{len(swings)}; {sum(each > 0 for each in swings)}")
    table.add_row("decisions; close; left the system", f"{decisions}; {close(rooms)}; {left}")
    table.add_row(
        "levels a deviation is higher", f"{sum(each['higher'] for each in rooms) / max(1, left):+.2f}"
    )
    table.add_row("seconds a board", f"{mean(line['seconds'] for line in found):.1f}")
    console.print(table)


def close(rooms: list[Line]) -> int:
    """The number of close decisions."""
    return sum(each["close"] for each in rooms)


def partners(options: argparse.Namespace, console: Console) -> None:
    """Whether two partners who simulate overcompensate for each other."""
    found = lines(options, partners_board, console)
    table = Table("simulating", "mean level", "games", "deviations", "levels higher", "IMPs against none")
    for name in ("none", "north", "south", "both"):
        rooms = [line["rooms"][name] for line in found]
        left = sum(len(each["deviations"]) for each in rooms)
        gained = (imps(line["rooms"][name]["score"] - line["rooms"]["none"]["score"]) for line in found)
        higher = sum(each["higher"] for each in rooms) / max(1, left)
        levels = interval(each["level"] for each in rooms)
        games = sum(has_game(each["contract"]) for each in rooms)
        table.add_row(name, levels, str(games), str(left), f"{higher:+.2f}", interval(gained))
    console.print(table)
    alone = ("north", "south")
    both = [line["rooms"]["both"]["level"] - line["rooms"]["none"]["level"] for line in found]
    one = [
        mean(line["rooms"][name]["level"] - line["rooms"]["none"]["level"] for name in alone)
        for line in found
    ]
    console.print(f"levels above the system: one partner {interval(one)}, both {interval(both)}")


def has_game(contract: str) -> bool:
    """Is it game, or more?"""
    return contract != "None" and is_game(Contract.parse(contract).bid)


# Time


def decisions_of(options: argparse.Namespace) -> Iterator[tuple[Evidence, float, float]]:
    """The evidence of every decision of some boards, with its seconds by the clock and by the processor."""
    table, simulator = table_of(options.system, frozenset())
    used = settings_of(options, threads=None)
    for board in boards(np.random.default_rng(options.seed), options.boards):
        auction, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place in range(len(auction)):
            before = Auction(board.dealer, auction.calls[:place])
            since, worked = perf_counter(), process_time()
            found = simulator.simulation(board.deal[before.to_call], before, board.vul, used).evidence()
            yield found, perf_counter() - since, process_time() - worked


def decisions(options: argparse.Namespace, console: Console) -> None:
    """How long decisions take, and how often they leave the system."""
    found = list(decisions_of(options))
    close_ones = [each for each in found if each[0].is_close]
    table = Table(
        "seconds", "median", "90 %", "worst", "mean", title=f"{options.system}, {options.deals} deals"
    )
    rows: dict[str, list[float]] = {
        "a close decision": [taken for _, taken, _ in close_ones],
        "processor, all threads": [worked for _, _, worked in close_ones],
        **{
            part.name: [getattr(evidence.seconds, part.name) for evidence, _, _ in close_ones]
            for part in fields(Seconds)
        },
        "a clear decision": [taken for evidence, taken, _ in found if not evidence.is_close],
    }
    for name, times in rows.items():
        if times:
            figures = (*np.percentile(times, [50, 90, 100]), mean(times))
            table.add_row(name, *(f"{figure:.3f}" for figure in figures))
    console.print(table)
    console.print(summary(len(found), [each for each, _, _ in close_ones]))


def summary(number: int, close_ones: list[Evidence]) -> str:
    """How many decisions were close, what was looked at for one, and how many left the system."""
    if not close_ones:
        return f"{number} decisions, none close"
    left = sum(each.is_deviation for each in close_ones)
    return (
        f"{number} decisions, {len(close_ones)} close, {left} left the system"
        f" ({100 * left / number:.1f} %); {mean(len(each.results) for each in close_ones):.1f} candidates,"
        f" {mean(each.deals for each in close_ones):.0f} deals,"
        f" {mean(each.solved for each in close_ones):.0f} solved;"
        f" deals from {dict(Counter(each.source.name for each in close_ones if each.source))}"
    )


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("decisions", "match", "partners"), nargs="?", default="decisions")
    parser.add_argument("--system", default="natural")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--deals", type=int, default=None, help="50, or 20 in a match")
    parser.add_argument("--candidates", type=int, default=Settings().most_candidates, help="at most so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sure", type=float, default=Settings().sure)
    parser.add_argument("--margin", type=float, default=Settings().least_gain)
    parser.add_argument("--first-look", type=int, default=Settings().first_look)
    parser.add_argument("--undiscounted", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--file", default="")
    options = parser.parse_args(words)
    options.deals = options.deals or (50 if options.what == "decisions" else 20)
    options.file = options.file or f"build/borel-{options.what}-{options.system}.jsonl"
    if options.boards < 1:
        parser.error("--boards must be at least 1")
    try:
        settings_of(options)
    except BiddingError as error:
        parser.error(str(error))
    return options


def main() -> None:
    """Print the tables."""
    options, console = parsed(), Console()
    console.print(heading(), f"load {os.getloadavg()[0]:.1f}")
    {"decisions": decisions, "match": match, "partners": partners}[options.what](options, console)


if __name__ == "__main__":
    main()
