"""The main loops of a worker process, and of the template process that forks workers."""

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
from multiprocessing.reduction import recv_handle
from threading import Thread
from typing import NoReturn, final

from overtrick.core import OvertrickError

__all__ = ["BEGUN", "FORK", "Job", "Reply", "WorkError", "begin", "serve", "with_low_priority"]

Job = Callable[[], object]
FORK = b"fork"
"""A request to a template: two pickled jobs and one end of the pipe of the new process follow."""
BEGUN = b"begun"
"""The acknowledgement of a job, sent before it begins."""
_LOWEST_PRIORITY = 19


class WorkError(OvertrickError):
    """A job that was not done: the queue is full, it took too long, or its process has died."""


@final
@dataclass(frozen=True)
class Reply:
    """What came of a job: an answer or an error."""

    answer: object = None
    error: BaseException | None = None

    def result(self) -> object:
        """The answer; an error is raised."""
        if self.error is not None:
            raise self.error
        return self.answer

    def pickled(self) -> bytes:
        """The reply as bytes that can be read at the other end; what cannot is told in words."""
        try:
            written = pickle.dumps(self)
            if self.error is not None:
                pickle.loads(written)  # many errors can be written and not be made again
        except Exception as error:
            return pickle.dumps(Reply(error=WorkError(str(self.error or error))))
        return written


def serve(pipe: Connection, start: bytes, is_template: bool) -> None:
    """The life of a spawned process; interrupts are left to the program that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not is_template:
        Thread(target=_end_with_parent, daemon=True).start()
        _work(pipe, start)
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy is not loaded yet: a template has no threads
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for processes that end
    signal.signal(signal.SIGTERM, lambda number, frame: _end_group())
    _work(pipe, start)
    _end_group()


def begin(niceness: int, *prepare: Job) -> None:
    """The first job of every process."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    for each in prepare:
        each()


def _work(pipe: Connection, start: bytes) -> None:
    """Run the first job, then one after the other until the program has gone."""
    with suppress(EOFError, OSError):
        pipe.send_bytes(_run(start).pickled())
        while True:
            request = pipe.recv_bytes()
            if request == FORK:
                _fork(pipe)
            else:
                pipe.send_bytes(BEGUN)
                pipe.send_bytes(_run(request).pickled())


def _run(job: bytes) -> Reply:
    try:
        return Reply(pickle.loads(job)())
    except OvertrickError as error:
        return Reply(error=error)
    except Exception as error:
        error.add_note(traceback.format_exc())  # a traceback does not travel
        return Reply(error=error)


def _fork(pipe: Connection) -> None:
    """Make a process that works for the other end of a pipe; what is done first all later ones inherit."""
    start, first = pipe.recv_bytes(), pipe.recv_bytes()
    with Connection(recv_handle(pipe)) as line:
        _run(first)  # what goes wrong here goes wrong again in a job
        if os.fork() == 0:
            pipe.close()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            with suppress(OSError):
                line.send_bytes(str(os.getpid()).encode())
                _work(line, start)
            os._exit(0)


def _end_group() -> NoReturn:
    """End a template and all that was forked from it."""
    os.killpg(0, signal.SIGKILL)
    raise AssertionError


def _end_with_parent() -> None:
    """End with the program also when it was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def with_low_priority(prepare: Job) -> None:
    """Run a job in a thread that gives way to all others, where that does not bind the whole process."""

    def prepared() -> None:
        if sys.platform == "linux":
            os.nice(_LOWEST_PRIORITY)
        prepare()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(prepared).result()
