"""A player's connection: when it thinks, when it stops, what it says, and what is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from overtrick import Call, Card, Meaning, Seat, SeatView
from overtrick.protocol.client import Client, SeatRequest, Statistics
from overtrick.protocol.client import client as connection
from overtrick.protocol.client.dialogue import Ignored, SatDown, SeatEvent
from overtrick.protocol.client.thinking import TimedAct
from tests.protocol_manager import hand_words
from tests.spec.test_seat_dialogue import BOARD, HEADER, dummy_line

SEATED = ['South ("A") seated', 'Teams : N/S : "A" E/W : "B"', "Start of board", HEADER]
CARDS = f"South's cards : {hand_words(BOARD.deal[Seat.SOUTH])}"


class Table:
    """A manager for one player, as_line by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def hear(self) -> str:
        """The next line of the player."""
        return (await self._reader.readline()).decode("ascii").rstrip()

    def tell(self, *lines: str) -> None:
        """Some lines at once."""
        self._writer.write("".join(f"{line}\r\n" for line in lines).encode())

    async def seat(self) -> str:
        """South sits down and has its cards; how it asked for its seat."""
        asked = await self.hear()
        for line in SEATED:
            self.tell(line)
            assert " ready " in await self.hear()
        self.tell(CARDS)
        return asked

    async def hang_up(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


class Slow:
    """A mind that answers when it is let, and writes down what is asked of it."""

    def __init__(self, *answers: Call | Card | Exception) -> None:
        self.statistics = Statistics()
        self.ponders = True
        self.done = list[str]()
        self.views = list[SeatView]()
        self.asked = asyncio.Event()
        self.cancelled = asyncio.Event()
        self._answers = list(answers)

    def start(self) -> None: ...
    async def ready(self) -> None: ...

    async def close(self) -> None:
        self.done.append("close")

    async def ponder(self, views: Sequence[SeatView]) -> None:
        self.done.append(f"ponder {len(views)}")

    async def rest(self) -> None:
        self.done.append("rest")

    def forget(self) -> None:
        self.done.append("forget")

    async def decide(self, view: SeatView) -> TimedAct:
        self.views.append(view)
        self.asked.set()
        if not self._answers:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
        found = self._answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return TimedAct(found, Meaning("says much"), 0.0)


Serve = Callable[[Table], Awaitable[None]]


def session(
    mind: Slow, *serves: Serve, limit: float = 60.0, says_all: bool = False, seat: Seat | None = None
) -> tuple[list[SeatEvent], list[str]]:
    """The news of a session that is over after the last visit, and the lines that were written down."""
    told, wrote, visits, broken = list[SeatEvent](), list[str](), list(serves), list[BaseException]()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        table = Table(reader, writer)
        try:
            await visits.pop(0)(table)
            if not visits:
                table.tell("End of session")
        except BaseException as error:
            broken.append(error)
            raise
        finally:
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(served, "127.0.0.1", 0)
        async with asyncio.timeout(20), server:
            place = SeatRequest(
                "127.0.0.1", server.sockets[0].getsockname()[1], "A", seat, 5.0, limit, says_all
            )
            await Client(place, mind, told.append, wrote.append).run()

    asyncio.run(run())
    assert not broken
    return told, wrote


# In time


@pytest.mark.parametrize("fault", [None, RuntimeError("lost the thread"), OSError(24, "too many files")])
def test_a_decision_that_is_not_found_is_a_pass_and_is_counted(fault: Exception | None) -> None:
    mind = Slow() if fault is None else Slow(fault)

    async def serve(table: Table) -> None:
        await table.seat()
        assert await table.hear() == "South ready for North's bid"
        table.tell("North passes")
        assert await table.hear() == "South ready for East's bid"
        table.tell("East passes")
        assert await table.hear() == "South passes"

    told, _ = session(mind, serve, limit=0.01 if fault is None else 60.0)
    assert mind.statistics.failed == 1
    (why,) = [each.why for each in told if isinstance(each, Ignored)]
    assert why.startswith("a decision was not found: ")
    assert str(fault or "it took too long") in why


def test_a_thought_ends_when_the_board_is_abandoned() -> None:
    mind = Slow()

    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("North passes", "East passes")
        await table.hear()
        await mind.asked.wait()
        table.tell("Start of board")
        assert await table.hear() == "South ready for deal"
        await mind.cancelled.wait()

    session(mind, serve)
    assert "rest" in mind.done
    assert mind.statistics.failed == 0
    assert mind.done[-1] == "close"


def test_a_thought_ends_when_somebody_else_acts_for_us() -> None:
    mind = Slow()

    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("North passes", "East passes")
        await table.hear()
        await mind.asked.wait()
        table.tell("South passes")
        assert await table.hear() == "South ready for West's bid"
        await mind.cancelled.wait()

    session(mind, serve)


def test_the_lead_is_thought_about_before_it_is_asked_for_and_made_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mind, waits, wait = Slow(Call.PASS, Card.parse("C5")), list[int](), asyncio.wait

    async def counted(tasks: set[asyncio.Task[object]], **how: Any) -> object:
        waits.append(len(tasks))
        return await wait(tasks, **how)

    monkeypatch.setattr(asyncio, "wait", counted)

    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("North passes", "East bids 1NT")
        for line in ("South ready for East's bid", "South passes", "South ready for West's bid"):
            assert await table.hear() == line
        mind.asked.clear()
        table.tell("West passes", "North passes")
        await mind.asked.wait()
        before = len(waits)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(waits) - before < 10  # it waits for the manager, and does not ask itself again and again
        table.tell("South to lead")
        for line in ("South ready for North's bid", "South plays 5C", "South ready for dummy"):
            assert await table.hear() == line

    _, wrote = session(mind, serve)
    assert wrote.index("< South to lead") < wrote.index("> South plays 5C")


@pytest.mark.parametrize("ponders", [True, False])
def test_while_others_act_it_ponders_and_a_new_board_is_a_new_memory(ponders: bool) -> None:
    mind, views = Slow(), f"ponder {int(ponders)}"
    mind.ponders = ponders

    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("nothing of use", "North passes")
        await table.hear()

    session(mind, serve)
    assert mind.done.count("forget") == 1
    assert mind.done[mind.done.index("forget") :][:3] == ["forget", views, views]  # for two calls


def test_a_thought_ends_when_the_line_is_lost() -> None:
    mind = Slow()

    async def first(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("North passes", "East passes")
        await table.hear()
        await mind.asked.wait()
        await table.hang_up()

    async def second(table: Table) -> None:
        assert mind.cancelled.is_set()
        await table.seat()

    session(mind, first, second)


# What is said


@pytest.mark.parametrize("says_all", [False, True])
def test_calls_that_are_not_alerted_are_explained_if_that_is_wished(says_all: bool) -> None:
    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("North passes", "East passes")
        await table.hear()
        assert await table.hear() == f"South passes{' Infos. says much' if says_all else ''}"

    session(Slow(Call.PASS), serve, says_all=says_all)


def test_it_comes_back_to_the_seat_that_it_was_given() -> None:
    async def first(table: Table) -> None:
        assert await table.seat() == 'Connecting "A" as ANYPL using protocol version 18'
        await table.hang_up()

    async def second(table: Table) -> None:
        assert await table.seat() == 'Connecting "A" as South using protocol version 18'

    told, _ = session(Slow(), first, second)
    assert [each.seat for each in told if isinstance(each, SatDown)] == [Seat.SOUTH, Seat.SOUTH]


# What is written down


def test_every_line_is_written_down_but_none_with_cards_that_it_may_not_see() -> None:
    secret = f"East's cards : {hand_words(BOARD.deal[Seat.EAST])}"

    async def serve(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell(secret, dummy_line(Seat.EAST), "East: S 8 7 3", "West plays 4S", "North passes")
        assert await table.hear() == "South ready for East's bid"

    told, wrote = session(Slow(), serve)
    assert wrote[0] == '> Connecting "A" as ANYPL using protocol version 18'
    assert wrote[1] == '< South ("A") seated'
    assert f"< {CARDS}" in wrote
    assert wrote[-3:] == ["< North passes", "> South ready for East's bid", "< End of session"]
    assert len([line for line in wrote if line.startswith("  (")]) == 4
    for line in (*wrote, *map(repr, told)):
        assert "8 7 3" not in line
        assert "4S" not in line


def test_what_the_manager_said_last_is_why_the_line_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PAUSE", 0.01)

    async def first(table: Table) -> None:
        await table.seat()
        await table.hear()
        table.tell("closing down")
        await table.hang_up()

    async def second(table: Table) -> None:
        await table.seat()

    told, _ = session(Slow(), first, second)
    (lost,) = [each.why for each in told if isinstance(each, Ignored) and "is lost" in each.why]
    assert lost.startswith("the line to the table is lost, trying again for ")
    assert lost.endswith("the last the manager said was that 'closing down' is no line of the protocol")


def test_a_seat_that_is_taken_is_told_once_however_often_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PAUSE", 0.01)

    async def taken(table: Table) -> None:
        await table.hear()
        table.tell("Refused. South is taken")
        await table.hang_up()

    async def free(table: Table) -> None:
        await table.seat()

    told, _ = session(Slow(), taken, taken, taken, free)
    assert [each.why for each in told if isinstance(each, Ignored)] == [
        "no seat yet, trying again: South is taken"
    ]
