"""Connections: one player's lines, and the addresses where a session listens."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, final

from overtrick.protocol.codec import LineStream, write
from overtrick.protocol.manager.rules import LineEnd
from overtrick.protocol.messages import FromManager, ProtocolError

__all__ = ["Connection", "Door", "accept_nobody", "listening"]

# One player


_MOST_UNREAD = 64 * 1024
"""Bytes that a player may leave unread before it counts as gone; a board is about 5,000."""
_FAREWELL = 2.0
"""Seconds to send the last lines; then the connection is aborted, as an idle reader would keep it open."""


@final
class Connection:
    """A socket with an untrusted peer."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line_end: LineEnd = LineEnd.CRLF
    ) -> None:
        self._reader = reader
        self._lines = LineStream(reader)
        self._writer = writer
        self._end = "\r\n" if line_end is LineEnd.CRLF else "\n"
        self.why_closed: str | None = None
        """The reason why it was closed from this side."""

    @property
    def is_gone(self) -> bool:
        """Has the peer gone?"""
        return self._writer.is_closing() or self._reader.at_eof()

    async def next(self) -> str | None:
        """The next line; None at the end."""
        try:
            return None if self.why_closed else await self._lines.next()
        except (ProtocolError, OSError) as error:
            self.close(str(error))
            return None

    def send(self, message: FromManager) -> None:
        """Send a message without waiting for it to be read."""
        if self.why_closed is not None or self._writer.is_closing():
            return
        self._writer.write(f"{write(message)}{self._end}".encode("ascii"))
        if self._writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.close("it reads nothing")

    def close(self, why: str) -> None:
        """Hang up; lines already sent may still arrive if the peer reads."""
        if self.why_closed is None:
            self.why_closed = why
            self._writer.close()
            asyncio.get_running_loop().call_later(_FAREWELL, self._writer.transport.abort)

    async def closed(self) -> None:
        """Wait until the connection is closed."""
        with suppress(OSError):
            await self._writer.wait_closed()


# Listening


_TRIES = 10
"""Attempts to find a port, chosen by the system, that is free at all addresses of a name."""
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""Errors of addresses that this machine lacks, such as IPv6."""
_Address = tuple[int, tuple[Any, ...]]
"""A family, and an address in it."""


@final
@dataclass(frozen=True)
class Door:
    """An address at which a session listens, for one of its rooms or for all."""

    host: str
    port: int
    room: str | None = None


async def listening(door: Door) -> list[socket.socket]:
    """The sockets of a door, one for each address that its host has."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(
            door.host, door.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        addresses = [(int(family), address) for family, _, _, _, address in dict.fromkeys(found)]
        return _bound(addresses, door.port)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "this is not a name or an address"
        raise ProtocolError(f"cannot listen at {door.host}:{door.port}: {why}") from None


def _bound(addresses: Sequence[_Address], port: int) -> list[socket.socket]:
    """A socket at each address, all at the port of the first if the system chooses it."""
    for _ in range(_TRIES - 1):
        try:
            return _all_at(addresses, port)
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE:
                raise
    return _all_at(addresses, port)


def _all_at(addresses: Sequence[_Address], port: int) -> list[socket.socket]:
    opened, missing = list[socket.socket](), OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    with ExitStack() as closing:
        for family, (host, _, *rest) in addresses:
            try:
                opened.append(closing.enter_context(_listening_at(family, (host, port, *rest))))
            except OSError as error:
                if error.errno not in _NOT_HERE:
                    raise
                missing = error
                continue
            port = opened[0].getsockname()[1]
        if not opened:
            raise missing
        closing.pop_all()
    return opened


def _listening_at(family: int, address: tuple[Any, ...]) -> socket.socket:
    try:
        return socket.create_server(address, family=family)
    except OSError as error:  # its text repeats the address
        raise OSError(error.errno, os.strerror(error.errno or 0)) from None


def accept_nobody(servers: Sequence[asyncio.Server]) -> None:
    """Stop accepting connections, without closing the servers: that would drop those being accepted."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # not supported by every event loop
        for each in (each for server in servers for each in server.sockets):
            loop.remove_reader(each.fileno())
