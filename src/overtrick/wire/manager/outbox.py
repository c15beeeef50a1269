"""What a player is to be told, in order, each thing when it asks for it or when patience is at an end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from overtrick.wire.messages import FromManager, FromPlayer, ReadyForCard, ReadyForDeal, StartOfBoard

__all__ = ["Outbox"]

_EARLY = 4
"""Lines like ``ready for …`` that are kept because they come before there is an answer."""


@final
@dataclass(frozen=True, slots=True)
class _News:
    message: FromManager
    asked_by: FromPlayer | None
    """The line that it waits for; None if it is sent at once."""

    def answers(self, ready: FromPlayer) -> bool:
        if (
            isinstance(ready, ReadyForCard)
            and isinstance(self.asked_by, ReadyForCard)
            and ready.trick is None
        ):
            return ready.of is self.asked_by.of
        return ready == self.asked_by


@final
class Outbox:
    """The news for one player. Nothing here waits: others are never held up by a player that does not ask."""

    def __init__(self, send: Callable[[FromManager], None], patience: float) -> None:
        self._send = send
        self._patience = patience
        self._news = deque[_News]()
        self._early = deque[FromPlayer](maxlen=_EARLY)
        self._asks_for_deal = True
        """Not every program does; one that once did not is not waited for again."""
        self.sent = 0.0
        """When the last message was sent."""
        self._since = 0.0

    @property
    def is_empty(self) -> bool:
        """Has the player been told everything?"""
        return not self._news

    def tell(self, message: FromManager, now: float, asked_by: FromPlayer | None = None) -> None:
        """One more thing for the player to know."""
        if not self._news:
            self._since = now
        if isinstance(asked_by, ReadyForDeal) and not self._asks_for_deal:
            asked_by = None
        self._news.append(_News(message, asked_by))
        for ready in tuple(self._early):
            if self._news and self._news[-1].answers(ready):
                self._early.remove(ready)
                self._release(len(self._news), now)
        self._pump(now)

    def ask(self, ready: FromPlayer, now: float) -> bool:
        """The player is ready for something: send all up to it. Was the line of any use?"""
        for place, news in enumerate(self._news, 1):
            if news.answers(ready):
                self._release(place, now)
                self._pump(now)
                return True
        if ready in self._early:
            return False
        has_room = len(self._early) < _EARLY
        self._early.append(ready)
        return has_room

    def flush(self, now: float) -> None:
        """Send everything: the player has acted, so it does not wait for anything."""
        self._release(len(self._news), now)

    def hurry(self, now: float) -> None:
        """Send what has waited too long for a line that does not come."""
        if self._news and now - self._since > self._patience:
            self._asks_for_deal = self._asks_for_deal and not isinstance(self._news[0].asked_by, ReadyForDeal)
            self._release(1, now)
            self._pump(now)

    def clear(self) -> None:
        """Forget what was to be told: the board is abandoned."""
        self._news.clear()
        self._early.clear()

    def _pump(self, now: float) -> None:
        while self._news and self._news[0].asked_by is None:
            self._release(1, now)

    def _release(self, number: int, now: float) -> None:
        for _ in range(number):
            message = self._news.popleft().message
            if isinstance(message, StartOfBoard):
                self._early.clear()
            self._send(message)
            self.sent = self._since = now
