"""Robots of the house: asked in a thread of their own, so that nobody waits for them but their opponents."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import final

from overtrick.core import Call, Card, Meaning, SeatView
from overtrick.table import Robot
from overtrick.wire.messages import Called, Played

__all__ = ["House"]

_LONGEST_FAULT = 200
"""Characters of what went wrong that are written down."""


@final
class House:
    """The robot of a room; it plays everything out, for the protocol knows no claims."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._thread = ThreadPoolExecutor(1, "robot")

    async def act(self, view: SeatView) -> tuple[Called | Played, str | None]:
        """What the robot calls or plays; the plainest thing that is legal if it fails, and how it failed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._chosen, view)

    def close(self) -> None:
        """Send it home."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _chosen(self, view: SeatView) -> tuple[Called | Played, str | None]:
        if view.play is None:
            call, meaning, fault = self._call(view)
            return Called(view.seat, call, meaning), fault
        card, fault = self._card(view)
        return Played(view.play.to_play, card), fault

    def _call(self, view: SeatView) -> tuple[Call, Meaning | None, str | None]:
        try:
            call, meaning = self._robot.call(view)
        except Exception as error:  # whatever a robot does, the others play on
            return Call.PASS, None, _words(error)
        if call not in view.legal_calls:
            return Call.PASS, None, f"{call} is not a legal call"
        return call, meaning, None

    def _card(self, view: SeatView) -> tuple[Card, str | None]:
        legal = view.legal_cards
        try:
            card = self._robot.card(view)
        except Exception as error:  # whatever a robot does, the others play on
            return min(legal), _words(error)
        return (card, None) if card in legal else (min(legal), f"{card} is not a legal card")


def _words(error: Exception) -> str:
    """An error in a line, for whoever looks after the robots."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_FAULT]
