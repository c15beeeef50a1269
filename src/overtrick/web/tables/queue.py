"""Robots for all tables: a pool of processes with as many threads as there are cores to spare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec, TypeVar, final

from overtrick.dd.batch import cores
from overtrick.processes import Pool, QueueFull, Template
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind

__all__ = ["RobotQueue"]

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
_SECONDS = 60.0
"""No robot thinks so long unless something is wrong."""
_NICENESS = 5
"""Robots give way to the server, which answers people."""


@final
class RobotQueue:
    """Robots think here, first come first served; each table asks for one thought at a time."""

    def __init__(self, settings: WebSettings, template: Template) -> None:
        """The template has prepared what robots need."""
        self._mind = Mind(settings.system, settings.play)
        self._pool = Pool(
            settings.workers,
            settings.waiting,
            seconds=_SECONDS,
            niceness=_NICENESS,
            template=template,
        )
        self.warm_up, self.close = self._pool.warm_up, self._pool.close

    def check(self) -> None:
        """Refuse what would need a robot when too many tables are waiting."""
        if self._pool.is_full:
            raise QueueFull("too many tables are waiting; please try again in a moment")

    @property
    def mind(self) -> Mind:
        """How robots think: with as many threads as there are cores for each that asks."""
        threads = max(1, cores() // max(1, self._pool.asked))
        return replace(self._mind, play=replace(self._mind.play, threads=threads))

    async def think(
        self, job: Callable[Parameters, Answer], *given: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        """What a job answers."""
        self.check()
        return await self._pool.run(job, *given, **named)
