"""Card play: its time, the tricks it gives away, and the value of its parts.

`boards` plays boards with four equal players and tells how long they think and whether anything failed;
`costs` tells what those boards gave away double dummy; `ablations` plays matches in which the auctions and
the leads are the same in both rooms, between settings that differ in one thing. Each appends a line to a file
for every board, and goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick.bidding.contest import Summary, summary
from overtrick.core import Board, Side
from overtrick.table.matches import (
    Comparison,
    Configuration,
    Match,
    MatchError,
    Results,
    Role,
    Room,
    Sitting,
    Team,
    Timing,
    play_match,
    play_room,
)
from overtrick.table.matches.results import Line, read_room, room_line

ABLATIONS = {
    "100 deals v 50": ("deals=100", "deals=50"),
    "500 deals v 50": ("deals=500,pool=2000", "deals=50"),
    "weights v none": ("weights=on", "weights=off"),
    "calls and leads read v not": ("meanings=on,leads=on", "meanings=off,leads=off"),
    "strategies v none": ("strategies=on", "strategies=off"),
}
"""What is compared, A first; everything else is as `--how` says."""
MEASURED = {"WBridge5 (266 boards)": (0.32, 0.96, 0.79), "experts (315 boards)": (0.39, 1.16, 0.86)}
"""Tricks given away by the lead, declarer and the defence: from play records, see docs/match.md."""

# Boards with four equal players


def one_board(how: Configuration, seed: int, board: Board) -> Line:
    """A board's line, or its failure."""
    try:
        return {"board": board.number, **room_line(play_room(Match(how, how, seed), Room.OPEN, board))}
    except MatchError as error:
        return {"board": board.number, "failed": str(error)}


def board_lines(options: argparse.Namespace, console: Console) -> list[Line]:
    """Every board's line, those that are in the file already among them."""
    how, path = Configuration.parse(options.how), Path(options.file)
    head = {"how": str(how), "seed": options.seed}
    kept = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else [head]
    if kept[0] != head:
        raise SystemExit(f"{path} is of another run: {kept[0]}")
    done = {line["board"] for line in kept[1:]}
    todo = [
        board for board in Match(how, how, options.seed).boards(options.boards) if board.number not in done
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file, ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        if not done:
            file.write(json.dumps(head) + "\n")
        for future in as_completed([pool.submit(one_board, how, options.seed, board) for board in todo]):
            kept.append(future.result())
            file.write(json.dumps(kept[-1]) + "\n")
            file.flush()
            console.print(f"{len(kept) - 1} of {options.boards} boards")
    return sorted(kept[1:], key=lambda line: int(line["board"]))


def boards(options: argparse.Namespace, console: Console) -> None:
    """The thinking times of four players, and any failures."""
    lines = board_lines(options, console)
    failed = [line["failed"] for line in lines if "failed" in line]
    played = [read_room(line) for line in lines if "failed" not in line]
    console.print(f"{options.how}: {len(lines)} boards, {len(failed)} failed", *failed, sep="\n")
    turns = [turn for each in played for turn in each.turns]
    rows = {"a call": [turn for turn in turns if turn.role is Role.CALL]}
    for role in (Role.LEAD, Role.DECLARER, Role.DEFENCE):
        rows[f"{role.value}, all tricks"] = [turn for turn in turns if turn.role is role]
    for trick in range(1, 14):
        for role in (Role.DECLARER, Role.DEFENCE):
            rows[f"{role.value}, trick {trick}"] = [
                turn for turn in turns if turn.trick == trick and turn.role is role
            ]
    console.print(times(rows))
    console.print(pairs(played))


def times(rows: dict[str, list[Timing]]) -> Table:
    """The times of turns, by the clock and by the processor."""
    table = Table("seconds", "turns", "median", "90 %", "worst", "processor: median", "90 %", "worst")
    for name, turns in rows.items():
        if turns:
            clock = np.percentile([turn.seconds for turn in turns], [50, 90, 100])
            worked = np.percentile([turn.processor for turn in turns], [50, 90, 100])
            table.add_row(name, str(len(turns)), *(f"{each:.3f}" for each in (*clock, *worked)))
    return table


def pairs(played: Sequence[Sitting]) -> Table:
    """How long a board takes a pair, the auction included, and all four players."""
    table = Table("seconds a board", "mean", "worst", "processor: mean", "worst")
    every = [list(each.turns) for each in played]
    a_pair = [[turn for turn in each if turn.seat.side is side] for each in every for side in Side]
    for name, turns in (("a pair", a_pair), ("all four", every)):
        clock = [sum(turn.seconds for turn in each) for each in turns]
        worked = [sum(turn.processor for turn in each) for each in turns]
        figures = (fmean(clock), max(clock), fmean(worked), max(worked))
        table.add_row(name, *(f"{each:.1f}" for each in figures))
    return table


# Tricks given away


def costs(options: argparse.Namespace, console: Console) -> None:
    """Tricks given away double dummy, beside those of others."""
    played = [read_room(line) for line in board_lines(options, console) if "failed" not in line]
    found = [each.costs for each in played if each.costs is not None]
    table = Table("tricks given away a board", "opening lead", "declarer", "defence after the lead")
    by_role = (
        [each.lead for each in found],
        [each.declarer for each in found],
        [each.defence for each in found],
    )
    table.add_row(f"{options.how} ({len(found)} boards)", *map(standard, by_role))
    for name, figures in MEASURED.items():
        table.add_row(name, *(f"{each:.2f}" for each in figures))
    console.print(table)
    over = [each.lead + each.defence - each.declarer for each in found]
    console.print(f"tricks above double dummy: {standard(over)}")


def standard(values: Sequence[float]) -> str:
    """A mean with its standard error."""
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{fmean(values):.2f} ± {error:.2f}"


# The value of the parts


def ablations(options: argparse.Namespace, console: Console) -> None:
    """Matches that differ in one setting, from the same auctions and leads."""
    table = Table("A v B", "boards", "A's IMPs a board", "won", "lost", "A's tricks more as declarer")
    for name, (a, b) in ABLATIONS.items():
        if options.only and options.only not in name:
            continue
        one, other = (Configuration.parse(f"{options.how},{changes}") for changes in (a, b))
        match = Match(one, other, options.seed, has_fixed_auctions=True, has_fixed_leads=True)
        path = Path(f"{options.folder}/play-{name.replace(' ', '-')}-{options.how}-{options.seed}.jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        results = Results.of(match, list(play_match(match, options.boards, path, options.processes)))
        tricks = summary(more_tricks(results.boards))
        table.add_row(
            name,
            str(len(results.boards)),
            interval(results.imps),
            str(results.won),
            str(results.lost),
            interval(tricks),
        )
        console.print(f"{name}: A took {seconds(results, Team.A)}, B {seconds(results, Team.B)}")
    console.print(table)


def more_tricks(boards: Iterable[Comparison]) -> Iterator[int]:
    """The tricks that A took more than B in the same contract, each against the other's defence."""
    for each in boards:
        results = {room: each.played(room).board.result for room in Room}
        told = {
            room.team(result.contract.declarer.side): result.tricks or 0
            for room, result in results.items()
            if result is not None and result.contract is not None
        }
        if len(told) == len(Team):
            yield told[Team.A] - told[Team.B]


def seconds(results: Results, team: Team) -> str:
    """The thinking time of a team."""
    return f"{results.figures(team).seconds_a_board:.1f} s a board"


def interval(found: Summary | None) -> str:
    """A mean and where it lies 95 times in 100."""
    if found is None:
        return ""
    reach = "" if found.interval is None else f" ± {found.interval[1] - found.mean:.2f}"
    return f"{found.mean:+.2f}{reach}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("boards", "costs", "ablations"), nargs="?", default="boards")
    parser.add_argument("--how", default="default", help="a configuration")
    parser.add_argument("--only", default="", help="the ablations with this in their names")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--file", default="", help="where the boards are kept")
    parser.add_argument("--folder", default="build", help="where the ablations are kept")
    options = parser.parse_args()
    options.file = options.file or f"build/play-boards-{options.how}-{options.seed}.jsonl"
    console = Console(width=120)
    console.print(heading(), f"load {os.getloadavg()[0]:.1f}")
    {"boards": boards, "costs": costs, "ablations": ablations}[options.what](options, console)
    console.print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
