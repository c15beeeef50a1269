"""The time to sample the hidden hands: worlds at tricks 1, 3, 6 and 9, with default settings.

Boards are bid by Standard American on both sides and played double dummy, the lowest of the best cards each
time. Timed are the worlds of the player to lead to each of these tricks, or at trick 1 of declarer after the
lead.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import numpy as np

from bench.machine import heading
from overtrick import Board, Play, SeatView, deals
from overtrick.bidding import Agreements, load
from overtrick.dd.solver import own_solver
from overtrick.player import PlaySettings
from overtrick.player.worlds import Worlds, draw

TRICKS = (1, 3, 6, 9)


def views(table: Agreements, boards: int, seed: int) -> Iterator[dict[int, SeatView]]:
    """For each board that is not passed out the view at each of the tricks."""
    for number, deal in enumerate(deals.deals(np.random.default_rng(seed), boards), 1):
        board = Board.numbered(number, deal)
        auction, _ = table.bid_out(deal, board.dealer, board.vul)
        if auction.contract is None:
            continue
        play, found = Play.of(deal, auction.contract), dict[int, SeatView]()
        while len(found) < len(TRICKS):
            trick = TRICKS[len(found)]
            if len(play.cards) == max(1, 4 * (trick - 1)):
                seen = Board(number, board.dealer, board.vul, deal, auction, (), play)
                dummy, mover = auction.contract.dummy, play.to_play
                found[trick] = SeatView.of(seen, mover.partner if mover is dummy else mover)
            values = own_solver().cards(play)
            best = max(values.values())
            play = play.then(min(card for card, tricks in values.items() if tricks == best))
        yield found


def timed(view: SeatView, table: Agreements, settings: PlaySettings) -> tuple[float, Worlds]:
    """The seconds that the worlds of a view take, and the worlds."""
    start = perf_counter()
    worlds = draw(view, table, settings)
    return perf_counter() - start, worlds


def main() -> None:
    """Print the machine, then a line for each trick."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    options = parser.parse_args()
    table, settings = Agreements(load("sayc")), PlaySettings(threads=options.threads)
    print(heading())
    found = list(views(table, options.boards, options.seed))
    print(f"{len(found)} boards, {settings.deals} worlds of {settings.pool}; seconds")
    print("trick  median   worst  worlds  effective  with remarks")
    for trick in TRICKS:
        answers = [timed(each[trick], table, settings) for each in found]
        seconds = [time for time, _ in answers]
        size = median(len(worlds) for _, worlds in answers)
        effective = median(worlds.effective for _, worlds in answers)
        odd = sum(bool(worlds.remarks) for _, worlds in answers)
        print(
            f"{trick:5}  {median(seconds):6.3f}  {max(seconds):6.3f}  {size:6.0f}  {effective:9.1f}  {odd:12}"
        )


if __name__ == "__main__":
    main()
