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
"""A request to a template to fork; two pickled jobs and a pipe end for the new process follow."""
BEGUN = b"begun"
"""The acknowledgement of a job, sent before it begins."""
_LOWEST_PRIORITY = 19


class WorkError(OvertrickError):
    """A job that failed: the queue is full, it took too long, or its process has died."""


@final
@dataclass(frozen=True)
class Reply:
    """The outcome of a job: an answer or an error."""

    answer: object = None
    error: BaseException | None = None

    def result(self) -> object:
        """The answer; raises the error if there is one."""
        if self.error is not None:
            raise self.error
        return self.answer

    def pickled(self) -> bytes:
        """The reply as a pickle; one that cannot be pickled becomes a `WorkError`."""
        try:
            written = pickle.dumps(self)
            if self.error is not None:
                pickle.loads(written)  # many errors can be pickled but not unpickled
        except Exception as error:
            return pickle.dumps(Reply(error=WorkError(str(self.error or error))))
        return written


def serve(pipe: Connection, start: bytes, is_template: bool) -> None:
    """Main loop of a spawned process, which ignores SIGINT: the parent program handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not is_template:
        Thread(target=_end_with_parent, daemon=True).start()
        _work(pipe, start)
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy is not loaded yet: a template has no threads
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # leave no zombies of forked processes
    signal.signal(signal.SIGTERM, lambda number, frame: _end_group())
    _work(pipe, start)
    _end_group()


def begin(niceness: int, *prepare: Job) -> None:
    """The first job of every process: set its priority and prepare it."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    for each in prepare:
        each()


def _work(pipe: Connection, start: bytes) -> None:
    """Run the first job, then serve requests until the pipe closes."""
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
        error.add_note(traceback.format_exc())  # pickling drops the traceback
        return Reply(error=error)


def _fork(pipe: Connection) -> None:
    """Fork a worker that serves a pipe; the effects of the job `first` are inherited by all later forks."""
    start, first = pipe.recv_bytes(), pipe.recv_bytes()
    with Connection(recv_handle(pipe)) as line:
        _run(first)  # an error here will show up again in a job
        if os.fork() == 0:
            pipe.close()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            with suppress(OSError):
                line.send_bytes(str(os.getpid()).encode())
                _work(line, start)
            os._exit(0)


def _end_group() -> NoReturn:
    """Kill a template and all processes forked from it."""
    os.killpg(0, signal.SIGKILL)
    raise AssertionError


def _end_with_parent() -> None:
    """Exit when the parent program ends, even if it was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def with_low_priority(prepare: Job) -> None:
    """Run a job in a thread of lowest priority, where the priority can be set for one thread alone."""

    def prepared() -> None:
        if sys.platform == "linux":
            os.nice(_LOWEST_PRIORITY)
        prepare()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(prepared).result()
