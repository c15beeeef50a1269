"""The player's mind: it answers views, and while others act it answers those that may come.

An answer depends on the view and the settings alone. One that was found ahead is used only for exactly the
view it was found for, so pondering changes when a player answers, never what.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import final

from overtrick.core import SeatView
from overtrick.wire.client.foresight import followed
from overtrick.wire.client.thoughts import Answer, Setup
from overtrick.wire.client.workers import Nursery, Worker, noticed
from overtrick.wire.errors import WireError

__all__ = ["Gains", "Mind"]

_TRIES = 2
_KEPT = 64
"""Answers found ahead that are remembered."""


@final
@dataclass
class Gains:
    """What thinking has taken, and what thinking ahead has saved."""

    decisions: int = 0
    foreseen: int = 0
    """Decisions that had been thought about, or were being thought about, when they came."""
    waited: float = 0.0
    """Seconds from the question to the answer, over all decisions."""
    saved: float = 0.0
    """Seconds that the thoughts of foreseen decisions took before they were asked for."""
    pondered: int = 0
    """Positions thought about ahead to the end."""
    given_up: int = 0
    """Thoughts that were ended because something else happened."""
    failed: int = 0
    """Decisions that were not found in time, or at all."""


@final
@dataclass(frozen=True)
class _Pondered:
    """A thought ahead that is under way."""

    view: SeatView
    since: SeatView
    """What was foreseen: this view, or one after which it is our turn again."""
    thought: asyncio.Task[Answer]


@final
class Mind:
    """Two workers: one answers what is asked, the other ponders; a foreseen thought simply goes on."""

    def __init__(self, setup: Setup, ponders: bool = True) -> None:
        self.gains = Gains()
        self._nursery = Nursery(setup)
        self.ponders = ponders
        self._thinker: Worker | None = None
        self._ponderer: Worker | None = None
        self._found = dict[SeatView, Answer]()
        self._current: _Pondered | None = None
        self._pondering: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to load the player."""
        self._nursery.start()

    async def ready(self) -> None:
        """Wait until the player is loaded."""
        await self._nursery.ready()

    async def close(self) -> None:
        """End all thinking."""
        await self.rest()
        for worker in (self._thinker, self._ponderer):
            if worker is not None:
                worker.end()
        self._nursery.close()

    # Answering

    async def answer(self, view: SeatView) -> Answer:
        """What to do in a view; cancelling it ends the thought."""
        asked, found = monotonic(), self._found.get(view)
        if found is None and self._is_current(view):
            found = await self._gone_on_with()
        if found is None:
            await self.rest()
            found = await self._think(view)
        else:
            self.gains.foreseen += 1
            self.gains.saved += max(0.0, found.seconds - (monotonic() - asked))
        self.gains.decisions += 1
        self.gains.waited += monotonic() - asked
        return found

    async def _gone_on_with(self) -> Answer | None:
        """The end of the thought that is under way; None if it came to nothing."""
        assert self._current is not None  # it is under way
        with suppress(WireError):
            return await asyncio.shield(self._current.thought)
        return None

    async def _think(self, view: SeatView) -> Answer:
        """Think; if the process ends on the way, once more in another."""
        for _ in range(_TRIES - 1):
            with suppress(WireError):
                return await self._thought(view)
        return await self._thought(view)

    async def _thought(self, view: SeatView) -> Answer:
        if self._thinker is None or not self._thinker.is_fresh:
            if self._thinker is not None:
                self._thinker.end()
            self._thinker = await self._nursery.worker()
        return await self._thinker.think(view)

    # Pondering

    async def ponder(self, views: Sequence[SeatView]) -> None:
        """Think about these views now, one after the other; a thought about any of them goes on."""
        going_on = self._current is not None and self._current.since in views
        if self._pondering is not None and not going_on:
            await self.rest()
        elif self._pondering is not None:
            self._pondering.cancel()
        self._pondering = asyncio.create_task(self._ponder_all(views)) if views else None

    async def _ponder_all(self, views: Sequence[SeatView]) -> None:
        """What is under way first; after each view the next of ours, if nobody acts in between."""
        begun = None if self._current is None else self._current.since
        with suppress(Exception):  # what goes wrong here goes wrong again when it is asked for
            for view in sorted(views, key=lambda view: view != begun):
                found = await self._ponder(view, view)
                further = followed(view, found.act)
                if further is not None:
                    await self._ponder(further, view)

    def _is_current(self, view: SeatView) -> bool:
        return self._current is not None and self._current.view == view

    async def _ponder(self, view: SeatView, since: SeatView) -> Answer:
        if view in self._found:
            return self._found[view]
        if not self._is_current(view):
            if self._ponderer is None or not self._ponderer.is_fresh:
                if self._ponderer is not None:
                    self._ponderer.end()
                self._ponderer = await self._nursery.prepared(view)
            thought = noticed(asyncio.create_task(self._ponderer.think(view)))
            self._current = _Pondered(view, since, thought)
        assert self._current is not None  # this one
        try:
            found = await asyncio.shield(self._current.thought)
        except WireError:
            self._current = None
            raise
        self._keep(view, found)
        self._current = None
        return found

    def _keep(self, view: SeatView, found: Answer) -> None:
        self.gains.pondered += 1
        self._found[view] = found
        while len(self._found) > _KEPT:
            self._found.pop(next(iter(self._found)))

    async def rest(self) -> None:
        """Stop pondering at once."""
        pondering, self._pondering = self._pondering, None
        current, self._current = self._current, None
        if pondering is not None:
            pondering.cancel()
        if current is not None and not current.thought.done():
            self.gains.given_up += 1
            current.thought.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await current.thought
        self._nursery.pause()

    def forget(self) -> None:
        """A new board: what was found for the last one will not come again."""
        self._found.clear()
