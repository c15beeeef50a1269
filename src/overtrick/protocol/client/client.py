"""The client: a player's connection to a table manager, its time limits and its decisions."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Protocol, final

from overtrick.core import Call, Seat, SeatView
from overtrick.processes import unwatched
from overtrick.protocol.client.board import SeatBoard, plainest
from overtrick.protocol.client.dialogue import (
    Dialogue,
    Ignored,
    Response,
    SatDown,
    SeatEvent,
    Stage,
    TurnedAway,
    as_line,
)
from overtrick.protocol.client.explanations import explanation_sent, says_something
from overtrick.protocol.client.foresight import foreseen
from overtrick.protocol.client.thinking import Statistics, TimedAct
from overtrick.protocol.codec import LineStream
from overtrick.protocol.messages import BoardHeader, FromPlayer, ProtocolError

__all__ = ["Client", "Decider", "SeatRequest"]

SILENCE = 5.0
"""Seconds of silence before the player repeats its last request."""
_PAUSE = 0.5
"""Seconds between attempts to sit down again."""
_FAREWELL = 1.0
"""Seconds for sending the last line."""
_MOST_UNREAD = 64 * 1024
"""Bytes that a manager may leave unread before the player hangs up."""
_MOST_IDLE = 10_000
"""Consecutive useless lines before the player hangs up."""


@final
@dataclass(frozen=True)
class SeatRequest:
    """Where and how to sit down."""

    host: str
    port: int
    team: str
    seat: Seat | None
    """None for any seat."""
    retry: float = 10.0
    """Seconds for which it tries to connect, at first and when the connection is lost."""
    limit: float = 60.0
    """Seconds for a decision before a pass or the lowest card is taken instead."""
    says_all: bool = False
    """Are calls that are not alerted explained, too?"""


class Decider(Protocol):
    """The interface of `Thinker`: it decides for a seat."""

    statistics: Statistics
    ponders: bool

    def start(self) -> None: ...
    async def ready(self) -> None: ...
    async def close(self) -> None: ...
    async def decide(self, view: SeatView) -> TimedAct: ...
    async def ponder(self, views: Sequence[SeatView]) -> None: ...
    async def rest(self) -> None: ...
    def forget(self) -> None: ...


class _LineLost(Exception):
    """The connection to the table is lost."""


@final
class Client:
    """Sits down, plays until the session is over, and reconnects when the connection is lost."""

    def __init__(
        self,
        place: SeatRequest,
        thinker: Decider,
        on_event: Callable[[SeatEvent], None],
        on_line: Callable[[str], None] = lambda line: None,
    ) -> None:
        """`on_event` gets the events, `on_line` every useful line in both directions."""
        self._place = place
        self._where = f"{place.host}:{place.port}"
        self._on_line = on_line
        self._thinker = thinker
        self._on_event = on_event
        self._seat = place.seat
        self._dialogue = Dialogue(place.team, place.seat)
        self._writer: asyncio.StreamWriter | None = None
        self._thought: asyncio.Task[TimedAct] | None = None
        self._view: SeatView | None = None
        """The view that the current thought is about."""
        self._pondered: SeatBoard | None = None
        """The board on which pondering began."""
        self._deadline = 0.0
        """The time until which it tries to sit down, at first or again."""
        self._idle = 0
        """The number of consecutive useless lines."""
        self._last = ""
        """The last useless line."""
        self._trouble = ""
        """The last reason for not being at the table."""

    async def run(self) -> None:
        """Play a whole session."""
        self._thinker.start()
        try:
            says_something("")  # loads the reader of explanations, before anybody waits for it
            await self._thinker.ready()
            self._deadline = monotonic() + self._place.retry
            while not await self._is_played():
                await asyncio.sleep(_PAUSE)
        finally:
            await self._thinker.close()

    async def _is_played(self) -> bool:
        """Play the session; return False if the connection was lost before its end."""
        reader, self._writer = await self._connected()
        try:
            await self._play(LineStream(reader))
        except (_LineLost, ConnectionError) as lost:
            for event in self._dialogue.leave():
                self._on_event(event)
            self._come_again(str(lost) or "it was closed")
            return False
        finally:
            await self._drop_thought()
            await _closed(self._writer)
        return True

    def _come_again(self, why: str) -> None:
        """Report once that it tries again; raise an error when the time is up."""
        if self._dialogue.stage is not Stage.SEAT:
            self._deadline = monotonic() + self._place.retry
            told = f"the line to the table is lost, trying again for {self._place.retry:g} s: {why}"
        elif monotonic() > self._deadline:
            raise ProtocolError(f"the table at {self._where} does not let us sit down: {why}")
        else:
            told = f"no seat yet, trying again: {why}"
        if told != self._trouble:
            self._on_event(Ignored(told))
        self._trouble = told

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the table, with retries for a while."""
        while True:
            try:
                left = max(1.0, self._deadline - monotonic())
                coming = asyncio.open_connection(self._place.host, self._place.port)
                return await asyncio.wait_for(coming, left)
            except (OSError, TimeoutError, UnicodeError) as error:
                if monotonic() + _PAUSE > self._deadline:
                    raise ProtocolError(f"there is no table at {self._where}: {_why(error)}") from None
                await asyncio.sleep(_PAUSE)

    # One connection

    async def _play(self, lines: LineStream) -> None:
        self._dialogue = Dialogue(self._place.team, self._seat)
        self._say(self._dialogue.begin())
        line = asyncio.create_task(lines.next())
        try:
            while self._dialogue.stage is not Stage.OVER:
                waited = {line} | ({self._thought} if self._thought and self._dialogue.may_act else set())
                done, _ = await asyncio.wait(waited, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    self._take(self._dialogue.hurry())
                if line in done:
                    self._hear(line)
                    line = asyncio.create_task(lines.next())
                await self._think()
        finally:
            line.cancel()

    def _hear(self, line: asyncio.Task[str | None]) -> None:
        try:
            text = line.result()
        except ProtocolError as error:
            self._take_line(Response(events=(Ignored(str(error)),)))
            return
        if text is None:
            raise _LineLost("" if not self._last else f"the last the manager said was that {self._last}")
        response = self._dialogue.hear(text)
        useless = [event.why for event in response.events if isinstance(event, Ignored)]
        self._on_line(f"  ({useless[0]})" if useless else f"< {text}")
        self._take_line(response)

    def _take_line(self, response: Response) -> None:
        is_idle = not response.say and all(isinstance(event, Ignored) for event in response.events)
        self._idle = self._idle + 1 if is_idle else 0
        if self._idle > _MOST_IDLE:
            raise ProtocolError(f"the manager sent {_MOST_IDLE} lines in a row that say nothing")
        self._take(response)

    def _take(self, response: Response) -> None:
        self._say(response.say)
        for event in response.events:
            match event:
                case SatDown(seat):
                    self._seat, self._trouble = seat, ""
                case TurnedAway(why):  # the manager may not have noticed yet that we had gone
                    raise _LineLost(why or "it does not say why")
                case BoardHeader():
                    self._thinker.forget()
                case Ignored(why):
                    self._last = why
            self._on_event(event)

    def _say(self, messages: Sequence[FromPlayer]) -> None:
        assert self._writer is not None  # we are connected
        for message in messages:
            line = as_line(message, self._dialogue.is_loud)
            self._on_line(f"> {line}")
            self._writer.write(f"{line}\r\n".encode("ascii"))
        if self._writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            raise _LineLost("the manager reads nothing")

    # Thinking

    async def _think(self) -> None:
        """Act if there is an answer, think if it is our turn, ponder if it is not."""
        view = self._dialogue.to_think
        if self._thought is not None and view != self._view:
            await self._drop_thought()
        if view is None:
            await self._ponder()
            return
        if self._thought is None:
            self._view = view
            self._thought = unwatched(asyncio.create_task(self._decided(view)))
        if self._thought.done() and self._dialogue.may_act:
            answer = self._thought.result()
            self._thought = self._view = None
            said = None if answer.meaning is None else explanation_sent(answer.meaning, self._place.says_all)
            self._take(self._dialogue.act(view, answer.act, said))
            await self._think()

    async def _ponder(self) -> None:
        """Think ahead about the next positions, if the board has changed."""
        board = self._dialogue.board
        if board is not self._pondered:
            self._pondered = board
            ahead = foreseen(board) if board is not None and self._thinker.ponders else []
            await self._thinker.ponder(ahead)

    async def _decided(self, view: SeatView) -> TimedAct:
        """The thinker's answer, or a pass or the lowest card if it has none in time."""
        try:
            async with asyncio.timeout(self._place.limit):
                return await self._thinker.decide(view)
        except Exception as error:  # whatever goes wrong in a thought, we play on
            self._thinker.statistics.failed += 1
            self._on_event(
                Ignored(f"a decision was not found: {error if str(error) else 'it took too long'}")
            )
            return TimedAct(plainest(view) or Call.PASS, None, 0.0)

    async def _drop_thought(self) -> None:
        thought, self._thought, self._view = self._thought, None, None
        if thought is not None:
            thought.cancel()
            await asyncio.wait({thought})
        await self._thinker.rest()


def _why(error: OSError | TimeoutError | UnicodeError) -> str:
    """The operating system's reason for a failed connection."""
    if isinstance(error, UnicodeError):
        return "this can be no name of a host"
    if isinstance(error, socket.gaierror):
        return error.strerror or "the name is not known"
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "nobody answers"


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Hang up, and wait a little for the last line to leave."""
    writer.close()
    with suppress(TimeoutError, OSError):
        await asyncio.wait_for(writer.wait_closed(), _FAREWELL)
    writer.transport.abort()
