"""Tables for many deals: on all cores, in order, one after the other as they are asked for."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.core import CardSet, Deal, DealError, OvertrickError, Strain
from overtrick.dd.answers import table
from overtrick.dd.table import DoubleDummyError, TrickTable

__all__ = ["Packed", "tables"]

Packed = npt.NDArray[np.uint64]
"""Deals as rows of four hands, North first, one bit for each card."""
AHEAD = 4
"""Deals taken in advance for each worker, so that none is idle while a hard deal holds up the rest."""


def tables(
    deals: Iterable[Deal] | Packed,
    strains: Iterable[Strain] = tuple(Strain),
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[TrickTable]:
    """The tables of deals, in their order, each as soon as it and those before it are there.

    The deals may come without end: only a few more are taken than have been answered, and with one worker
    none. `progress` is told how many are done. A deal that cannot be solved is an error when its turn comes.

    >>> endings = [Deal.parse("N:A... K... Q... J..."), Deal.parse("N:2... 3... 4... 5...")]
    >>> [str(each) for each in tables(endings, [Strain.NOTRUMP])]
    ['NT; N 1; E 0; S 1; W 0', 'NT; N 0; E 1; S 0; W 1']
    """
    if workers is not None and workers < 1:
        raise DoubleDummyError(f"{workers} workers cannot solve anything")
    wanted = tuple(sorted(set(strains)))
    number = _cores() if workers is None else workers
    return _in_order(_each(deals), wanted, number, progress)


def _in_order(
    deals: Iterator[Deal], strains: tuple[Strain, ...], workers: int, progress: Callable[[int], object] | None
) -> Iterator[TrickTable]:
    pool = ThreadPoolExecutor(workers, thread_name_prefix="overtrick-dd")
    pending, longest = deque[Future[TrickTable]](), 1 if workers == 1 else AHEAD * workers
    source, done = _Source(deals), 0
    try:
        while True:
            while len(pending) < longest and (deal := source.next()) is not None:
                pending.append(pool.submit(table, deal, strains))
            if not pending:
                break
            solved = _answer(pending.popleft(), done + 1)
            done += 1
            if progress is not None:
                progress(done)
            yield solved
        source.complain()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class _Source:
    """Deals taken one at a time; what goes wrong is kept until the deals before it have been answered."""

    def __init__(self, deals: Iterator[Deal]) -> None:
        self._deals = deals
        self._trouble: Exception | None = None

    def next(self) -> Deal | None:
        """The next deal; None when there are no more."""
        if self._trouble is not None:
            return None
        try:
            return next(self._deals, None)
        except Exception as trouble:
            self._trouble = trouble
            return None

    def complain(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._trouble is not None:
            raise self._trouble


def _answer(future: Future[TrickTable], number: int) -> TrickTable:
    try:
        return future.result()
    except OvertrickError as error:
        raise type(error)(*(f"deal {number}: {fault}" for fault in error.faults), text=error.text) from None


def _each(deals: Iterable[Deal] | npt.NDArray[Any]) -> Iterator[Deal]:
    if not isinstance(deals, np.ndarray):
        return iter(deals)
    if deals.ndim != 2 or deals.shape[1] != 4 or not np.issubdtype(deals.dtype, np.integer):
        raise DealError(
            f"packed deals are rows of four whole numbers, not {deals.dtype} of shape {deals.shape}"
        )
    return map(_unpacked, deals)


def _unpacked(row: npt.NDArray[Any]) -> Deal:
    north, east, south, west = (CardSet(hand) for hand in row.tolist())
    return Deal((north, east, south, west))


def _cores() -> int:
    """The number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
