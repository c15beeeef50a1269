"""The start-up cost of commands: processor time of those that load a system, over that of ``score``.

Each command is run once to fill the cache of parsed systems and Python's own, then several times in turn.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from statistics import median

from rich.console import Console
from rich.table import Table

from bench.machine import heading

COMMANDS = {
    "score": ("score", "4SX by N", "9"),
    "bid": ("bid", "AKJ75.Q62.K3.874", "1H P"),
    "meaning": ("meaning", "1NT P 2C"),
    "practice list": ("practice", "list"),
}
MOST = 1.6
"""The largest allowed cost of the others, as a multiple of ``score``."""


def seconds(words: tuple[str, ...], settings: dict[str, str]) -> float:
    """The processor time of a command, the user's and the system's."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = (sys.executable, "-m", "overtrick", *words)
    subprocess.run(command, env=settings, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(runs: int) -> dict[str, list[float]]:
    """The times of every command, run in turn, so that a busy moment does not hit one alone."""
    times = {name: list[float]() for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        settings |= {"OVERTRICK_CACHE": f"{folder}/systems", "PYTHONPYCACHEPREFIX": f"{folder}/python"}
        for run in range(runs + 1):
            for name, words in COMMANDS.items():
                found = seconds(words, settings)
                if run:
                    times[name].append(found)
    return times


def main() -> None:
    """Print the times, and how often that of ``score`` they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="runs of each command; their median counts")
    times = measured(parser.parse_args().runs)
    least = median(times["score"])
    table = Table("command", "median ms", "times score", "must")
    for name, found in times.items():
        must = "" if name == "score" else f"<= {MOST}"
        table.add_row(name, f"{1000 * median(found):.0f}", f"{median(found) / least:.2f}", must)
    console = Console()
    console.print(heading())
    console.print(table)


if __name__ == "__main__":
    main()
