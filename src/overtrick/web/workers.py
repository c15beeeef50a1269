"""Processes that work for the server, so that its loop stays free: bounded, and replaced when one dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar, cast, final

from overtrick.web.places import Interrupted, Place
from overtrick.web.working import Beginning, WorkError

__all__ = ["WorkError", "Workers"]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_ENDING = "the server is ending"


@final
class Workers:
    """Some processes, and those who wait for them."""

    def __init__(
        self,
        processes: int,
        waiting: int,
        seconds: float,
        prepare: Callable[[], object] | None = None,
        politeness: int = 0,
    ) -> None:
        """`prepare` is done first in each process; with `politeness` they give way to other processes."""
        self._most = waiting + processes
        self._seconds = seconds
        self._places = [Place(Beginning(prepare, politeness)) for _ in range(processes)]
        self._idle = list(self._places)
        self._free = asyncio.Semaphore(processes)
        self.asked = 0
        """Jobs that wait or are worked on, whether or not somebody still wants to know."""
        self._jobs = set[asyncio.Task[object]]()
        self._is_closed = False

    async def run(
        self, function: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What a function of a module answers, worked out in a process of ours, first come first served."""
        if self.asked >= self._most:
            raise WorkError("too many are waiting; please try again in a moment")
        self.asked += 1
        try:
            await self._free.acquire()
        except BaseException:
            self.asked -= 1
            raise
        job = asyncio.create_task(self._worked(partial(function, *given, **named)))
        self._jobs.add(job)
        job.add_done_callback(self._ended)
        return cast(Answer, await asyncio.shield(job))  # who goes away leaves the process at its work

    async def _worked(self, job: Callable[[], object]) -> object:
        """A job done in the place that is ready, if there is one."""
        place = max(self._idle, key=lambda each: each.is_ready)
        self._idle.remove(place)
        try:
            if self._is_closed:
                raise WorkError(_ENDING)
            return await place.done(job, self._seconds)
        except Interrupted:
            raise WorkError(_ENDING if self._is_closed else str(Interrupted())) from None
        finally:
            self._idle.append(place)
            self._free.release()
            self.asked -= 1

    def _ended(self, job: asyncio.Task[object]) -> None:
        self._jobs.discard(job)
        if not job.cancelled():
            job.exception()  # if nobody waits for it any more, it is no news

    async def warm_up(self) -> None:
        """Start all processes before there is work."""
        await asyncio.gather(*(self.run(_nothing) for _ in self._places))

    def close(self) -> None:
        """End it all, and wait until nothing is left of the processes."""
        self._is_closed = True
        for place in self._places:
            place.close()
        for place in self._places:
            place.bury()


def _nothing() -> None:
    """A job that only needs the process."""
