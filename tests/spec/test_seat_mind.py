"""Thinking in processes of its own: the same answers with and without pondering, and an end at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable

import pytest

from overtrick import Board, Card, OvertrickError, Seat, SeatView
from overtrick.bidding import Agreements, load
from overtrick.player import Player, PlaySettings
from overtrick.wire.client import Mind, Setup
from overtrick.wire.client.foresight import foreseen
from overtrick.wire.client.seen import SeenBoard

BOARD = Board.parse("""Board 1
Deal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3
Auction N: P P 1NT AP
Play NT;W;S4 SJ S3 S5 CT""")
QUICK = PlaySettings().with_deals(2)
LONG = PlaySettings(deals=2000, pool=2000)


def seen_from(seat: Seat, cards: int) -> SeenBoard:
    """The board from one seat after so many cards."""
    assert BOARD.auction is not None
    assert BOARD.play is not None
    board = SeenBoard(seat, 1, BOARD.vul, BOARD.deal[seat], BOARD.auction)
    for card in BOARD.play.cards[:cards]:
        board = board.after_card(card)
        if board.lacks_dummy:
            board = board.facing(BOARD.deal[Seat.NORTH])
    return board


def with_mind(settings: PlaySettings, work: Callable[[Mind], Awaitable[None]]) -> None:
    async def run() -> None:
        mind = Mind(Setup(settings, "natural"))
        mind.start()
        try:
            async with asyncio.timeout(120):
                await mind.ready()
                await work(mind)
        finally:
            await mind.close()

    asyncio.run(run())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_foreseen_decision_is_the_one_that_would_have_been_made() -> None:
    waiting = seen_from(Seat.EAST, 1)
    ahead = foreseen(waiting)
    assert len(ahead) == 3  # dummy's three spades
    asked = seen_from(Seat.EAST, 2).view
    assert asked in ahead
    alone = Player(QUICK, Agreements(load("natural")))

    async def work(mind: Mind) -> None:
        await mind.ponder(ahead)
        while mind.gains.pondered < len(ahead):
            await asyncio.sleep(0.01)
        found = [await mind.answer(view) for view in (asked, *ahead)]
        assert mind.gains.foreseen == 4
        assert mind.gains.saved > 0
        mind.forget()
        again = [await mind.answer(view) for view in (asked, *ahead)]
        assert mind.gains.decisions == 8
        assert mind.gains.foreseen == 4
        assert [each.act for each in found] == [each.act for each in again]
        assert [each.act for each in found] == [alone.choose(view).card for view in (asked, *ahead)]
        opening = SeatView.of(Board.numbered(1, BOARD.deal), Seat.NORTH)
        assert (await mind.answer(opening)).act is alone.bid(opening).call

    with_mind(QUICK, work)


def test_a_thought_ends_at_once_and_the_next_can_begin() -> None:
    waiting, view = seen_from(Seat.SOUTH, 5), seen_from(Seat.EAST, 2).view
    assert waiting.actor is Seat.EAST

    async def work(mind: Mind) -> None:
        await mind.ponder(foreseen(waiting))
        while mind._current is None:
            await asyncio.sleep(0.01)
        assert mind._ponderer is not None
        pondering = mind._ponderer._pid
        thinking = asyncio.create_task(mind.answer(view))
        while mind._thinker is None:
            await asyncio.sleep(0.01)
        thinking.cancel()
        await asyncio.wait({thinking})
        assert mind.gains.given_up == 1
        while is_alive(pondering) or is_alive(mind._thinker._pid):
            await asyncio.sleep(0.01)
        opening = SeatView.of(Board.numbered(1, BOARD.deal), Seat.NORTH)
        assert (await mind.answer(opening)).act is not None

    with_mind(LONG, work)


def test_processes_that_are_killed_are_replaced() -> None:
    view = seen_from(Seat.EAST, 2).view

    async def work(mind: Mind) -> None:
        first = await mind.answer(view)
        assert mind._thinker is not None
        os.kill(mind._thinker._pid, signal.SIGKILL)
        assert (await mind.answer(view)).act is first.act
        assert mind._nursery._process is not None
        os.kill(mind._nursery._process.pid, signal.SIGKILL)
        mind._nursery._process.wait()
        os.kill(mind._thinker._pid, signal.SIGKILL)
        assert (await mind.answer(view)).act is first.act

    with_mind(QUICK, work)


def test_a_foreseen_thought_goes_on_when_it_is_asked_for() -> None:
    waiting, view = seen_from(Seat.EAST, 1), seen_from(Seat.EAST, 2).view

    async def work(mind: Mind) -> None:
        views = [view, *(each for each in foreseen(waiting) if each != view)]
        await mind.ponder(views)
        while mind._current is None:
            await asyncio.sleep(0.001)
        answer = await mind.answer(view)
        assert isinstance(answer.act, Card)
        assert mind.gains.foreseen == 1
        assert mind.gains.given_up == 0

    with_mind(QUICK, work)


def test_a_system_that_is_not_there_is_an_error_in_words() -> None:
    async def run() -> None:
        mind = Mind(Setup(QUICK, "no such system"))
        mind.start()
        try:
            await mind.ready()
        finally:
            await mind.close()

    with pytest.raises(OvertrickError, match="no such system"):
        asyncio.run(run())


def test_nothing_is_foreseen_before_dummy_is_on_the_table() -> None:
    assert foreseen(seen_from(Seat.EAST, 0)) == []
    assert foreseen(seen_from(Seat.EAST, 2)) == []  # its own turn
