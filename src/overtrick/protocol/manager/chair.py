"""A chair at the table: its player, the outgoing messages and their timing, and the incoming ones."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import final

from overtrick.core import Seat
from overtrick.protocol import messages
from overtrick.protocol.codec import read
from overtrick.protocol.manager.connection import Connection
from overtrick.protocol.manager.rules import GRACE, Rules

__all__ = ["Act", "Chair", "Outbox"]

# Outgoing messages


_EARLY = 4
"""The most ``ready for …`` lines kept that came before their answer."""


@final
@dataclass(frozen=True, slots=True)
class _Pending:
    message: messages.FromManager
    asked_by: messages.FromPlayer | None
    """The request that it waits for; None if it is sent at once."""

    def answers(self, ready: messages.FromPlayer) -> bool:
        asked = self.asked_by
        if (
            isinstance(ready, messages.ReadyForCard)
            and isinstance(asked, messages.ReadyForCard)
            and ready.trick is None
        ):
            return ready.of is asked.of
        return ready == asked


@final
class Outbox:
    """The outgoing queue of one player; it never blocks, so a silent player holds up nobody."""

    def __init__(self, send: Callable[[messages.FromManager], None], patience: float) -> None:
        self._send = send
        self._patience = patience
        self._queue = deque[_Pending]()
        self._early = deque[messages.FromPlayer](maxlen=_EARLY)
        self._asks_for_deal = True
        """Does the program send this request?  After one time-out it is not waited for again."""
        self.sent = 0.0
        """The time when the last message was sent."""
        self._since = 0.0

    @property
    def is_empty(self) -> bool:
        """Have all messages been sent?"""
        return not self._queue

    def tell(
        self, message: messages.FromManager, now: float, asked_by: messages.FromPlayer | None = None
    ) -> None:
        """Queue a message for the player."""
        if not self._queue:
            self._since = now
        if isinstance(asked_by, messages.ReadyForDeal) and not self._asks_for_deal:
            asked_by = None
        self._queue.append(_Pending(message, asked_by))
        for ready in tuple(self._early):
            if self._queue and self._queue[-1].answers(ready):
                self._early.remove(ready)
                self._release(len(self._queue), now)
        self._pump(now)

    def ask(self, ready: messages.FromPlayer, now: float) -> bool:
        """Send everything up to the message that the player is ready for; return False for a useless line."""
        for place, waiting in enumerate(self._queue, 1):
            if waiting.answers(ready):
                self._release(place, now)
                self._pump(now)
                return True
        if ready in self._early:
            return False
        has_room = len(self._early) < _EARLY
        self._early.append(ready)
        return has_room

    def flush(self, now: float) -> None:
        """Send everything: the player has acted and so waits for nothing."""
        self._release(len(self._queue), now)

    def hurry(self, now: float) -> None:
        """Send a message that has waited too long for its request."""
        if self._queue and now - self._since > self._patience:
            if isinstance(self._queue[0].asked_by, messages.ReadyForDeal):
                self._asks_for_deal = False
            self._release(1, now)
            self._pump(now)

    def clear(self) -> None:
        """Drop all queued messages: the board is abandoned."""
        self._queue.clear()
        self._early.clear()

    def _pump(self, now: float) -> None:
        while self._queue and self._queue[0].asked_by is None:
            self._release(1, now)

    def _release(self, number: int, now: float) -> None:
        for _ in range(number):
            message = self._queue.popleft().message
            if isinstance(message, messages.StartOfBoard):
                self._early.clear()
            self._send(message)
            self.sent = self._since = now


# The chair


Act = messages.Called | messages.Played | messages.ProtocolError | None
"""A call or a card, the error of a malformed one, or None from a player that has left."""
_MOST_USELESS = 100
"""Useless lines on a board before the player is disconnected."""
_BETWEEN_PLAYERS = 1.0
"""Seconds that a seat stays empty once the session has begun."""
_MEANT_AS_ACT = re.compile(r"\b(bids?|pass(es)?|doubles?|redoubles?|plays?)\b", re.IGNORECASE)


@final
class Chair:
    """One seat; the player in it may leave and come back, and a robot plays meanwhile."""

    def __init__(self, seat: Seat, rules: Rules, note: Callable[[Seat, str], None], is_house: bool) -> None:
        self.seat = seat
        self.is_house = is_house
        """Does a house robot sit here?"""
        self.connection: Connection | None = None
        self.is_out = False
        """Does a robot play the rest of the board for the player?"""
        self.is_stale = False
        """Did the player not finish its last board?  Then its next act may belong there."""
        self.dummy: Seat | None = None
        """Dummy on the board of the latest messages sent, which may be the previous one."""
        self.faults = 0
        self._rules = rules
        self._note = note
        self._outbox = Outbox(self.answer, rules.patience)
        self._is_new = True
        self._is_dismissed = False
        self._left = 0.0
        self._useless = 0
        self._act: asyncio.Future[Act] | None = None
        self._taken = asyncio.Event()
        self._taken.set()

    # Coming and going

    @property
    def is_taken(self) -> bool:
        """Is somebody in the chair?"""
        return self.is_house or self.connection is not None

    @property
    def is_free(self) -> bool:
        """Can somebody sit down: is the chair empty, or is its player to be replaced after a failure?"""
        return not self.is_house and (self.connection is None or (self.is_out and not self._is_new))

    @property
    def acts_by_robot(self) -> bool:
        """Does a robot act for this chair on this board?"""
        return self.is_house or self.is_out

    @property
    def pause(self) -> float:
        """Seconds until the next player may sit down, so that nobody floods the log by coming and going."""
        return max(0.0, self._left + _BETWEEN_PLAYERS - monotonic()) if self._left else 0.0

    def sit(self, connection: Connection, team: str) -> None:
        """Seat a player, perhaps again."""
        if self.connection is not None:
            self.connection.close("the player came again")
            self._left = monotonic()
        self._outbox = Outbox(self.answer, self._rules.patience)
        self.connection, self._is_new, self._useless = connection, True, 0
        self.answer(messages.Seated(self.seat, team))

    def leave(self, connection: Connection) -> bool:
        """Remove the player; return False if another has its seat already."""
        if self.connection is not connection:
            return False
        self.connection, self.is_out, self._left = None, True, monotonic()
        self._outbox.clear()
        self._settle(None)
        if not self._is_dismissed:
            self._note(self.seat, f"left: {connection.why_closed or 'the line was closed'}")
        return True

    # Messages to the player

    def introduce(self, teams: messages.Teams) -> None:
        """Tell the player the teams."""
        self._tell(teams, messages.ReadyForTeams(self.seat))

    def begin_board(self) -> None:
        """Begin a board, or begin it again."""
        self.is_stale = self.is_stale or self.is_out
        self.is_out = self.connection is None and not self.is_house
        self.faults = self._useless = 0
        self._tell(messages.StartOfBoard(), messages.ReadyToStart(self.seat) if self._is_new else None)
        self._is_new = False

    def tell(self, message: messages.FromManager, asked_by: messages.FromPlayer | None = None) -> None:
        """Queue a message about the board, unless a robot plays it for the player."""
        if not self.is_out:
            self._tell(message, asked_by)

    def put_out(self) -> None:
        """Let a robot play the rest of the board."""
        self.is_out = self.is_stale = True
        self._forget_board()

    def abandon(self) -> None:
        """Drop the queued messages of an abandoned board."""
        self.is_stale = not self.is_house
        self._forget_board()

    def hurry(self) -> None:
        """Send a message that has waited too long for its request."""
        self._outbox.hurry(monotonic())

    def dismiss(self) -> None:
        """Tell the player that the session is over."""
        self._is_dismissed = True
        self._tell(messages.EndOfSession(), None)

    @property
    def knows_all(self) -> bool:
        """Have all messages to the player been sent?"""
        return self.connection is None or self._outbox.is_empty

    def tell_rest(self) -> None:
        """Send everything that still waits for a request."""
        self._outbox.flush(monotonic())

    # Messages from the player

    def charged_from(self, turn: float) -> float:
        """The time from which the clock runs: when the player has all messages, or after the grace period."""
        latest = turn + GRACE
        return min(max(turn, self._outbox.sent), latest) if self._outbox.is_empty else latest

    def next_act(self) -> asyncio.Future[Act]:
        """A future for the player's next act, now that it is its turn."""
        self._act = asyncio.get_running_loop().create_future()
        self._taken.set()
        if self.connection is None:
            self._act.set_result(None)
        return self._act

    def acted(self) -> None:
        """Mark the player's act as done: later lines come after it."""
        self._act = None
        self._taken.set()

    async def heard(self) -> None:
        """Wait until the table has handled the player's act."""
        await self._taken.wait()

    def hear(self, line: str) -> None:
        """Handle one line from the player."""
        try:
            message = read(line)
        except messages.ProtocolError as error:
            self._waste()
            if self._is_to_act and not self.is_out and _MEANT_AS_ACT.search(line):
                self._settle(error)
            return
        if isinstance(message, messages.Ready) and message.seat is self.seat:
            self._hear_ready(message)
        elif isinstance(message, messages.Called | messages.Played) and not self.is_out and not self.is_stale:
            self._hear_act(message)
        else:
            self._waste()

    def _hear_ready(self, ready: messages.Ready) -> None:
        if isinstance(ready, messages.ReadyForDeal | messages.ReadyForCards):
            self.is_stale = False
        if isinstance(ready, messages.ReadyForCard) and ready.of is None and self.dummy is not None:
            ready = replace(ready, of=self.dummy)
        has_no_board = self.is_out and not self._is_new
        if has_no_board or not self._outbox.ask(ready, monotonic()):
            self._waste()

    def _hear_act(self, act: messages.Called | messages.Played) -> None:
        if self._is_to_act:
            self._outbox.flush(monotonic())
            self._settle(act)
            return
        self._waste()
        self.faults += 1
        self._note(self.seat, "acted out of turn")
        illegal = messages.IllegalBid if isinstance(act, messages.Called) else messages.IllegalCard
        self.answer(illegal(f"it is not {self.seat.word}'s turn"))

    @property
    def _is_to_act(self) -> bool:
        return self._act is not None and not self._act.done()

    def _settle(self, act: Act) -> None:
        if self._act is not None and not self._act.done():
            self._act.set_result(act)
            self._taken.clear()

    def _forget_board(self) -> None:
        """Drop the messages of the board in play, except for a player who came during it and has none."""
        self.acted()
        if not self._is_new:
            self._outbox.clear()

    def _waste(self) -> None:
        """Count a useless line; too many close the connection."""
        self._useless += 1
        if self._useless > _MOST_USELESS and self.connection is not None:
            self.connection.close(f"it sent more than {_MOST_USELESS} lines that say nothing")

    # Sending

    def _tell(self, message: messages.FromManager, asked_by: messages.FromPlayer | None) -> None:
        if self.connection is not None:
            self._outbox.tell(message, monotonic(), asked_by)

    def answer(self, message: messages.FromManager) -> None:
        """Send a message at once, ahead of the queue."""
        if isinstance(message, messages.StartOfBoard):
            self.dummy = None
        if self.connection is not None:
            self.connection.send(message)
