"""Questions that soon matter no more: one at a time, and of those who wait only the last."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, final

from overtrick.core import OvertrickError

__all__ = ["Latest", "Overtaken"]

Answer = TypeVar("Answer")


class Overtaken(OvertrickError):
    """A question that was given up for a later one."""


@final
class Latest:
    """For each who asks one question is worked on, and one waits at most."""

    def __init__(self) -> None:
        self._busy = set[str]()
        self._waiting = dict[str, asyncio.Future[None]]()

    async def ask(self, who: str, question: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer to a question when it is its turn; an error if a later one comes before that."""
        if who in self._busy:
            await self._turn(who)
        self._busy.add(who)
        try:
            return await question()
        finally:
            self._next(who)

    async def _turn(self, who: str) -> None:
        before = self._waiting.pop(who, None)
        if before is not None and not before.done():
            before.set_exception(Overtaken("Another call was asked about in the meantime."))
        turn = self._waiting[who] = asyncio.get_running_loop().create_future()
        try:
            await turn
        except asyncio.CancelledError:
            if self._waiting.get(who) is turn:
                del self._waiting[who]
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next(who)  # it was its turn, and it goes without having taken it
            raise

    def _next(self, who: str) -> None:
        """Let the one who waits ask; it stays busy until then, so that nobody comes between."""
        turn = self._waiting.pop(who, None)
        if turn is not None and not turn.done():
            turn.set_result(None)
        else:
            self._busy.discard(who)
