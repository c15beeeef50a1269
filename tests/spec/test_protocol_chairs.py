"""Chairs: the messages to each and their timing, clocks, and the notes in the log."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from time import monotonic
from typing import cast

import pytest

from overtrick import Auction, Board, Call, Card, CardSet, Seat, SeatView, Side, Vul
from overtrick.protocol.manager import SessionPlan, session
from overtrick.protocol.manager.chair import Chair, Outbox
from overtrick.protocol.manager.connection import Connection
from overtrick.protocol.manager.room import robot_act
from overtrick.protocol.manager.rules import GRACE, Clocks
from overtrick.protocol.manager.session_log import (
    RoomPlan,
    forfeits,
    log_clocks,
    log_forfeit,
    logged_clocks,
    logged_rooms,
    open_table,
)
from overtrick.protocol.messages import (
    BoardHeader,
    Called,
    FromManager,
    HandCards,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    StartOfBoard,
    Timing,
)
from overtrick.table import Act, MemoryLog
from tests.protocol_client import Client
from tests.protocol_sessions import PATIENCE, QUICK, Running, begun, managing, sat_down, some_boards, until

N, E, S, W = Seat
HEADER = BoardHeader(1, N, Vul.NONE)
CARDS = HandCards(N, CardSet.parse("A643.KJT8.92.AK3"))
CALL = Called(E, Call.PASS)


def an_outbox() -> tuple[Outbox, list[FromManager]]:
    sent = list[FromManager]()
    return Outbox(sent.append, patience=10.0), sent


def test_what_nobody_asks_for_waits_and_what_needs_no_asking_does_not() -> None:
    outbox, sent = an_outbox()
    outbox.tell(StartOfBoard(), 0.0)
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    assert sent == [StartOfBoard()]
    assert not outbox.is_empty


def test_who_does_not_ask_for_the_deal_is_waited_for_once() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.hurry(10.5)
    assert sent == [HEADER]
    outbox.tell(HEADER, 20.0, ReadyForDeal(N))
    outbox.tell(CARDS, 20.0, ReadyForCards(N))
    assert sent == [HEADER, HEADER]
    outbox.hurry(30.5)
    outbox.tell(CARDS, 40.0, ReadyForCards(N))
    assert sent == [HEADER, HEADER, CARDS]  # of other things it is believed that they are asked for


def test_a_line_that_asks_for_a_later_thing_asks_for_those_before_it() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.tell(CARDS, 0.0, ReadyForCards(N))
    assert outbox.ask(ReadyForCards(N), 1.0)
    assert sent == [HEADER, CARDS]
    assert outbox.sent == 1.0


def test_a_line_that_comes_early_is_kept_and_its_repetition_is_useless() -> None:
    outbox, sent = an_outbox()
    assert outbox.ask(ReadyForBid(N, E), 0.0)
    assert not outbox.ask(ReadyForBid(N, E), 0.0)
    outbox.tell(CALL, 1.0, ReadyForBid(N, E))
    assert sent == [CALL]


def test_a_card_may_be_asked_for_without_the_number_of_its_trick() -> None:
    outbox, sent = an_outbox()
    card = Played(W, Card.parse("D7"))
    outbox.tell(card, 0.0, ReadyForCard(N, W, 3))
    outbox.ask(ReadyForCard(N, W, None), 0.0)
    assert sent == [card]


def test_patience_ends_once_for_each_thing() -> None:
    outbox, sent = an_outbox()
    outbox.tell(HEADER, 0.0, ReadyForDeal(N))
    outbox.tell(CARDS, 0.0, ReadyForCards(N))
    outbox.hurry(9.0)
    assert sent == []
    outbox.hurry(10.5)
    assert sent == [HEADER]
    outbox.hurry(11.0)
    assert sent == [HEADER]
    outbox.hurry(21.0)
    assert sent == [HEADER, CARDS]


def test_lines_from_before_a_board_ask_for_nothing_on_it() -> None:
    outbox, sent = an_outbox()
    outbox.ask(ReadyForBid(N, E), 0.0)
    outbox.tell(StartOfBoard(), 1.0)
    outbox.tell(CALL, 2.0, ReadyForBid(N, E))
    assert sent == [StartOfBoard()]


def test_only_a_few_lines_that_come_early_are_kept() -> None:
    outbox, sent = an_outbox()
    of_use = [outbox.ask(ReadyForCard(N, W, trick), 0.0) for trick in range(1, 11)]
    assert of_use == [True] * 4 + [False] * 6
    for trick in (1, 10):
        outbox.tell(Played(W, Card.parse("D7")), 1.0, ReadyForCard(N, W, trick))
        assert bool(sent) == (trick == 10)


def test_clocks_and_forfeits_are_read_back_from_the_log() -> None:
    log = MemoryLog()
    plan = RoomPlan("open", ("A", "B"), some_boards(2), house=(Seat.EAST,))
    table = open_table(plan, log)
    table.deal(plan.boards[0])
    clocks = Clocks()
    clocks.charge(Side.EW, 61.4)
    log_clocks(table, clocks)
    log_forfeit(table, Side.NS)
    (kept,) = logged_rooms(log)
    assert kept.plan == plan
    assert logged_clocks(kept.table) == clocks
    assert logged_clocks(kept.table).timing() == Timing(0, 0, 61, 61)
    assert list(forfeits(kept.table.entries).values()) == [Side.NS]


def test_a_session_of_many_days_still_has_times_that_can_be_told() -> None:
    clocks = Clocks()
    clocks.charge(Side.NS, 2e6)
    clocks.next_board()
    clocks.charge(Side.NS, 75)
    assert clocks.timing() == Timing(75, 1_000_000, 0, 0)


EASTS_CALL = Called(Seat.EAST, Call.PASS)
HELLO = 'Connecting "{}" as {} using protocol version 18\r\n'


def a_chair() -> Chair:
    return Chair(Seat.NORTH, QUICK, lambda seat, what: None, is_house=False)


def test_faults_and_useless_lines_are_counted_board_by_board() -> None:
    chair = a_chair()
    line = sat_down(chair)
    chair.begin_board()
    for _ in range(100):
        chair.hear("nonsense")
    chair.hear("North passes")
    assert chair.faults == 1
    line.why_closed = None
    chair.begin_board()
    chair.hear("nonsense")
    assert (chair.faults, line.why_closed) == (0, None)


def test_a_player_out_of_the_board_is_told_nothing_of_it() -> None:
    chair = a_chair()
    line = sat_down(chair)
    chair.begin_board()
    chair.hear("North ready to start")
    assert line.sent[-1] == StartOfBoard()
    chair.put_out()
    chair.tell(EASTS_CALL)
    assert line.sent[-1] == StartOfBoard()


def test_dummy_s_last_card_may_be_asked_for_when_the_next_board_has_begun() -> None:
    chair = a_chair()
    line = sat_down(chair)
    chair.begin_board()
    chair.hear("North ready to start")
    chair.dummy = Seat.EAST
    last = Played(Seat.EAST, Card.parse("C9"))
    chair.tell(last, ReadyForCard(Seat.NORTH, Seat.EAST, 13))
    chair.begin_board()
    assert line.sent[-1] == StartOfBoard()
    chair.hear("North ready for dummy's card to trick 13")
    assert line.sent[-2:] == [last, StartOfBoard()]
    assert chair.dummy is None


def test_a_call_from_the_board_before_is_not_heard_on_the_next() -> None:
    async def heard() -> list[bool]:
        chair = a_chair()
        sat_down(chair)
        chair.begin_board()
        chair.put_out()
        chair.begin_board()
        act, found = chair.next_act(), list[bool]()
        for line in ("North bids 7NT", "North ready for deal", "North passes"):
            chair.hear(line)
            found.append(act.done())
        assert act.result() == Called(Seat.NORTH, Call.PASS)
        return found

    assert asyncio.run(heard()) == [False, False, True]


def test_a_robot_acts_for_one_who_has_left_even_if_he_is_back() -> None:
    chair = a_chair()
    line = sat_down(chair)
    chair.begin_board()
    chair.leave(cast("Connection", line))
    sat_down(chair)
    assert chair.acts_by_robot
    chair.begin_board()
    assert not chair.acts_by_robot


def test_the_clock_runs_from_when_the_player_was_told_and_at_the_latest_after_the_grace() -> None:
    chair = a_chair()
    sat_down(chair)
    chair.begin_board()
    chair.hear("North ready to start")
    turn = monotonic()
    assert chair.charged_from(turn) == turn
    chair.tell(EASTS_CALL, ReadyForBid(Seat.NORTH, Seat.EAST))
    assert chair.charged_from(turn) == turn + GRACE
    chair.hear("North ready for East's bid")
    assert turn < chair.charged_from(turn) <= monotonic()
    assert chair.charged_from(turn - 10) == turn - 10 + GRACE


def test_two_partners_have_one_clock_and_it_is_written_down_in_mid_board() -> None:
    class Slow(Client):
        def choose_call(self, auction: Auction) -> Call:
            return Call.PASS

        def say(self, line: str) -> None:
            if line.endswith("passes"):
                asyncio.get_running_loop().call_later(0.8, super().say, line)
            else:
                super().say(line)

    async def two() -> tuple[str, int]:
        boards = [replace(board, dealer=Seat.NORTH) for board in some_boards(1)]
        async with managing(SessionPlan(tuple(boards), replace(QUICK, limit=1.2))) as running:
            partners = [Slow(running.port, seat, "NS") for seat in (Seat.NORTH, Seat.SOUTH)]
            await running.play(*partners, running.client(Seat.EAST), running.client(Seat.WEST))
            entries = [str(entry) for entry in running.session.rooms[0].table.entries]
            told = "\n".join(entry for entry in entries if "out of time" in entry)
            return told, sum('\\"clocks\\"' in entry for entry in entries)

    told, kept = asyncio.run(two())
    assert '\\"S\\"' in told
    assert kept > 1


def test_a_resumed_board_goes_on_with_the_clocks_that_were_written_last() -> None:
    boards = some_boards(1)

    async def resumed() -> list[str]:
        log, kept = begun("open", boards=boards)
        clocks = Clocks()
        log_clocks(kept[0].table, clocks)
        clocks.charge(Side.EW, 50)
        clocks.next_board()
        kept[0].table.deal(boards[0])
        clocks.charge(Side.NS, 100)
        log_clocks(kept[0].table, clocks)
        async with managing(SessionPlan.of(kept, replace(QUICK, limit=None)), log, kept) as running:
            clients = [running.client(seat) for seat in Seat]
            await running.play(*clients)
            return clients[0].got

    (told,) = [line for line in asyncio.run(resumed()) if line.startswith("Timing")]
    times = re.findall(r"(\d+):(\d\d)(?::(\d\d))?", told)
    ns_board, ns_total, ew_board, ew_total = ([int(part or 0) for part in time] for time in times)
    assert ns_board[0] * 60 + ns_board[1] >= 100
    assert ns_total[1] * 60 + ns_total[2] >= 100
    assert ew_board[0] * 60 + ew_board[1] < 50
    assert ew_total[1] * 60 + ew_total[2] >= 50


def test_a_board_that_nobody_is_there_for_waits_until_somebody_comes() -> None:
    class Leaving(Client):
        async def board(self) -> None:
            self.writer.transport.abort()
            raise ConnectionResetError

    async def left() -> tuple[int, bool]:
        async with managing(SessionPlan(some_boards(2), replace(QUICK, wait=0.05))) as running:
            gone = [Leaving(running.port, seat, str(seat.side)).run() for seat in Seat]
            await asyncio.gather(running.board_ended(), *gone, return_exceptions=True)
            await asyncio.sleep(0.3)
            state = running.session.rooms[0].table.state
            return len(state.ended), state.in_play is None

    assert asyncio.run(left()) == (1, True)


@pytest.mark.parametrize("is_under_its_own_name", [True, False])
def test_declarer_may_name_dummy_s_card_otherwise(is_under_its_own_name: bool) -> None:
    class Naming(Client):
        def name(self, seat: Seat) -> str:
            if seat is self.seat or seat is not getattr(self, "dummy", None):
                return super().name(seat)
            return self.seat.word if is_under_its_own_name else "Dummy"

    async def played() -> list[Client]:
        async with managing(SessionPlan(some_boards(2), QUICK)) as running:
            clients: list[Client] = [Naming(running.port, seat, str(seat.side)) for seat in Seat]
            await running.play(*clients)
            return clients

    clients = asyncio.run(played())
    assert [client.boards for client in clients] == [2] * 4
    assert not any("Illegal" in line for client in clients for line in client.got)


def test_a_robot_that_fails_passes_and_it_is_told_how() -> None:
    async def broken(view: SeatView) -> Act:
        raise ValueError("no idea")

    (board,) = some_boards(1)
    view = SeatView.of(Board(1, board.dealer, board.vul, board.deal, Auction(board.dealer)), board.dealer)
    assert asyncio.run(robot_act(broken, view)) == (Called(board.dealer, Call.PASS), "ValueError: no idea")


# The door


async def _asked(running: Running, line: str) -> str:
    """The answer to the first line of one who goes again at once."""
    before = len(running.session._serving)
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    writer.write(line.encode())
    answer = await reader.readline()
    writer.close()
    await until(lambda: len(running.session._serving) <= before)
    return answer.decode().strip()


def test_many_at_the_door_are_too_many_until_they_go() -> None:
    async def door() -> list[str]:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            silent = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(32)]
            await until(lambda: running.session._strangers == len(silent))
            refused = await _asked(running, HELLO.format("A", "North"))
            for _, writer in silent:
                writer.close()
            await until(lambda: not running.session._serving)
            return [refused, await _asked(running, HELLO.format("A", "North"))]

    assert asyncio.run(door()) == ["Refused. too many are at the door", 'North ("A") seated']


def test_who_says_nothing_at_the_door_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_HELLO", 0.05)

    async def door() -> str:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            return await asyncio.wait_for(_asked(running, ""), PATIENCE)

    assert asyncio.run(door()) == "Refused. nothing was said"


def test_a_team_that_leaves_before_the_first_board_leaves_no_name_behind() -> None:
    async def door() -> list[str]:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            first = await _asked(running, HELLO.format("A", "North"))
            return [first, await _asked(running, HELLO.format("B", "South"))]

    assert asyncio.run(door()) == ['North ("A") seated', 'South ("B") seated']


def test_nobody_is_pushed_from_a_seat_that_was_another_s_before() -> None:
    chair = a_chair()
    assert chair.is_free
    chair.leave(cast("Connection", sat_down(chair)))
    assert chair.is_free
    line = sat_down(chair)
    assert not chair.is_free
    chair.begin_board()
    chair.put_out()
    assert chair.is_free  # a program that hangs can be started again
    assert line.why_closed is None


def test_who_comes_is_told_with_the_seats_that_are_empty() -> None:
    told, lines = list[str](), list[asyncio.StreamWriter]()

    async def door() -> None:
        plan = SessionPlan(some_boards(1), QUICK, house=(Seat.EAST,))
        async with managing(plan, say=told.append) as running:
            for team, seat in (("A", "South"), ("B", "West"), ("A", "North")):
                reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
                writer.write(HELLO.format(team, seat).encode())
                assert b"seated" in await asyncio.wait_for(reader.readline(), PATIENCE)
                lines.append(writer)
            for writer in lines:
                writer.close()
                await writer.wait_closed()

    asyncio.run(door())
    assert told[:3] == [
        "open room, South sat down for A; North, West are empty",
        "open room, West sat down for B; North is empty",
        "open room, North sat down for A",
    ]


def test_a_table_of_robots_opens_no_door() -> None:
    async def played() -> int:
        async with managing(SessionPlan(some_boards(1), QUICK, house=tuple(Seat))) as running:
            await running.play()
            return running.port

    assert asyncio.run(played()) == 0
