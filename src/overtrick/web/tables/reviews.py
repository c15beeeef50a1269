"""The reviews of a table: begun when a board is over, told as far as they are worked out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, final

from overtrick.core import Board, OvertrickError
from overtrick.table import Scoring
from overtrick.web.tables.kept import Scored, keep_scored, scored
from overtrick.web.tables.looking_back import Reviewed, elsewhere, good_tricks, quick, review

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["TABLES", "Reviews"]

TABLES = 8
"""Tables of robots that matchpoints are reckoned against."""


@final
class Reviews:
    """Looks back on boards, one after the other."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._found = dict[int, Reviewed]()
        self._begun = set[int]()
        self._tasks = set[asyncio.Task[None]]()

    @property
    def last(self) -> Reviewed | None:
        """The review of the last board, as far as it goes."""
        ended = self._hosted.table.state.ended
        return self._found.get(ended[-1].dealt) if ended else None

    def go_on(self) -> None:
        """Look back on the last board, if it is over and that has not begun."""
        state = self._hosted.table.state
        if state.in_play is not None or not state.ended or state.ended[-1].dealt in self._begun:
            return
        self._begun.add(state.ended[-1].dealt)
        task = asyncio.create_task(self._look_back(state.ended[-1].board, state.ended[-1].dealt))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_back(self, board: Board, dealt: int) -> None:
        with suppress(OvertrickError):  # what was found is shown
            await self._steps(board, dealt)
        if dealt in self._found:
            self._now(replace(self._found[dealt], is_complete=True))

    async def _steps(self, board: Board, dealt: int) -> None:
        hosted, workers = self._hosted, self._hosted.services.reviewers
        mind = quick(hosted.services.queue.mind)
        found = await workers.run(review, board, dealt, hosted.seat, mind)
        self._now(found)
        is_matchpoints = hosted.table.settings.scoring is Scoring.MATCHPOINTS
        if not is_matchpoints:
            await self._keep(Scored(dealt, datum=found.par_ns))
        self._now(replace(found, good=await workers.run(good_tricks, board, mind)))
        if is_matchpoints:
            others = [await workers.run(elsewhere, board, quick(mind, seed)) for seed in range(1, TABLES + 1)]
            await self._keep(Scored(dealt, others=tuple(others)))

    async def _keep(self, compared: Scored) -> None:
        hosted = self._hosted
        if compared.dealt not in scored(hosted.table):
            async with hosted.lock:
                await asyncio.to_thread(keep_scored, hosted.table, compared)
        hosted.changed()

    def _now(self, found: Reviewed) -> None:
        self._found[found.dealt] = found
        self._hosted.changed()
