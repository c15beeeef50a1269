"""A chair at the table: who sits in it, which messages it gets and when, and how its messages are handled."""

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

# Messages that wait


_EARLY = 4
"""Lines like ``ready for …`` that are kept because they come before there is an answer."""


@final
@dataclass(frozen=True, slots=True)
class _Pending:
    message: messages.FromManager
    asked_by: messages.FromPlayer | None
    """The line that it waits for; None if it is sent at once."""

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
        """Not every program does; one that once did not is not waited for again."""
        self.sent = 0.0
        """When the last message was sent."""
        self._since = 0.0

    @property
    def is_empty(self) -> bool:
        """Has the player been told everything?"""
        return not self._queue

    def tell(
        self, message: messages.FromManager, now: float, asked_by: messages.FromPlayer | None = None
    ) -> None:
        """One more thing for the player to know."""
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
        """The player is ready for something: send all up to it. Was the line of any use?"""
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
        """Send everything: the player has acted, so it does not wait for anything."""
        self._release(len(self._queue), now)

    def hurry(self, now: float) -> None:
        """Send what has waited too long for a line that does not come."""
        if self._queue and now - self._since > self._patience:
            if isinstance(self._queue[0].asked_by, messages.ReadyForDeal):
                self._asks_for_deal = False
            self._release(1, now)
            self._pump(now)

    def clear(self) -> None:
        """Forget what was to be told: the board is abandoned."""
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
"""A call or a card, something that was meant to be one, or None from a player that is gone."""
_MOST_USELESS = 100
"""Lines on a board that say nothing, before the player is shown the door."""
_BETWEEN_PLAYERS = 1.0
"""Seconds that a seat stays empty once the session has begun."""
_MEANT_AS_ACT = re.compile(r"\b(bids?|pass(es)?|doubles?|redoubles?|plays?)\b", re.IGNORECASE)


@final
class Chair:
    """One seat; the player in it may leave and come back, and a robot plays meanwhile."""

    def __init__(self, seat: Seat, rules: Rules, note: Callable[[Seat, str], None], is_house: bool) -> None:
        self.seat = seat
        self.is_house = is_house
        """Does a robot of the house sit here?"""
        self.connection: Connection | None = None
        self.is_out = False
        """Does a robot play the rest of the board for the player?"""
        self.is_stale = False
        """Was the player last seen on a board that it did not finish? Then its next act may belong there."""
        self.dummy: Seat | None = None
        """Of the board that the player is told of, which may be the one before."""
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
        """Is somebody there?"""
        return self.is_house or self.connection is not None

    @property
    def is_free(self) -> bool:
        """Can somebody sit down: is it empty, or did its player fail and is to be replaced?"""
        return not self.is_house and (self.connection is None or (self.is_out and not self._is_new))

    @property
    def acts_by_robot(self) -> bool:
        """Does a robot call and play from here on this board?"""
        return self.is_house or self.is_out

    @property
    def pause(self) -> float:
        """Seconds until the next player may sit down: nobody fills the log by coming and going."""
        return max(0.0, self._left + _BETWEEN_PLAYERS - monotonic()) if self._left else 0.0

    def sit(self, connection: Connection, team: str) -> None:
        """A player takes the seat, or takes it again."""
        if self.connection is not None:
            self.connection.close("the player came again")
            self._left = monotonic()
        self._outbox = Outbox(self.answer, self._rules.patience)
        self.connection, self._is_new, self._useless = connection, True, 0
        self.answer(messages.Seated(self.seat, team))

    def leave(self, connection: Connection) -> bool:
        """The player has gone; False if another has its seat already."""
        if self.connection is not connection:
            return False
        self.connection, self.is_out, self._left = None, True, monotonic()
        self._outbox.clear()
        self._settle(None)
        if not self._is_dismissed:
            self._note(self.seat, f"left: {connection.why_closed or 'the line was closed'}")
        return True

    # Telling

    def introduce(self, teams: messages.Teams) -> None:
        """Tell who plays."""
        self._tell(teams, messages.ReadyForTeams(self.seat))

    def begin_board(self) -> None:
        """A board begins, or begins again."""
        self.is_stale = self.is_stale or self.is_out
        self.is_out = self.connection is None and not self.is_house
        self.faults = self._useless = 0
        self._tell(messages.StartOfBoard(), messages.ReadyToStart(self.seat) if self._is_new else None)
        self._is_new = False

    def tell(self, message: messages.FromManager, asked_by: messages.FromPlayer | None = None) -> None:
        """Tell something of the board, unless the player is out of it."""
        if not self.is_out:
            self._tell(message, asked_by)

    def put_out(self) -> None:
        """Let a robot play the rest of the board."""
        self.is_out = self.is_stale = True
        self._forget_board()

    def abandon(self) -> None:
        """The board is abandoned: forget what was to be told of it."""
        self.is_stale = not self.is_house
        self._forget_board()

    def hurry(self) -> None:
        """Tell what has waited too long for a line that does not come."""
        self._outbox.hurry(monotonic())

    def dismiss(self) -> None:
        """The session is over."""
        self._is_dismissed = True
        self._tell(messages.EndOfSession(), None)

    @property
    def knows_all(self) -> bool:
        """Has the player been told everything?"""
        return self.connection is None or self._outbox.is_empty

    def tell_rest(self) -> None:
        """Tell everything that still waits to be asked for."""
        self._outbox.flush(monotonic())

    # Hearing

    def charged_from(self, turn: float) -> float:
        """Since when the clock runs: the player has what it needs, or the grace after its turn is over."""
        latest = turn + GRACE
        return min(max(turn, self._outbox.sent), latest) if self._outbox.is_empty else latest

    def next_act(self) -> asyncio.Future[Act]:
        """What the player does, now that it is its turn."""
        self._act = asyncio.get_running_loop().create_future()
        self._taken.set()
        if self.connection is None:
            self._act.set_result(None)
        return self._act

    def acted(self) -> None:
        """What the player did has happened: what it says from now on comes after it."""
        self._act = None
        self._taken.set()

    async def heard(self) -> None:
        """Wait until the table has dealt with what the player did."""
        await self._taken.wait()

    def hear(self, line: str) -> None:
        """Take in one line of the player."""
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
        """Nothing more of the board in play is told, and one who came in the middle was told nothing."""
        self.acted()
        if not self._is_new:
            self._outbox.clear()

    def _waste(self) -> None:
        """Count a line that is of no use; too many are a flood."""
        self._useless += 1
        if self._useless > _MOST_USELESS and self.connection is not None:
            self.connection.close(f"it sent more than {_MOST_USELESS} lines that say nothing")

    # Sending

    def _tell(self, message: messages.FromManager, asked_by: messages.FromPlayer | None) -> None:
        if self.connection is not None:
            self._outbox.tell(message, monotonic(), asked_by)

    def answer(self, message: messages.FromManager) -> None:
        """Say something at once, before all that waits."""
        if isinstance(message, messages.StartOfBoard):
            self.dummy = None
        if self.connection is not None:
            self.connection.send(message)
