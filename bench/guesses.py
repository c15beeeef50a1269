"""The value of strategies where they decide: both cards are played to the end, over many deals.

Boards are bid and played by a plain declarer. At the first card that a declarer who compares strategies would
play otherwise, both play on, each in its own way, over the same deals, drawn from what declarer knows; the
defenders are plain. Matches say the same with far more luck: nine boards in ten are flat there.
A line for every board goes to a file, and the run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console

from bench.machine import heading
from overtrick.core import Board, Card, CardSet, Contract, Deal, Play, Result, Seat, SeatView, Vul
from overtrick.deals.dealing import unpack
from overtrick.player import Decision, Player
from overtrick.player.worlds import draw
from overtrick.scoring import imps, score_ns
from overtrick.table.matches import Configuration, Match, Room
from overtrick.table.matches.rooms import table_lead, with_auction

Line = dict[str, Any]
OTHER_DEALS = 12345
"""Added to the seed: the deals that cards are tried on are not those that chose them."""


class Guesses:
    """The players of a board: a declarer who compares strategies, and a plain one for all four seats."""

    def __init__(self, how: str, seed: int) -> None:
        planner, plain = (Configuration.parse(f"{how},strategies={each}") for each in ("on", "off"))
        self.match = Match(planner, plain, seed, has_fixed_auctions=True, has_fixed_leads=True)
        self.agreements = self.match.agreements(Room.OPEN)
        self.planner = planner.player(self.agreements, seed)
        self.plain = plain.player(self.agreements, seed)

    def board(self, board: Board, deals: int) -> Line:
        """The first disagreement of a board, and the results of both cards on some deals."""
        board = with_auction(self.match, board)
        contract = board.contract
        if contract is None:
            return {"board": board.number}
        lead = table_lead(self.match.a.system)(SeatView.of(board, contract.leader))
        board = played(board, lead)
        while board.play is not None and not board.play.is_over:
            view = seen_by_the_one_to_play(board)
            usual = self.plain.choose(view)
            if view.seat is contract.declarer and len(usual.candidates) > 1:
                planned = self.planner.choose(view)
                if planned.card not in usual.candidates[0].equals:
                    return {"board": board.number, **self.tried(board, view, planned, usual, deals)}
            board = played(board, usual.card)
        return {"board": board.number}

    def tried(self, board: Board, view: SeatView, planned: Decision, usual: Decision, deals: int) -> Line:
        """Both cards, played on over deals that declarer cannot exclude."""
        settings = replace(usual.settings, seed=self.match.seed + OTHER_DEALS, deals=deals)
        worlds = draw(view, self.agreements, settings)
        results = []
        for deal, weight in zip(unpack(worlds.deals), worlds.weights, strict=True):
            ours = self.finished(board, deal, planned.card, self.planner)
            theirs = self.finished(board, deal, usual.card, self.plain)
            results.append([float(weight), ours, theirs])
        return {
            "trick": len(view.play.tricks) + 1 if view.play else 0,
            "contract": str(board.contract),
            "vul": board.vul.value,
            "planned": told(planned, planned.card),
            "usual": told(planned, usual.card),
            "results": results,
        }

    def finished(self, board: Board, deal: Deal, card: Card, declarer: Player) -> int:
        """The tricks of declarer's after a card, on a deal."""
        contract, play = board.contract, board.play
        assert contract is not None
        assert play is not None
        start = replace(board, deal=deal, play=None)
        begun = played(played(start, *play.cards), card)
        while begun.play is not None and not begun.play.is_over:
            view = seen_by_the_one_to_play(begun)
            player = declarer if view.seat is contract.declarer else self.plain
            begun = played(begun, player.choose(view).card)
        assert begun.play is not None
        return begun.play.tricks_won(contract.declarer.side)


def played(board: Board, *cards: Card) -> Board:
    """A board after some more cards."""
    assert board.contract is not None
    play = board.play or Play.of(board.deal, board.contract)
    return replace(board, play=play.then_all(cards))


def seen_by_the_one_to_play(board: Board) -> SeatView:
    """The view of the player to act, declarer's for dummy."""
    assert board.play is not None
    assert board.contract is not None
    to_play: Seat = board.play.to_play
    return SeatView.of(board, board.contract.declarer if to_play is board.contract.dummy else to_play)


def told(decision: Decision, card: Card) -> Line:
    """The planner's figures for a card."""
    found = next(each for each in decision.candidates if card in CardSet.of(each.equals))
    return {"card": str(card), "chance": found.chance, "plan": found.plan, "value": found.value}


def gain(line: Line, ours: int, theirs: int) -> int:
    """IMPs to the planner."""
    contract = Contract.parse(line["contract"])
    points = [score_ns(Result(contract, tricks), Vul(line["vul"])) for tricks in (ours, theirs)]
    found = imps(points[0] - points[1])
    return found if contract.declarer in (Seat.NORTH, Seat.SOUTH) else -found


def summary(lines: Sequence[Line], console: Console) -> None:
    """The gain per disagreement, and per board."""
    found = [line for line in lines if "results" in line]
    gains, made, hoped, sure = [], [], [], []
    for line in found:
        total = sum(weight for weight, _, _ in line["results"])
        gains.append(sum(w * gain(line, a, b) for w, a, b in line["results"]) / total)
        needed = 6 + int(line["contract"][0])
        made.append(sum(w * ((a >= needed) - (b >= needed)) for w, a, b in line["results"]) / total)
        hoped.append(line["planned"]["chance"] - line["usual"]["chance"])
        sure.append((line["planned"]["plan"] or 0.0) - (line["usual"]["plan"] or 0.0))
    console.print(f"{len(lines)} boards, the two disagree on {len(found)}")
    if not found:
        return
    share = len(found) / len(lines)
    console.print(f"IMPs where they do: {interval(gains)}; a board: {interval(gains, share)}")
    console.print(
        f"contracts made more often: {interval(made)}; double dummy {fmean(hoped):+.3f}, against ", end=""
    )
    console.print(f"best defence {fmean(sure):+.3f}")


def interval(values: Sequence[float], share: float = 1.0) -> str:
    """A mean and where it lies 95 times in 100."""
    reach = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{share * fmean(values):+.3f} ± {share * reach:.3f}"


def one(how: str, seed: int, board: Board, deals: int) -> Line:
    """A board in a process of its own."""
    return Guesses(how, seed).board(board, deals)


def main() -> None:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--how", default="quick", help="a configuration")
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--deals", type=int, default=6, help="deals for each disagreement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--file", default="")
    options = parser.parse_args()
    path = Path(options.file or f"build/guesses-{options.how}-{options.seed}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines: list[Line] = [json.loads(each) for each in path.read_text().splitlines()] if path.exists() else []
    done = {line["board"] for line in lines}
    boards = Guesses(options.how, options.seed).match.boards(options.boards)
    console = Console(width=120)
    with path.open("a") as file, ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        todo = [board for board in boards if board.number not in done]
        begun = [pool.submit(one, options.how, options.seed, board, options.deals) for board in todo]
        for future in as_completed(begun):
            lines.append(future.result())
            file.write(json.dumps(lines[-1]) + "\n")
            file.flush()
    console.print(heading())
    summary([line for line in lines if line["board"] <= options.boards], console)


if __name__ == "__main__":
    main()
