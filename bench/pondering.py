"""Thinking ahead: how often the next decision is foreseen, and how much waiting that saves.

`hits` bids and plays boards with quick robots, once, into a file, and asks at every seat whether each of its
decisions was among the first positions foreseen before; nothing is thought about. `waits` plays boards from
one seat, first without pondering, then the same again with others that take some seconds for every act: our
answers must be the same, and what we wait for them is compared.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from time import monotonic

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.machine import heading
from overtrick.bidding import Agreements, load
from overtrick.core import Auction, Board, Call, Card, Play, Seat, SeatView
from overtrick.deals import boards as dealt
from overtrick.player import Player, PlaySettings
from overtrick.player.decision import only_choice
from overtrick.protocol.client import Setup, Thinker
from overtrick.protocol.client.board import SeatBoard
from overtrick.protocol.client.foresight import foreseen
from overtrick.protocol.client.thinking import fast

FIRST = (1, 2, 4, 8, 12)
"""Positions foreseen that are counted."""
QUICK = replace(fast(PlaySettings()), deals=8, threads=1)

Act = Call | Card
Minds = tuple[Thinker, Thinker]
"""A thinker that does not ponder, and one that does."""

# Boards


def acting(board: Board) -> Seat | None:
    """Who is to act: declarer for dummy; None when the board is over."""
    assert board.auction is not None
    if not board.auction.is_over:
        return board.auction.to_call
    if board.play is None or board.play.is_over:
        return None
    contract, hand = board.auction.contract, board.play.to_play
    return contract.declarer if contract is not None and hand is contract.dummy else hand


def after(board: Board, act: Act) -> Board:
    """The board after one more act."""
    if isinstance(act, Card):
        assert board.play is not None
        return replace(board, play=board.play.then(act))
    assert board.auction is not None
    auction = board.auction.then(act)
    play = Play.of(board.deal, auction.contract) if auction.is_over and auction.contract else None
    return replace(board, auction=auction, play=play)


def quick_act(player: Player, board: Board) -> Act:
    """The act of a quick robot."""
    seat = acting(board)
    assert seat is not None
    view = SeatView.of(board, seat)
    return player.bid(view).call if view.play is None else player.choose(view).card


def new_boards(seed: int, number: int) -> list[Board]:
    """Boards with nothing done, always the same."""
    found = dealt(np.random.default_rng(seed), number)
    return [replace(board, auction=Auction(board.dealer)) for board in found]


def played_boards(player: Player, seed: int, number: int) -> list[Board]:
    """Boards bid and played by quick robots; those that were made before are in a file."""
    path = Path(f"build/pondering-{seed}.txt")
    path.parent.mkdir(exist_ok=True)
    kept = path.read_text().split("\n\n")[:-1] if path.exists() else []
    with path.open("a") as file:
        for board in new_boards(seed, number)[len(kept) :]:
            while acting(board) is not None:
                board = after(board, quick_act(player, board))
            kept.append(str(board))
            file.write(f"{board}\n\n")
            file.flush()
    return [Board.parse(text) for text in kept[:number]]


def acts(board: Board) -> list[Act]:
    """All acts on a board, in order."""
    assert board.auction is not None
    return [*board.auction.calls, *(() if board.play is None else board.play.cards)]


def begun(board: Board, seat: Seat) -> SeatBoard:
    """A board before the first call, from one seat."""
    return SeatBoard(seat, board.number or 0, board.vul, board.deal[seat], Auction(board.dealer))


def seen_after(seen: SeatBoard, act: Act, board: Board) -> SeatBoard:
    """What a seat sees after an act, dummy once it is faced."""
    seen = seen.after_card(act) if isinstance(act, Card) else seen.after_call(act)
    if seen.lacks_dummy:
        assert seen.contract is not None
        return seen.facing(board.deal[seen.contract.dummy])
    return seen


# Foresight alone


def hits(options: argparse.Namespace, console: Console, player: Player) -> None:
    """How often decisions with a choice are among the first positions foreseen."""
    counted, found = Counter[str](), Counter[tuple[str, int]]()
    for board in played_boards(player, options.seed, options.boards):
        for seat in Seat:
            for what, place in places(board, seat):
                counted[what] += 1
                found.update((what, first) for first in FIRST if place < first)
    table = Table("decisions", "", *(f"first {first}" for first in FIRST))
    for what, number in sorted(counted.items()):
        table.add_row(what, str(number), *(f"{found[what, first] / number:.1%}" for first in FIRST))
    console.print(f"seed {options.seed}, {options.boards} boards, four seats", table)


def places(board: Board, seat: Seat) -> Iterator[tuple[str, int]]:
    """For every decision that others act before, its kind and its place among the foreseen ones."""
    seen, ahead, is_ours = begun(board, seat), list[SeatView](), True
    for act in acts(board):
        if not seen.is_turn:
            ahead, is_ours = foreseen(seen), False
        elif not is_ours and has_choice(seen.view):
            yield kind(seen), ahead.index(seen.view) if seen.view in ahead else len(ahead) + max(FIRST)
        is_ours = is_ours or seen.is_turn
        seen = seen_after(seen, act, board)


def has_choice(view: SeatView) -> bool:
    """Does the view leave a choice?"""
    return view.play is None or only_choice(view, QUICK, None) is None


def kind(seen: SeatBoard) -> str:
    """A word for the table."""
    if seen.contract is None:
        return "1 calls"
    if not seen.cards:
        return "2 opening leads"
    return "3 declarer" if seen.seat is seen.contract.declarer else "4 defenders"


# Waiting


@dataclass
class Waits:
    """The waiting times without pondering and with it, decision by decision."""

    without: list[float] = field(default_factory=list)
    pondering: list[float] = field(default_factory=list)
    foreseen: int = 0
    given_up: int = 0
    different: int = 0
    """The number of answers that differ with pondering: there must be none."""


async def answered(mind: Thinker, view: SeatView) -> tuple[Act, float]:
    """Our act, and how long it took."""
    start = monotonic()
    act = (await mind.decide(view)).act
    return act, monotonic() - start


async def alone(mind: Thinker, player: Player, board: Board, seat: Seat, tricks: int) -> list[Act]:
    """A board played by us, without pondering, and quick robots, up to some trick."""
    seen, done = begun(board, seat), list[Act]()
    while acting(board) is not None and len(seen.cards) < 4 * tricks:
        done.append((await mind.decide(seen.view)).act if seen.is_turn else quick_act(player, board))
        board = after(board, done[-1])
        seen = seen_after(seen, done[-1], board)
    return done


async def again(
    minds: Minds, board: Board, seat: Seat, done: Sequence[Act], pause: float, waits: Waits
) -> None:
    """The same with pondering, and others who wait before they act, in the auction before the last calls.

    What is waited for without pondering is measured at once, before the next of the others acts.
    """
    seen, calls, pondering = begun(board, seat), sum(isinstance(act, Call) for act in done), minds[1]
    asked, before = list[SeatView](), pondering.statistics.given_up
    for place, act in enumerate(done):
        if seen.is_turn:
            foreseen_before = pondering.statistics.foreseen
            found, took = await answered(pondering, seen.view)
            waits.different += found != act
            if seen.play is not None and has_choice(seen.view):
                waits.pondering.append(took)
                waits.foreseen += pondering.statistics.foreseen - foreseen_before
                asked.append(seen.view)
        elif place >= calls - 3:
            if asked:
                await pondering.rest()
                waits.without += [(await answered(minds[0], view))[1] for view in asked]
                asked.clear()
            await pondering.ponder(foreseen(seen))
            await asyncio.sleep(pause)
        seen = seen_after(seen, act, board)
    await pondering.rest()
    waits.without += [(await answered(minds[0], view))[1] for view in asked]
    waits.given_up += pondering.statistics.given_up - before
    pondering.forget()


async def compared(options: argparse.Namespace, player: Player, deals: int) -> dict[float, Waits]:
    """Both ways with so many deals, by the seconds that the others take; every board from another chair."""
    setup, found = Setup(replace(PlaySettings().with_deals(deals), seed=options.seed)), dict[float, Waits]()
    minds = Thinker(setup, ponders=False), Thinker(setup)
    try:
        for mind in minds:
            mind.start()
            await mind.ready()
        for place, board in enumerate(new_boards(options.seed, options.boards)):
            seat = chair(player, board, place)
            done = await alone(minds[0], player, board, seat, options.tricks)
            for pause in options.pauses:
                waits = found.setdefault(pause, Waits())
                await again(minds, board, seat, done, pause, waits)
                both = f"{sum(waits.without):.1f} s without, {sum(waits.pondering):.1f} s with"
                print(f"{deals} deals, others {pause:g} s, {place + 1} boards: {both}", flush=True)
    finally:
        for mind in minds:
            await mind.close()
    return found


def chair(player: Player, board: Board, place: int) -> Seat:
    """Declarer, the leader and the leader's partner by turns; North where nobody declares."""
    while not board.auction or not board.auction.is_over:
        board = after(board, quick_act(player, board))
    contract = board.auction.contract
    if contract is None:
        return Seat.NORTH
    return (contract.declarer, contract.leader, contract.leader.partner)[place % 3]


def waits(options: argparse.Namespace, console: Console, player: Player) -> None:
    """How long we wait for our answers, without pondering and with it."""
    table = Table(
        "deals", "others take", "decisions", "foreseen", "seconds without", "with", "ratio", "medians",
        "given up", "other answers",
    )  # fmt: skip
    for deals in options.deals:
        for pause, told in asyncio.run(compared(options, player, deals)).items():
            without, pondering, number = sum(told.without), sum(told.pondering), len(told.without)
            table.add_row(
                str(deals),
                f"{pause:g} s",
                str(number),
                f"{told.foreseen} ({told.foreseen / number:.0%})",
                f"{without:.1f}",
                f"{pondering:.1f}",
                f"{pondering / without:.2f}",
                f"{median(told.without):.2f}, {median(told.pondering):.2f}",
                str(told.given_up),
                str(told.different),
            )
    console.print(f"seed {options.seed}, {options.boards} boards, {options.tricks} tricks of each", table)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("hits", "waits"))
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--deals", type=int, nargs="+", default=[100, 200])
    parser.add_argument("--pauses", type=float, nargs="+", default=[0.5, 2.0], help="seconds for an act")
    parser.add_argument("--tricks", type=int, default=8)
    options = parser.parse_args()
    console = Console(width=120)
    console.print(heading(), f"load {os.getloadavg()[0]:.1f}")
    player = Player(QUICK, Agreements(load("sayc")))
    {"hits": hits, "waits": waits}[options.what](options, console, player)
    console.print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
