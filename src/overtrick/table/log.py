"""Logs store the entries of tables, in memory or in an SQLite file."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from threading import Lock, RLock
from types import TracebackType
from typing import Protocol, Self, final

from overtrick.table.errors import LogConflict, LogError, UnknownTable
from overtrick.table.events import Entry

__all__ = ["APPLICATION", "SCHEMA", "FileLog", "Log", "MemoryLog"]

_ID_BYTES = 16


class Log(Protocol):
    """An append-only log of the entries of any number of tables."""

    def create(self, entries: Sequence[Entry]) -> str:
        """Begin the log of a new table with some entries; return its unguessable id."""

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Append entries after entry number `after`: all of them or, with an error, none."""

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after entry number `after`."""

    def tables(self) -> tuple[str, ...]:
        """The ids of all tables."""


@final
class MemoryLog:
    """A log in memory, which ends with the program."""

    def __init__(self) -> None:
        self._entries = dict[str, list[Entry]]()
        self._lock = Lock()

    def create(self, entries: Sequence[Entry]) -> str:
        """Begin the log of a new table."""
        table = _new_id()
        self._entries[table] = list(entries)
        return table

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Append entries after entry number `after`."""
        with self._lock:
            kept = self._of(table)
            if len(kept) != after:
                raise _conflict(after, len(kept))
            kept += entries

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after entry number `after`."""
        return tuple(self._of(table)[after:])

    def tables(self) -> tuple[str, ...]:
        """The ids of all tables."""
        return tuple(sorted(self._entries))

    def _of(self, table: str) -> list[Entry]:
        if table not in self._entries:
            raise _unknown_table(table)
        return self._entries[table]

    def __repr__(self) -> str:
        return f"<MemoryLog, {len(self._entries)} tables>"


def _new_id() -> str:
    """An unguessable id.

    >>> len(_new_id())
    22
    """
    return secrets.token_urlsafe(_ID_BYTES)


def _unknown_table(table: str) -> UnknownTable:
    """The error for an unknown id."""
    return UnknownTable(f"there is no table {table[:60]!r} in this log")


def _conflict(after: int, last: int) -> LogConflict:
    """The error for appending after an entry that is no longer the last."""
    return LogConflict(
        f"entry {after + 1} cannot be added: the log goes to {last}, so somebody else has acted"
    )


# Files


APPLICATION = 0x4F565452
"""``OVTR``: SQLite's application id of our files."""
SCHEMA = 1
"""The version of the schema; files with a higher one are refused."""
_PATIENCE = 10.0
"""Seconds to wait while another process writes."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NEW = (
    "CREATE TABLE events (id TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, seal TEXT NOT NULL,"
    " PRIMARY KEY (id, number)) WITHOUT ROWID",
    "CREATE TRIGGER no_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'entries stay'); END",
    "CREATE TRIGGER no_loss BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'entries stay'); END",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)
"""The statements that initialise a new file; `executescript` would commit before them."""


@final
class FileLog:
    """A log in a file, created if it does not exist; close it, or use it in a ``with`` statement."""

    def __init__(self, path: str | PathLike[str], must_exist: bool = False) -> None:
        self.path = Path(fspath(path))
        self._lock = RLock()
        if must_exist and not self.path.is_file():
            raise LogError(f"there is no log {str(self.path)!r}")
        with self._in_words():
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def create(self, entries: Sequence[Entry]) -> str:
        """Begin the log of a new table with some entries."""
        table = _new_id()
        with self._transaction():
            self._insert(table, _seal("", table), entries)
        return table

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Append entries after entry number `after`, all or none; they are on disk when this returns."""
        with self._transaction():
            last, seal = self._last(table)
            if last != after:
                raise _conflict(after, last)
            self._insert(table, seal, entries)

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after entry number `after`; damage is an error."""
        with self._in_words():
            last, _ = self._last(table)
            rows = self._connection.execute(
                "SELECT number, entry, seal FROM events WHERE id = ? AND number >= ? ORDER BY number",
                (table, after),
            ).fetchall()
        if after and (not rows or rows[0][0] != after):
            raise LogError(f"there is no entry {after}: the log of this table goes to {last}")
        number, seal = after, rows.pop(0)[2] if after else _seal("", table)
        found = list[Entry]()
        for place, text, kept_seal in rows:
            number, seal = number + 1, _seal(seal, str(text))
            if (place, kept_seal) != (number, seal):
                raise self._damaged(f"entry {number} is not what was written")
            found.append(Entry.parse(text))
        if number < last:
            raise self._damaged(f"of {last} entries only {number} are left")
        return tuple(found)

    def tables(self) -> tuple[str, ...]:
        """The ids of all tables."""
        with self._in_words():
            rows = self._connection.execute("SELECT id FROM events WHERE number = 1 ORDER BY id").fetchall()
        return tuple(table for (table,) in rows)

    # Opening and closing

    def _prepare(self) -> None:
        with self._in_words():
            self._check()
            with suppress(sqlite3.OperationalError):  # another process may be doing it: both modes are safe
                self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise self._damaged(str(found).splitlines()[0])

    def _check(self) -> None:
        """Refuse files that are not ours; create the tables of a new one."""
        if self._is_empty():
            with self._transaction():
                if self._is_empty():  # no other process was faster
                    for statement in _NEW:
                        self._connection.execute(statement)
        if self._pragma("application_id") != APPLICATION:
            raise LogError(f"{str(self.path)!r} is a database, but not a log of tables")
        if (version := self._pragma("user_version")) > SCHEMA:
            raise LogError(
                f"the log {str(self.path)!r} was written by a newer overtrick (its version is {version}, "
                f"this one reads {SCHEMA}): use that one"
            )

    def _is_empty(self) -> bool:
        (count,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return count == 0 and self._pragma("application_id") == 0

    def _pragma(self, name: str) -> int:
        (value,) = self._connection.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"FileLog({str(self.path)!r})"

    # Rows

    def _last(self, table: str) -> tuple[int, str]:
        """The number and the seal of the last entry of a table."""
        try:
            found = self._connection.execute(
                "SELECT number, seal FROM events WHERE id = ? ORDER BY number DESC LIMIT 1", (table,)
            ).fetchone()
        except UnicodeEncodeError:  # an id that cannot be encoded
            found = None
        if found is None:
            raise _unknown_table(table)
        number, seal = found
        return number, seal

    def _insert(self, table: str, seal: str, entries: Sequence[Entry]) -> None:
        for entry in entries:
            text = str(entry)
            seal = _seal(seal, text)
            self._connection.execute(
                "INSERT INTO events (id, number, entry, seal) VALUES (?, ?, ?, ?)",
                (table, entry.number, text, seal),
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction: everything in it is written, or nothing."""
        with self._in_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """A lock for one thread at a time, with SQLite's errors translated to ours."""
        with self._lock:
            try:
                yield
            except sqlite3.OperationalError as error:
                code = getattr(error, "sqlite_errorcode", None)
                if code is None:  # an error of Python's own: invalid text
                    raise self._damaged(str(error).split(" with text")[0]) from None
                if code & 0xFF in _BUSY:
                    raise LogConflict(
                        f"another process is writing to {str(self.path)!r}: try again"
                    ) from None
                raise LogError(f"cannot use the log {str(self.path)!r}: {error}") from None
            except sqlite3.ProgrammingError:
                raise LogError(f"the log {str(self.path)!r} is closed") from None
            except sqlite3.DatabaseError as error:
                raise self._damaged(str(error)) from None

    def _damaged(self, why: str) -> LogError:
        return LogError(f"{str(self.path)!r} is damaged, or not a log of tables: {why}")


def _seal(before: str, text: str) -> str:
    """The seal of an entry: a hash of it and of the seal before, so that any change shows."""
    return hashlib.sha256(f"{before} {text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
