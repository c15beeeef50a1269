"""Shared parts of sessions: output that may fail without ending them, results files, broken pipes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import current_thread, main_thread
from typing import TextIO, final

from overtrick.cli import output
from overtrick.cli.files import SUFFIXES
from overtrick.core import OvertrickError
from overtrick.formats import FormatError, Record, write

__all__ = [
    "ResultsFile",
    "SessionOutput",
    "broken_pipes_ignored",
    "check_results_path",
    "data_folder",
    "new_log_path",
]


@final
class SessionOutput:
    """Standard output and standard error; a stream that fails is dropped and the session goes on."""

    def __init__(self, goes_on: str) -> None:
        """`goes_on` is added to the note that boards are no longer printed."""
        self._goes_on = goes_on

    def tell(self, words: Callable[[], None]) -> None:
        """Print something of the result."""
        why = _failure(sys.stdout, words)
        if why is not None:
            self.note(f"the boards are not printed any more ({why}): {self._goes_on}")

    def note(self, words: str) -> None:
        """Say something that is not part of the result."""
        _failure(sys.stderr, lambda: output.note(words))

    def say(self, words: str) -> None:
        """Say something to the person, beside the result."""
        _failure(sys.stderr, lambda: output.say(words))


def _failure(stream: TextIO, speak: Callable[[], None]) -> str | None:
    """The reason of an output failure, or None; a failed stream is redirected to nowhere."""
    try:
        speak()
        stream.flush()
    except OSError as error:
        nobody = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nobody, stream.fileno())  # the buffered output would fail again at exit
        os.close(nobody)
        return error.strerror or "it is closed"
    return None


@contextmanager
def broken_pipes_ignored() -> Iterator[None]:
    """Ignore SIGPIPE within the context; elsewhere a broken pipe ends a command."""
    if not hasattr(signal, "SIGPIPE") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


Records = Callable[[], Iterable[Record]]
"""A function for all boards so far; its result is iterated in another thread."""

_LAG = 10
"""The file is rewritten when this share of its boards is new, which bounds the total work."""


@final
class ResultsFile:
    """A file of results, written by its own thread while boards are played."""

    def __init__(self, path: Path | None, warn: Callable[[str], None]) -> None:
        """No file if `path` is None. `warn` is called once if it cannot be written; the session goes on."""
        self.path = path
        self._warn = warn
        self._has_warned = False
        self._writer = ThreadPoolExecutor(1, "results")
        self._written = 0

    def update(self, number: int, records: Records) -> None:
        """Write all `number` boards, if enough of them are new."""
        if number and _LAG * (number - self._written) >= number:
            self._written = number
            self._writer.submit(self._try_to_write, records())

    def stop(self, number: int, records: Records) -> None:
        """Write everything once more when the session is stopped."""
        if number:
            self._writer.submit(self._try_to_write, records())
        self._writer.shutdown()

    def end(self, records: Iterable[Record]) -> int:
        """Write everything at the end of the session; return the number of records, or raise an error."""
        assert self.path is not None  # there is something to say about it
        self._writer.shutdown()
        return write(records, self.path).boards

    def _try_to_write(self, records: Iterable[Record]) -> None:
        if self.path is None:
            return
        try:
            write(records, self.path)
        except OvertrickError as error:
            if not self._has_warned:
                self._warn(str(error))
            self._has_warned = True


def check_results_path(path: Path) -> None:
    """Refuse a file of an unknown format or in a missing folder, before the first board."""
    if not path.name.lower().endswith(SUFFIXES):
        raise FormatError(
            f"cannot tell the format of {str(path)!r}: expected a name ending in {', '.join(SUFFIXES)}"
        )
    if not path.parent.is_dir():
        raise OvertrickError(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")


def data_folder(*names: str) -> Path:
    """The user's data folder, or one in it, created if necessary."""
    data = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    return output.make_folder(data.joinpath("overtrick", *names))


def new_log_path(folder: Path) -> Path:
    """A new name for the log of a game or session, by the time."""
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.table"
