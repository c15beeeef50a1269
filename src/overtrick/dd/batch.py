"""Many questions at once: on all cores, answered in order, one after the other as they are asked for."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

import numpy as np

from overtrick.core import Card, Deal, OvertrickError, Play, Strain
from overtrick.dd.answers import cards, table
from overtrick.dd.errors import DoubleDummyError, expect
from overtrick.dd.packed import Packed, check_packed, unpack_row
from overtrick.dd.solver import each_strain
from overtrick.dd.table import TrickTable

__all__ = ["Progress", "all_cards", "check_workers", "cores", "in_order", "tables"]

Question = TypeVar("Question")
Answer = TypeVar("Answer")

Progress = Callable[[int], object]
"""Is told how many have been answered."""
AHEAD = 4
"""Questions taken in advance for each worker, so that none is idle while a hard one holds up the rest."""


def tables(
    deals: Iterable[Deal] | Packed,
    strains: Iterable[Strain] = tuple(Strain),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[TrickTable]:
    """The tables of deals, in their order, each as soon as it and those before it are there.

    The deals may come without end: only a few more are taken than have been answered, and with one worker
    none. `progress` is told how many are done. A deal that cannot be solved is an error when its turn comes.

    >>> endings = [Deal.parse("N:A... K... Q... J..."), Deal.parse("N:2... 3... 4... 5...")]
    >>> [str(each) for each in tables(endings, [Strain.NOTRUMP])]
    ['NT; N 1; E 0; S 1; W 0', 'NT; N 0; E 1; S 0; W 1']
    """
    wanted = each_strain(strains)
    if isinstance(deals, np.ndarray):
        check_packed(deals)
        return in_order(iter(deals), lambda row: table(unpack_row(row), wanted), "deal", workers, progress)
    expect(Iterable, "deals", deals)
    return in_order(iter(deals), partial(table, strains=wanted), "deal", workers, progress)


def all_cards(
    plays: Iterable[Play], workers: int | None = None, progress: Progress | None = None
) -> Iterator[dict[Card, int]]:
    """Every legal card of each of many positions with the tricks its player's side takes, in their order.

    >>> plays = [Play.parse("N:A... K... Q... J...;NT;N"), Play.parse("N:2... 3... 4... 5...;NT;N")]
    >>> list(all_cards(plays))
    [{Card.parse('SA'): 1}, {Card.parse('S2'): 0}]
    """
    expect(Iterable, "plays", plays)
    return in_order(iter(plays), cards, "position", workers, progress)


def in_order(
    questions: Iterator[Question],
    answer: Callable[[Question], Answer],
    name: str,
    workers: int | None,
    progress: Progress | None,
) -> Iterator[Answer]:
    """Answer questions on so many workers, or on all cores; a fault names the question by its number."""
    check_workers(workers)
    return _answers(_Source(questions), answer, name, workers or cores(), progress)


def check_workers(workers: int | None) -> None:
    """Refuse a number of workers that nothing can be done with."""
    expect(int | None, "a number of workers", workers)
    if workers is not None and workers < 1:
        raise DoubleDummyError(f"{workers} workers cannot solve anything")


def cores() -> int:
    """The number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _answers(
    source: _Source[Question],
    answer: Callable[[Question], Answer],
    name: str,
    workers: int,
    progress: Progress | None,
) -> Iterator[Answer]:
    pool = ThreadPoolExecutor(workers, thread_name_prefix="overtrick-dd")
    pending, longest, done = deque[Future[Answer]](), 1 if workers == 1 else AHEAD * workers, 0
    try:
        while True:
            for question in islice(source, longest - len(pending)):
                pending.append(pool.submit(answer, question))
            if not pending:
                break
            answered = _result(pending.popleft(), f"{name} {done + 1}")
            done += 1
            if progress is not None:
                progress(done)
            yield answered
        source.complain()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class _Source(Generic[Question]):
    """Questions taken one at a time; what goes wrong is kept until those before it have been answered."""

    def __init__(self, questions: Iterator[Question]) -> None:
        self._questions = questions
        self._trouble: Exception | None = None

    def __iter__(self) -> Iterator[Question]:
        return self

    def __next__(self) -> Question:
        if self._trouble is not None:
            raise StopIteration
        try:
            return next(self._questions)
        except StopIteration:
            raise
        except Exception as trouble:
            self._trouble = trouble
            raise StopIteration from None

    def complain(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._trouble is not None:
            raise self._trouble


def _result(future: Future[Answer], which: str) -> Answer:
    try:
        return future.result()
    except OvertrickError as error:
        raise type(error)(*(f"{which}: {fault}" for fault in error.faults), text=error.text) from None
