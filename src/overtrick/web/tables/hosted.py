"""One table that is served: its person, its robots, and those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar, final

from overtrick.core import Call, OvertrickError, Seat, SeatView
from overtrick.table import LogConflict, Table
from overtrick.web.pages import Pages
from overtrick.web.tables.acts import act_on, possible
from overtrick.web.tables.endings import ending_of, score_words
from overtrick.web.tables.jobs import Advised, Answered, advise, answer, tell
from overtrick.web.tables.kept import boards_kept, names_of
from overtrick.web.tables.queue import QueueFull, RobotQueue
from overtrick.web.tables.reviews import Reviews
from overtrick.web.tables.scene import Scene
from overtrick.web.tables.staging import Around, scene_of, seen_number, told
from overtrick.web.tables.watching import Watcher, drawn
from overtrick.web.workers import Workers

__all__ = ["Advice", "Hosted", "Services"]

Given = ParamSpec("Given")
Found = TypeVar("Found")
_PATIENCE = 0.3
"""Seconds before a full queue is asked again."""
_TROUBLE = "The robot did not answer. Nothing is lost: go on to ask it again."


@final
@dataclass(frozen=True)
class Services:
    """What tables share."""

    queue: RobotQueue
    speaker: Workers
    """Tells what calls mean, while robots think elsewhere."""
    reviewers: Workers
    pages: Pages


@final
@dataclass(frozen=True)
class Advice:
    """What was asked for in a position, and how far."""

    view: SeatView
    level: int
    found: Advised | None = None
    """None while it is thought about."""


@final
class Hosted:
    """A table and everything around it; all methods are called from the server's loop."""

    def __init__(self, table: Table, seat: Seat | None, services: Services) -> None:
        self.table = table
        self.seat = seat
        self.services = services
        self.boards = boards_kept(table)
        self.lock = asyncio.Lock()
        """Held by whoever changes the table."""
        self.advice: Advice | None = None
        self.is_paused = False
        """Do four robots wait for the one who watches them?"""
        self.trouble = ""
        self.is_thinking = False
        self.reviews = Reviews(self)
        self._thought = asyncio.Lock()
        """Held while a robot thinks: one thought of a table at a time."""
        self._watchers = set[Watcher]()
        self._sentences = dict[tuple[Call, ...], str]()
        self._advising = set[asyncio.Task[None]]()
        self._driver: asyncio.Task[None] | None = None

    # What is seen

    @property
    def number(self) -> int:
        """The last entry that the person was told."""
        return seen_number(self.table, self.seat)

    def scene(self) -> Scene:
        """What may be seen now."""
        board = (self.table.state.in_play or self.table.state.ended[-1]).board
        around = Around(
            seat=self.seat,
            names=names_of(self.boards, board),
            meaning=lambda calls: self._sentences.get(calls, ""),
            is_thinking=self.is_thinking,
            can=possible(self),
            advice=self._paragraphs(),
            advice_level=0 if self.advice is None else self.advice.level,
            score=score_words(self.table, self.seat),
            ending=ending_of(self.table, self.seat, self.reviews.last),
        )
        return scene_of(self.table, around)

    def _paragraphs(self) -> tuple[str, ...]:
        """What was asked for, and what went wrong."""
        trouble = (self.trouble,) if self.trouble else ()
        if self.advice is None:
            return trouble
        found = self.advice.found
        return (*trouble, *(("Thinking …",) if found is None else found.paragraphs(self.advice.level)))

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
    def is_watched(self) -> bool:
        """Does anybody watch?"""
        return bool(self._watchers)

    def changed(self) -> None:
        """Tell all who watch what has changed."""
        if self.advice is not None and not self._is_now(self.advice.view):
            self.advice = None
        if self._watchers:
            self._send(list(self._watchers))

    def _send(self, watchers: list[Watcher]) -> None:
        scene = self.scene()
        regions = drawn(self.services.pages, scene, self.table.id)
        for watcher in watchers:
            news = told(self.table, self.seat, watcher.number)
            message = watcher.news(scene, regions, [said for _, said in news])
            if message is not None and not watcher.send(message):
                self._watchers.discard(watcher)

    # What happens

    async def act(self, act: str, value: str, since: int | None) -> None:
        """Do what the person wants, or say in an error why that cannot be."""
        async with self.lock:
            if since is not None and since != self.number:
                raise LogConflict("something else has happened at the table in the meantime")
            try:
                await act_on(self, act, value)
            except LogConflict:
                self.table.refresh()
                raise
        self.go_on()
        self.changed()

    def remember(self, calls: tuple[Call, ...], sentence: str) -> None:
        """Keep the sentence that says what the last of some calls means."""
        self._sentences[calls] = sentence

    def _is_now(self, view: SeatView) -> bool:
        return self.table.state.in_play is not None and self.table.view(view.seat) == view

    # Robots

    def go_on(self) -> None:
        """Let robots act if it is their turn; look back on a board that is over."""
        self.reviews.go_on()
        if (self._driver is None or self._driver.done()) and self._robots_view() is not None:
            self.is_thinking = True
            self._driver = asyncio.create_task(self._drive())

    async def settled(self, seconds: float) -> None:
        """Wait until no robot thinks, but not too long."""
        if self._driver is not None and not self._driver.done():
            await asyncio.wait([self._driver], timeout=seconds)

    def _robots_view(self) -> SeatView | None:
        """What the robot sees whose turn it is; None if it is nobody's or the person's."""
        seat = self.table.turn
        if seat is None or seat is self.seat or self.trouble or self.is_paused:
            return None
        return self.table.view(seat)

    async def _drive(self) -> None:
        """Let robots act until it is the person's turn; one that fails is asked once more."""
        failures = 0
        try:
            await self._tell_calls()
            while (view := self._robots_view()) is not None:
                try:
                    await self._let_act(view)
                    failures = 0
                except QueueFull:
                    await asyncio.sleep(_PATIENCE)
                except LogConflict:
                    self.table.refresh()
                except Exception:
                    failures += 1
                    self.trouble = _TROUBLE if failures > 1 else ""
                self.is_thinking = self._robots_view() is not None
                self.changed()
        finally:
            self.is_thinking = False
            self.reviews.go_on()
            self.changed()

    async def _let_act(self, view: SeatView) -> None:
        in_play = self.table.state.board_in_play
        may_claim = view.play is not None and in_play.may_claim(view.seat.side)
        answered = await self.think(answer, view, may_claim, self.services.queue.mind)
        async with self.lock:
            if self._is_now(view) and self.table.turn is view.seat:  # nothing was taken back meanwhile
                await asyncio.to_thread(_done, self.table, view.seat, answered)
                if answered.call is not None:
                    self.remember((*view.auction.calls, answered.call), answered.sentence)
                self.is_paused = self.seat is None and _is_a_pause(self.table)

    def ask_for_advice(self, view: SeatView) -> None:
        """Let a robot think about what it would do in the person's seat, seeing no more."""
        self.advice = Advice(view, 1)
        task = asyncio.create_task(self._advise(view))
        self._advising.add(task)
        task.add_done_callback(self._advising.discard)

    async def _advise(self, view: SeatView) -> None:
        try:
            found = await self.think(advise, view, self.services.queue.mind)
        except Exception:
            found = Advised("No advice could be found; please ask again.", "", ())
        if self.advice is not None and self.advice.view == view:
            self.advice = replace(self.advice, found=found) if found.why or found.candidates else None
            self.changed()

    async def think(self, job: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
        """What a job answers, one at a time for this table."""
        async with self._thought:
            return await self.services.queue.think(job, *given, **named)

    async def _tell_calls(self) -> None:
        """Work out what the calls mean that were made before the server started."""
        in_play = self.table.state.in_play
        if in_play is None:
            return
        auction, vul = in_play.auction, in_play.board.vul
        for back in range(len(auction)):
            so_far = auction.back(back)
            if so_far.calls not in self._sentences:
                try:
                    found = await self.services.speaker.run(tell, so_far, vul, self.services.queue.mind)
                except OvertrickError:
                    return
                self.remember(so_far.calls, found.sentence)


def _done(table: Table, seat: Seat, answered: Answered) -> None:
    if answered.call is not None:
        table.call(seat, answered.call, answered.meaning)
    elif answered.claim is not None:
        table.claim(seat, answered.claim)
    elif answered.card is not None:
        table.play(seat, answered.card)


def _is_a_pause(table: Table) -> bool:
    """Is the auction just over, or a trick complete?"""
    in_play = table.state.in_play
    return in_play is not None and in_play.board.play is not None and len(in_play.board.play.cards) % 4 == 0
