"""Thinking in processes of its own: the same answers with and without pondering, and an end at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import Board, Card, OvertrickError, Seat, SeatView, Side
from overtrick.bidding import Agreements, load
from overtrick.player import Player, PlaySettings
from overtrick.wire.client import Mind, Setup, nursery, workers
from overtrick.wire.client.foresight import followed, foreseen
from overtrick.wire.client.seen import SeenBoard
from overtrick.wire.client.thoughts import Answer

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


async def pondered(mind: Mind, *views: SeatView) -> None:
    """Ponder to the end."""
    await mind.ponder(views)
    assert mind._pondering is not None
    await mind._pondering


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
        await pondered(mind, *ahead)
        assert mind.gains.pondered >= len(ahead)
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


def state_of(pid: int) -> str:
    """The letter that the system gives a process."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_what_was_read_is_kept_when_a_thought_is_given_up() -> None:
    ahead, view = foreseen(seen_from(Seat.EAST, 1)), seen_from(Seat.EAST, 2).view
    other = seen_from(Seat.WEST, 0).view

    async def begun(mind: Mind) -> tuple[int, int]:
        while mind._current is None:
            await asyncio.sleep(0.01)
        assert mind._nursery._polite is not None
        assert mind._ponderer is not None
        return mind._nursery._polite._pid, mind._ponderer._pid

    async def work(mind: Mind) -> None:
        await mind.ponder(ahead)
        parent, first = await begun(mind)
        assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in (parent, first)] == [10, 10]
        thinking = asyncio.create_task(mind.answer(other))
        while mind._thinker is None or is_alive(first):
            await asyncio.sleep(0.01)
        while state_of(parent) != "T":  # whoever ponders is stopped while we answer
            await asyncio.sleep(0.01)
        thinking.cancel()
        await asyncio.wait({thinking})
        await mind.ponder([view])
        again, second = await begun(mind)
        assert again == parent
        assert second != first
        await mind.close()
        while is_alive(parent) or is_alive(second):
            await asyncio.sleep(0.01)

    with_mind(LONG, work)


def test_what_is_remembered_stays_little(monkeypatch: pytest.MonkeyPatch) -> None:
    view = seen_from(Seat.EAST, 2).view

    async def work(mind: Mind) -> None:
        parents = list[int]()
        for _ in range(2):
            (await mind._nursery.prepared(view)).end()
            assert mind._nursery._polite is not None
            parents.append(mind._nursery._polite._pid)
        assert parents[0] != parents[1]
        for number in range(100):
            mind._keep(replace(view, number=number), Answer(Card.parse("SA"), None, 0.0))
        assert len(mind._found) == 64

    monkeypatch.setattr(workers, "_WORK", 1)
    with_mind(QUICK, work)


def test_the_next_of_two_decisions_in_a_row_is_found_too() -> None:
    view = seen_from(Seat.SOUTH, 3).view  # the last card of the trick is ours, and dummy's jack wins

    async def work(mind: Mind) -> None:
        await pondered(mind, view)
        answer = await mind.answer(view)
        further = followed(view, answer.act)
        assert further is not None
        await mind.answer(further)
        assert mind.gains.foreseen == mind.gains.pondered == 2

    with_mind(QUICK, work)


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
        await pondered(mind, view)
        assert mind._nursery._polite is not None
        assert mind._ponderer is not None
        for each in (mind._nursery._polite, mind._ponderer):
            os.kill(each._pid, signal.SIGKILL)
        mind.forget()
        for _ in range(3):  # it notices that the one is gone, then that the other is
            await pondered(mind, view)
        assert mind._found[view].act is first.act

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


def test_our_system_goes_with_us_to_either_side() -> None:
    players = nursery._players(Setup(QUICK, "natural", (), "schenken"))
    names = {side: [each.name for each in players[side].agreements.systems] for side in Side}
    assert names == {Side.NS: ["natural", "schenken"], Side.EW: ["schenken", "natural"]}
