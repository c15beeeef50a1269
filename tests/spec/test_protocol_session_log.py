"""What a manager keeps and tells beside the boards: rules, robots that failed, results in linear work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import Call, Card, Play, Seat, SeatView
from overtrick.cli import sessions
from overtrick.cli.sessions import ResultsFile
from overtrick.formats import Record
from overtrick.protocol import ProtocolError
from overtrick.protocol.manager import Door, LineEnd, OnFailure, Rules, Session, SessionPlan
from overtrick.protocol.manager.results import ResultsReader
from overtrick.protocol.manager.session_log import RoomPlan, logged_rooms, open_table
from overtrick.table import Act, CustomRobot, Log, MemoryLog, Table
from tests.protocol_client import Client
from tests.protocol_sessions import PATIENCE, QUICK, begun, managing, pass_out, robot, sheet_of, some_boards

# Rules


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(limit=None, wait=0, on_failure=OnFailure.FORFEIT, line_end=LineEnd.LF),
        Rules(limit=7.5, patience=1.5, tries=1),
    ],
)
def test_rules_and_robots_are_read_back_from_the_log(rules: Rules) -> None:
    log = MemoryLog()
    plan = SessionPlan(some_boards(1), rules, is_turned=True, house=(Seat.EAST,), how="plain")
    open_table(plan.rooms()[0], log)
    assert SessionPlan.of(logged_rooms(log)) == plan
    assert SessionPlan.of(logged_rooms(log), QUICK) == replace(plan, rules=QUICK)


def test_a_log_of_before_rules_were_kept_goes_on_by_the_usual_ones() -> None:
    log = MemoryLog()
    table = open_table(RoomPlan("open", ("A", "B"), some_boards(1)), log)
    (note,) = (entry.event for entry in table.entries[1:])
    told = json.loads(getattr(note, "text", ""))
    del told["manager"]["rules"], told["manager"]["how"]
    older = MemoryLog()
    Table.open(table.settings, older).note(json.dumps(told))
    plan = SessionPlan.of(logged_rooms(older))
    assert (plan.rules, plan.how) == (Rules(), None)


@pytest.mark.parametrize("rules", ["strict", {"limit": 3}, {"on_failure": "shout", "line_end": "lf"}])
def test_rules_that_nobody_can_read_are_a_damaged_note(rules: object) -> None:
    log = MemoryLog()
    table = open_table(SessionPlan(some_boards(1)).rooms()[0], log)
    (note,) = (entry.event for entry in table.entries[1:])
    told = json.loads(getattr(note, "text", ""))
    told["manager"]["rules"] = rules
    damaged = MemoryLog()
    Table.open(table.settings, damaged).note(json.dumps(told))
    with pytest.raises(ProtocolError, match="is damaged"):
        logged_rooms(damaged)


# Robots


async def failing(view: SeatView) -> Act:
    """One that bids, and then knows nothing."""

    def opening(view: SeatView) -> tuple[Call, None]:
        call = Call.parse("1C")
        return (call if call in view.legal_calls else Call.PASS), None

    def broken(view: SeatView) -> Card:
        raise ValueError("no\nidea " + "x" * 500)

    return CustomRobot(call=opening, card=broken).act(view, may_claim=False)


def test_a_robot_that_fails_is_in_the_log_each_time_and_told_once() -> None:
    said = list[str]()

    async def session(log: Log) -> None:
        manager = Session(
            SessionPlan(some_boards(1), QUICK, house=tuple(Seat)), log, failing, say=said.append
        )
        playing = manager.run([Door("127.0.0.1", 0)], lambda ports: None, lambda room: None)
        await asyncio.wait_for(playing, PATIENCE)
        assert len(manager.rooms[0].table.state.ended) == 1

    log = MemoryLog()
    asyncio.run(session(log))
    told = [words for words in said if "robot" in words]
    assert len(told) == 1
    assert "has a robot that failed (ValueError: no idea x" in told[0]
    assert len(told[0]) < 400
    (table,) = log.tables()
    assert sum("has a robot that failed" in str(entry) for entry in log.read(table)) == 52


# Cards of dummy


class Posing(Client):
    """One that names dummy when it is a defender's card, or when it is dummy itself."""

    poses = 1

    def choose_card(self, play: Play) -> Card:
        card = super().choose_card(play)
        if play.to_play is self.seat is not self.declarer:
            self.pose(f"{card.rank}{card.suit}")
        return card

    async def card(self, play: Play) -> Card:
        if self.seat is self.dummy is play.to_play:
            card = next(iter(play.legal_cards))
            self.pose(f"{card.rank}{card.suit}")
        return await super().card(play)

    def pose(self, card: str) -> None:
        if self.poses:
            self.poses -= 1
            self.say(f"Dummy plays {card}")

    async def listen(self) -> str:
        line = await super().listen()
        return await self.listen() if line.startswith("Illegal") else line


def test_dummy_s_cards_are_declarer_s_to_play_and_nobody_else_s() -> None:
    async def session() -> list[Posing]:
        async with managing(SessionPlan(some_boards(1), QUICK)) as running:
            clients = [Posing(running.port, seat, str(seat.side)) for seat in Seat]
            await running.play(*clients)
            return clients

    clients = asyncio.run(session())
    assert [client.boards for client in clients] == [1] * 4
    for client in clients:
        told = [line for line in client.got if line.startswith("Illegal")]
        if client.seat is client.declarer:
            assert told == []
        elif client.seat is client.dummy:
            assert told == [f"Illegal card. it is not {client.seat.word}'s turn"]
        else:
            turn, dummy = client.seat.word, client.dummy.word
            assert told == [f"Illegal card. it is {turn}'s turn to play, not {dummy}'s"]


# The end


@pytest.mark.parametrize("patience", [0.0, 0.3])
def test_who_never_asked_for_the_last_tricks_is_told_them_and_the_end_of_the_session(patience: float) -> None:
    class Mute(Client):
        def say(self, line: str) -> None:
            is_last = line.endswith((" trick 10", " trick 11", " trick 12", " trick 13"))
            if not is_last or self.seat is not self.dummy:
                super().say(line)

    async def session() -> list[Client]:
        async with managing(SessionPlan(some_boards(1), replace(QUICK, patience=patience))) as running:
            clients: list[Client] = [Mute(running.port, seat, str(seat.side)) for seat in Seat]
            await running.play(*clients)
            return clients

    clients = asyncio.run(session())
    assert [client.boards for client in clients] == [1] * 4
    assert [client.got[-1] for client in clients] == ["End of session"] * 4


def test_who_leaves_is_told_and_waited_for_until_the_session_is_over() -> None:
    class Gone(Client):
        async def board(self) -> None:
            self.writer.transport.abort()
            raise ConnectionResetError

    said = list[str]()

    async def session() -> None:
        manager = Session(SessionPlan(some_boards(2), QUICK), MemoryLog(), robot, say=said.append)
        ports: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        playing = manager.run([Door("127.0.0.1", 0)], ports.set_result, lambda room: None)
        task = asyncio.create_task(playing)
        port = (await ports)[0]
        clients = [Client(port, seat, str(seat.side)) for seat in Seat if seat is not Seat.WEST]
        west = asyncio.create_task(Gone(port, Seat.WEST, "EW").run())
        await asyncio.wait_for(asyncio.gather(task, *(each.run() for each in clients)), PATIENCE)
        await asyncio.gather(west, return_exceptions=True)

    asyncio.run(session())
    assert [words for words in said if " left: " in words] == ["open room, West left: the line was closed"]
    assert [words for words in said if "waits" in words] == ["open room waits for West, 0.3 s at most"]


# Results


def test_a_session_s_results_are_read_once_and_written_in_linear_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards = some_boards(1) * 200
    _, (kept,) = begun("open", boards=boards)
    written, looked_at = list[int](), list[int]()
    entries_after = Table.entries_after

    def write(records: Iterable[Record], path: Path) -> None:
        written.append(sum(1 for _ in records))

    def counted(table: Table, number: int) -> tuple[object, ...]:
        found = entries_after(table, number)
        looked_at.append(len(found))
        return found

    monkeypatch.setattr(sessions, "write", write)
    monkeypatch.setattr(Table, "entries_after", counted)
    monkeypatch.setattr(Table, "entries", property(lambda table: pytest.fail("the whole log is read")))
    collected, file = ResultsReader(), ResultsFile(Path("results.pbn"), pytest.fail)
    behind = list[float]()
    for place, board in enumerate(boards, 1):
        pass_out(kept, board)
        assert [each.place for each in collected.take([kept])] == [place - 1]
        file.update(len(collected), lambda: collected.sheet().records())
        file._writer.submit(int).result()  # all before it is done
        behind.append((place - written[-1]) / place)
    file.stop(len(collected), lambda: collected.sheet().records())
    assert sum(looked_at) == kept.table.number
    assert sum(written) <= 11 * len(boards)
    assert max(behind) <= 0.1
    assert written[-1] == len(boards)


def test_a_sheet_that_grew_is_the_sheet_of_everything() -> None:
    boards = some_boards(3)
    _, (first, second) = begun("open", "closed", boards=boards, is_of_match=True)
    collected = ResultsReader()
    for board in boards:
        for room in (second, first):
            pass_out(room, board)
            collected.take([first, second])
    assert collected.sheet() == sheet_of([first, second])
    assert [len(line.sittings) for line in collected.sheet().lines] == [2] * 3
    assert [each.room.value for each in collected.sheet().lines[0].sittings] == ["open", "closed"]
