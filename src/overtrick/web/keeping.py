"""The file that keeps the tables: private, for the id of a table is what lets its holder play."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from overtrick.table import FileLog

__all__ = ["keep_private", "private_log"]

_OWNER_ONLY = 0o600
_BESIDE = ("", "-wal", "-shm")
"""SQLite keeps two more files beside a log, made with the rights of the log itself."""


def private_log(path: Path) -> FileLog:
    """A log in a file; one that is made here is for nobody but its owner."""
    with suppress(OSError):  # the log says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    return FileLog(path)


def keep_private(path: Path) -> None:
    """Take the rights to a log away from everybody but its owner."""
    for each in _BESIDE:
        with suppress(OSError):
            path.with_name(path.name + each).chmod(_OWNER_ONLY)
