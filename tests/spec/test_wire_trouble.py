"""Lines that nobody reads, logs that cannot be written, managers that stop at a bad moment: nothing hangs."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import sleep
from typing import cast

import pytest

from overtrick import Call, Seat, Side
from overtrick.table import CallMade, CardPlayed, Entry, LogError, MemoryLog
from overtrick.table.matches import Team
from overtrick.wire import WireError
from overtrick.wire.manager import Plan
from overtrick.wire.manager.chair import Chair
from overtrick.wire.manager.clocks import Clocks
from overtrick.wire.manager.connection import Connection
from overtrick.wire.manager.kept import clocks_of, keep_clocks, keep_forfeit
from overtrick.wire.manager.results import Sheet
from overtrick.wire.manager.robots import House
from overtrick.wire.manager.room import Room
from overtrick.wire.messages import EndOfSession, IllegalBid, Seated, Teams
from tests.wire_client import BEN, WBRIDGE5, Client, Dialect
from tests.wire_sessions import (
    PATIENCE,
    QUICK,
    begun,
    managing,
    notes,
    pass_out,
    robot,
    sat_down,
    some_boards,
)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes soon, or fail."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


# Lines


def test_a_player_that_reads_nothing_has_left_and_does_not_keep_the_session_from_ending() -> None:
    async def session() -> None:
        async with managing(Plan(some_boards(1), QUICK)) as running:
            chair = running.session.rooms[0].chairs[Seat.NORTH]
            with socket.create_connection(("127.0.0.1", running.port)) as deaf:
                deaf.sendall(b'Connecting "NS" as North using protocol version 18\r\n')
                await until(lambda: chair.connection is not None)
                connection = chair.connection
                assert connection is not None
                for _ in range(50_000):  # more than the system keeps, and then more than we do
                    chair.answer(IllegalBid("x" * 300))
                    await asyncio.sleep(0)
                    if connection.why_closed is not None:
                        break
                assert connection.why_closed == "it reads nothing"
                await until(lambda: chair.connection is None)

    asyncio.run(session())


def test_players_hang_up_first_when_the_session_is_over() -> None:
    class Lingering(Client):
        is_cut = True

        async def listen(self) -> str:
            line = await super().listen()
            if line == "End of session":
                await asyncio.sleep(0.1)
                self.is_cut = self.reader.at_eof()
            return line

    async def session() -> Lingering:
        async with managing(Plan(some_boards(1), replace(QUICK, patience=5.0))) as running:
            north = Lingering(running.port, Seat.NORTH, "NS")
            await running.play(north, *(running.client(seat) for seat in Seat if seat is not north.seat))
            return north

    assert not asyncio.run(session()).is_cut


@pytest.mark.parametrize("rounds", range(4))
def test_who_is_just_coming_in_when_the_doors_close_is_hung_up_on(rounds: int) -> None:
    async def session() -> None:
        loop = asyncio.get_running_loop()

        def be_busy(times: int = 40) -> None:
            sleep(0.01)
            if times:
                loop.call_soon(be_busy, times - 1)

        async with managing(Plan(some_boards(1), QUICK)) as running:
            be_busy()
            coming = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(3)]
            for _ in range(rounds):
                await asyncio.sleep(0)
        for each in coming:
            each.close()

    asyncio.run(session())
    gc.collect()  # a line that nobody closed is a warning, and so an error


def test_a_seat_that_is_taken_over_stays_with_its_new_player_for_a_second() -> None:
    chair = Chair(Seat.NORTH, QUICK, lambda seat, what: None, is_house=False)
    first = sat_down(chair)
    assert not chair.pause
    chair.put_out()
    sat_down(chair)
    assert first.why_closed == "the player came again"
    assert chair.pause


def test_a_new_player_does_not_answer_for_the_nonsense_of_the_one_before() -> None:
    chair = Chair(Seat.NORTH, QUICK, lambda seat, what: None, is_house=False)
    first = sat_down(chair)
    for _ in range(101):
        chair.hear("nonsense")
    assert first.why_closed is not None
    chair.leave(cast("Connection", first))
    second = sat_down(chair)
    chair.hear("nonsense")
    assert second.why_closed is None


def test_the_third_act_out_of_turn_is_one_too_many() -> None:
    class Hasty(Client):
        """North, who calls three times before it asks for its cards, and is the last to call."""

        async def board(self) -> None:
            for _ in range(3):
                self.say("North passes")
            await super().board()

        async def listen(self) -> str:
            line = await super().listen()
            return await self.listen() if line.startswith("Illegal") else line

    async def session() -> tuple[list[str], str]:
        boards = some_boards(2)[1:]
        assert boards[0].dealer is Seat.EAST
        async with managing(Plan(boards, QUICK)) as running:
            north = Hasty(running.port, Seat.NORTH, "NS")
            await running.play(north, *(running.client(seat) for seat in Seat if seat is not north.seat))
            return north.got, notes(running)

    got, written = asyncio.run(session())
    assert [line for line in got if line.startswith("Illegal")] == ["Illegal bid. it is not North's turn"] * 3
    assert "acted illegally 3 times: out of this board" in written
    assert got[-1] == "End of session"


# Logs


ACT = re.compile(r" (bids|passes|doubles|redoubles|plays)\b")


class Full(MemoryLog):  # type: ignore[misc]  # final for everybody else
    """A disk that is full after so many entries."""

    room = 30

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        if after >= self.room:
            raise LogError("the disk is full")
        super().append(table, after, entries)


@pytest.mark.parametrize("entries", [5, 30], ids=["auction", "play"])
def test_a_log_that_cannot_be_written_ends_the_session_with_that_error(
    caplog: pytest.LogCaptureFixture, entries: int
) -> None:
    log, acts = Full(), list[int]()
    log.room = entries

    async def session() -> None:
        async with managing(Plan(some_boards(1), QUICK), log) as running:
            clients = [running.client(seat) for seat in Seat]
            players = [asyncio.create_task(client.run()) for client in clients]
            try:
                await asyncio.wait_for(running.task, PATIENCE)
            finally:
                await asyncio.gather(*players, return_exceptions=True)
                acts.extend(
                    sum(ACT.search(line) is not None for _, line in each.said_and_heard) for each in clients
                )

    with pytest.raises(BaseExceptionGroup) as raised:
        asyncio.run(session())
    assert [str(error) for error in raised.value.exceptions] == ["the disk is full"]
    assert not caplog.records  # asyncio says nothing of errors that nobody took
    (table,) = log.tables()
    written = sum(isinstance(entry.event, CallMade | CardPlayed) for entry in log.read(table))
    assert sum(known > written for known in acts) == 1  # who acted, and nobody else


# Managers that stopped


def test_a_board_that_was_being_forfeited_when_the_manager_stopped_is_not_played_again() -> None:
    boards = some_boards(2)

    async def session() -> tuple[list[Client], Sheet]:
        log, kept = begun("open", boards=boards)
        pass_out(kept[0], boards[0], calls=2)
        keep_forfeit(kept[0].table, Side.EW)
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat) for seat in Seat]
            await running.play(*clients)
            return clients, Sheet.of(running.session.kept)

    clients, sheet = asyncio.run(session())
    assert [client.boards for client in clients] == [1] * 4
    assert [line.sittings[0].forfeited_by for line in sheet.lines] == [Team.B, None]


def test_the_time_of_a_board_that_is_over_is_not_taken_from_the_next() -> None:
    boards = some_boards(2)
    _, (kept,) = begun("open", boards=boards)
    kept.table.deal(boards[0])
    clocks = Clocks()
    clocks.charge(Side.NS, 100.0)
    keep_clocks(kept.table, clocks)
    assert clocks_of(kept.table).board[Side.NS] == 100.0
    for seat in boards[0].dealer.clockwise():
        kept.table.call(seat, Call.PASS)
    after = clocks_of(kept.table)
    assert (after.board[Side.NS], after.before[Side.NS]) == (0.0, 100.0)


def test_nobody_is_waited_for_in_a_room_that_has_played_everything() -> None:
    boards = some_boards(1)

    async def session() -> list[Client]:
        log, kept = begun("open", "closed", boards=boards, is_of_match=True)
        pass_out(kept[0], boards[0])
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat, str(seat.lho.side)) for seat in Seat]
            await running.play(*clients)
            return clients

    assert [client.boards for client in asyncio.run(session())] == [1] * 4


@pytest.mark.parametrize(("name", "dialect"), [("same", BEN), ("", WBRIDGE5)])
def test_who_may_sit_at_two_tables_is_led_to_the_one_that_has_boards_left(
    name: str, dialect: Dialect
) -> None:
    boards = some_boards(1)

    async def session() -> list[Client]:
        log, kept = begun("open", "closed", boards=boards, is_of_match=True, both=name)
        pass_out(kept[0], boards[0])
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat, name or str(seat.lho.side), dialect) for seat in Seat]
            await running.play(*clients)
            return clients

    assert [client.boards for client in asyncio.run(session())] == [1] * 4


def test_who_comes_to_a_table_that_has_played_everything_is_told_so() -> None:
    boards = some_boards(1)
    _, (kept,) = begun("open", boards=boards)
    room = Room("open", QUICK, House(robot()))
    room.open(kept.plan, kept.table)
    room.is_over = True
    line = sat_down(room.chairs[Seat.SOUTH])
    room.greet(room.chairs[Seat.SOUTH], "NS")
    assert line.sent == [Seated(Seat.SOUTH, "A"), Teams("NS", "EW"), EndOfSession()]


def test_a_team_of_a_session_that_goes_on_keeps_its_name_though_it_has_left() -> None:
    boards = some_boards(1)

    async def refused() -> str:
        log, kept = begun("open", boards=boards)
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            north = running.session.rooms[0].chairs[Seat.NORTH]
            _, first = await asyncio.open_connection("127.0.0.1", running.port)
            first.write(b'Connecting "NS" as North using protocol version 18\r\n')
            await until(lambda: north.is_taken)
            first.close()
            await until(lambda: not north.is_taken)
            reader, second = await asyncio.open_connection("127.0.0.1", running.port)
            second.write(b'Connecting "Others" as North using protocol version 18\r\n')
            answer = await asyncio.wait_for(reader.readline(), PATIENCE)
            second.close()
            return answer.decode()

    assert asyncio.run(refused()).startswith("Refused. Team name mismatch")


def test_a_match_does_not_begin_while_a_seat_of_either_table_is_empty() -> None:
    async def session() -> list[int]:
        async with managing(Plan(some_boards(1), QUICK, is_match=True)) as running:
            first, second = running.session.rooms
            _, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write(b'Connecting "NS" as North using protocol version 18\r\n')
            await until(lambda: first.chairs[Seat.NORTH].is_taken)
            clients = [running.client(seat) for seat in Seat if seat is not Seat.NORTH]
            tasks = [asyncio.create_task(client.run()) for client in clients]
            await until(lambda: first.is_full)
            writer.close()
            await until(lambda: not first.is_full)
            others = [running.client(seat, str(seat.lho.side)) for seat in Seat]
            tasks += [asyncio.create_task(client.run()) for client in others]
            await until(lambda: second.is_full)
            await asyncio.sleep(0.05)
            assert not first.has_begun
            clients += [*others, running.client(Seat.NORTH)]
            await asyncio.gather(running.play(clients[-1]), *tasks)
            return [client.boards for client in clients]

    assert asyncio.run(session()) == [1] * 8


@pytest.mark.parametrize("number", [None, 1_000_001])
def test_a_board_whose_number_no_line_can_carry_is_refused_before_anybody_plays(number: int | None) -> None:
    with pytest.raises(WireError, match="there is no board"):
        Plan((replace(some_boards(1)[0], number=number),))
