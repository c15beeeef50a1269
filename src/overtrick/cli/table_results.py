"""The results of a session as a file: whole and in order whenever it is written, and soon."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, final

from overtrick.core import OvertrickError
from overtrick.formats import write

if TYPE_CHECKING:
    from overtrick.wire.manager.results import Collected, Sheet

__all__ = ["ResultsFile"]

_BEHIND = 10
"""The file lacks at most one board in so many, so that all writing together is so many times the last."""


@final
class ResultsFile:
    """A file that is written by a thread of its own while boards are played."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        """`warn` hears once if it cannot be written; the boards are played all the same."""
        self._path = path
        self._warn = warn
        self._has_warned = False
        self._writer = ThreadPoolExecutor(1, "results")
        self._written = 0

    def update(self, collected: Collected) -> None:
        """Write everything, if enough of it is new."""
        number = len(collected)
        if number and _BEHIND * (number - self._written) >= number:
            self._written = number
            self._writer.submit(self._try_to_write, collected.sheet())

    def stop(self, collected: Collected) -> None:
        """Write everything once more, for the session is stopped."""
        if len(collected):
            self._writer.submit(self._try_to_write, collected.sheet())
        self._writer.shutdown()

    def end(self, sheet: Sheet) -> int:
        """Write everything at the end of the session: how many records; what is wrong is an error."""
        self._writer.shutdown()
        return write(sheet.records(), self._path).boards

    def _try_to_write(self, sheet: Sheet) -> None:
        try:
            write(sheet.records(), self._path)
        except OvertrickError as error:
            if not self._has_warned:
                self._warn(str(error))
            self._has_warned = True
