"""Processes that work for the server, so that its loop stays free: bounded, and replaced when one dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from time import sleep
from typing import Any, ParamSpec, TypeVar, final

from overtrick.core import OvertrickError

__all__ = ["WorkError", "Workers"]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Prepared = tuple[Callable[[Any], None], object]
"""A function of a module, and what it is given."""
_MOMENT = 0.05
"""Seconds of a job that keeps one process busy while the others start."""


class WorkError(OvertrickError):
    """Work that was not done: too much of it, or it took too long."""


@final
class Workers:
    """Some processes, and those who wait for them."""

    def __init__(
        self,
        processes: int,
        waiting: int,
        seconds: float,
        prepare: Prepared | None = None,
        politeness: int = 0,
    ) -> None:
        """`prepare` is done first in each process; with `politeness` they give way to other processes."""
        self._begin = (prepare, politeness)
        self._processes = processes
        self._waiting = waiting
        self._seconds = seconds
        self._free = asyncio.Semaphore(processes)
        self._asked = 0
        self._pool: ProcessPoolExecutor | None = None
        self._started: asyncio.Future[list[None]] | None = None
        self._is_closed = False

    async def run(
        self, function: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What a function of a module answers, worked out in a process of ours, first come first served."""
        if self._asked >= self._waiting + self._processes:
            raise WorkError("too many are waiting; please try again in a moment")
        self._asked += 1
        try:
            async with self._free:
                return await self._worked(function, *given, **named)
        finally:
            self._asked -= 1

    async def _worked(
        self, function: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        pool = await self._ready_pool()
        try:
            future = pool.submit(function, *given, **named)
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            self._throw_away(pool)
            raise WorkError(f"this takes longer than {self._seconds:g} seconds") from None
        except BrokenProcessPool:
            self._throw_away(pool)
            raise WorkError("the work was interrupted; please try again") from None

    def _throw_away(self, pool: ProcessPoolExecutor) -> None:
        """Stop a pool whose work never ends; those who wait in it are told that it was interrupted."""
        if self._pool is pool:
            self._pool, self._started = None, None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    async def warm_up(self) -> None:
        """Start all processes before there is work."""
        await self._ready_pool()

    async def _ready_pool(self) -> ProcessPoolExecutor:
        """The processes, started and prepared: no work is late because of that."""
        if self._is_closed:
            raise WorkError("the server is ending")
        if self._pool is None or self._started is None:
            pool = self._pool = ProcessPoolExecutor(
                self._processes, get_context("spawn"), initializer=_begin, initargs=self._begin
            )
            starts = [asyncio.wrap_future(pool.submit(sleep, _MOMENT)) for _ in range(self._processes)]
            self._started = asyncio.gather(*starts)
            self._started.add_done_callback(_forget)
        pool = self._pool
        try:
            await asyncio.shield(self._started)
        except BrokenProcessPool:
            self._throw_away(pool)
            raise WorkError("the work was interrupted; please try again") from None
        return pool

    def close(self) -> None:
        """End it all."""
        self._is_closed = True
        if self._pool is not None:
            self._throw_away(self._pool)


def _forget(started: asyncio.Future[list[None]]) -> None:
    """Those who wait are told what went wrong; if nobody does, it is no news."""
    if not started.cancelled():
        started.exception()


def _begin(prepare: Prepared | None, politeness: int) -> None:
    """What each process does first; interrupts are left to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if politeness and hasattr(os, "nice"):
        os.nice(politeness)
    if prepare is not None:
        function, given = prepare
        function(given)


def _end_with_the_server() -> None:
    """A server that was killed cannot tell its processes to end: they see it themselves."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
