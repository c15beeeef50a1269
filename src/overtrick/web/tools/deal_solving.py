"""Double dummy beside the server's loop: threads whose searches leave it free, and their last answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from overtrick import dd
from overtrick.core import Card, Deal, Play
from overtrick.web.workers import WorkError

__all__ = ["card_results", "costs", "quickly", "table"]

V = TypeVar("V")
G = TypeVar("G")

_THREADS = ThreadPoolExecutor(2, thread_name_prefix="double-dummy")
_MOST_WAITING = 100
_QUICK = 1.5
"""Seconds a page waits for an answer before it is sent without it."""


async def table(deal: Deal) -> dd.TrickTable:
    """All twenty results."""
    return await _solved(_table, deal)


async def card_results(play: Play) -> dict[Card, int]:
    """Every legal card and what its player's side takes from here on."""
    return {} if play.is_over else dict(await _solved(_cards, play))


async def costs(play: Play) -> tuple[dd.PlayedCard, ...]:
    """What each card of a play cost."""
    return await _solved(_costs, play)


async def quickly(answer: Callable[[G], Awaitable[V]], given: G) -> V | None:
    """The answer if it comes at once; it is kept for who asks again if it comes later."""
    try:
        return await asyncio.wait_for(asyncio.shield(answer(given)), _QUICK)
    except TimeoutError:
        return None


async def _solved(solve: Callable[[G], V], given: G) -> V:
    if _THREADS._work_queue.qsize() > _MOST_WAITING:
        raise WorkError("too many are waiting; please try again in a moment")
    return await asyncio.get_running_loop().run_in_executor(_THREADS, solve, given)


@lru_cache(256)
def _table(deal: Deal) -> dd.TrickTable:
    return dd.table(deal)


@lru_cache(4096)
def _cards(play: Play) -> tuple[tuple[Card, int], ...]:
    return tuple(dd.cards(play).items())


@lru_cache(256)
def _costs(play: Play) -> tuple[dd.PlayedCard, ...]:
    return dd.analyse(play)
