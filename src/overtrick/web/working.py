"""What a process does that works for the server: prepare, then one job after the other."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from typing import final

from overtrick.core import OvertrickError

__all__ = ["Answered", "Beginning", "Job", "WorkError", "gently", "work"]

Job = Callable[[], object]
_GENTLE = 19
"""The most that a thread can give way."""


class WorkError(OvertrickError):
    """Work that was not done: too much of it, or it took too long."""


@final
@dataclass(frozen=True)
class Beginning:
    """What a process does first."""

    prepare: Job | None
    politeness: int
    """How much it gives way to other processes."""


@final
@dataclass(frozen=True)
class Answered:
    """What came of a job: an answer, or an error."""

    answer: object = None
    error: BaseException | None = None

    def told(self) -> object:
        """The answer; an error is raised."""
        if self.error is not None:
            raise self.error
        return self.answer


def work(pipe: Connection, beginning: Beginning) -> None:
    """Prepare, then do one job after the other; interrupts are left to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if beginning.politeness and hasattr(os, "nice"):
        os.nice(beginning.politeness)
    prepared = _done(beginning.prepare) if beginning.prepare is not None else Answered()
    with suppress(EOFError, OSError):  # the server has gone
        pipe.send_bytes(_written(prepared))
        while True:
            pipe.send_bytes(_written(_read_and_done(pipe.recv_bytes())))


def _read_and_done(written: bytes) -> Answered:
    try:
        job: Job = pickle.loads(written)
    except Exception as error:
        return Answered(error=error)
    return _done(job)


def _done(job: Job) -> Answered:
    try:
        return Answered(job())
    except OvertrickError as error:
        return Answered(error=error)
    except Exception as error:
        error.add_note(traceback.format_exc())  # a traceback does not travel
        return Answered(error=error)


def _written(answered: Answered) -> bytes:
    """An answer that can be read at the other end; what cannot is told in words."""
    try:
        written = pickle.dumps(answered)
        if answered.error is not None:
            pickle.loads(written)  # many an error is written well and cannot be made again
    except Exception as error:
        return pickle.dumps(Answered(error=WorkError(str(answered.error or error))))
    return written


def gently(prepare: Job) -> None:
    """Prepare in a thread that gives way to everybody, where that does not bind the whole process."""

    def prepared() -> None:
        if sys.platform == "linux":
            os.nice(_GENTLE)
        prepare()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(prepared).result()


def _end_with_the_server() -> None:
    """A server that was killed cannot tell its processes to end: they see it themselves."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
