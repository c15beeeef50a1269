"""Logs: where the entries of tables are kept, here in memory."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from threading import Lock
from typing import Protocol, final

from overtrick.table.entries import Entry
from overtrick.table.errors import LogConflict, UnknownTable

__all__ = ["Log", "MemoryLog", "conflict", "new_id", "unknown_table"]

_ID_BYTES = 16


class Log(Protocol):
    """Entries of any number of tables, each only ever added to."""

    def create(self, entries: Sequence[Entry]) -> str:
        """Begin the log of a new table with some entries, and give it an id nobody can guess."""

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries after the one with a number, all of them or, with an error, none."""

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after the one with a number."""

    def tables(self) -> tuple[str, ...]:
        """The ids of all tables."""


@final
class MemoryLog:
    """A log that lasts as long as the program."""

    def __init__(self) -> None:
        self._entries = dict[str, list[Entry]]()
        self._lock = Lock()

    def create(self, entries: Sequence[Entry]) -> str:
        """Begin the log of a new table."""
        table = new_id()
        self._entries[table] = list(entries)
        return table

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries after the one with a number."""
        with self._lock:
            kept = self._of(table)
            if len(kept) != after:
                raise conflict(after, len(kept))
            kept += entries

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after the one with a number."""
        return tuple(self._of(table)[after:])

    def tables(self) -> tuple[str, ...]:
        """The ids of all tables."""
        return tuple(sorted(self._entries))

    def _of(self, table: str) -> list[Entry]:
        if table not in self._entries:
            raise unknown_table(table)
        return self._entries[table]

    def __repr__(self) -> str:
        return f"<MemoryLog, {len(self._entries)} tables>"


def new_id() -> str:
    """An id nobody can guess.

    >>> len(new_id())
    22
    """
    return secrets.token_urlsafe(_ID_BYTES)


def unknown_table(table: str) -> UnknownTable:
    """The error for an id that no table has."""
    return UnknownTable(f"there is no table {table[:60]!r} in this log")


def conflict(after: int, last: int) -> LogConflict:
    """The error for entries that no longer follow the last one."""
    return LogConflict(
        f"entry {after + 1} cannot be added: the log goes to {last}, so somebody else has acted"
    )
