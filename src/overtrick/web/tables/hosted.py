"""One table that is served: its person, its robots, and those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, final

from overtrick.core import Seat, SeatView
from overtrick.table import LogConflict, Table
from overtrick.web.pages import Pages
from overtrick.web.tables.acts import act_on, possible
from overtrick.web.tables.advising import Advising
from overtrick.web.tables.driving import Robots
from overtrick.web.tables.endings import ending_of, score_words
from overtrick.web.tables.kept import Kept
from overtrick.web.tables.meanings import Meanings
from overtrick.web.tables.moments import Moment
from overtrick.web.tables.queue import RobotQueue
from overtrick.web.tables.reviews import Reviews
from overtrick.web.tables.scene import Scene
from overtrick.web.tables.staging import Around, scene_of
from overtrick.web.tables.watching import Watcher, drawn
from overtrick.web.workers import Workers

__all__ = ["Hosted", "Services", "person_at"]

Given = ParamSpec("Given")
Found = TypeVar("Found")
_MEANWHILE = "something else has happened at the table in the meantime"


@final
@dataclass(frozen=True)
class Services:
    """What tables share."""

    queue: RobotQueue
    speaker: Workers
    """Tells what calls mean, while robots think elsewhere."""
    reviewers: Workers
    judges: Executor
    """Threads for claims, which are judged double dummy."""
    pages: Pages


@final
class Hosted:
    """A table and everything around it; all methods are called from the server's loop."""

    def __init__(self, kept: Kept, services: Services) -> None:
        self.table = kept.table
        self.seat = person_at(kept.table)
        self.services = services
        self.kept = kept
        self.lock = asyncio.Lock()
        """Held by whoever changes the table."""
        self.meanings = Meanings(self)
        self.advising = Advising(self)
        self.robots = Robots(self)
        self.reviews = Reviews(self)
        self._thought = asyncio.Lock()
        """Held while a robot thinks: one thought of a table at a time."""
        self._watchers = set[Watcher]()
        self._total = ((-1, -1), "")
        """The running score, and of how many boards."""

    # What is seen

    def scene(self) -> Scene:
        """What may be seen now."""
        return self._scene(Moment.of(self.table, self.seat))

    def _scene(self, moment: Moment) -> Scene:
        trouble = (self.robots.trouble,) if self.robots.trouble else ()
        total = self._running_score(moment)
        around = Around(
            names=self.kept.names(moment.board),
            meaning=self.meanings.sentence,
            is_thinking=self.robots.is_thinking,
            can=possible(self, moment.state),
            advice=(*trouble, *self.advising.paragraphs),
            advice_level=self.advising.level,
            score=total,
            ending=ending_of(moment, self.kept, self.reviews, total),
            remarks=self.kept.remarks(moment.state),
        )
        return scene_of(moment, around)

    def _running_score(self, moment: Moment) -> str:
        """The running score; it is reckoned again only when there is more of it."""
        boards = len(moment.state.ended), len(self.kept.scored)
        if self._total[0] != boards:
            self._total = boards, score_words(moment, self.kept)
        return self._total[1]

    # Those who watch

    def watch(self) -> Watcher:
        """A new watcher, whose first message has everything."""
        watcher = Watcher()
        self._watchers.add(watcher)
        self._send([watcher])
        self.go_on()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """A watcher has gone."""
        self._watchers.discard(watcher)

    @property
    def is_busy(self) -> bool:
        """Does anybody watch, act or think here?"""
        at_work = self.robots.is_thinking or self.advising.is_busy or self.reviews.is_busy
        return bool(self._watchers) or self.lock.locked() or at_work

    def changed(self) -> None:
        """Tell all who watch what has changed."""
        self.advising.forget_past()
        if self._watchers:
            self._send(list(self._watchers))

    def _send(self, watchers: list[Watcher]) -> None:
        scene = self.scene()
        regions = drawn(self.services.pages, scene, self.table.id)
        for watcher in watchers:
            message = watcher.news(scene, regions)
            if message is not None and not watcher.send(message):
                self._watchers.discard(watcher)

    # What happens

    async def act(self, act: str, value: str, since: int | None) -> None:
        """Do what the person wants, or say in an error why that cannot be."""
        try:
            async with self.lock:
                await self._act(act, value, since)
        finally:
            self.go_on()
            self.changed()

    async def _act(self, act: str, value: str, since: int | None) -> None:
        if since is not None and since != Moment.of(self.table, self.seat).number:
            raise LogConflict(_MEANWHILE)
        try:
            await act_on(self, act, value)
        except LogConflict as conflict:
            await asyncio.to_thread(self.table.refresh)
            raise LogConflict(_MEANWHILE) from conflict  # its own words may name the file of the log

    async def judge_claim(self, seat: Seat, tricks: int) -> None:
        """Claim; the search that judges it leaves the loop free, and few run at once."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.services.judges, self.table.claim, seat, tricks)

    def go_on(self) -> None:
        """Let robots act if it is their turn; look back on boards that are over."""
        self.reviews.go_on()
        self.robots.go_on()

    def is_now(self, view: SeatView) -> bool:
        """Is this still what its seat sees?"""
        state = self.table.state
        return state.in_play is not None and state.view(view.seat) == view

    async def think(self, job: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        """What a job answers, one at a time for this table."""
        async with self._thought:
            return await self.services.queue.think(job, *given, **named)


def person_at(table: Table) -> Seat | None:
    """Where the person sits; None where four robots play."""
    return next((seat for seat in Seat if not table.settings.occupant(seat).is_robot), None)
