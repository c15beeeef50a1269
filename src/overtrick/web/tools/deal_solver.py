"""Double-dummy solving in threads, off the server's event loop, with a cache of recent answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar, final

from overtrick import dd
from overtrick.core import Card, Deal, Play
from overtrick.processes import WorkError, unwatched

__all__ = ["DoubleDummy", "quickly"]

V = TypeVar("V")
G = TypeVar("G")

_THREADS = 2
_QUICK = 1.5
"""Seconds a page waits for an answer before it is sent without one."""


@final
class DoubleDummy:
    """Two solver threads and their queue."""

    def __init__(self, waiting: int) -> None:
        self._most = waiting + _THREADS
        self._asked = 0
        self._is_closed = False
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="double-dummy")

    async def table(self, deal: Deal) -> dd.TrickTable:
        """The full double-dummy table."""
        return await self._solved(_table, deal)

    async def card_results(self, play: Play) -> dict[Card, int]:
        """The tricks from here on of the playing side, for every legal card."""
        return {} if play.is_over else dict(await self._solved(_cards, play))

    async def costs(self, play: Play) -> tuple[dd.PlayedCard, ...]:
        """The cost of each card of a play."""
        return await self._solved(_costs, play)

    async def _solved(self, solve: Callable[[G], V], given: G) -> V:
        if self._is_closed:
            raise WorkError("the server is ending")
        if self._asked >= self._most:
            raise WorkError("too many deals are waiting to be solved; please try again in a moment")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, solve, given)
        finally:
            self._asked -= 1

    def close(self) -> None:
        """Stop the threads; waiting requests are dropped."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


async def quickly(answer: Callable[[G], Coroutine[None, None, V]], given: G) -> V | None:
    """The answer if it comes quickly, else `given`; a late answer is cached for the next request."""
    solving = unwatched(asyncio.create_task(answer(given)))
    done, _ = await asyncio.wait([solving], timeout=_QUICK)
    return solving.result() if done else None


_table = lru_cache(256)(dd.table)
_cards = lru_cache(4096)(dd.cards)
_costs = lru_cache(256)(dd.analyse)
