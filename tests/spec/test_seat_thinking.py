"""Thinking in worker processes: the same answers with and without pondering, and an end at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from overtrick import Board, Card, OvertrickError, Seat, SeatView, Side
from overtrick.bidding import Agreements, load
from overtrick.player import Player, PlaySettings
from overtrick.processes import Template, Worker
from overtrick.protocol.client import Setup, Thinker
from overtrick.protocol.client.board import SeatBoard
from overtrick.protocol.client.foresight import followed, foreseen
from overtrick.protocol.client.thinking import TimedAct, robots

BOARD = Board.parse("""Board 1
Deal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3
Auction N: P P 1NT AP
Play NT;W;S4 SJ S3 S5 CT""")
QUICK = PlaySettings().with_deals(2)
PATIENCE = 120.0
"""Seconds after which something must be wrong, on any machine."""
LONG = PlaySettings(deals=2000, pool=2000)


def seen_from(seat: Seat, cards: int) -> SeatBoard:
    """The board from one seat after so many cards."""
    assert BOARD.auction is not None
    assert BOARD.play is not None
    board = SeatBoard(seat, 1, BOARD.vul, BOARD.deal[seat], BOARD.auction)
    for card in BOARD.play.cards[:cards]:
        board = board.after_card(card)
        if board.lacks_dummy:
            board = board.facing(BOARD.deal[Seat.NORTH])
    return board


@pytest.fixture(scope="module")
def warm() -> Iterator[Template]:
    """A template that has loaded the player, for all tests that do not kill it."""
    template = Template(partial(robots, Setup(QUICK, "natural")))
    yield template
    template.close()
    template.join()


def with_thinker(
    settings: PlaySettings, work: Callable[[Thinker], Awaitable[None]], template: Template | None
) -> None:
    """Let somebody work with a thinker, which is closed."""

    async def run() -> None:
        thinker = Thinker(Setup(settings, "natural"), template=template)
        thinker.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await thinker.ready()
                await work(thinker)
        finally:
            await thinker.close()

    asyncio.run(run())


async def pondered(thinker: Thinker, *views: SeatView) -> None:
    """Ponder to the end."""
    await thinker.ponder(views)
    assert thinker._views is not None
    await thinker._views


def pid_of(slot: Worker | Template) -> int:
    """The process of a worker or a template."""
    assert slot.pid is not None
    return slot.pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_foreseen_decision_is_the_one_that_would_have_been_made(warm: Template) -> None:
    waiting = seen_from(Seat.EAST, 1)
    ahead = foreseen(waiting)
    assert len(ahead) == 3  # dummy's three spades
    asked = seen_from(Seat.EAST, 2).view
    assert asked in ahead
    alone = Player(QUICK, Agreements(load("natural")))

    async def work(thinker: Thinker) -> None:
        await pondered(thinker, *ahead)
        assert thinker.statistics.pondered >= len(ahead)
        found = [await thinker.decide(view) for view in (asked, *ahead)]
        assert thinker.statistics.foreseen == 4
        assert thinker.statistics.saved > 0
        thinker.forget()
        again = [await thinker.decide(view) for view in (asked, *ahead)]
        assert thinker.statistics.decisions == 8
        assert thinker.statistics.foreseen == 4
        assert [each.act for each in found] == [each.act for each in again]
        assert [each.act for each in found] == [alone.choose(view).card for view in (asked, *ahead)]
        opening = SeatView.of(Board.numbered(1, BOARD.deal), Seat.NORTH)
        assert (await thinker.decide(opening)).act is alone.bid(opening).call

    with_thinker(QUICK, work, warm)


def test_a_thought_ends_at_once_and_the_next_can_begin(warm: Template) -> None:
    waiting, view = seen_from(Seat.SOUTH, 5), seen_from(Seat.EAST, 2).view
    assert waiting.actor is Seat.EAST

    async def work(thinker: Thinker) -> None:
        await thinker.ponder(foreseen(waiting))
        while thinker._current is None:
            await asyncio.sleep(0.01)
        pondering, deciding = pid_of(thinker._pondering), pid_of(thinker._deciding)
        thinking = asyncio.create_task(thinker.decide(view))
        while thinker._deciding._process is None or not thinker._deciding._process.jobs:
            await asyncio.sleep(0.01)
        thinking.cancel()
        await asyncio.wait({thinking})
        assert thinker.statistics.given_up == 1
        while is_alive(pondering) or is_alive(deciding):
            await asyncio.sleep(0.01)
        opening = SeatView.of(Board.numbered(1, BOARD.deal), Seat.NORTH)
        assert (await thinker.decide(opening)).act is not None

    with_thinker(LONG, work, warm)


def state_of(pid: int) -> str:
    """The letter that the system gives a process."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_what_was_read_is_kept_when_a_thought_is_given_up(warm: Template) -> None:
    ahead, view = foreseen(seen_from(Seat.EAST, 1)), seen_from(Seat.EAST, 2).view
    other = seen_from(Seat.WEST, 0).view

    async def begun(thinker: Thinker) -> tuple[int, int]:
        while thinker._current is None:
            await asyncio.sleep(0.01)
        return pid_of(thinker._ahead), pid_of(thinker._pondering)

    async def work(thinker: Thinker) -> None:
        await thinker.ponder(ahead)
        parent, first = await begun(thinker)
        assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in (parent, first)] == [10, 10]
        thinking = asyncio.create_task(thinker.decide(other))
        while is_alive(first):
            await asyncio.sleep(0.01)
        while state_of(parent) != "T":  # whoever ponders is stopped while we answer
            await asyncio.sleep(0.01)
        thinking.cancel()
        await asyncio.wait({thinking})
        await thinker.ponder([view])
        again, second = await begun(thinker)
        assert again == parent
        assert second != first
        await thinker.close()
        while is_alive(parent) or is_alive(second):
            await asyncio.sleep(0.01)

    with_thinker(LONG, work, warm)


def test_what_is_remembered_stays_little(warm: Template) -> None:
    view = seen_from(Seat.EAST, 2).view

    async def work() -> None:
        thinker = Thinker(Setup(QUICK, "natural"), template=warm, most_jobs=1)
        parents = list[int]()
        for _ in range(2):
            await pondered(thinker, view)
            parents.append(pid_of(thinker._ahead))
            thinker.forget()
        assert parents[0] != parents[1]
        for number in range(100):
            thinker._keep(replace(view, number=number), TimedAct(Card.parse("SA"), None, 0.0))
        assert len(thinker._found) == 64
        await thinker.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_the_next_of_two_decisions_in_a_row_is_found_too(warm: Template) -> None:
    view = seen_from(Seat.SOUTH, 3).view  # the last card of the trick is ours, and dummy's jack wins

    async def work(thinker: Thinker) -> None:
        await pondered(thinker, view)
        answer = await thinker.decide(view)
        further = followed(view, answer.act)
        assert further is not None
        await thinker.decide(further)
        assert thinker.statistics.foreseen == thinker.statistics.pondered == 2

    with_thinker(QUICK, work, warm)


def test_processes_that_are_killed_are_replaced() -> None:
    view = seen_from(Seat.EAST, 2).view

    async def work(thinker: Thinker) -> None:
        first = await thinker.decide(view)
        os.kill(pid_of(thinker._deciding), signal.SIGKILL)
        assert (await thinker.decide(view)).act is first.act
        for each in (thinker._template, thinker._deciding):
            os.kill(pid_of(each), signal.SIGKILL)
        assert (await thinker.decide(view)).act is first.act
        await pondered(thinker, view)
        for each in (thinker._ahead, thinker._pondering):
            os.kill(pid_of(each), signal.SIGKILL)
        thinker.forget()
        for _ in range(3):  # it notices that the one is gone, then that the other is
            await pondered(thinker, view)
        assert thinker._found[view].act is first.act

    with_thinker(QUICK, work, None)


def test_a_foreseen_thought_goes_on_when_it_is_asked_for(warm: Template) -> None:
    waiting, view = seen_from(Seat.EAST, 1), seen_from(Seat.EAST, 2).view

    async def work(thinker: Thinker) -> None:
        views = [view, *(each for each in foreseen(waiting) if each != view)]
        await thinker.ponder(views)
        while thinker._current is None:
            await asyncio.sleep(0.001)
        answer = await thinker.decide(view)
        assert isinstance(answer.act, Card)
        assert thinker.statistics.foreseen == 1
        assert thinker.statistics.given_up == 0

    with_thinker(QUICK, work, warm)


def test_a_system_that_is_not_there_is_an_error_in_words() -> None:
    async def run() -> None:
        thinker = Thinker(Setup(QUICK, "no such system"))
        thinker.start()
        try:
            await thinker.ready()
        finally:
            await thinker.close()

    with pytest.raises(OvertrickError, match="no such system"):
        asyncio.run(run())


def test_nothing_is_foreseen_before_dummy_is_on_the_table() -> None:
    assert foreseen(seen_from(Seat.EAST, 0)) == []
    assert foreseen(seen_from(Seat.EAST, 2)) == []  # its own turn


def test_our_system_goes_with_us_to_either_side() -> None:
    players = robots(Setup(QUICK, "natural", (), "schenken"))
    names = {side: [each.name for each in players[side].player.agreements.systems] for side in Side}
    assert names == {Side.NS: ["natural", "schenken"], Side.EW: ["schenken", "natural"]}


def test_a_player_thinks_the_same_in_processes_that_are_spawned(warm: Template) -> None:
    view, found = seen_from(Seat.EAST, 2).view, list[object]()
    spawning = Template(partial(robots, Setup(QUICK, "natural")), method="spawn")

    async def work(thinker: Thinker) -> None:
        await pondered(thinker, view)
        found.append((await thinker.decide(view)).act)
        thinker.forget()
        found.append((await thinker.decide(view)).act)
        assert (thinker.statistics.decisions, thinker.statistics.foreseen) == (2, 1)

    for template in (warm, spawning):
        with_thinker(QUICK, work, template)
    assert found == [found[0]] * 4
