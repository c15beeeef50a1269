"""Robots of the house: asked in a thread of their own, so that nobody waits for them but their opponents."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import final

from overtrick.core import Call, Card, Meaning, SeatView
from overtrick.table import Robot
from overtrick.wire.messages import Called, Played

__all__ = ["House"]


@final
class House:
    """The robot of a room; it plays everything out, for the protocol knows no claims."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._thread = ThreadPoolExecutor(1, "robot")

    async def act(self, view: SeatView) -> Called | Played:
        """What the robot calls or plays; the plainest thing that is legal if it fails."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._chosen, view)

    def close(self) -> None:
        """Send it home."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _chosen(self, view: SeatView) -> Called | Played:
        if view.play is None:
            return Called(view.seat, *self._call(view))
        return Played(view.play.to_play, self._card(view))

    def _call(self, view: SeatView) -> tuple[Call, Meaning | None]:
        try:
            call, meaning = self._robot.call(view)
        except Exception:  # whatever a robot does, the others play on
            return Call.PASS, None
        return (call, meaning) if call in view.legal_calls else (Call.PASS, None)

    def _card(self, view: SeatView) -> Card:
        legal = view.legal_cards
        try:
            card = self._robot.card(view)
        except Exception:  # whatever a robot does, the others play on
            card = None
        return card if card is not None and card in legal else min(legal)
