"""Robots at a served table: they act at their turn, explain calls, and advise the person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar, final

from overtrick.core import Auction, Call, SeatView
from overtrick.dd.batch import cores
from overtrick.processes import LatestQueue, Pool, QueueFull, Template
from overtrick.table import CallMade, CardPlayed, ClaimMade, LogConflict, Table
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import CallMeaning, Mind, act, advise, explain_call
from overtrick.web.tables.scene import person_at

__all__ = ["Advisor", "Meanings", "RobotQueue", "Robots", "Services", "SharedTable"]

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
_SECONDS = 60.0
"""The time-out of a robot's decision in seconds."""
_NICENESS = 5
"""The niceness of robots, which give way to the server."""
_RETRY_SECONDS = 0.3
"""Seconds before a full queue is tried again."""
_TROUBLE = "The robot did not answer. Nothing is lost: go on to ask it again."
_LATER = "Another call was asked about in the meantime."
_NO_ADVICE = ("No advice could be found; please ask again.",)


@final
class RobotQueue:
    """Queue of robots' decisions, first come first served; one at a time for each table."""

    def __init__(self, settings: WebSettings, template: Template) -> None:
        """`template` is a process with the robots' modules and system loaded."""
        self._mind = Mind(settings.system, settings.play)
        self._pool = Pool(
            settings.workers, settings.waiting, seconds=_SECONDS, niceness=_NICENESS, template=template
        )
        self.warm_up, self.close = self._pool.warm_up, self._pool.close

    def check(self) -> None:
        """Refuse an action that needs a robot when too many tables are waiting."""
        if self._pool.is_full:
            raise QueueFull("too many tables are waiting; please try again in a moment")

    @property
    def mind(self) -> Mind:
        """The robots' settings, with each table's share of the cores as threads."""
        threads = max(1, cores() // max(1, self._pool.asked))
        return replace(self._mind, play=replace(self._mind.play, threads=threads))

    async def think(
        self, job: Callable[Parameters, Answer], *given: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        """Run a job and return its answer."""
        self.check()
        return await self._pool.run(job, *given, **named)


@final
@dataclass(frozen=True)
class Services:
    """The services that all tables of a server share."""

    queue: RobotQueue
    speaker: Pool
    """Explains calls, in other processes than the robots'."""
    reviewers: Pool
    judges: Executor
    """Threads that judge claims double dummy."""
    latest: LatestQueue = field(default_factory=lambda: LatestQueue(_LATER))
    """Requests about calls, of which only the latest matters."""


@final
class SharedTable:
    """A table with its shared resources: its lock, its services, and its change callback."""

    def __init__(self, table: Table, services: Services, changed: Callable[[], None]) -> None:
        self.table = table
        self.seat = person_at(table)
        self.services = services
        self.changed = changed
        """A callback for visible changes."""
        self.lock = asyncio.Lock()
        """Held while the table is changed."""
        self._thought = asyncio.Lock()
        """Held while a robot thinks: one job at a time for each table."""

    def is_now(self, view: SeatView) -> bool:
        """Is this still the current view of its seat?"""
        state = self.table.state
        return state.in_play is not None and state.view(view.seat) == view

    async def think(
        self, job: Callable[Parameters, Answer], *given: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        """Run a robot's job, one at a time for this table."""
        async with self._thought:
            return await self.services.queue.think(job, *given, **named)

    async def claim(self, claim: ClaimMade) -> None:
        """Claim; the search that judges it runs in one of a few threads, off the event loop."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.services.judges, self.table.claim, claim.by, claim.tricks)


# Meanings of calls


@final
class Meanings:
    """Sentences for the meanings of the calls on the board; a person's call is explained after it is made."""

    def __init__(self, shared: SharedTable) -> None:
        self._shared = shared
        self._dealt = 0
        self.sentences = dict[tuple[Call, ...], str]()
        """Sentences by the calls up to the one explained; empty if none could be found."""

    def sentence(self, calls: tuple[Call, ...]) -> str:
        """The meaning of the last of these calls; empty while it is unknown."""
        return self.sentences.get(calls, "")

    @property
    def missing(self) -> Auction | None:
        """The auction up to the last unexplained call; None if there is none."""
        in_play = self._shared.table.state.in_play
        if in_play is None:
            return None
        if in_play.dealt != self._dealt:
            self._dealt = in_play.dealt
            self.sentences.clear()
        auctions = (in_play.auction.back(back) for back in range(len(in_play.auction)))
        return next((each for each in auctions if each.calls not in self.sentences), None)

    async def find(self, auction: Auction) -> None:
        """Find the meaning of an auction's last call and log it, unless the log has it."""
        in_play, services = self._shared.table.state.in_play, self._shared.services
        if in_play is None:
            return
        try:
            found = await services.speaker.run(explain_call, auction, in_play.board.vul, services.queue.mind)
        except Exception:
            found = CallMeaning(None, "")  # the call stays unexplained
        self.sentences[auction.calls] = found.sentence
        async with self._shared.lock:
            await asyncio.to_thread(self._write_down, auction, found)

    def _write_down(self, auction: Auction, found: CallMeaning) -> None:
        table, place = self._shared.table, len(auction) - 1
        in_play = table.state.in_play
        if in_play is None or found.meaning is None or in_play.auction.calls[: place + 1] != auction.calls:
            return  # it has been taken back meanwhile
        known = in_play.board.meanings[place : place + 1]
        if not known or known[0] is None:
            table.explain(place, found.meaning)


# Turns


@final
class Robots:
    """Lets robots act until it is the person's turn; a failed robot is tried once more."""

    def __init__(self, shared: SharedTable, meanings: Meanings, ended: Callable[[], None]) -> None:
        """`ended` is called whenever no robot can act any more."""
        self._shared = shared
        self._meanings = meanings
        self._ended = ended
        self.is_thinking = False
        self.is_paused = False
        """Do four robots wait for their spectator?"""
        self.trouble = ""
        self._failures = 0
        self._driver: asyncio.Task[None] | None = None

    def go_on(self) -> None:
        """Start robots if it is their turn, and the explanation of unexplained calls."""
        has_work = self._view() is not None or self._meanings.missing is not None
        if has_work and (self._driver is None or self._driver.done()):
            self.is_thinking = self._view() is not None
            self._driver = asyncio.create_task(self._drive())

    def ask_again(self) -> None:
        """Clear a failure or a pause."""
        self.trouble, self.is_paused = "", False

    async def settled(self, seconds: float) -> None:
        """Wait until no robot is thinking, for a limited time."""
        if self._driver is not None and not self._driver.done():
            await asyncio.wait([self._driver], timeout=seconds)

    def _view(self) -> SeatView | None:
        """The view of the robot to act; None if no robot is to act."""
        seat = self._shared.table.turn
        if seat is None or seat is self._shared.seat or self.trouble or self.is_paused:
            return None
        return self._shared.table.view(seat)

    async def _drive(self) -> None:
        self._failures = 0
        try:
            while True:
                auction, view = self._meanings.missing, self._view()
                if auction is not None:
                    await self._tried(self._meanings.find(auction))
                elif view is not None:
                    await self._tried(self._let_act(view))
                else:
                    break
                self.is_thinking = self._view() is not None
                self._shared.changed()
        finally:
            self.is_thinking = False
            self._ended()
            self._shared.changed()

    async def _tried(self, step: Coroutine[None, None, None]) -> None:
        """Run one step, and handle its failure."""
        try:
            await step
            self._failures = 0
        except QueueFull:
            await asyncio.sleep(_RETRY_SECONDS)
        except LogConflict:
            await asyncio.to_thread(self._shared.table.refresh)
        except Exception:
            self._failures += 1
            self.trouble = _TROUBLE if self._failures > 1 else ""

    async def _let_act(self, view: SeatView) -> None:
        shared, table = self._shared, self._shared.table
        may_claim = view.play is not None and table.state.board_in_play.may_claim(view.seat.side)
        done, sentence = await shared.think(act, view, may_claim, shared.services.queue.mind)
        async with shared.lock:
            if not shared.is_now(view) or table.turn is not view.seat:  # something was undone meanwhile
                return
            match done:
                case CallMade(_, call, meaning):
                    await asyncio.to_thread(table.call, view.seat, call, meaning)
                    self._meanings.sentences[(*view.auction.calls, call)] = sentence
                case CardPlayed(_, card):
                    await asyncio.to_thread(table.play, view.seat, card)
                case ClaimMade():
                    await shared.claim(done)
            play = None if table.state.in_play is None else table.state.in_play.board.play
            # four robots wait when the auction has just ended or a trick is complete
            self.is_paused = shared.seat is None and play is not None and len(play.cards) % 4 == 0


# Advice


@final
@dataclass(frozen=True)
class _Request:
    """A request for advice in a position, and its level."""

    view: SeatView
    level: int = 1
    found: tuple[str, ...] | None = None
    """The advice; None until it is found."""


@final
class Advisor:
    """Advice about the position on the table: hint, then why, then the candidates, and only when asked."""

    def __init__(self, shared: SharedTable) -> None:
        self._shared = shared
        self._request: _Request | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def level(self) -> int:
        """0 none, 1 hint, 2 why, 3 candidates."""
        return 0 if self._request is None else self._request.level

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of advice asked for."""
        if self._request is None:
            return ()
        found, level = self._request.found, self._request.level
        return ("Thinking …",) if found is None else found if level >= 3 else found[:level]

    @property
    def possible(self) -> tuple[str, ...]:
        """The next possible request: the hint, then why, then the candidates."""
        if self._request is None or self._request.found is _NO_ADVICE:
            return ("hint",)
        if self._request.found is None:
            return ()
        return {1: ("why",), 2: ("reveal",)}.get(self._request.level, ())

    @property
    def is_busy(self) -> bool:
        """Is advice being computed?"""
        return self._task is not None and not self._task.done()

    def ask(self, view: SeatView) -> None:
        """Let a robot decide in the person's seat, from the same view."""
        self._request = _Request(view)
        if not self.is_busy:
            self._task = asyncio.create_task(self._answer())

    def ask_more(self) -> None:
        """Show the next level of the advice."""
        assert self._request is not None  # more can be asked
        self._request = replace(self._request, level=self._request.level + 1)

    def forget_past(self) -> None:
        """Drop a request about an earlier position."""
        if self._request is not None and not self._shared.is_now(self._request.view):
            self._request = None

    async def _answer(self) -> None:
        """Compute the latest request, until it is answered or dropped."""
        while (request := self._request) is not None and request.found is None:
            try:
                found = await self._shared.think(advise, request.view, self._shared.services.queue.mind)
            except Exception:
                found = _NO_ADVICE
            if self._request is not None and self._request.view == request.view:
                self._request = replace(self._request, found=found)
            self._shared.changed()
