"""Places for processes, each at the other end of a pipe: one job at a time, and a new one when it dies."""

from __future__ import annotations

import asyncio
import pickle
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import final

from overtrick.web.working import Answered, Beginning, Job, WorkError, work

__all__ = ["Interrupted", "Place"]

_BURIAL = 5.0
"""Seconds in which a process that was killed is gone, on any machine."""


@final
class Interrupted(WorkError):
    """A process that died at its work, or before it."""

    def __init__(self) -> None:
        super().__init__("the work was interrupted; please try again")


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

    async def _exchanged(self, running: _Running, job: Job | None) -> Answered | None:
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
        process = get_context("spawn").Process(target=work, args=(theirs, self._beginning), daemon=True)
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


async def _exchanged(pipe: Connection, job: Job | None) -> Answered | None:
    """What the process answers to a job, or to none when it is prepared; None if it died.

    A thread waits, for neither a long job nor a process without time to read it may hold up the server.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Answered | None] = loop.create_future()

    def settle(found: Answered | None) -> None:
        if not answer.done():
            answer.set_result(found)

    def wait() -> None:
        found = _exchange(pipe, job)
        with suppress(RuntimeError):  # the loop has ended, and nobody asks
            loop.call_soon_threadsafe(settle, found)

    Thread(target=wait, daemon=True).start()
    return await answer


def _exchange(pipe: Connection, job: Job | None) -> Answered | None:
    try:
        written = None if job is None else pickle.dumps(job)
    except Exception as error:
        return Answered(error=error)
    try:
        if written is not None:
            pipe.send_bytes(written)
        told = pipe.recv_bytes()
    except (EOFError, OSError):
        return None
    return _read(told)


def _read(told: bytes) -> Answered:
    try:
        found: Answered = pickle.loads(told)
    except Exception as error:
        return Answered(error=error)
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
