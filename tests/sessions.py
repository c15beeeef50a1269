"""A table as the server holds it, with robots, speaker and reviewers who answer at once, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, cast, final

from overtrick.core import Call, Meaning, OvertrickError, Seat, SeatView
from overtrick.player import PlaySettings
from overtrick.processes import Pool
from overtrick.table import Act, CallMade, CardPlayed, Log, MemoryLog, Scoring, Table
from overtrick.web.tables.host import TableRequest, open_table
from overtrick.web.tables.jobs import (
    CallMeaning,
    Mind,
    act,
    advise,
    elsewhere,
    explain_call,
    good_tricks,
    review,
)
from overtrick.web.tables.robots import RobotQueue, Services
from overtrick.web.tables.session import TableSession
from overtrick.web.tables.store import BoardReview, TableStore

PATIENCE = 30.0
"""Seconds after which something must be wrong."""


@final
@dataclass
class Staff:
    """All who work for a table: what they were asked, and what holds them up."""

    asked: list[str] = field(default_factory=list)
    """The names of the jobs."""
    fails: set[str] = field(default_factory=set)
    """Jobs that fail."""
    waits: dict[str, asyncio.Event] = field(default_factory=dict)
    """Jobs that wait until they may go on."""
    mind: Mind = field(default_factory=lambda: Mind("natural", PlaySettings()))

    def check(self) -> None:
        """There is always room."""

    async def run(self, job: Callable[..., Any], *given: Any) -> Any:
        """What a job answers."""
        name = job.__name__
        self.asked.append(name)
        if name in self.waits:
            await self.waits[name].wait()
        if name in self.fails:
            raise OvertrickError("nobody is there")
        return _ANSWERS[name](*given)

    think = run

    def services(self) -> Services:
        """Services that are all done by this staff."""
        return Services(
            queue=cast(RobotQueue, self),
            speaker=cast(Pool, self),
            reviewers=cast(Pool, self),
            judges=ThreadPoolExecutor(1),
        )


def _act(view: SeatView, may_claim: bool, mind: Mind) -> tuple[Act, str]:
    if view.play is None:
        return CallMade(view.seat, Call.PASS, Meaning("anything")), "A pass says nothing."
    return CardPlayed(view.seat, min(view.legal_cards)), ""


_ANSWERS: dict[str, Callable[..., object]] = {
    act.__name__: _act,
    explain_call.__name__: lambda auction, vul, mind: CallMeaning(
        Meaning("told later"), f"Sentence {len(auction)}."
    ),
    advise.__name__: lambda view, mind: ("Pass.", "You have nothing.", "Pass", "1♣"),
    review.__name__: lambda board, dealt, seat, mind: BoardReview(dealt, 50, None, (), "Nothing mattered."),
    good_tricks.__name__: lambda board, mind: 7,
    elsewhere.__name__: lambda board, mind: 90,
}


def new_session(
    staff: Staff, log: Log | None = None, seat: Seat | None = Seat.SOUTH, scoring: Scoring = Scoring.IMPS
) -> TableSession:
    """A new table of a seed, with its first board."""
    table = open_table(TableRequest(seat, scoring, seed=1), MemoryLog() if log is None else log)
    return TableSession(TableStore(table), staff.services())


def again(first: TableSession, log: Log, staff: Staff) -> TableSession:
    """The same table as another server reads it from the log."""
    return TableSession(TableStore(Table.resume(log, first.table.id)), staff.services())


async def until(is_so: Callable[[], bool]) -> None:
    """Let everybody work until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.001)


async def to_turn(served: TableSession) -> None:
    """Wait until it is the person's turn and everything is told."""
    served.go_on()
    await until(lambda: served.table.turn is served.seat and served.meanings.missing is None)


async def passed_out(served: TableSession) -> None:
    """Pass a board out."""
    served.go_on()
    while served.table.state.in_play is not None:
        await until(lambda: served.table.turn in (served.seat, None))
        if served.table.state.in_play is not None:
            await served.act("call", "P", None)
        await asyncio.sleep(0)


def in_loop(story: Callable[[], Coroutine[None, None, None]]) -> None:
    """Let a story happen in a loop of its own."""
    asyncio.run(asyncio.wait_for(story(), PATIENCE))
