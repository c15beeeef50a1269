"""Players that act illegally, stall, leave, come back or talk nonsense: the others play on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import Auction, Call, Card, Play, Seat
from overtrick.table import FileLog, Undone
from overtrick.wire.manager import OnFailure, Plan, Rules
from overtrick.wire.manager.kept import plans_in
from overtrick.wire.manager.results import Sheet
from tests.wire_client import BEN, Client
from tests.wire_sessions import PATIENCE, QUICK, Running, managing, notes, some_boards

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
        async with managing(Plan(some_boards(1), QUICK)) as running:
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
        async with managing(Plan(some_boards(2), QUICK)) as running:
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
        async with managing(Plan(some_boards(2), rules)) as running:
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
        async with managing(Plan(some_boards(3), replace(QUICK, wait=20.0))) as running:
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
        async with managing(Plan(some_boards(3), QUICK)) as running:
            west = Leaving(running.port, Seat.WEST, "EW")
            three = await others(running, west)
            gone = asyncio.create_task(west.run())
            await running.play(*three)
            await asyncio.gather(gone, return_exceptions=True)
            return three

    assert [client.boards for client in asyncio.run(session())] == [3] * 3


def test_a_forfeited_board_costs_three_imps_and_the_next_one_is_played() -> None:
    async def session() -> tuple[Sheet, list[Client]]:
        plan = Plan(some_boards(2), replace(FORFEIT, limit=CLOCK, patience=CLOCK), is_turned=True)
        async with managing(plan) as running:
            north = Sleeping(running.port, Seat.NORTH, "NS")
            three = await others(running, north)
            task = asyncio.create_task(north.run())
            await running.play(*three)
            await asyncio.gather(task, return_exceptions=True)
            return Sheet.of(running.session.kept), three

    sheet, three = asyncio.run(session())
    assert sheet.lines[0].imps == -3
    assert [each.forfeited_by is not None for each in sheet.lines[0].sittings] == [True, False]
    assert [client.boards + client.restarts for client in three] == [4] * 3
    (told, *_) = sheet.records()
    assert (told.board.auction, told.tag("Score")) == (None, None)
    assert told.comments[0].text == "Forfeited by NS."


def test_who_asks_for_a_taken_seat_or_with_another_name_is_refused() -> None:
    async def answers() -> list[str]:
        async with managing(Plan(some_boards(1), QUICK)) as running:
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
        async with managing(Plan(some_boards(1), rules)) as running:
            north = Silent(running.port, Seat.NORTH, "NS")
            await running.play(north, *await others(running, north))
            return north

    assert asyncio.run(session()).boards == 1


def test_one_that_comes_and_goes_does_not_fill_the_log() -> None:
    async def session() -> tuple[int, int]:
        comings = 0
        async with managing(Plan(some_boards(2), replace(QUICK, wait=1.0))) as running:
            north = Leaving(running.port, Seat.NORTH, "NS")
            north.leaves_at = 0
            playing = asyncio.create_task(running.play(*await others(running, north)))
            await asyncio.gather(north.run(), return_exceptions=True)
            while not playing.done():
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", running.port)
                    writer.write(b'Connecting "NS" as North using protocol version 18\r\n')
                    comings += 1
                    await asyncio.sleep(0.02)
                    writer.transport.abort()
            await playing
            return comings, notes(running).count('\\"N\\", \\"what\\": \\"sat down')

    comings, noted = asyncio.run(session())
    assert noted * 2 < comings


# Going on


def test_a_session_goes_on_from_its_log_with_the_same_deal_and_the_same_clocks(tmp_path: Path) -> None:
    boards = some_boards(3)

    async def stopped(log: FileLog) -> None:
        async with managing(Plan(boards, QUICK), log) as running:
            clients = [running.client(seat) for seat in Seat]
            tasks = [asyncio.create_task(each.run()) for each in clients]
            await running.board_ended()
            table = running.session.rooms[0].table
            while table.state.in_play is None or len(table.state.in_play.steps) < 12:
                await asyncio.sleep(0.001)
            running.task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def resumed(log: FileLog) -> list[Client]:
        kept = plans_in(log)
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            clients = [running.client(seat, dialect=BEN) for seat in Seat]
            await running.play(*clients)
            return clients

    async def finished(log: FileLog) -> None:
        kept = plans_in(log)
        async with managing(Plan.of(kept, QUICK), log, kept) as running:
            await running.play()  # nobody is waited for when nothing is left

    with FileLog(tmp_path / "a.table") as log:
        asyncio.run(stopped(log))
    with FileLog(tmp_path / "a.table") as log:
        clients = asyncio.run(resumed(log))
        (kept,) = plans_in(log)
        asyncio.run(finished(log))
    assert [client.boards for client in clients] == [2] * 4
    assert [each.board.deal for each in kept.table.state.ended] == [board.deal for board in boards]
    assert sum(isinstance(entry.event, Undone) for entry in kept.table.entries) == 1
    assert clients[0].got[3].startswith("Board number 2.")


def test_a_log_of_something_else_is_refused(tmp_path: Path) -> None:
    from overtrick.table import Table, TableSettings
    from overtrick.wire import WireError

    with FileLog(tmp_path / "a.table") as log:
        Table.open(TableSettings.of("a", "b", "c", "d"), log)
        with pytest.raises(WireError, match="holds no table of a manager"):
            plans_in(log)
