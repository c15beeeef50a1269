"""Our double-dummy solver beside DDS, through both Python interfaces, deal by deal in one process.

Times are of the processor, for one thread each. Who goes first alternates; answers are compared, but not
while the clock runs. ``--hard FILE`` adds the deals of a PBN file, each in a process of its own that is
given up after ``--limit`` seconds of processor time.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import median, quantiles
from time import process_time

import endplay._dds as _dds
import endplay.types as ep
import numpy as np
from endplay.dds import solve_all_boards, solve_board
from endplay.dds.solve import SolveMode
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from bench.one_table import allocated, our_table, solve, their_table
from overtrick import Card, CardSet, Deal, Play, Seat, Strain, Suit, deals
from overtrick.dd import Solver, samples
from overtrick.dd.packing import pack
from overtrick.formats import read
from tests.endplay_names import DENOMS, PLAYERS

SAMPLES = 40
"""Layouts of a Monte-Carlo position."""
FREAK_VOIDS = 4
"""The least number of voids in the four hands of a freak."""
FREAK_LIMIT = 20.0
"""The most seconds that our solver may take for the four-void freak."""
MEGABYTES_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same question for both solvers; their answers must agree."""

    ours: Callable[[Solver], object]
    theirs: Callable[[], object]
    is_same: Callable[[object, object], bool]


@dataclass(slots=True)
class Row:
    """The times of one workload, in milliseconds."""

    name: str
    limit: float
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    positions: int = 0

    @property
    def ratio(self) -> float:
        """The ratio of the sums."""
        return sum(self.ours) / sum(self.theirs)

    @property
    def geometric(self) -> float:
        """The geometric mean of the ratios."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return exp(sum(log(ours / theirs) for ours, theirs in pairs) / len(self.ours))

    def cells(self) -> Iterator[str]:
        """The cells of the printed row."""
        yield from (self.name, str(len(self.ours)))
        for times in (self.ours, self.theirs):
            p99 = quantiles(times, n=100, method="inclusive")[98] if len(times) > 1 else times[0]
            yield from map(readable, (median(times), p99, max(times)))
        yield from (f"{self.ratio:.3f}", f"{self.geometric:.3f}", f"{self.limit:g}")
        yield f"{self.positions / len(self.ours):,.0f}"


def readable(number: float) -> str:
    """Three digits, or more before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def measure(name: str, limit: float, questions: Sequence[Comparison]) -> Row:
    """Ask both, in turn, and compare."""
    row, solver = Row(name, limit), Solver()
    for number, question in enumerate(questions):
        answers = dict[bool, object]()
        for is_ours in (True, False) if number % 2 == 0 else (False, True):
            ask = partial(question.ours, solver) if is_ours else question.theirs
            start = process_time()
            answers[is_ours] = ask()
            (row.ours if is_ours else row.theirs).append((process_time() - start) * 1e3)
        assert question.is_same(answers[True], answers[False]), f"{name}, question {number}: {answers}"
    row.positions = solver.positions
    return row


# Questions


def whole_table(deal: Deal) -> Comparison:
    return Comparison(
        partial(our_table, deal=deal), partial(their_table, ep.Deal(str(deal))), lambda a, b: a == b
    )


def one_solve(deal: Deal, strain: Strain, leader: Seat) -> Comparison:
    def theirs() -> int:
        [best] = {tricks for _, tricks in solve_board(asked, SolveMode.OptimalOne)}
        return int(best)

    asked = to_endplay(deal, strain, leader)
    return Comparison(lambda solver: solver.tricks(deal, strain, leader), theirs, lambda a, b: a == b)


def all_cards(play: Play) -> Comparison:
    asked = to_endplay(play.remaining, play.strain, play.trick.leader)
    return Comparison(lambda solver: solver.cards(play), lambda: solve_board(asked), is_same_cards)


def all_samples(play: Play, layouts: Sequence[Deal]) -> Comparison:
    """Every card of each of many layouts of one position."""
    asked = [to_endplay(layout, play.strain, play.on_lead) for layout in layouts]
    packed = pack(layouts)

    def is_same(ours: object, theirs: object) -> bool:
        assert isinstance(ours, dict)
        assert isinstance(theirs, Sequence)
        rows = [dict(zip(ours, row, strict=True)) for row in zip(*ours.values(), strict=True)]
        return len(rows) == len(theirs) and all(map(is_same_cards, rows, theirs))

    return Comparison(
        lambda solver: samples(play, packed, solver=solver), lambda: solve_all_boards(asked), is_same
    )


def is_same_cards(ours: object, theirs: object) -> bool:
    """The tricks of every card; DDS's are read only here, not while the clock runs."""
    assert isinstance(theirs, Iterable)
    return ours == {Card.parse(f"{card.suit.abbr}{card.rank.abbr}"): tricks for card, tricks in theirs}


def to_endplay(deal: Deal, strain: Strain, leader: Seat) -> ep.Deal:
    return ep.Deal(str(deal), first=PLAYERS[leader], trump=DENOMS[strain])


# Deals and positions


def settings(seed: int, many: int) -> Iterator[tuple[Deal, Strain, Seat]]:
    """Fixed deals, each with a strain and a leader."""
    for number, deal in enumerate(deals.deals(np.random.default_rng(seed), many)):
        yield deal, Strain(number % 5), Seat(number // 5 % 4)


def plays_after(tricks: int, seed: int, many: int) -> Iterator[Play]:
    """Positions after this many tricks of random legal play."""
    chance = random.Random(seed)
    for deal, strain, leader in settings(seed, many):
        play = Play(deal, strain, leader)
        for _ in range(4 * tricks):
            play = play.then(chance.choice(tuple(play.legal_cards)))
        yield play


def layouts(play: Play, chance: random.Random) -> list[Deal]:
    """The hands of the player to lead and his partner stay; the others' cards are dealt again."""
    deal, leader = play.remaining, play.to_play
    hidden = [*deal[leader.lho], *deal[leader.rho]]
    made = []
    for _ in range(SAMPLES):
        chance.shuffle(hidden)
        half = len(hidden) // 2
        hands = {leader.lho: CardSet.of(hidden[:half]), leader.rho: CardSet.of(hidden[half:])}
        made.append(Deal.of({seat: hands.get(seat, deal[seat]) for seat in Seat}))
    return made


def workloads(scale: float) -> Iterator[Row]:
    def many(number: int) -> int:
        return max(1, round(number * scale))

    yield measure("20-entry table", 0.85, [whole_table(deal) for deal, _, _ in settings(1, many(60))])
    yield measure("one solve", 0.85, [one_solve(*setting) for setting in settings(2, many(120))])
    leads = [all_cards(play) for play in plays_after(0, 3, many(60))]
    yield measure("all cards, opening lead", 0.85, leads)
    for tricks, limit in ((4, 0.7), (8, 0.2)):
        plays = plays_after(tricks, 10 + tricks, many(240))
        yield measure(f"all cards, after {tricks} tricks", limit, [all_cards(play) for play in plays])
    chance = random.Random(5)
    sampled = [all_samples(play, layouts(play, chance)) for play in plays_after(8, 5, many(12))]
    yield measure(f"{SAMPLES} samples, after 8 tricks", 0.06, sampled)


# Hard deals


def hard_deals(file: Path, limit: int, console: Console, *, only_freaks: bool) -> Row:
    """Every deal of a file, as far as both finish; freaks and those not finished are printed one by one."""
    row = Row("hard deals: table", 0.8)
    for record in read(file):
        deal = record.board.deal
        name, voids = dict(record.tags).get("Event", "?"), number_of_voids(deal)
        if only_freaks and voids < FREAK_VOIDS:
            continue
        ours, theirs = solve("ours", deal, limit), solve("theirs", deal, limit)
        if ours is not None and theirs is not None:
            assert ours.table == theirs.table, deal
            row.ours.append(ours.seconds * 1e3)
            row.theirs.append(theirs.seconds * 1e3)
            row.positions += ours.positions
        if ours is None or theirs is None or voids >= FREAK_VOIDS:
            said = [f"not in {limit} s" if one is None else f"{one.seconds:.1f} s" for one in (ours, theirs)]
            memory = f", {ours.bytes / 2**20:.0f} MB" if ours is not None else ""
            goal = f" (limit {FREAK_LIMIT:g} s)" if voids >= FREAK_VOIDS else ""
            console.print(f"{name}, {voids} voids: ours {said[0]}{goal}{memory}, DDS {said[1]}")
    return row


def number_of_voids(deal: Deal) -> int:
    return sum(not hand.holding(suit) for _, hand in deal.items() for suit in Suit)


def megabytes() -> float:
    """The megabytes that a solver has allocated after a table."""
    before, solver = allocated(), Solver()
    for deal, _, _ in settings(1, 2):
        solver.table(deal)
    return (allocated() - before) / 2**20


def arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m bench.double_dummy", description=__doc__)
    parser.add_argument("--hard", type=Path, help="a PBN file of deals that are hard to solve")
    parser.add_argument("--limit", type=int, default=120, help="seconds for each hard deal")
    parser.add_argument("--scale", type=float, default=1, help="more or fewer deals than usual")
    parser.add_argument(
        "--only", choices=("hard", "freaks"), help="nothing but the hard deals, or the freaks"
    )
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    asked, console = arguments(), Console(width=150)
    console.print(heading())
    console.print(f"our memory: {megabytes():.1f} MB allocated (limit {MEGABYTES_LIMIT})")
    _dds.SetMaxThreads(1)
    table = Table("milliseconds", "many", "ours", "p99", "worst", "DDS", "p99", "worst")
    for name in ("ratio", "geometric", "limit", "our positions"):
        table.add_column(name)
    rows = [] if asked.only else list(workloads(asked.scale))
    if asked.hard is not None:
        rows.append(hard_deals(asked.hard, asked.limit, console, only_freaks=asked.only == "freaks"))
    for row in filter(lambda row: row.ours, rows):
        table.add_row(*row.cells())
    console.print(table)


if __name__ == "__main__":
    main()
