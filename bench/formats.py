"""Reading PBN beside endplay: time for each full record, and memory for a file of 10,000 boards.

Both read the same pieces of the same file, one after the other in one process, in processor time.
The boards are bid and played to the end at random, legally, with names and an event.
"""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Iterator
from statistics import median
from time import process_time

import numpy as np
from endplay.parsers import pbn as endplay_pbn
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import deals
from overtrick.formats import Record, read, write
from tests.played import played_board

BOARDS = 10_000
PIECE = 200
"""The number of boards that each side reads in turn."""
ROUNDS = 25
LIMIT = 2.0
TAGS = (("Event", "Bench"), ("North", "Ann"), ("East", "Bob"), ("South", "Cy"), ("West", "Di"))


def records(boards: int, seed: int) -> Iterator[Record]:
    """Boards bid and played to the end."""
    chance = random.Random(seed)
    for board in deals.boards(np.random.default_rng(seed), boards):
        yield Record(played_board(board, chance), TAGS)


def as_pbn(boards: int, seed: int) -> bytes:
    file = io.BytesIO()
    write(records(boards, seed), file, "PBN")
    return file.getvalue()


def microseconds_each(piece: bytes) -> tuple[float, float]:
    """The time for one record, ours and endplay's."""
    start = process_time()
    ours = sum(1 for _ in read(piece))
    middle = process_time()
    theirs = len(endplay_pbn.load(io.StringIO(piece.decode())))
    end = process_time()
    assert ours == theirs == PIECE
    return (middle - start) / PIECE * 1e6, (end - middle) / PIECE * 1e6


def peak_kilobytes(data: bytes) -> int:
    """The most memory that reading a file holds at any time, apart from the file itself."""
    tracemalloc.start()
    boards = sum(1 for _ in read(io.BytesIO(data)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert boards
    return peak // 1024


def main() -> None:
    """Measure and print."""
    console = Console(width=120)
    console.print(heading())
    pieces = [as_pbn(PIECE, seed) for seed in range(ROUNDS)]
    ours, theirs = zip(*map(microseconds_each, pieces), strict=True)
    table = Table(
        "reading PBN",
        "boards",
        "ours µs",
        "endplay µs",
        "ours worst",
        "endplay worst",
        f"ratio (limit {LIMIT})",
    )
    numbers = (median(ours), median(theirs), max(ours), max(theirs))
    ratio = f"{median(ours) / median(theirs):.2f}"
    table.add_row("full records", str(PIECE * ROUNDS), *(f"{number:.0f}" for number in numbers), ratio)
    console.print(table)
    small, large = as_pbn(BOARDS // 20, 1), as_pbn(BOARDS, 1)
    few, many = BOARDS // 20, BOARDS
    console.print(
        f"memory: {peak_kilobytes(small)} kB for {few} boards, {peak_kilobytes(large)} kB for {many}"
    )


if __name__ == "__main__":
    main()
