"""Decoding of files into lines, in any encoding, with any line endings, in constant memory."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["LONGEST_LINE", "text_lines"]

LONGEST_LINE = 1 << 20
"""Limit on the length of a line, so that no file can exhaust memory."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SIGNATURE = re.compile(
    r"% Deal set X|nt\|Deal set X\||\{Deal set X\}".replace("X", "[0-9A-F]{4}-[0-9A-F]{4}")
)
"""The line with the fingerprint of the deals in files that Overtrick writes."""
_MOST_UTF_16 = 1 << 25
"""UTF-16 files cannot be read line by line: they are read at once, up to this length."""


def text_lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a file without their endings, which may be LF, CRLF or CR, even mixed.

    The encoding is UTF-8, UTF-16 with a byte order mark, or else (line by line) Latin-1. The fingerprint at
    the end of a file is not part of its boards and is read as an empty line.

    >>> import io
    >>> list(text_lines(io.BytesIO(b"one\\r\\ntwo\\rthr\\xe9e")))
    ['one', 'two', 'thrée']
    """
    first = file.readline(LONGEST_LINE)
    if first[:2] in _UTF_16:
        text = (first + file.read(_MOST_UTF_16)).decode("utf-16", "replace")
        yield from re.split("\r\n|\r|\n", text)
        return
    line = first.removeprefix(codecs.BOM_UTF8)
    while line:
        text = _decoded(line.removesuffix(b"\n").removesuffix(b"\r"))
        if "\r" in text:
            yield from text.split("\r")
        elif "Deal set " in text and _SIGNATURE.fullmatch(text):
            yield ""
        else:
            yield text
        line = file.readline(LONGEST_LINE)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")
