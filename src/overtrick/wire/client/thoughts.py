"""What is asked of a thinking process and what it answers, and how both travel between processes of ours."""

from __future__ import annotations

import pickle
import socket
import struct
from dataclasses import dataclass, field, replace
from typing import Any, final

from overtrick.core import Call, Card, Meaning
from overtrick.player.settings import PlaySettings

__all__ = ["HEADER", "NURSERY", "PREPARED", "WORKER", "Answer", "Setup", "fast", "packed", "receive", "send"]

HEADER = struct.Struct("!I")
"""The number of bytes that follow."""
WORKER, PREPARED, NURSERY = b"w", b"p", b"n"
"""What a nursery is asked to raise: a worker, one that is prepared for a view, a polite nursery."""
_FAST_DEALS = 4


@final
@dataclass(frozen=True)
class Setup:
    """How a player thinks: with the same, the same view is answered the same."""

    play: PlaySettings = field(default_factory=PlaySettings)
    system: str = "sayc"
    conventions: tuple[tuple[str, bool], ...] = ()
    their_system: str | None = None
    """None if the others play the same."""


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """A call or a card, what the call means, and how long it took to find."""

    act: Call | Card
    meaning: Meaning | None
    seconds: float


def fast(settings: PlaySettings) -> PlaySettings:
    """Less thought, for many boards: few deals, drawn by the calls and leads, and no plans compared.

    >>> fast(PlaySettings()).deals
    4
    """
    return replace(settings.with_deals(_FAST_DEALS), compares_strategies=False, is_weighted=False)


def packed(value: object) -> bytes:
    """A value as bytes, with their number before them."""
    data = pickle.dumps(value)
    return HEADER.pack(len(data)) + data


def send(line: socket.socket, value: object) -> None:
    """Send a value to a process of ours."""
    line.sendall(packed(value))


def receive(line: socket.socket) -> Any:
    """The next value from a process of ours; the end of the line is an error."""
    (length,) = HEADER.unpack(_exactly(line, HEADER.size))
    return pickle.loads(_exactly(line, length))


def _exactly(line: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        more = line.recv(length - len(data))
        if not more:
            raise EOFError
        data += more
    return bytes(data)
