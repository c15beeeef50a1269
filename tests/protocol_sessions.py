"""A manager and its players in one loop, for tests: nothing waits long, and robots are plain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import cast

import numpy as np

from overtrick import Board, Call, Seat, SeatView
from overtrick.deals import boards as dealt
from overtrick.protocol.manager import Door, Rules, Session, SessionPlan
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.manager.connection import Connection
from overtrick.protocol.manager.results import ResultsReader, Sheet
from overtrick.protocol.manager.session_log import LoggedRoom, RoomPlan, open_table
from overtrick.protocol.messages import FromManager
from overtrick.table import Act, CustomRobot, Log, MemoryLog
from tests.protocol_client import BEN, Client, Dialect

PATIENCE = 200.0
"""Seconds after which a test has failed: far more than any takes."""
QUICK = Rules(limit=20.0, patience=0.3, wait=0.3)
LOOPBACK = "127.0.0.1"


async def robot(view: SeatView) -> Act:
    """One that passes and plays low."""
    plain = CustomRobot(call=lambda view: (Call.PASS, None), card=lambda view: min(view.legal_cards))
    return plain.act(view, may_claim=False)


def some_boards(number: int, seed: int = 1) -> tuple[Board, ...]:
    """Boards from a seed."""
    return tuple(dealt(np.random.default_rng(seed), number))


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes soon, or fail."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


class Running:
    """A session at work."""

    def __init__(self, session: Session, port: int, task: asyncio.Task[None]) -> None:
        self.session = session
        self.port = port
        self.task = task
        self.ended = asyncio.Event()

    def client(self, seat: Seat, team: str = "", dialect: Dialect = BEN, seed: int = 0) -> Client:
        """A player for a seat, by default of its side's team."""
        return Client(self.port, seat, team or str(seat.side), dialect, seed)

    async def board_ended(self) -> None:
        """Wait for the end of the next board."""
        self.ended.clear()
        await asyncio.wait_for(self.ended.wait(), PATIENCE)

    async def play(self, *clients: Client) -> None:
        """Let some players play until the session is over."""
        await asyncio.wait_for(asyncio.gather(self.task, *(each.run() for each in clients)), PATIENCE)


@asynccontextmanager
async def managing(
    plan: SessionPlan,
    log: Log | None = None,
    kept: Sequence[LoggedRoom] = (),
    say: Callable[[str], None] = lambda words: None,
) -> AsyncIterator[Running]:
    """A manager that listens on a port of its own, and is gone afterwards."""
    session = Session(plan, MemoryLog() if log is None else log, robot, kept, say)
    ports: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
    found = list[Running]()
    task = asyncio.create_task(
        session.run([Door(LOOPBACK, 0)], ports.set_result, lambda room: found[0].ended.set())
    )
    running = Running(session, next(iter(await ports), 0), task)
    found.append(running)
    try:
        yield running
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def notes(running: Running, room: int = 0) -> str:
    """All that was written down about players in a room."""
    entries = running.session.rooms[room].table.entries
    return "\n".join(str(entry) for entry in entries if '"log' in str(entry))


def begun(
    *names: str, boards: Sequence[Board], is_of_match: bool = False, both: str = ""
) -> tuple[MemoryLog, list[LoggedRoom]]:
    """Rooms in a log, as a manager left them before the first board; `both` teams may have one name."""
    log, kept = MemoryLog(), list[LoggedRoom]()
    for name in names:
        teams = (both or "NS", both or "EW") if name == "open" else (both or "EW", both or "NS")
        plan = RoomPlan(name, teams, tuple(boards), is_of_match=is_of_match)
        kept.append(LoggedRoom(plan, open_table(plan, log)))
    return log, kept


def pass_out(kept: LoggedRoom, board: Board, calls: int = 4) -> None:
    """A board that everybody passes, or some have passed so far."""
    kept.table.deal(board)
    for seat in [*board.dealer.clockwise()][:calls]:
        kept.table.call(seat, Call.PASS)


def play_out(kept: LoggedRoom, board: Board) -> int:
    """A board at which the dealer plays one no-trump, and everybody the lowest card: North-South's score."""
    table = kept.table
    table.deal(board)
    table.call(board.dealer, Call.parse("1NT"))
    for seat in [*board.dealer.lho.clockwise()][:3]:
        table.call(seat, Call.PASS)
    while (turn := table.turn) is not None:
        table.play(turn, min(table.view(turn).legal_cards))
    return table.state.ended[-1].score_ns


class Line:
    """A connection to nobody."""

    def __init__(self) -> None:
        self.why_closed: str | None = None
        self.sent = list[FromManager]()

    def send(self, message: FromManager) -> None:
        self.sent.append(message)

    def close(self, why: str) -> None:
        self.why_closed = why


def sat_down(chair: Chair) -> Line:
    """Somebody sits down who is nobody."""
    line = Line()
    chair.sit(cast("Connection", line), "A")
    return line


def sheet_of(logged: Sequence[LoggedRoom], against_par: bool = False) -> Sheet:
    """The sheet of the rooms of a session; one table alone can be compared with par."""
    collected = ResultsReader()
    collected.take(logged)
    return collected.sheet(against_par)
