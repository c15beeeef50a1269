"""Strategies: how long a comparison takes, by cards left and depth, with 32 worlds.

Declarer's side has 24 points or more of 52 cards, of which so many are left in each hand, any; South leads.
The defenders' cards are dealt again at random for each world. The target is the median, over the worlds, of
the tricks that double dummy promises. Times are of the processor, in milliseconds, with a fresh memory each.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.machine import heading
from overtrick import _core
from overtrick.core import CardSet, Deal, Play, Seat, Strain
from overtrick.dd.batch import samples
from overtrick.dd.packing import Deals
from overtrick.player.strategies import Comparison, Detail, compare

WORLDS = 32
DEPTHS = (2, 3, 4, 5)
STRAINS = (Strain.NOTRUMP, Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS)


@dataclass(frozen=True, eq=False)
class Problem:
    """A lead of declarer's, and worlds he cannot tell apart."""

    play: Play
    worlds: Deals
    target: int


def random_problem(chance: Random, cards: int) -> Problem:
    """South to lead, with so many cards left in each hand."""
    while True:
        pack = chance.sample(range(52), 52)
        north, south = CardSet(_bits(pack[:13])), CardSet(_bits(pack[13:26]))
        if north.hcp + south.hcp >= 24:
            break
    own = [_bits(chance.sample([card.index for card in hand], cards)) for hand in (north, south)]
    out = chance.sample(pack[26:], 2 * cards)
    worlds = np.array([_layout(chance, own, out, cards) for _ in range(WORLDS)], np.uint64)
    deal = Deal((CardSet(own[0]), None, CardSet(own[1]), None))
    play = Play(deal, chance.choice(STRAINS), Seat.SOUTH)
    best = np.max(list(samples(play, worlds).values()), axis=0)
    return Problem(play, worlds, max(1, int(np.median(best))))


def _bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def _layout(chance: Random, own: list[int], out: list[int], cards: int) -> list[int]:
    dealt = chance.sample(out, len(out))
    return [own[0], _bits(dealt[:cards]), own[1], _bits(dealt[cards:])]


def timed(problem: Problem, depth: int, positions: int, detail: Detail) -> tuple[float, Comparison]:
    """Milliseconds, and the comparison."""
    weights = np.full(WORLDS, 1 / WORLDS)
    start = process_time()
    found = compare(
        problem.play,
        Seat.SOUTH,
        problem.worlds,
        weights,
        problem.target,
        depth,
        positions,
        detail,
        only_best=True,
    )
    return 1000 * (process_time() - start), found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--problems", type=int, default=20)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--cards", type=int, nargs="*", default=[6, 8, 10, 12])
    parser.add_argument("--detail", choices=[detail.name.lower() for detail in Detail], default="lowest")
    given = parser.parse_args()
    console, detail = Console(), Detail(getattr(_core.Detail, given.detail.upper()))
    console.print(heading())
    columns = ("cards", "depth", "complete", "ms, median", "worst", "positions, median", "worst", "alone")
    table = Table(*columns, title=f"{given.problems} problems of {WORLDS} worlds, {given.detail}")
    for cards in given.cards:
        chance = Random(f"{given.seed} {cards}")
        problems = [random_problem(chance, cards) for _ in range(given.problems)]
        for depth in DEPTHS:
            table.add_row(*row(cards, depth, problems, given.positions, detail))
    console.print(table)


def row(cards: int, depth: int, problems: list[Problem], positions: int, detail: Detail) -> tuple[str, ...]:
    """A line of the table."""
    answers = [
        timed(problem, depth, positions, detail)
        for problem in track(problems, f"{cards} cards, depth {depth}", transient=True)
    ]
    times, found = [taken for taken, _ in answers], [comparison for _, comparison in answers]
    looked_at = [comparison.positions for comparison in found]
    complete = sum(comparison.is_complete for comparison in found)
    alone = sum(comparison.is_alone for comparison in found)
    return (
        str(cards),
        str(depth),
        f"{complete}/{len(problems)}",
        f"{median(times):.0f}",
        f"{max(times):.0f}",
        f"{median(looked_at):,.0f}",
        f"{max(looked_at):,}",
        str(alone),
    )


if __name__ == "__main__":
    main()
