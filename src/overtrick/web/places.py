"""One process at the other end of a pipe: it does one job at a time, and is replaced when it dies."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import final

from overtrick.core import OvertrickError

__all__ = ["Beginning", "Interrupted", "Place", "WorkError", "gently"]

Job = Callable[[], object]
_BURIAL = 5.0
"""Seconds in which a process that was killed is gone, on any machine."""

_GENTLE = 19
"""The most that a thread can give way."""


class WorkError(OvertrickError):
    """Work that was not done: too much of it, or it took too long."""


@final
class Interrupted(WorkError):
    """A process that died at its work, or before it."""

    def __init__(self) -> None:
        super().__init__("the work was interrupted; please try again")


@final
@dataclass(frozen=True)
class Beginning:
    """What a process does first."""

    prepare: Job | None
    politeness: int
    """How much it gives way to other processes."""


@final
@dataclass(frozen=True)
class _Answered:
    """What came of a job: an answer, or an error."""

    answer: object = None
    error: BaseException | None = None

    def told(self) -> object:
        """The answer; an error is raised."""
        if self.error is not None:
            raise self.error
        return self.answer


# The server's end


@final
@dataclass(eq=False)
class _Running:
    """A process that was started, its pipe, and whether it is prepared."""

    process: SpawnProcess
    pipe: Connection
    is_ready: bool = False


@final
class Place:
    """One process, or the next one; all methods are called from the server's loop, one job at a time."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._running: _Running | None = None
        self._is_closed = False

    @property
    def is_ready(self) -> bool:
        """Can it begin at once?"""
        return self._running is not None and self._running.is_ready

    async def done(self, job: Job, seconds: float) -> object:
        """What a job answers; one that takes longer is stopped, and no other with it."""
        running = await self._prepared()
        try:
            async with asyncio.timeout(seconds):
                answered = await self._exchanged(running, job)
        except TimeoutError:
            self._start_again()
            raise WorkError(f"this takes longer than {seconds:g} seconds") from None
        if answered is None:
            self._start_again()
            raise Interrupted
        return answered.told()

    async def _prepared(self) -> _Running:
        """The process, started and prepared: no work is late because of that."""
        if self._running is not None and not self._running.process.is_alive():
            self._stop(self._running)  # it died while it had nothing to do
        running = self._running or self._start()
        if not running.is_ready:
            answered = await self._exchanged(running, None)
            if answered is None:
                raise Interrupted
            if answered.error is not None:
                self._stop(running)
                raise answered.error
            running.is_ready = True
        return running

    async def _exchanged(self, running: _Running, job: Job | None) -> _Answered | None:
        """What the process answers; one that has died, or that nobody waits for any more, is stopped."""
        try:
            answered = await _exchanged(running.pipe, job)
        except asyncio.CancelledError:
            self._stop(running)
            raise
        if answered is None:
            self._stop(running)
        return answered

    def _start(self) -> _Running:
        if self._is_closed:
            raise Interrupted
        ours, theirs = get_context("spawn").Pipe()
        process = get_context("spawn").Process(target=_work, args=(theirs, self._beginning), daemon=True)
        ensure_running()  # it takes our guard against interrupts away when it starts
        with _without_interrupts():
            process.start()
        theirs.close()  # so that its death is the end of the pipe
        self._running = _Running(process, ours)
        return self._running

    def _start_again(self) -> None:
        """Start the next process before there is work for it."""
        if not self._is_closed:
            self._start()

    def _stop(self, running: _Running) -> None:
        if self._running is running:
            self._running = None
        running.process.kill()
        running.process.join(_BURIAL)

    def close(self) -> None:
        """End the process, whatever it does."""
        self._is_closed = True
        if self._running is not None:
            self._running.process.kill()

    def bury(self) -> None:
        """Wait for the end of a process that was killed."""
        if self._running is not None:
            self._running.process.join(_BURIAL)


async def _exchanged(pipe: Connection, job: Job | None) -> _Answered | None:
    """What the process answers to a job, or to none when it is prepared; None if it died.

    A thread waits, for neither a long job nor a process without time to read it may hold up the server.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_Answered | None] = loop.create_future()

    def settle(found: _Answered | None) -> None:
        if not answer.done():
            answer.set_result(found)

    def wait() -> None:
        found = _exchange(pipe, job)
        with suppress(RuntimeError):  # the loop has ended, and nobody asks
            loop.call_soon_threadsafe(settle, found)

    Thread(target=wait, daemon=True).start()
    return await answer


def _exchange(pipe: Connection, job: Job | None) -> _Answered | None:
    try:
        written = None if job is None else pickle.dumps(job)
    except Exception as error:
        return _Answered(error=error)
    try:
        if written is not None:
            pipe.send_bytes(written)
        told = pipe.recv_bytes()
    except (EOFError, OSError):
        return None
    return _read(told)


def _read(told: bytes) -> _Answered:
    try:
        found: _Answered = pickle.loads(told)
    except Exception as error:
        return _Answered(error=error)
    return found


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Within it Ctrl-C waits; a process that is started has it wait until it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The other end


def _work(pipe: Connection, beginning: Beginning) -> None:
    """Prepare, then do one job after the other; interrupts are left to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if beginning.politeness and hasattr(os, "nice"):
        os.nice(beginning.politeness)
    prepared = _done(beginning.prepare) if beginning.prepare is not None else _Answered()
    with suppress(EOFError, OSError):  # the server has gone
        pipe.send_bytes(_written(prepared))
        while True:
            pipe.send_bytes(_written(_read_and_done(pipe.recv_bytes())))


def _read_and_done(written: bytes) -> _Answered:
    try:
        job: Job = pickle.loads(written)
    except Exception as error:
        return _Answered(error=error)
    return _done(job)


def _done(job: Job) -> _Answered:
    try:
        return _Answered(job())
    except OvertrickError as error:
        return _Answered(error=error)
    except Exception as error:
        error.add_note(traceback.format_exc())  # a traceback does not travel
        return _Answered(error=error)


def _written(answered: _Answered) -> bytes:
    """An answer that can be read at the other end; what cannot is told in words."""
    try:
        written = pickle.dumps(answered)
        if answered.error is not None:
            pickle.loads(written)  # many an error is written well and cannot be made again
    except Exception as error:
        return pickle.dumps(_Answered(error=WorkError(str(answered.error or error))))
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
