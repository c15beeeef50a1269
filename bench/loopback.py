"""A whole session over loopback: our manager, our clients, and a count of all useless lines.

`python -m bench.loopback` plays 64 boards with four clients in processes of their own, or with `--teams` with
eight at two tables at once. Every client keeps every line it said or heard; counted are those that it could
not use, acts that the manager refused, decisions that were not found, and boards that were not played by all.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from bench.machine import heading
from overtrick.core import Seat

OVERTRICK = (sys.executable, "-m", "overtrick")
NAMES = "AB"


@dataclass(frozen=True)
class Player:
    """A running client, and the file of its lines."""

    process: subprocess.Popen[str]
    log: Path


def started(stack: ExitStack, *words: str) -> subprocess.Popen[str]:
    """A command of ours, ended at the latest with the run."""
    process = subprocess.Popen(
        [*OVERTRICK, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    stack.callback(process.kill)
    return process


def managed(stack: ExitStack, options: argparse.Namespace, folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The manager, and its port."""
    words = ["-n", str(options.boards), "--seed", str(options.seed), "--save", str(folder / "session")]
    manager = started(stack, "table", "--port", "0", "--json", *words, *(["--teams"] * options.teams))
    assert manager.stderr is not None
    said = manager.stderr.readline()
    found = re.search(r"127\.0\.0\.1:(\d+)", said)
    if found is None:
        raise SystemExit(f"the manager did not begin: {said}")
    return manager, found[1]


def seated(stack: ExitStack, options: argparse.Namespace, port: str, folder: Path) -> list[Player]:
    """Four clients for each table; at the second the teams sit the other way."""
    players = list[Player]()
    for table in range(1 + options.teams):
        for seat in Seat:
            log = folder / f"{table}-{seat}.log"
            words = ["--port", port, "--name", NAMES[(seat.side + table) % 2], "--log", str(log)]
            thought = ["--ponder" if options.ponder else "--no-ponder", *(["--fast"] * (not options.default))]
            process = started(stack, "seat", seat.word, "--json", "--retry", "60", *words, *thought)
            players.append(Player(process, log))
    return players


def ended(process: subprocess.Popen[str]) -> tuple[list[dict[str, Any]], list[str]]:
    """The standard output and standard error of a command."""
    printed, said = process.communicate()
    if process.returncode:
        raise SystemExit(f"a command ended with {process.returncode}: {said}")
    return [json.loads(line) for line in printed.splitlines()], said.splitlines()


def report(options: argparse.Namespace, folder: Path) -> None:
    """Play the session and print what was counted."""
    begun = monotonic()
    with ExitStack() as stack:
        manager, port = managed(stack, options, folder)
        players = seated(stack, options, port, folder)
        _, said = ended(manager)
        totals = [ended(player.process)[0][-1] for player in players]
    lines = [line for player in players for line in player.log.read_text().splitlines()]
    failures = [line for line in said if not re.search("sat down|waits for", line)]
    useless, refused = (sum(sign in line for line in lines) for sign in ("   (", "took our act for illegal"))
    decisions, waited = (sum(each[name] for each in totals) for name in ("decisions", "seconds_waited"))
    print(f"{len(players)} clients, {options.boards} boards of seed {options.seed}")
    print(f"seconds                            {monotonic() - begun:.0f}")
    print(f"boards told as played, each client {min(each['boards'] for each in totals)}")
    print(f"boards abandoned                   {sum(each['abandoned'] for each in totals)}")
    print(f"decisions, seconds of thought      {decisions}, {waited:.0f}")
    print(f"decisions not found                {sum(each['failed'] for each in totals)}")
    print(f"lines said and heard               {len(lines)}")
    print(f"lines of no use to a client        {useless}")
    print(f"acts refused by the manager        {refused}")
    print(f"other notes of the manager         {len(failures)}")
    for line in failures[:10]:
        print(f"  {line}")


def main() -> None:
    """Read the options, play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--seed", type=int, default=64)
    parser.add_argument("--teams", action="store_true", help="two tables at once, eight clients")
    parser.add_argument("--ponder", action="store_true", help="think while others act")
    parser.add_argument("--default", action="store_true", help="as many deals as usual, not --fast")
    options = parser.parse_args()
    print(f"{heading()}, load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as folder:
        report(options, Path(folder))


if __name__ == "__main__":
    main()
