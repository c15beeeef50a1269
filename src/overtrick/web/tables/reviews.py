"""The reviews of a table: begun when a board is over, told as far as they are worked out, kept in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, final

from overtrick.table import EndedBoard, LogConflict, Scoring, Table
from overtrick.web.tables.kept import Reviewed, Scored, keep_reviewed, keep_scored
from overtrick.web.tables.looking_back import elsewhere, good_tricks, quick, review

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["TABLES", "Reviews"]

TABLES = 8
"""Tables of robots that matchpoints are reckoned against."""
_TRIES = 2
Found = TypeVar("Found")


@final
class Reviews:
    """Looks back on the board that is shown, and reckons those that were left without a comparison."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._found = dict[int, Reviewed]()
        self._over = set[int]()
        """Boards of which no more is to be found, by the entry that dealt them."""
        self._tasks = dict[int, asyncio.Task[None]]()

    def of(self, ended: EndedBoard) -> Reviewed | None:
        """What was found of a board."""
        return self._found.get(ended.dealt) or self._hosted.kept.reviewed.get(ended.dealt)

    def is_complete(self, ended: EndedBoard) -> bool:
        """Will no more be found of a board?"""
        kept = self._hosted.kept
        return ended.dealt in self._over or (ended.dealt in kept.reviewed and ended.dealt in kept.scored)

    @property
    def is_busy(self) -> bool:
        """Is a board being looked back on?"""
        return bool(self._tasks)

    def go_on(self) -> None:
        """Begin with the board that is shown; one at a time of those that nothing is compared with yet."""
        state = self._hosted.table.state
        if state.in_play is None and state.ended and not self.is_complete(state.ended[-1]):
            self._begin(state.ended[-1], is_shown=True)
        if not self._tasks:
            waiting = (each for each in reversed(self._firsts()) if self._is_waiting(each))
            if (ended := next(waiting, None)) is not None:
                self._begin(ended, is_shown=False)

    def _firsts(self) -> list[EndedBoard]:
        return list(self._hosted.kept.firsts(self._hosted.table.state).values())

    def _is_waiting(self, ended: EndedBoard) -> bool:
        return ended.dealt not in self._hosted.kept.scored and ended.dealt not in self._over

    def _begin(self, ended: EndedBoard, is_shown: bool) -> None:
        if ended.dealt in self._tasks or ended.dealt in self._over:
            return
        task = asyncio.create_task(self._look_back(ended, is_shown))
        self._tasks[ended.dealt] = task
        task.add_done_callback(lambda task: self._done(ended.dealt, task))

    def _done(self, dealt: int, task: asyncio.Task[None]) -> None:
        del self._tasks[dealt]
        if not task.cancelled():
            self._hosted.changed()
            self.go_on()

    async def _look_back(self, ended: EndedBoard, is_shown: bool) -> None:
        """All that is to be found; what fails is tried once more, and then left."""
        for _ in range(_TRIES):
            with suppress(Exception):
                await self._steps(ended, is_shown)
                break
        else:
            self._over.add(ended.dealt)

    async def _steps(self, ended: EndedBoard, is_shown: bool) -> None:
        """Par and costs first, because they are quick; what robots play comes last."""
        found, scoring = await self._review(ended), self._hosted.table.settings.scoring
        is_compared = ended.dealt in self._hosted.kept.scored
        if scoring is not Scoring.MATCHPOINTS and not is_compared:
            await self._keep(keep_scored, Scored(ended.dealt, datum=found.par_ns))
        if is_shown and ended.dealt not in self._hosted.kept.reviewed:
            await self._complete(ended, found)
        if scoring is Scoring.MATCHPOINTS and not is_compared:
            await self._keep(keep_scored, Scored(ended.dealt, others=await self._others(ended)))

    async def _review(self, ended: EndedBoard) -> Reviewed:
        found = self.of(ended)
        if found is None:
            hosted = self._hosted
            mind = quick(hosted.services.queue.mind)
            found = await hosted.services.reviewers.run(review, ended.board, ended.dealt, hosted.seat, mind)
            self._found[ended.dealt] = found
            hosted.changed()
        return found

    async def _complete(self, ended: EndedBoard, found: Reviewed) -> None:
        """What a good player takes; then the review is written down."""
        services = self._hosted.services
        good = await services.reviewers.run(good_tricks, ended.board, quick(services.queue.mind))
        self._found[ended.dealt] = replace(found, good=good)
        await self._keep(keep_reviewed, self._found[ended.dealt])

    async def _others(self, ended: EndedBoard) -> tuple[int, ...]:
        """What other tables score on a board: the same where it is played again."""
        kept, services = self._hosted.kept, self._hosted.services
        first = kept.firsts(self._hosted.table.state)[ended.board.number, ended.board.deal]
        if first.dealt in kept.scored:
            return kept.scored[first.dealt].others
        minds = [quick(services.queue.mind, seed) for seed in range(1, TABLES + 1)]
        return tuple([await services.reviewers.run(elsewhere, ended.board, mind) for mind in minds])

    async def _keep(self, keep: Callable[[Table, Found], None], found: Found) -> None:
        """Write down what was found; if somebody else wrote meanwhile, after him."""
        hosted = self._hosted
        async with hosted.lock:
            try:
                await asyncio.to_thread(keep, hosted.table, found)
            except LogConflict:
                await asyncio.to_thread(hosted.table.refresh)
                await asyncio.to_thread(keep, hosted.table, found)
        hosted.changed()
