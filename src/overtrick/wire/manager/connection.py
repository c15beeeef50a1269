"""One player's connection: lines in, messages out, and no more memory than it needs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import final

from overtrick.wire.errors import WireError
from overtrick.wire.lines import LineStream
from overtrick.wire.manager.rules import LineEnd
from overtrick.wire.messages import FromManager
from overtrick.wire.writing import write

__all__ = ["Connection"]

_MOST_UNREAD = 64 * 1024
"""Bytes that a player may leave unread before it counts as gone; a board is about 5,000."""
_FAREWELL = 2.0
"""Seconds for the last lines to leave; then the line is dropped, for whoever reads nothing would keep it."""


@final
class Connection:
    """A socket whose other end may do anything at all."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line_end: LineEnd = LineEnd.CRLF
    ) -> None:
        self._reader = reader
        self._lines = LineStream(reader)
        self._writer = writer
        self._end = line_end.text
        self.why_closed: str | None = None
        """Why it was closed from this side."""

    @property
    def is_gone(self) -> bool:
        """Is nobody at the other end any more?"""
        return self._writer.is_closing() or self._reader.at_eof()

    async def next(self) -> str | None:
        """The next line; None when there will be none."""
        try:
            return None if self.why_closed else await self._lines.next()
        except (WireError, OSError) as error:
            self.close(str(error))
            return None

    def send(self, message: FromManager) -> None:
        """Send a message, never waiting for it to be read."""
        if self.why_closed is not None or self._writer.is_closing():
            return
        self._writer.write(f"{write(message)}{self._end}".encode("ascii"))
        if self._writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.close("it reads nothing")

    def close(self, why: str) -> None:
        """Hang up; what was sent may still arrive if the other end reads."""
        if self.why_closed is None:
            self.why_closed = why
            self._writer.close()
            asyncio.get_running_loop().call_later(_FAREWELL, self._writer.transport.abort)

    async def closed(self) -> None:
        """Wait a little for the last lines to leave."""
        with suppress(OSError):
            await self._writer.wait_closed()
