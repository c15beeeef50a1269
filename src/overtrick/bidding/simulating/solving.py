"""Double-dummy tricks for many contracts on many deals: each question answered once, on all cores."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Protocol, TypeAlias, final

from overtrick.bidding.batch import Deals
from overtrick.core import Contract, Deal, Seat, Side, Strain, Vul
from overtrick.dd.batch import cores
from overtrick.dd.packed import unpack_row
from overtrick.dd.solver import own_solver
from overtrick.scoring import score

__all__ = ["Known", "Question", "Tricks", "points_of"]

Declared: TypeAlias = tuple[Strain, Seat]
"""A strain and its declarer."""
Question: TypeAlias = tuple[int, Strain, Seat]
"""The number of a deal, a strain and its declarer."""


class Known(Protocol):
    """Tricks by question."""

    def __getitem__(self, question: Question, /) -> int: ...


@final
class Tricks:
    """The tricks of declarers on the deals of one decision; used in a `with`, which ends its threads."""

    def __init__(self, deals: Deals, threads: int | None = None) -> None:
        self._deals = deals
        self._known = dict[Question, Future[dict[Declared, int]]]()
        self._pool = ThreadPoolExecutor(threads or cores(), thread_name_prefix="overtrick-borel")

    def __enter__(self) -> Tricks:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def ask(self, questions: Iterable[Question]) -> None:
        """Begin to answer questions that have not been asked before, those of a deal one after the other."""
        new = sorted(set(questions) - self._known.keys())
        for board, some in groupby(new, itemgetter(0)):
            wanted = tuple((strain, declarer) for _, strain, declarer in some)
            answers = self._pool.submit(_answers, unpack_row(self._deals[board]), wanted)
            self._known |= {(board, *each): answers for each in wanted}

    def __getitem__(self, question: Question, /) -> int:
        self.ask([question])
        return self._known[question].result()[question[1:]]

    def __len__(self) -> int:
        return len(self._known)


def _answers(deal: Deal, wanted: tuple[Declared, ...]) -> dict[Declared, int]:
    """The questions of one deal: those of a strain share what the solver remembers."""
    solver = own_solver()
    return {(strain, declarer): 13 - solver.tricks(deal, strain, declarer.lho) for strain, declarer in wanted}


def points_of(contract: Contract | None, tricks: int, side: Side, vul: Vul) -> int:
    """What a side scores for a contract of either side; nothing for none."""
    if contract is None:
        return 0
    points = _points(contract, tricks, vul)
    return points if contract.declarer.side is side else -points


@lru_cache(20_000)
def _points(contract: Contract, tricks: int, vul: Vul) -> int:
    return score(contract, tricks, vul)
