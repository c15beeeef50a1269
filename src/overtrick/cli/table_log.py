"""The log of a session of ``overtrick table``: one manager alone has it, and one that holds nothing goes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from overtrick.core import OvertrickError

if TYPE_CHECKING:
    from overtrick.table import FileLog

__all__ = ["new_log", "old_log"]


@contextmanager
def new_log(path: Path | None) -> Iterator[FileLog]:
    """The log of a session that begins, in a file that is named or in the user's folder for data."""
    from overtrick.table import FileLog, LogError

    path = path or _usual_place()
    with _alone(path):
        is_ours = not path.exists()
        log = FileLog(path)
        try:
            if log.tables():
                raise LogError(
                    f"{str(path)!r} holds a session already: --resume {quote(str(path))} goes on with it"
                )
            yield log
        finally:
            _close(log, is_ours)


@contextmanager
def old_log(path: Path) -> Iterator[FileLog]:
    """The log of a session that goes on."""
    from overtrick.table import FileLog, LogError

    if not path.is_file():
        raise LogError(f"there is no log {str(path)!r}")
    with _alone(path), FileLog(path, must_exist=True) as log:
        yield log


def _usual_place() -> Path:
    from overtrick.cli.play_place import games

    folder = games().parent / "tables"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OvertrickError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.table"


def _close(log: FileLog, is_ours: bool) -> None:
    """Close a log; a file that we made and that holds no table is of no use to anybody."""
    is_empty = False
    with suppress(OvertrickError):
        is_empty = is_ours and not log.tables()
    log.close()
    if is_empty:
        with suppress(OSError):
            log.path.unlink()


# One manager at a time


@contextmanager
def _alone(log: Path) -> Iterator[None]:
    """Keep other managers away from a log: a lock beside it, which the system takes from a process that ends.

    It is one of SQLite's, for these are the same on every system; the log stays open to whoever reads it.
    """
    path = Path(f"{log.resolve()}.lock")
    lock = _locked(path, log)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        lock.close()


def _locked(path: Path, log: Path) -> sqlite3.Connection:
    from overtrick.table import LogError

    while True:
        before = _file(path)
        try:
            lock = _taken(path)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise LogError(f"another manager is at work with {str(log)!r}: end that one first") from None
            raise LogError(f"cannot use the log {str(log)!r}: {error}") from None
        if before is not None and before == _file(path):
            return lock
        lock.close()  # the file is new, or its owner has just removed it: this may be the lock of nothing


def _taken(path: Path) -> sqlite3.Connection:
    lock = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


def _file(path: Path) -> int | None:
    """Which file has a name."""
    try:
        return path.stat().st_ino
    except OSError:
        return None
