"""What a session says while it is played: to whoever listens, and it goes on if nobody does."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TextIO, final

from overtrick.cli import output

__all__ = ["Aloud", "broken_pipes_ignored"]


@final
class Aloud:
    """Standard output and standard error, each until it fails; players do not wait for a terminal."""

    def __init__(self, goes_on: str) -> None:
        """`goes_on` is said when nobody reads the boards any more."""
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
    """Why something could not be said; from then on it is said to nobody."""
    try:
        speak()
        stream.flush()
    except OSError as error:
        nobody = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nobody, stream.fileno())  # what waits in the buffer would fail once more at the end
        os.close(nobody)
        return error.strerror or "it is closed"
    return None


@contextmanager
def broken_pipes_ignored() -> Iterator[None]:
    """Survive pipes and lines that nobody reads any more: otherwise one ends a command, as it should."""
    if not hasattr(signal, "SIGPIPE") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)
