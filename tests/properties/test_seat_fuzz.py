"""Whatever a manager sends, a player neither falls over nor waits nor grows."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random

import pytest

from overtrick import Call, OvertrickError, Seat, SeatView
from overtrick.protocol.client import Client, Dialogue, SeatRequest, Stage, Statistics
from overtrick.protocol.client.dialogue import BoardOver, Ignored, SeatEvent
from overtrick.protocol.client.thinking import TimedAct
from tests.protocol_manager import DIALECTS, HEAR, OURS, TELL, Step, board_steps, seating
from tests.protocol_messages import SAMPLES, spoilt
from tests.spec.test_seat_dialogue import PASSED_OUT, PLAYED

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
LINES = [line for lines in SAMPLES.values() for line in lines]


class PlainThinker:
    """A mind that passes and plays low at once."""

    def __init__(self) -> None:
        self.statistics = Statistics()
        self.ponders = True

    def start(self) -> None: ...
    async def ready(self) -> None: ...
    async def close(self) -> None: ...
    async def ponder(self, views: Sequence[SeatView]) -> None: ...
    async def rest(self) -> None: ...
    def forget(self) -> None: ...

    async def decide(self, view: SeatView) -> TimedAct:
        if view.play is None:
            return TimedAct(Call.PASS, None, 0.0)
        return TimedAct(min(view.legal_cards, key=lambda card: (card.rank, card.suit)), None, 0.0)


def test_ten_thousand_lines_many_of_them_spoilt_leave_a_player_that_can_play() -> None:
    rng, sitting, lines, said = Random(11), Dialogue("A", Seat.SOUTH), 0, 0
    while lines < 10_000:
        as_line, seat = rng.choice(DIALECTS), rng.choice(tuple(Seat))
        if sitting.stage is Stage.OVER or rng.random() < 0.2:
            sitting = Dialogue("A", seat)
        for kind, what in [*seating(as_line, seat), *board_steps(as_line, seat, PLAYED)]:
            told = [str(what)] if kind == TELL else []
            for line in (*told, *(spoilt(rng, rng.choice(LINES)) for _ in range(rng.randrange(3)))):
                said += len(sitting.hear(line).say)
                lines += 1
            if (view := sitting.to_think) is not None and rng.random() < 0.9:
                acts = [*view.legal_calls, *view.legal_cards]
                said += len(sitting.act(view, rng.choice(acts)).say)
        sitting.hurry()
    assert said > 300


# The same through a socket

WHOLE: list[Step] = [
    *seating(OURS, Seat.SOUTH),
    *board_steps(OURS, Seat.SOUTH, PASSED_OUT),
    (TELL, "End of session"),
]
"""A session of one board that is passed out."""
SMALL = 4096
PATIENCE = 200.0
"""Seconds after which a test has failed: far more than any takes."""


async def at_table(serve: Serve, told: list[SeatEvent], visits: int = 100) -> None:
    """A player at a table of this machine, until it leaves; the table is gone after so many visits."""
    visitors = set[asyncio.Task[None]]()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        visitors.add(task)
        if len(visitors) == visits:
            server.close()
        try:
            await serve(reader, writer)
        except ConnectionError:
            pass
        finally:
            writer.transport.abort()

    door = socket.create_server(("127.0.0.1", 0))
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    server = await asyncio.start_server(served, sock=door)
    place = SeatRequest("127.0.0.1", door.getsockname()[1], "A", Seat.SOUTH, retry=0.0)
    try:
        async with asyncio.timeout(PATIENCE):
            await Client(place, PlainThinker(), told.append).run()
    finally:
        server.close()
        if visitors:
            await asyncio.wait(visitors, timeout=PATIENCE)


def played(serve: Serve, visits: int = 100) -> list[SeatEvent]:
    told = list[SeatEvent]()
    asyncio.run(at_table(serve, told, visits))
    return told


async def tell(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, steps: Iterable[Step]) -> None:
    """Speak strictly in turn: nothing is told before the line that asks for it."""
    for kind, what in steps:
        if kind == TELL:
            writer.write(f"{what}\r\n".encode())
        elif kind == HEAR:
            assert (await reader.readline()).decode() == f"{what}\r\n"


def is_played_out(told: Sequence[SeatEvent]) -> bool:
    return [each.board.result is not None for each in told if isinstance(each, BoardOver)] == [True]


def test_slow_bytes_and_halves_of_lines_are_one_game() -> None:
    rng = Random(3)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for kind, what in WHOLE:
            data = f"{what}\r\n".encode() if kind == TELL else b""
            while data:
                number = rng.randint(1, 30)
                writer.write(data[:number])
                data = data[number:]
                await asyncio.sleep(0.001)
            await tell(reader, writer, [(HEAR, str(what))] if kind == HEAR else [])

    assert is_played_out(played(serve))


def test_garbage_and_lines_too_long_are_ignored() -> None:
    rng = Random(5)
    noise = bytes(rng.randrange(256) for _ in range(20_000)) + b"\r\n" + b"x" * 50_000 + b"\r\n"
    garbage = "".join(f"blah {spoilt(rng, rng.choice(LINES))}\n" for _ in range(500)).encode()

    told = list[SeatEvent]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(noise)
        while not any("a line of more than" in str(each) for each in told):
            await asyncio.sleep(0.005)  # what stands behind a line too long is lost with it
        await tell(reader, writer, WHOLE[:3])
        writer.write(garbage)
        await tell(reader, writer, WHOLE[3:])

    asyncio.run(at_table(serve, told))
    assert is_played_out(told)
    assert len([each for each in told if isinstance(each, Ignored)]) > 500


def test_a_flood_that_says_nothing_ends_with_a_sentence() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"blah blah\r\n" * 100)
            await writer.drain()

    with pytest.raises(OvertrickError, match="10000 lines in a row"):
        played(serve)


def test_a_manager_that_asks_much_and_reads_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await tell(reader, writer, [step for step in seating(OURS, Seat.SOUTH) if step[0] == TELL])
        again = b"Start of board\r\nBoard number 1. Dealer North. Neither vulnerable.\r\n"
        while True:
            writer.write(again * 100)
            await writer.drain()

    open_connection = asyncio.open_connection

    async def narrow(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        line = socket.create_connection((host, port))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        return await open_connection(sock=line)

    monkeypatch.setattr(asyncio, "open_connection", narrow)
    told = list[SeatEvent]()
    with pytest.raises(OvertrickError, match="there is no table at"):
        asyncio.run(at_table(serve, told, visits=1))
    assert any(isinstance(each, Ignored) and "reads nothing" in each.why for each in told)


def test_a_table_that_hangs_up_is_come_back_to_and_the_board_begins_again() -> None:
    visits = list[int]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(1)
        await tell(reader, writer, WHOLE[:12] if len(visits) == 1 else WHOLE)

    told = played(serve)
    assert len(visits) == 2
    assert is_played_out(told)


def test_a_table_that_hangs_up_before_we_sit_is_not_visited_for_ever() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, [*WHOLE[:1], (TELL, "go away")])

    with pytest.raises(OvertrickError, match=r"does not let us sit down: .*'go away'"):
        played(serve)


def test_a_refusal_at_the_door_is_one_sentence() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await tell(reader, writer, [*WHOLE[:1], (TELL, "Refused. South is taken")])
        await reader.read()

    with pytest.raises(OvertrickError, match="does not let us sit down: South is taken"):
        played(serve)
