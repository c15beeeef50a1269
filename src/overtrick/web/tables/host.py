"""The host of all tables: opens them, finds them again, and unloads those that nobody watches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from overtrick.core import OvertrickError, Seat
from overtrick.table import Log, Occupant, Scoring, Table, TableSettings, UnknownTable
from overtrick.web.tables.robots import Services
from overtrick.web.tables.session import TableSession
from overtrick.web.tables.store import FileBoard, TableStore, note_boards

__all__ = ["UNREADABLE", "Host", "NoSuchTable", "TableRequest", "UnreadableTable", "open_table"]

_MOST = 200
"""The most tables in memory; others are read from the log on request."""
UNREADABLE = (
    "The file that keeps the tables cannot be used now. Nothing was changed: please try again in a moment."
)


class NoSuchTable(OvertrickError):
    """There is no table with this id."""


class UnreadableTable(OvertrickError):
    """A table of a log that cannot be read now; the reason is for the host alone."""


@final
@dataclass(frozen=True)
class TableRequest:
    """A person's request for a table."""

    seat: Seat | None = Seat.SOUTH
    """None to watch four robots."""
    scoring: Scoring = Scoring.IMPS
    seed: int | None = None
    boards: Sequence[FileBoard] = ()
    left_out: str = ""
    """The message about boards that cannot be played."""


@final
class Host:
    """All tables of a server."""

    def __init__(self, log: Log, services: Services) -> None:
        self._log = log
        self._services = services
        self._tables = dict[str, TableSession]()
        self._finding = asyncio.Lock()

    async def open(self, request: TableRequest) -> TableSession:
        """Open a new table with its first board."""
        return self._added(await asyncio.to_thread(lambda: TableStore(open_table(request, self._log))))

    async def find(self, id: str) -> TableSession:
        """Find the table with an id, reading it from the log if necessary."""
        if id in self._tables:
            self._tables[id] = self._tables.pop(id)  # the most recently used is unloaded last
            return self._tables[id]
        async with self._finding:
            if id not in self._tables:
                try:
                    store = await asyncio.to_thread(lambda: TableStore(Table.resume(self._log, id)))
                except UnknownTable as error:
                    raise NoSuchTable("There is no such table here.") from error
                except OvertrickError as error:
                    raise UnreadableTable(UNREADABLE) from error
                self._added(store)
        return self._tables[id]

    async def look_at(self, id: str) -> Table:
        """The table with an id as it is, without resuming play."""
        if id in self._tables:
            return self._tables[id].table
        return await asyncio.to_thread(Table.resume, self._log, id)

    def _added(self, store: TableStore) -> TableSession:
        session = TableSession(store, self._services)
        self._tables[store.table.id] = session
        # idle tables are unloaded, the least recently used first; the log keeps them
        idle = [id for id, other in self._tables.items() if other is not session and not other.is_busy]
        for id in idle[: max(0, len(self._tables) - _MOST)]:
            del self._tables[id]
        session.go_on()
        return session


def open_table(request: TableRequest, log: Log) -> Table:
    """Open a new table in a log, and deal its first board."""
    robot, you = Occupant("Robot", is_robot=True), Occupant("You")
    seated = (you if seat is request.seat else robot for seat in Seat)
    settings = TableSettings.of(*seated, scoring=request.scoring, seed=request.seed)
    table = Table.open(settings, log)
    if request.boards:
        note_boards(table, request.boards, request.left_out)
    table.deal(TableStore(table).next_board(table.state))
    return table
