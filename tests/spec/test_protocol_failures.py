"""Players that act illegally, stall, leave, come back or talk nonsense: the others play on."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import cast

import pytest

from overtrick import Auction, Call, Card, Play, Seat, Side
from overtrick.protocol import ProtocolError
from overtrick.protocol.manager import OnFailure, Rules, SessionPlan
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.manager.connection import Connection
from overtrick.protocol.manager.results import Sheet
from overtrick.protocol.manager.room import Room
from overtrick.protocol.manager.rules import Clocks
from overtrick.protocol.manager.session_log import log_clocks, log_forfeit, logged_clocks, logged_rooms
from overtrick.protocol.messages import EndOfSession, IllegalBid, Seated, Teams
from overtrick.table import CallMade, CardPlayed, Entry, FileLog, LogError, MemoryLog, Undone
from overtrick.table.matches import Team
from tests.protocol_client import BEN, WBRIDGE5, Client, Dialect
from tests.protocol_sessions import (
    PATIENCE,
    QUICK,
    Running,
    begun,
    managing,
    notes,
    pass_out,
    robot,
    sat_down,
    sheet_of,
    some_boards,
    until,
)

FORFEIT = replace(QUICK, on_failure=OnFailure.FORFEIT)
CLOCK = 4.0
"""Seconds that only a player who sleeps takes, also where others have work for the machine."""


class Wrong(Client):
    """One that tries what is not legal, now and then or all the time."""

    mistakes = 1
    wrong_call = "North bids 8NT"

    def choose_call(self, auction: Auction) -> Call:
        for _ in range(self.mistakes):
            self.say(self.wrong_call)
        return super().choose_call(auction)

    async def listen(self) -> str:
        line = await super().listen()
        return await self.listen() if line.startswith("Illegal") else line


class Sleeping(Client):
    """One that falls asleep when it is to call on the first board."""

    async def auction(self, auction: Auction) -> Auction:
        if self.boards == 0 and not self.restarts:
            while not (await self.listen()).startswith("Start of board"):
                pass
            self.restarts += 1
            await self.board()
            return Auction(Seat.NORTH)
        return await super().auction(auction)


class Leaving(Client):
    """One that is gone in the middle of the play of a board."""

    leaves_at = 20

    async def card(self, play: Play) -> Card:
        if len(play.cards) >= self.leaves_at:
            self.writer.transport.abort()
            raise ConnectionResetError
        return await super().card(play)


async def others(running: Running, first: Client) -> list[Client]:
    """The three other players."""
    return [running.client(seat) for seat in Seat if seat is not first.seat]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("North bids 8NT", "Illegal bid. '8NT' is not a call"),
        ("North redoubles", "Illegal bid. North may not call Rdbl"),
        ("East bids 1C", "Illegal bid. this is North's place, not East's"),
        ("North plays SA", "Illegal bid. Board 1 is not being played"),
    ],
)
def test_an_illegal_call_is_answered_and_may_be_mended(line: str, answer: str) -> None:
    async def session() -> tuple[Client, str]:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            north = Wrong(running.port, Seat.NORTH, "NS")
            north.wrong_call = line
            north.calls = 0
            await running.play(north, *await others(running, north))
            return north, notes(running)

    north, written = asyncio.run(session())
    assert north.boards == 1
    told = [line for line in north.got if line.startswith("Illegal")]
    assert told
    assert told[0].lower().startswith(answer.lower())
    assert "acted illegally" in written


def test_a_player_that_acts_illegally_again_and_again_is_replaced_for_the_board() -> None:
    async def session() -> tuple[list[Client], str]:
        async with managing(SessionPlan(some_boards(2), QUICK)) as running:
            north = Wrong(running.port, Seat.NORTH, "NS")
            north.mistakes = 5
            three = await others(running, north)
            task = asyncio.create_task(north.run())
            await running.play(*three)
            task.cancel()
            return three, notes(running)

    three, written = asyncio.run(session())
    assert [client.boards for client in three] == [2] * 3
    assert "acted illegally 3 times: out of this board" in written


def test_a_player_out_of_time_is_replaced_and_sits_again_at_the_next_board() -> None:
    async def session() -> tuple[Client, list[Client], str]:
        rules = replace(QUICK, limit=CLOCK, patience=CLOCK)
        async with managing(SessionPlan(some_boards(2), rules)) as running:
            north = Sleeping(running.port, Seat.NORTH, "NS")
            three = await others(running, north)
            task = asyncio.create_task(north.run())
            await running.play(*three)
            await asyncio.wait_for(asyncio.gather(task, return_exceptions=True), PATIENCE)
            return north, three, notes(running)

    north, three, written = asyncio.run(session())
    assert [client.boards + client.restarts for client in three] == [2] * 3
    assert "is out of time: out of this board" in written
    assert written.count("out of this board") <= 2  # its partner's time is the same
    assert north.boards == 1
    assert north.got[-1] == "End of session"


def test_a_player_that_leaves_is_replaced_and_may_come_back_at_the_next_board() -> None:
    async def session() -> tuple[Client, list[Client], str]:
        async with managing(SessionPlan(some_boards(3), replace(QUICK, wait=20.0))) as running:
            west = Leaving(running.port, Seat.WEST, "EW")
            three = await others(running, west)
            playing = asyncio.create_task(running.play(*three))
            await asyncio.gather(west.run(), return_exceptions=True)
            back = running.client(Seat.WEST)
            await asyncio.gather(playing, back.run())
            return back, three, notes(running)

    back, three, written = asyncio.run(session())
    assert [client.boards for client in three] == [3] * 3
    assert back.boards >= 1
    assert back.got[1].startswith("Teams : ")
    assert '\\"seat\\": \\"W\\", \\"what\\": \\"left' in written


def test_a_seat_that_nobody_comes_back_to_is_played_by_a_robot() -> None:
    async def session() -> list[Client]:
        async with managing(SessionPlan(some_boards(3), QUICK)) as running:
            west = Leaving(running.port, Seat.WEST, "EW")
            three = await others(running, west)
            gone = asyncio.create_task(west.run())
            await running.play(*three)
            await asyncio.gather(gone, return_exceptions=True)
            return three

    assert [client.boards for client in asyncio.run(session())] == [3] * 3


def test_a_forfeited_board_costs_three_imps_and_the_next_one_is_played() -> None:
    async def session() -> tuple[Sheet, list[Client]]:
        plan = SessionPlan(some_boards(2), replace(FORFEIT, limit=CLOCK, patience=CLOCK), is_turned=True)
        async with managing(plan) as running:
            north = Sleeping(running.port, Seat.NORTH, "NS")
            three = await others(running, north)
            task = asyncio.create_task(north.run())
            await running.play(*three)
            await asyncio.gather(task, return_exceptions=True)
            return sheet_of(running.session.logged), three

    sheet, three = asyncio.run(session())
    assert sheet.lines[0].imps == -3
    assert [each.forfeited_by is not None for each in sheet.lines[0].sittings] == [True, False]
    assert [client.boards + client.restarts for client in three] == [4] * 3
    (told, *_) = sheet.records()
    assert (told.board.auction, told.tag("Score")) == (None, None)
    assert told.comments[0].text == "Forfeited by NS."


def test_who_asks_for_a_taken_seat_or_with_another_name_is_refused() -> None:
    async def answers() -> list[str]:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            found, writers = list[str](), list[asyncio.StreamWriter]()
            for line in (
                'Connecting "A" as North using protocol version 18',
                'Connecting "A" as North using protocol version 18',
                'Connecting "B" as South using protocol version 18',
                'Connecting "A" as South using protocol version 17',
                'Connecting "A" as Up using protocol version 18',
                "GET / HTTP/1.1",
                'CONNECTING "A" AS ANYPL USING PROTOCOL VERSION 18',
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
                writers.append(writer)
                writer.write(f"{line}\r\n".encode())
                found.append((await reader.readline()).decode().strip())
            for writer in writers:
                writer.close()
            return found

    assert asyncio.run(answers()) == [
        'North ("A") seated',
        "Refused. North is taken",
        "Refused. Team name mismatch: the free seat is of A, not B",
        "Refused. this table speaks protocol version 18, not 17",
        "Refused. 'Up' is not a seat: expected N, E, S or W in "
        "'Connecting \"A\" as Up using protocol version 18'",
        "Refused. this is no message of the table-manager protocol in 'GET / HTTP/1.1'",
        'South ("A") seated',
    ]


def test_a_player_that_never_says_it_is_ready_is_told_all_the_same() -> None:
    class Silent(Client):
        def say(self, line: str) -> None:
            if " ready " not in line:
                super().say(line)

    async def session() -> Client:
        rules = Rules(limit=30.0, patience=0.02, wait=0.3)
        async with managing(SessionPlan(some_boards(1), rules)) as running:
            north = Silent(running.port, Seat.NORTH, "NS")
            await running.play(north, *await others(running, north))
            return north

    assert asyncio.run(session()).boards == 1


def test_one_that_comes_and_goes_does_not_fill_the_log() -> None:
    async def session() -> tuple[int, int]:
        comings = 0
        async with managing(SessionPlan(some_boards(2), replace(QUICK, wait=1.0))) as running:
            north = Leaving(running.port, Seat.NORTH, "NS")
            north.leaves_at = 0
            playing = asyncio.create_task(running.play(*await others(running, north)))
            await asyncio.gather(north.run(), return_exceptions=True)
            while not playing.done():
                with suppress(OSError):
                    # Several at once, so that they are many on a slow machine, too.
                    came = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(3)]
                    for _, writer in came:
                        writer.write(b'Connecting "NS" as North using protocol version 18\r\n')
                    comings += len(came)
                    await asyncio.sleep(0.02)
                    for _, writer in came:
                        writer.transport.abort()
            await playing
            return comings, notes(running).count('\\"N\\", \\"what\\": \\"sat down')

    comings, noted = asyncio.run(session())
    assert noted * 2 < comings


# Going on


def test_a_session_goes_on_from_its_log_with_the_same_deal_and_the_same_clocks(tmp_path: Path) -> None:
    boards = some_boards(3)

    async def stopped(log: FileLog) -> None:
        async with managing(SessionPlan(boards, QUICK), log) as running:
            clients = [running.client(seat) for seat in Seat]
            tasks = [asyncio.create_task(each.run()) for each in clients]
            await running.board_ended()
            table = running.session.rooms[0].table
            while table.state.in_play is None or len(table.state.in_play.steps) < 12:
                await asyncio.sleep(0.001)
            running.task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def resumed(log: FileLog) -> list[Client]:
        kept = logged_rooms(log)
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat, dialect=BEN) for seat in Seat]
            await running.play(*clients)
            return clients

    async def finished(log: FileLog) -> None:
        kept = logged_rooms(log)
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
            await running.play()  # nobody is waited for when nothing is left

    with FileLog(tmp_path / "a.table") as log:
        asyncio.run(stopped(log))
    with FileLog(tmp_path / "a.table") as log:
        clients = asyncio.run(resumed(log))
        (kept,) = logged_rooms(log)
        asyncio.run(finished(log))
    assert [client.boards for client in clients] == [2] * 4
    assert [each.board.deal for each in kept.table.state.ended] == [board.deal for board in boards]
    assert sum(isinstance(entry.event, Undone) for entry in kept.table.entries) == 1
    assert clients[0].got[3].startswith("Board number 2.")


def test_a_log_of_something_else_is_refused(tmp_path: Path) -> None:
    from overtrick.protocol import ProtocolError
    from overtrick.table import Table, TableSettings

    with FileLog(tmp_path / "a.table") as log:
        Table.open(TableSettings.of("a", "b", "c", "d"), log)
        with pytest.raises(ProtocolError, match="holds no table of a manager"):
            logged_rooms(log)


# Lines


def test_a_player_that_reads_nothing_has_left_and_does_not_keep_the_session_from_ending() -> None:
    async def session() -> None:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
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
        async with managing(SessionPlan(some_boards(1), replace(QUICK, patience=PATIENCE))) as running:
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

        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
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
        async with managing(SessionPlan(boards, QUICK)) as running:
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
        async with managing(SessionPlan(some_boards(1), QUICK), log) as running:
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
        log_forfeit(kept[0].table, Side.EW)
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat) for seat in Seat]
            await running.play(*clients)
            return clients, sheet_of(running.session.logged)

    clients, sheet = asyncio.run(session())
    assert [client.boards for client in clients] == [1] * 4
    assert [line.sittings[0].forfeited_by for line in sheet.lines] == [Team.B, None]


def test_the_time_of_a_board_that_is_over_is_not_taken_from_the_next() -> None:
    boards = some_boards(2)
    _, (kept,) = begun("open", boards=boards)
    kept.table.deal(boards[0])
    clocks = Clocks()
    clocks.charge(Side.NS, 100.0)
    log_clocks(kept.table, clocks)
    assert logged_clocks(kept.table).board[Side.NS] == 100.0
    for seat in boards[0].dealer.clockwise():
        kept.table.call(seat, Call.PASS)
    after = logged_clocks(kept.table)
    assert (after.board[Side.NS], after.before[Side.NS]) == (0.0, 100.0)


def test_nobody_is_waited_for_in_a_room_that_has_played_everything() -> None:
    boards = some_boards(1)

    async def session() -> list[Client]:
        log, kept = begun("open", "closed", boards=boards, is_of_match=True)
        pass_out(kept[0], boards[0])
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
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
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat, name or str(seat.lho.side), dialect) for seat in Seat]
            await running.play(*clients)
            return clients

    assert [client.boards for client in asyncio.run(session())] == [1] * 4


def test_who_comes_to_a_table_that_has_played_everything_is_told_so() -> None:
    boards = some_boards(1)
    _, (kept,) = begun("open", boards=boards)
    room = Room("open", QUICK, robot)
    room.open(kept.plan, kept.table)
    room.is_over = True
    line = sat_down(room.chairs[Seat.SOUTH])
    room.greet(room.chairs[Seat.SOUTH], "NS")
    assert line.sent == [Seated(Seat.SOUTH, "A"), Teams("NS", "EW"), EndOfSession()]


def test_a_team_of_a_session_that_goes_on_keeps_its_name_though_it_has_left() -> None:
    boards = some_boards(1)

    async def refused() -> str:
        log, kept = begun("open", boards=boards)
        async with managing(SessionPlan.of(kept, QUICK), log, kept) as running:
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
        async with managing(SessionPlan(some_boards(1), QUICK, is_match=True)) as running:
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
    with pytest.raises(ProtocolError, match="there is no board"):
        SessionPlan((replace(some_boards(1)[0], number=number),))
