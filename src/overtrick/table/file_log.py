"""A log in a file: SQLite, many tables, added to in transactions, refused when damaged or foreign."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Self, final

from overtrick.table.entries import Entry
from overtrick.table.errors import LogConflict, LogError
from overtrick.table.log import conflict, new_id, unknown_table

__all__ = ["APPLICATION", "SCHEMA", "FileLog"]

APPLICATION = 0x4F565452
"""``OVTR``: SQLite's place for whose file it is."""
SCHEMA = 1
"""The version of the schema; one that is higher is not read."""
_PATIENCE = 10.0
"""Seconds to wait for another process that is writing."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NEW = f"""
    CREATE TABLE events (
        id TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, seal TEXT NOT NULL,
        PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TRIGGER no_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'entries stay'); END;
    CREATE TRIGGER no_loss BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'entries stay'); END;
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {SCHEMA};
"""


@final
class FileLog:
    """A log in a file that is made if it does not exist; close it, or use it in a ``with`` statement."""

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
        table = new_id()
        with self._transaction():
            self._insert(table, _first_seal(table), entries)
        return table

    def append(self, table: str, after: int, entries: Sequence[Entry]) -> None:
        """Add entries after the one with a number: on the disk when this returns, all or none."""
        with self._transaction():
            last, seal = self._last(table)
            if last != after:
                raise conflict(after, last)
            self._insert(table, seal, entries)

    def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a table after the one with a number; damage is an error."""
        with self._in_words():
            last, _ = self._last(table)
            seal, number = (self._row(table, after)[1] if after else _first_seal(table)), after
            rows = self._connection.execute(
                "SELECT number, entry, seal FROM events WHERE id = ? AND number > ? ORDER BY number",
                (table, number),
            ).fetchall()
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
            with suppress(sqlite3.OperationalError):  # another process may be at it: both ways are safe
                self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise self._damaged(str(found).splitlines()[0])

    def _check(self) -> None:
        """Refuse what is no log of ours; make the tables of a new file."""
        if self._is_empty():
            with self._transaction():
                if self._is_empty():  # nobody else was faster
                    for statement in _statements(_NEW):
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
        """Let go of the file."""
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
        except UnicodeEncodeError:  # an id that no file can hold
            found = None
        if found is None:
            raise unknown_table(table)
        number, seal = found
        return number, seal

    def _row(self, table: str, number: int) -> tuple[str, str]:
        last, _ = self._last(table)
        found = self._connection.execute(
            "SELECT entry, seal FROM events WHERE id = ? AND number = ?", (table, number)
        ).fetchone()
        if found is None:
            raise LogError(f"there is no entry {number}: the log of this table goes to {last}")
        entry, seal = found
        return entry, seal

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
        """Within it everything is written, or nothing."""
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
        """One thread at a time, and what SQLite says in words of ours."""
        with self._lock:
            try:
                yield
            except sqlite3.OperationalError as error:
                code = getattr(error, "sqlite_errorcode", None)
                if code is None:  # Python's own: a text that is none
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


def _first_seal(table: str) -> str:
    return _seal("", table)


def _seal(before: str, text: str) -> str:
    """What changes when an entry, or one before it, has changed."""
    return hashlib.sha256(f"{before} {text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit before it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
