"""Advice for the person at a table: hint, then why, then the candidates, and only when asked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

from overtrick.core import SeatView
from overtrick.web.tables.jobs import Advised, advise

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["Advising"]

_NOTHING = Advised("No advice could be found; please ask again.", "", ())


@final
@dataclass(frozen=True)
class _Asked:
    """What was asked for in a position, and how far."""

    view: SeatView
    level: int = 1
    found: Advised | None = None
    """None while it is thought about."""


@final
class Advising:
    """The advice of a table: about the position on it, one thought at a time."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._asked: _Asked | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def level(self) -> int:
        """0 nothing asked, 1 hint, 2 why, 3 candidates."""
        return 0 if self._asked is None else self._asked.level

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What was asked for."""
        if self._asked is None:
            return ()
        found = self._asked.found
        return ("Thinking …",) if found is None else found.paragraphs(self._asked.level)

    @property
    def possible(self) -> tuple[str, ...]:
        """What can be asked next: the hint, then why, then the candidates."""
        if self._asked is None or self._asked.found is _NOTHING:
            return ("hint",)
        if self._asked.found is None:
            return ()
        return {1: ("why",), 2: ("reveal",)}.get(self._asked.level, ())

    @property
    def is_busy(self) -> bool:
        """Is something thought about?"""
        return self._task is not None and not self._task.done()

    def ask(self, view: SeatView) -> None:
        """Let a robot think about what it would do in the person's seat, seeing no more."""
        self._asked = _Asked(view)
        if not self.is_busy:
            self._task = asyncio.create_task(self._answer())

    def further(self) -> None:
        """Tell more of what was found."""
        assert self._asked is not None  # more can be asked
        self._asked = replace(self._asked, level=self._asked.level + 1)

    def forget_past(self) -> None:
        """Drop what was asked about a position that is no more."""
        if self._asked is not None and not self._hosted.is_now(self._asked.view):
            self._asked = None

    async def _answer(self) -> None:
        """Think about what was asked last, until it is answered or was dropped."""
        while (asked := self._asked) is not None and asked.found is None:
            try:
                found = await self._hosted.think(advise, asked.view, self._hosted.services.queue.mind)
            except Exception:
                found = _NOTHING
            if self._asked is not None and self._asked.view == asked.view:
                self._asked = replace(self._asked, found=found)
            self._hosted.changed()
