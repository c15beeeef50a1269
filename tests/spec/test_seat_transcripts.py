"""Whole transcripts of every known manager, heard by a player: every answer is the one that was given."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from overtrick import SeatView
from overtrick.protocol import LineStream
from overtrick.protocol.client import Client, SeatRequest, Statistics
from overtrick.protocol.client import client as connection
from overtrick.protocol.client.dialogue import BoardLeft, BoardOver, SeatEvent
from overtrick.protocol.client.thinking import TimedAct
from overtrick.protocol.messages import Called, EndOfSession
from tests.seat_transcripts import Transcript, replayed

LINES = {
    "moniteur": (91, 91),
    "openspiel": (66, 77),
    "ours": (114, 136),
    "robobridge": (115, 136),
    "version18": (57, 80),
    "zbridge": (64, 76),
}
"""How many lines each transcript tells, and how many are answered."""
ENDS = (b"\r\n", b"\n", b"\r", b"\r\n\0")
BOARDS = {
    "moniteur": ("left 1", "2SX by N", "passed out"),
    "openspiel": ("2NT by S", "passed out"),
    "ours": ("2S by E", "4S by W"),
    "robobridge": ("2NT by S", "2SX by N"),
    "version18": ("2SX by N", "passed out"),
    "zbridge": ("passed out", "2NT by S"),
}
"""What becomes of the boards."""


def boards(news: Sequence[SeatEvent]) -> tuple[str, ...]:
    told = list[str]()
    for each in news:
        if isinstance(each, BoardOver):
            assert each.board.result is not None
            told.append("passed out" if each.board.contract is None else str(each.board.contract))
        elif isinstance(each, BoardLeft):
            told.append(f"left {each.number}")
    return tuple(told)


@pytest.mark.parametrize("name", LINES)
def test_every_line_of_a_transcript_is_answered_as_it_was(name: str) -> None:
    transcript = Transcript.load(name)
    assert (len(transcript.told), len(transcript.answers)) == LINES[name]
    answered, news = replayed(transcript)
    assert answered == transcript.answers
    assert boards(news) == BOARDS[name]


# The same through a socket


class Remembering:
    """A mind that decides as a transcript has it."""

    def __init__(self, transcript: Transcript) -> None:
        self.statistics = Statistics()
        self.ponders = False
        self._acts = deque(transcript.acts)

    def start(self) -> None: ...
    async def ready(self) -> None: ...
    async def close(self) -> None: ...
    async def ponder(self, views: Sequence[SeatView]) -> None: ...
    async def rest(self) -> None: ...
    def forget(self) -> None: ...

    async def decide(self, view: SeatView) -> TimedAct:
        act = self._acts.popleft()
        if isinstance(act, Called):
            return TimedAct(act.call, act.meaning, 0.0)
        return TimedAct(act.card, None, 0.0)


class Telling:
    """A manager that tells a transcript in pieces of any size, and hears each answer before it goes on."""

    def __init__(self, transcript: Transcript, seed: int) -> None:
        self._transcript = transcript
        self._rng = Random(seed)
        self.heard = list[str]()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting = b""
        for mark, line in self._transcript.lines:
            if mark == ">":
                await self._tell(writer, waiting)
                waiting = b""
                self.heard.append((await reader.readline()).decode("ascii"))
            else:
                waiting += line.encode() + (b"" if mark == "<|" else self._rng.choice(ENDS))
        await self._tell(writer, waiting)
        writer.close()

    async def _tell(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        while data:
            size = self._rng.choice((1, 2, 7, 40, 400))
            writer.write(data[:size])
            data = data[size:]
            await writer.drain()
            await asyncio.sleep(0)


@pytest.mark.parametrize("name", ["moniteur", "robobridge", "zbridge"])
def test_a_transcript_in_pieces_of_any_size_is_the_same_session(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LineStream", partial(LineStream, moment=0.005))
    transcript, told = Transcript.load(name), list[SeatEvent]()
    manager = Telling(transcript, seed=7)

    async def session() -> None:
        server = await asyncio.start_server(manager.serve, "127.0.0.1", 0)
        async with asyncio.timeout(60), server:
            first, port = transcript.first, server.sockets[0].getsockname()[1]
            place = SeatRequest("127.0.0.1", port, first.team, first.seat, retry=0.0)
            await Client(place, Remembering(transcript), told.append).run()

    asyncio.run(session())
    assert manager.heard == [f"{line}\r\n" for line in transcript.answers]
    assert boards(told) == BOARDS[name]
    assert told[-1] == EndOfSession()
