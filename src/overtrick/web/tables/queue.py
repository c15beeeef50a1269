"""Robots for all tables: a bounded, fair queue before the processes that think."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar, final

from overtrick.dd.batch import cores
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind, prepare
from overtrick.web.workers import WorkError, Workers

__all__ = ["QueueFull", "RobotQueue"]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_SECONDS = 60.0
"""No robot thinks so long unless something is wrong."""
_POLITENESS = 5
"""Robots give way to the server, which answers people."""


class QueueFull(WorkError):
    """Too many tables wait for a robot."""


@final
class RobotQueue:
    """Robots think here, first come first served; each table asks for one thought at a time."""

    def __init__(self, settings: WebSettings) -> None:
        self._mind = Mind(settings.system, settings.play)
        self._most = settings.waiting + settings.workers
        self._workers = Workers(
            settings.workers,
            settings.waiting,
            seconds=_SECONDS,
            prepare=partial(prepare, self._mind),
            politeness=_POLITENESS,
        )

    async def warm_up(self) -> None:
        """Start all processes now."""
        await self._workers.warm_up()

    def check(self) -> None:
        """Refuse what would need a robot when too many tables are waiting."""
        if self._workers.asked >= self._most:
            raise QueueFull("too many tables are waiting; please try again in a moment")

    @property
    def mind(self) -> Mind:
        """How robots think: with as many threads as there are cores for each that asks."""
        threads = max(1, cores() // max(1, self._workers.asked))
        return replace(self._mind, play=replace(self._mind.play, threads=threads))

    async def think(self, job: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
        """What a job answers."""
        self.check()
        return await self._workers.run(job, *given, **named)

    def close(self) -> None:
        """End it all."""
        self._workers.close()
