"""The boards of a session as a file: whole and in order whenever it is written, and soon."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import final

from overtrick.core import OvertrickError
from overtrick.formats import FORMATS, FormatError, Record, write

__all__ = ["ResultsFile", "check_name"]

Records = Callable[[], Iterable[Record]]
"""All boards so far; what it gives is gone through in another thread."""

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

    def update(self, number: int, records: Records) -> None:
        """Write everything, so many boards, if enough of it is new."""
        if number and _BEHIND * (number - self._written) >= number:
            self._written = number
            self._writer.submit(self._try_to_write, records())

    def stop(self, number: int, records: Records) -> None:
        """Write everything once more, for the session is stopped."""
        if number:
            self._writer.submit(self._try_to_write, records())
        self._writer.shutdown()

    def end(self, records: Iterable[Record]) -> int:
        """Write everything at the end of the session: how many records; what is wrong is an error."""
        self._writer.shutdown()
        return write(records, self._path).boards

    def _try_to_write(self, records: Iterable[Record]) -> None:
        try:
            write(records, self._path)
        except OvertrickError as error:
            if not self._has_warned:
                self._warn(str(error))
            self._has_warned = True


def check_name(path: Path) -> None:
    """Refuse a file in no format we know, or in no folder, before the first board and not after the last."""
    suffixes = [suffix for kind in FORMATS.values() for suffix in kind.suffixes]
    if not path.name.lower().endswith(tuple(suffixes)):
        raise FormatError(
            f"cannot tell the format of {str(path)!r}: expected a name ending in {', '.join(suffixes)}"
        )
    if not path.parent.is_dir():
        raise OvertrickError(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
