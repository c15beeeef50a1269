"""Garbage, partial lines, slow bytes and floods from one seat: the three others finish, and nothing grows."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest

from overtrick import Call, Seat
from overtrick.protocol.manager import Rules, SessionPlan
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.messages import (
    BoardHeader,
    Called,
    FromManager,
    HandCards,
    IllegalBid,
    IllegalCard,
    ReadyForBid,
    ReadyForCards,
    ReadyForDeal,
    Seated,
    StartOfBoard,
    Teams,
)
from tests.endings import IS_SOAK
from tests.protocol_client import Client
from tests.protocol_messages import SAMPLES, spoilt
from tests.protocol_sessions import Line, Running, managing, sat_down, some_boards

MOST_LEFT = 2_000_000
"""Bytes."""
FUZZED = 10_000 if IS_SOAK else 2_000
(BOARD,) = some_boards(1)
ASKING = {
    *("ReadyForTeams", "ReadyToStart", "ReadyForDeal", "ReadyForCards", "ReadyForBid"),
    *("Called", "Played"),
}
"""Kinds of lines that are answered, on such a board."""
RULES = Rules(limit=2.5, patience=1.0, wait=0.5)
Writer = asyncio.StreamWriter
Attack = Callable[[Writer, Random], Awaitable[None]]
HELLO = b'Connecting "NS" as North using protocol version 18\r\n'


async def garbage(writer: Writer, rng: Random) -> None:
    for _ in range(2000):
        writer.write(rng.randbytes(rng.randint(1, 200)))
        await writer.drain()


async def spoilt_lines(writer: Writer, rng: Random) -> None:
    every = [line for lines in SAMPLES.values() for line in lines]
    for _ in range(2000):
        writer.write(spoilt(rng, rng.choice(every)).encode() + rng.choice((b"\r\n", b"\n", b"\r", b"")))
        await writer.drain()


async def legal_lines_at_the_wrong_time(writer: Writer, rng: Random) -> None:
    every = [line for lines in SAMPLES.values() for line in lines]
    for _ in range(2000):
        writer.write(rng.choice(every).encode() + b"\r\n")
        await writer.drain()


async def half_a_line(writer: Writer, rng: Random) -> None:
    writer.write(b"North ready for te")
    await asyncio.sleep(3600)


async def slow_bytes(writer: Writer, rng: Random) -> None:
    for byte in b"North ready for teams\r\nNorth ready to start\r\nNorth ready for deal\r\n" * 9:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.01)


async def one_endless_line(writer: Writer, rng: Random) -> None:
    for _ in range(10_000):
        writer.write(b"x" * 4096)
        await writer.drain()


async def a_flood_of_one_line(writer: Writer, rng: Random) -> None:
    for _ in range(10_000):
        writer.write(b"North ready for teams\r\n" * 100)
        await writer.drain()


async def lines_that_come_too_early(writer: Writer, rng: Random) -> None:
    every = b"".join(b"North ready for West's card to trick %d\r\n" % trick for trick in range(1, 14))
    for _ in range(10_000):
        writer.write(every)
        await writer.drain()


async def blank_lines(writer: Writer, rng: Random) -> None:
    for _ in range(1000):
        writer.write(b"\r\n" * 1000)
        await writer.drain()


async def nothing_at_all(writer: Writer, rng: Random) -> None:
    await asyncio.sleep(3600)


ATTACKS: list[Attack] = [
    garbage,
    spoilt_lines,
    legal_lines_at_the_wrong_time,
    half_a_line,
    slow_bytes,
    one_endless_line,
    a_flood_of_one_line,
    lines_that_come_too_early,
    blank_lines,
    nothing_at_all,
]


async def attacked(running: Running, attack: Attack) -> None:
    """Sit down North as one should, and go wrong then; again and again, until the session is over."""
    rng = Random(attack.__name__)
    while not running.task.done():
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            try:
                writer.write(HELLO)
                await reader.readline()
                await reader.readline()  # the teams: the session has begun
                await attack(writer, rng)
            finally:
                writer.transport.abort()
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_three_players_finish_their_boards_beside_a_mad_one(attack: Attack) -> None:
    async def session() -> list[Client]:
        async with managing(SessionPlan(some_boards(2), RULES)) as running:
            mad = asyncio.create_task(attacked(running, attack))
            three = [running.client(seat) for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST)]
            await running.play(*three)
            mad.cancel()
            await asyncio.gather(mad, return_exceptions=True)
            return three

    for client in asyncio.run(session()):
        assert client.boards + client.restarts == 2
        assert client.got[-1] == "End of session"


def on_a_board(steps: int, is_to_act: bool) -> tuple[Chair, Line, list[FromManager]]:
    """A chair whose player is told of a board, and some things that it may be told."""
    chair = Chair(Seat.NORTH, RULES, lambda seat, what: None, is_house=False)
    line, board = sat_down(chair), BOARD
    teams, header = Teams("A", "B"), BoardHeader(1, board.dealer, board.vul)
    cards, call = HandCards(Seat.NORTH, board.deal[Seat.NORTH]), Called(Seat.EAST, Call.PASS)
    chair.introduce(teams)
    if steps:
        chair.begin_board()
        chair.tell(header, ReadyForDeal(Seat.NORTH))
        chair.tell(cards, ReadyForCards(Seat.NORTH))
    if steps > 1:
        chair.tell(call, ReadyForBid(Seat.NORTH, Seat.EAST))
    if is_to_act:
        chair.next_act()
    return chair, line, [Seated(Seat.NORTH, "A"), teams, StartOfBoard(), header, cards, call]


@pytest.mark.parametrize("kind", SAMPLES)
def test_many_spoilt_lines_of_each_kind_bring_nothing_but_what_is_to_be_told(kind: str) -> None:
    async def heard() -> int:
        rng, answers = Random(f"chair {kind}"), 0
        for place in range(FUZZED // 20):
            chair, line, told = on_a_board(place % 3, is_to_act=place % 2 == 0)
            for _ in range(20):
                chair.hear(spoilt(rng, rng.choice(SAMPLES[kind])))
            said = [each for each in line.sent if not isinstance(each, IllegalBid | IllegalCard)]
            assert said == told[: len(said)]
            answers += len(line.sent) - 1
        return answers

    assert bool(asyncio.run(heard())) == (kind in ASKING)


def test_a_flood_leaves_no_more_behind_than_a_line() -> None:
    async def flooded() -> int:
        async with managing(SessionPlan(some_boards(1), RULES)) as running:
            tracemalloc.start()
            try:
                for _ in range(20):
                    _, writer = await asyncio.open_connection("127.0.0.1", running.port)
                    writer.write(HELLO)
                    with suppress(OSError):
                        for _ in range(200):
                            writer.write(b"North ready for teams\r\n" * 100)
                            await writer.drain()
                    writer.transport.abort()
                for _ in range(600):  # until all that came has been looked at
                    await asyncio.sleep(0.1)
                    if (left := tracemalloc.get_traced_memory()[0]) < MOST_LEFT:
                        break
                return left
            finally:
                tracemalloc.stop()

    assert asyncio.run(flooded()) < MOST_LEFT
