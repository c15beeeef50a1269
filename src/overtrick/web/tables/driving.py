"""The robots at a table: each acts when it is its turn, and one that fails is asked once more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, final

from overtrick.core import SeatView
from overtrick.table import LogConflict, Table
from overtrick.web.tables.jobs import Answered, answer
from overtrick.web.tables.queue import QueueFull

if TYPE_CHECKING:
    from overtrick.web.tables.hosted import Hosted

__all__ = ["Robots"]

_PATIENCE = 0.3
"""Seconds before a full queue is asked again."""
_TROUBLE = "The robot did not answer. Nothing is lost: go on to ask it again."


@final
class Robots:
    """Drives the robots until it is the person's turn."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self.is_thinking = False
        self.is_paused = False
        """Do four robots wait for the one who watches them?"""
        self.trouble = ""
        self._failures = 0
        self._driver: asyncio.Task[None] | None = None

    def go_on(self) -> None:
        """Let them act if it is their turn; let calls be explained that nobody has explained."""
        has_work = self._view() is not None or self._hosted.meanings.missing is not None
        if has_work and (self._driver is None or self._driver.done()):
            self.is_thinking = self._view() is not None
            self._driver = asyncio.create_task(self._drive())

    def ask_again(self) -> None:
        """Forget what went wrong, or that they wait."""
        self.trouble, self.is_paused = "", False

    async def settled(self, seconds: float) -> None:
        """Wait until nobody thinks, but not too long."""
        if self._driver is not None and not self._driver.done():
            await asyncio.wait([self._driver], timeout=seconds)

    def _view(self) -> SeatView | None:
        """What the robot sees whose turn it is; None if it is nobody's or the person's."""
        state = self._hosted.table.state
        seat = None if state.in_play is None else state.in_play.turn
        if seat is None or seat is self._hosted.seat or self.trouble or self.is_paused:
            return None
        return state.view(seat)

    async def _drive(self) -> None:
        self._failures = 0
        try:
            while True:
                auction, view = self._hosted.meanings.missing, self._view()
                if auction is not None:
                    await self._tried(self._hosted.meanings.find(auction))
                elif view is not None:
                    await self._tried(self._let_act(view))
                else:
                    break
                self.is_thinking = self._view() is not None
                self._hosted.changed()
        finally:
            self.is_thinking = False
            self._hosted.reviews.go_on()
            self._hosted.changed()

    async def _tried(self, step: Coroutine[None, None, None]) -> None:
        """One step, and what is done when it fails."""
        try:
            await step
            self._failures = 0
        except QueueFull:
            await asyncio.sleep(_PATIENCE)
        except LogConflict:
            await asyncio.to_thread(self._hosted.table.refresh)
        except Exception:
            self._failures += 1
            self.trouble = _TROUBLE if self._failures > 1 else ""

    async def _let_act(self, view: SeatView) -> None:
        hosted, table = self._hosted, self._hosted.table
        may_claim = view.play is not None and table.state.board_in_play.may_claim(view.seat.side)
        answered = await hosted.think(answer, view, may_claim, hosted.services.queue.mind)
        async with hosted.lock:
            if not hosted.is_now(view) or table.turn is not view.seat:  # something was taken back meanwhile
                return
            if answered.claim is not None:
                await hosted.judge_claim(view.seat, answered.claim)
            else:
                await asyncio.to_thread(_done, table, view, answered)
            if answered.call is not None:
                hosted.meanings.remember((*view.auction.calls, answered.call), answered.sentence)
            self.is_paused = hosted.seat is None and _is_a_pause(table)


def _done(table: Table, view: SeatView, answered: Answered) -> None:
    if answered.call is not None:
        table.call(view.seat, answered.call, answered.meaning)
    elif answered.card is not None:
        table.play(view.seat, answered.card)


def _is_a_pause(table: Table) -> bool:
    """Is the auction just over, or a trick complete?"""
    in_play = table.state.in_play
    return in_play is not None and in_play.board.play is not None and len(in_play.board.play.cards) % 4 == 0
