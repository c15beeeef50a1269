"""Reading and writing in any format: `read` detects the format, `write` reports what is lost."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, final

from overtrick.formats import dealing_machine, handviewer, json_lines, lin, pbn, rbn
from overtrick.formats.fingerprint import Fingerprint
from overtrick.formats.record import FormatError, Record, Remark

__all__ = ["FORMATS", "Format", "WriteReport", "convert", "detect", "read", "write"]

Source = str | bytes | Path | BinaryIO
Target = str | Path | BinaryIO
Reader = Callable[[BinaryIO], Iterator[Record]]
Writer = Callable[[Iterable[Record], BinaryIO], None]
_HEAD = 4096
"""Bytes read to detect the format of a file."""
_MOST_REMARKS = 1000


@final
@dataclass(frozen=True, slots=True)
class Format:
    """A file format: how it is recognised, read and written, and what it cannot carry."""

    name: str
    suffixes: tuple[str, ...]
    mark: re.Pattern[bytes]
    """A pattern that occurs near the beginning of files of this format only."""
    read: Reader
    write: Writer
    lost: Callable[[Record], tuple[str, ...]]
    signature: bytes = b""
    """The last line for the fingerprint of the deals, if the format has a place for it."""

    def __str__(self) -> str:
        return self.name


@final
@dataclass(frozen=True, slots=True)
class WriteReport:
    """The result of writing boards."""

    format: Format
    boards: int
    lost: tuple[str, ...]
    """The parts of the records that the format cannot carry, each named once."""
    fingerprint: str
    remarks: tuple[Remark, ...]
    """The first thousand remarks of the readers."""


class _Codec(Protocol):
    """Reader and writer of a format: a module or a value."""

    def read(self, file: BinaryIO) -> Iterator[Record]: ...
    def write(self, records: Iterable[Record], file: BinaryIO) -> None: ...
    def lost(self, record: Record) -> tuple[str, ...]: ...


def _format(name: str, suffixes: str, mark: bytes, codec: _Codec, signature: bytes = b"") -> Format:
    pattern = re.compile(mark, re.MULTILINE | re.IGNORECASE)
    return Format(name, tuple(suffixes.split()), pattern, codec.read, codec.write, codec.lost, signature)


_RBN = rb"^H [NESW][:;]|^A [NESW?][ZNEB?](:|\s*$)|(^[DTLEFSKNBMHACPRI] \S[^\r\n]*\s+){3}"
FORMATS = {
    kind.name: kind
    for kind in (
        _format("PBN", ".pbn", rb'^\s*\[\s*\w+\s*"|^% PBN', pbn, b"\r\n% Deal set {}\r\n"),
        _format("handviewer", ".url", rb"\A\s*(https?:)?//\S*handviewer", handviewer),
        _format("JSON", ".json .jsonl", rb'\A\s*\{\s*"\w*"\s*:', json_lines),
        _format("LIN", ".lin", rb"\b[a-z]{2}\|[^|]*\|", lin, b"nt|Deal set {}|\n"),
        _format("RBN", ".rbn", _RBN, rbn, b"{Deal set {}}\n"),
        _format("BRI", ".bri", rb"\A[0-9]{78}(?![\x03-\x06])", dealing_machine.BRI),
        _format("DUP", ".dup", rb"\A[0-9]{78}([\x03-\x06]| *[\r\n])", dealing_machine.DUP),
        _format("DGE", ".dge", rb"\A\x06", dealing_machine.DGE),
    )
}
"""Every format by name."""


def read(source: Source, format: str | None = None) -> Iterator[Record]:
    """Read boards from a path, text, bytes, a URL or an open file, one after the other.

    >>> [record.board.number for record in read('[Board "7"]')]
    [7]
    """
    with _opened(source) as file:
        head = file.peek(_HEAD)[:_HEAD]
        name = getattr(source, "name", str(source)[:300])
        kind = detect(head, name) if format is None else _named(format)
        yield from kind.read(file)


def detect(head: bytes, name: str = "") -> Format:
    """The format whose mark comes first in a file; the file's name decides ties and cases without a mark."""
    text = head.replace(b"\x00", b"") if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head
    marks = {kind.name: found.start() for kind in FORMATS.values() if (found := kind.mark.search(text))}
    first = [FORMATS[kind] for kind, place in marks.items() if place == min(marks.values())]
    named = [kind for kind in first or FORMATS.values() if name.lower().endswith(kind.suffixes)]
    if named or first:
        return (named or first)[0]
    if not head.strip():
        raise FormatError("there is nothing in it")
    raise FormatError(
        f"this is in none of the formats {', '.join(FORMATS)}", text=head[:60].decode("utf-8", "replace")
    )


def write(records: Iterable[Record], target: Target, format: str | None = None) -> WriteReport:
    """Write boards to a path or an open file, in the given format or the one that its name suggests.

    A file at a path is written completely or not at all.
    """
    kind = _named(format) if format is not None else _of_name(str(getattr(target, "name", target)))
    seen, boards, lost, remarks = Fingerprint(), 0, dict[str, None](), list[Remark]()

    def watched() -> Iterator[Record]:
        nonlocal boards
        for record in seen.watch(records):
            boards += 1
            lost.update(dict.fromkeys(kind.lost(record)))
            remarks.extend(record.remarks[: _MOST_REMARKS - len(remarks)])
            yield record

    def write_to(file: BinaryIO) -> None:
        kind.write(watched(), file)
        file.write(kind.signature.replace(b"{}", str(seen).encode()))

    if isinstance(target, str | Path):
        partial = Path(f"{target}.part")
        try:
            with open(partial, "wb") as file:
                write_to(file)
            os.replace(partial, target)
        except OSError as error:
            raise FormatError(f"cannot write {str(target)!r}: {error.strerror}") from None
        finally:
            partial.unlink(missing_ok=True)
    else:
        write_to(target)
    return WriteReport(kind, boards, tuple(lost), str(seen), tuple(remarks))


def convert(source: Source | Iterable[Record], target: Target, format: str | None = None) -> WriteReport:
    """Read boards from one place and write them to another, one at a time."""
    is_place = isinstance(source, str | bytes | Path) or hasattr(source, "read")
    return write(read(source) if is_place else source, target, format)  # type: ignore[arg-type]


def _opened(source: Source) -> io.BufferedReader:
    if isinstance(source, bytes):
        return io.BufferedReader(io.BytesIO(source))
    if isinstance(source, Path) or (isinstance(source, str) and not _is_content(source)):
        try:
            return open(source, "rb")
        except OSError as error:
            raise FormatError(f"cannot read {str(source)!r}: {error.strerror}") from None
    if isinstance(source, str):
        return io.BufferedReader(io.BytesIO(source.encode("utf-8", "surrogateescape")))
    return source if isinstance(source, io.BufferedReader) else io.BufferedReader(source)  # type: ignore[arg-type]


def _is_content(text: str) -> bool:
    """Is a text the content to read, rather than the name of a file?"""
    return "\n" in text or "handviewer" in text or text.lstrip()[:1] in ("[", "{", "%") or "|" in text


def _named(name: str) -> Format:
    for kind in FORMATS.values():
        if name.lower().lstrip(".") in (kind.name.lower(), *(suffix[1:] for suffix in kind.suffixes)):
            return kind
    raise FormatError(f"{name!r} is not a format: expected one of {', '.join(FORMATS)}")


def _of_name(name: str) -> Format:
    for kind in FORMATS.values():
        if name.lower().endswith(kind.suffixes):
            return kind
    suffixes = ", ".join(suffix for kind in FORMATS.values() for suffix in kind.suffixes)
    raise FormatError(f"cannot tell the format of {name!r}: expected a name ending in {suffixes}")
