"""How far from par a system bids: all four players bid by it, and the contract takes its double-dummy tricks.

The measure is the mean of the IMPs, without their sign, between the score of the contract reached and par,
the score of both sides bidding over open cards. Boards have the usual dealers and vulnerabilities. What the
side did that fell short of par is told apart, so that one sees where a system loses.
"""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean, stdev

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick import dd
from overtrick.bidding import Agreements, State, load
from overtrick.bidding.batch import bid_out_many
from overtrick.bidding.bidder import choice
from overtrick.bidding.evaluation import HandValues
from overtrick.bidding.state import is_game
from overtrick.core import Auction, Board, Call, Contract, Seat, Side, Vul
from overtrick.deals import boards
from overtrick.scoring import imps


@dataclass(frozen=True)
class Result:
    """A board bid out."""

    board: Board
    table: dd.TrickTable
    end: State

    @property
    def auction(self) -> Auction:
        """The calls."""
        return Auction(self.board.dealer, self.end.calls)

    @cached_property
    def par(self) -> dd.Par:
        """The score of both sides bidding over open cards."""
        return dd.par(self.table, self.board.dealer, self.board.vul)

    @cached_property
    def imps(self) -> int:
        """IMPs from par, North-South's."""
        return imps(north_south(self.auction.contract, self.table, self.board.vul) - self.par.score_ns)

    @property
    def loser(self) -> Side:
        """The side that did worse than par."""
        return Side.EW if self.imps > 0 else Side.NS

    @property
    def fault(self) -> str:
        """The fault of that side, in a few words."""
        contract = self.auction.contract
        if self.imps == 0:
            return "par"
        if contract is None:
            return "passed out"
        makes = self.table[contract.strain, contract.declarer] >= contract.level + 6
        if contract.declarer.side is not self.loser:
            return "let them make a contract" if makes else "did not double or bid on"
        if not makes:
            return f"too high: {'doubled ' if contract.doubled else ''}{KINDS[kind_of(contract)]}"
        own = (each for each in self.par.contracts if each.declarer.side is self.loser)
        best = max(map(kind_of, own), default=0)
        if best > kind_of(contract):
            return f"missed a {KINDS[best]}"
        return f"wrong {KINDS[kind_of(contract)]}"


KINDS = ("part-score", "game", "slam")


def kind_of(contract: Contract) -> int:
    """0 for a part-score, 1 for game, 2 for slam."""
    return 2 if contract.level >= 6 else int(is_game(contract.bid))


def north_south(contract: Contract | None, table: dd.TrickTable, vul: Vul) -> int:
    """A contract's double-dummy score, North-South's."""
    if contract is None:
        return 0
    score = dd.contract_score(contract, table, vul)
    return score if contract.declarer.side is Side.NS else -score


def solved(number: int, seed: int, file: Path | None) -> tuple[list[Board], list[dd.TrickTable]]:
    """The boards of a seed with their tables, which a file may keep for the next run."""
    dealt = list(boards(np.random.default_rng(seed), number))
    if file is not None and file.exists():
        return dealt, kept_tables(number, seed, file)
    tables = list(dd.tables([board.deal for board in dealt]))
    if file is not None:
        file.write_bytes(pickle.dumps({"seed": seed, "boards": number, "tables": tables}))
    return dealt, tables


def kept_tables(number: int, seed: int, file: Path) -> list[dd.TrickTable]:
    """The tables in a file, if they are those of these boards."""
    kept = pickle.loads(file.read_bytes())  # our own file
    if not isinstance(kept, dict):
        raise SystemExit(f"{file} does not say which boards its tables are of: let it be made again")
    if (kept["seed"], kept["boards"]) != (seed, number):
        of = f"{kept['boards']:,} boards of seed {kept['seed']}"
        raise SystemExit(f"{file} has the tables of {of}, not of {number:,} boards of seed {seed}")
    tables: list[dd.TrickTable] = kept["tables"]
    return tables


def bid_out(agreements: Agreements, dealt: Sequence[Board], tables: Sequence[dd.TrickTable]) -> list[Result]:
    """Bid all boards, those of a dealer and a vulnerability together."""
    alike = defaultdict[tuple[Seat, Vul], list[int]](list)
    for place, board in enumerate(dealt):
        alike[board.dealer, board.vul].append(place)
    results = list[Result | None]([None] * len(dealt))
    for (dealer, vul), places in alike.items():
        packed = np.array([[dealt[place].deal[seat].bits for seat in Seat] for place in places], np.uint64)
        for place, end in zip(places, bid_out_many(agreements, packed, dealer, vul), strict=True):
            results[place] = Result(dealt[place], tables[place], end)
    return [result for result in results if result is not None]


def summary(results: Sequence[Result]) -> Table:
    """The mean, and its parts."""
    far = [abs(result.imps) for result in results]
    either_way = f" ± {1.96 * stdev(far) / len(far) ** 0.5:.2f}" if len(far) > 1 else ""
    table = Table("fault of the side short of par", "boards", "IMPs a board", title="IMPs from par")
    table.add_row("[b]all[/b]", f"{len(far):,}", f"{mean(far):.2f}{either_way}")
    for fault in sorted({result.fault for result in results}, key=lambda name: -lost(results, name)):
        count = sum(result.fault == fault for result in results)
        table.add_row(fault, f"{count:,}", f"{lost(results, fault) / len(far):.2f}")
    return table


def lost(results: Sequence[Result], fault: str) -> int:
    """All IMPs lost in one way."""
    return sum(abs(result.imps) for result in results if result.fault == fault)


def show(console: Console, result: Result) -> None:
    """A board with its auction, rule by rule."""
    board, auction = result.board, result.auction
    console.print(
        f"\n[b]{board.number}[/b] dealer {board.dealer}, vul {board.vul}:"
        f" {result.imps:+} IMPs, {result.fault}; {auction.contract or 'passed out'}, par {result.par}",
        highlight=False,
    )
    for seat in Seat:
        console.print(f"  {seat} {board.deal[seat]} ({board.deal[seat].hcp})", highlight=False)
    made = list[str]()
    for place, (seat, call) in enumerate(auction):
        rule = choice(result.end.at(place), HandValues(board.deal[seat])).candidate
        where = "no rule" if rule is None else f"{rule.rule.entry.name}, {rule.rule.entry.place}"
        made.append(f"{seat} {call}" if call is Call.PASS else f"{seat} {call} ({where})")
    console.print("  " + "; ".join(made), highlight=False)


def main() -> None:
    """Print the table, and the boards asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="natural")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=Path, help="a file that keeps the double-dummy tables of this seed")
    parser.add_argument("--show", type=int, default=0, help="so many of the worst boards")
    parser.add_argument("--fault", default="", help="only boards with this fault")
    options = parser.parse_args()
    if options.boards < 1:
        parser.error("--boards must be at least 1")
    console = Console(width=160)
    console.print(heading())
    console.print(f"{options.system}, {options.boards:,} boards of seed {options.seed}")
    dealt, tables = solved(options.boards, options.seed, options.tables)
    results = bid_out(Agreements(load(options.system)), dealt, tables)
    console.print(summary(results))
    wanted = [result for result in results if options.fault in result.fault]
    for result in sorted(wanted, key=lambda each: -abs(each.imps))[: options.show]:
        show(console, result)


if __name__ == "__main__":
    main()
