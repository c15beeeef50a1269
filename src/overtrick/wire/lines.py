"""Bytes to lines: bounded, with any line end, and without one where a message is known to come so."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import final

from overtrick.wire.errors import WireError

__all__ = ["LONGEST_LINE", "MOMENT", "LineReader", "LineStream"]

LONGEST_LINE = 1000
"""Bytes; the longest message of the protocol has about 120, with an explanation 500."""
MOMENT = 0.2
"""Seconds without a byte after which a message that is whole needs no line end."""
_CHUNK = 4096
_ENDS = re.compile(rb"[\r\n\0]+")
_UNENDED = re.compile(
    rb"\s*((?:north|east|south|west|dummy)\s+to\s+lead|start\s+of\s+board|end\s+of\s+session)[.]?", re.I
)
"""What some managers send without a line end, or with the next message right behind it."""


@final
class LineReader:
    """Collects bytes and gives back the lines in them, never keeping more than one line's worth.

    >>> reader = LineReader()
    >>> reader.feed(b"West to leadStart of Board\\r\\nBoard num")
    ['West to lead', 'Start of Board']
    >>> reader.feed(b"ber 1.\\n")
    ['Board number 1.']
    """

    def __init__(self) -> None:
        self._kept = b""
        self._is_skipping = False
        """Does the rest of a line too long still come?"""

    def feed(self, data: bytes) -> list[str]:
        """The lines that are whole with these bytes, without blank ones.

        A line too long is an error and is left out; lines before it are given, the error at the next call.
        """
        self._kept += self._skipped(data)
        lines = list[str]()
        while found := _ENDS.search(self._kept):
            if found.start() > LONGEST_LINE and lines:
                return lines
            line, self._kept = self._kept[: found.start()], self._kept[found.end() :]
            lines += _parts(line)
        while (found := _UNENDED.match(self._kept)) and self._kept[found.end() :].strip():
            lines.append(_text(found[1]))
            self._kept = self._kept[found.end() :]
        if len(self._kept) > LONGEST_LINE and not lines:
            self._kept, self._is_skipping = b"", True
            raise WireError(f"a line of more than {LONGEST_LINE} bytes")
        return lines

    def _skipped(self, data: bytes) -> bytes:
        """What comes after the rest of a line too long."""
        if not self._is_skipping:
            return data
        end = _ENDS.search(data)
        self._is_skipping = end is None
        return b"" if end is None else data[end.end() :]

    @property
    def has_more(self) -> bool:
        """Would another call bring something without another byte?"""
        return len(self._kept) > LONGEST_LINE or _ENDS.search(self._kept) is not None

    @property
    def is_whole(self) -> bool:
        """Is what came after the last line end a message of the kind that comes without one?"""
        return _UNENDED.fullmatch(self._kept.rstrip()) is not None

    def rest(self) -> list[str]:
        """What is left when nothing more comes, or nothing more for the moment."""
        kept, self._kept = self._kept, b""
        return _parts(kept)


def _parts(line: bytes) -> list[str]:
    """A line, or the messages without line ends that stand before it and the rest."""
    if len(line) > LONGEST_LINE:
        raise WireError(f"a line of more than {LONGEST_LINE} bytes")
    found, texts = _UNENDED.match(line), list[str]()
    while found and line[found.end() :].strip():
        texts.append(_text(found[1]))
        line = line[found.end() :]
        found = _UNENDED.match(line)
    return [*texts, *filter(None, [_text(line)])]


def _text(line: bytes) -> str:
    """The text of a line; what cannot be read is marked, not an error."""
    return " ".join(line.decode("utf-8", "replace").split())


@final
class LineStream:
    """The lines of a connection, one at a time."""

    def __init__(self, reader: asyncio.StreamReader, moment: float = MOMENT) -> None:
        self._reader = reader
        self._moment = moment
        self._collected = LineReader()
        self._lines = deque[str]()
        self._is_over = False

    async def next(self) -> str | None:
        """The next line that is not blank, or None at the end; a line too long is an error."""
        while not self._lines and not self._is_over:
            data = b"" if self._collected.has_more else await self._bytes()
            if data is None:
                self._lines += self._collected.rest()
            elif data or self._collected.has_more:
                self._lines += self._collected.feed(data)
            else:
                self._is_over = True
                self._lines += self._collected.rest()
        return self._lines.popleft() if self._lines else None

    async def _bytes(self) -> bytes | None:
        """What came; nothing at the end; None after a moment in which a whole message got no line end."""
        patience = self._moment if self._collected.is_whole else None
        try:
            return await asyncio.wait_for(self._reader.read(_CHUNK), patience)
        except OSError:  # a line that is dead may say that its time is out, too
            has_waited = patience is not None and self._reader.exception() is None
            return None if has_waited else b""
