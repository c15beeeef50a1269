"""Files of boards on the command line: what is in them, drawn or as JSON, and what was odd about them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from overtrick.cli import output
from overtrick.cli.records import record as board_record
from overtrick.core import Seat
from overtrick.formats import FORMATS, Fingerprint, FormatError, Record, detect, read
from overtrick.formats.json_lines import as_json
from overtrick.render import Diagram, Ink, Span, Theme, describe, line

__all__ = ["Watch", "boards_in", "file_in", "show_file"]

_SUFFIXES = tuple(suffix for kind in FORMATS.values() for suffix in kind.suffixes)
_HEADINGS = ("Event", "Site", "Date", "Room")


def file_in(words: list[str]) -> str | BinaryIO | None:
    """The file that the arguments name, or standard input if it holds one; None for a deal as text."""
    if len(words) == 1 and words[0] != "-":
        return words[0] if _names_boards(words[0]) else None
    piped = sys.stdin.buffer
    if (words and words != ["-"]) or sys.stdin.isatty() or not isinstance(piped, BufferedReader):
        return None
    try:
        detect(piped.peek(4096)[:4096])
    except FormatError:
        return None
    return piped


def _names_boards(word: str) -> bool:
    """Is it the name of a file in some format, or a link, and not of a file with a deal on each line?"""
    if Path(word).is_dir():
        raise FormatError("expected a file of boards, found a folder", text=word)
    if "handviewer" in word or word.lower().endswith(_SUFFIXES):
        return True
    if not Path(word).is_file():
        return False
    try:
        with open(word, "rb") as file:
            detect(file.read(4096))
    except FormatError:
        return False
    except OSError:
        pass  # whoever reads it will say why it cannot be read
    return True


def boards_in(source: str | BinaryIO) -> Iterator[Record]:
    """The boards of a file; what is wrong with it as a whole is told with its name."""
    try:
        yield from read(source)
    except FormatError as error:
        if isinstance(source, str) and Path(source).is_file() and source not in str(error):
            raise FormatError(*(f"{source}: {fault}" for fault in error.faults), text=error.text) from None
        raise


def show_file(
    source: str | BinaryIO, theme: Theme, to_file: Path | None, ascii_only: bool, json_wanted: bool
) -> None:
    """Show the boards of a file as they come, then what the file is."""
    seen, watch = Fingerprint(), Watch()
    records = watch.over(seen.watch(boards_in(source)))
    if to_file is not None:
        diagrams = [_diagram(record) for record in records]
        output.write_picture(to_file, diagrams, str(seen), theme, ascii_only)
    elif json_wanted:
        for record in records:
            remarks = [str(remark) for remark in record.remarks]
            told = board_record(record.board) | as_json(record)
            output.print_json(told | {"deal_set": str(seen), "remarks": remarks})
    else:
        output.print_values((_diagram(record) for record in records), theme, ascii_only)
    output.say(f"{watch}, deal set {seen}")


class Watch:
    """Counts boards and passes on what was odd about them."""

    def __init__(self) -> None:
        self.boards = 0

    def __str__(self) -> str:
        return f"{self.boards} {'board' if self.boards == 1 else 'boards'}"

    def over(self, records: Iterator[Record]) -> Iterator[Record]:
        """The same records, each counted as it passes."""
        for record in records:
            self.boards += 1
            for remark in record.remarks:
                output.note(str(remark))
            yield record


def _diagram(record: Record) -> Diagram:
    """A board with its event above it and its players, other tags and comments below."""
    diagram = describe(record.board)
    headings = [value for name in _HEADINGS if (value := record.tag(name))]
    players = [f"{seat.word}: {name}" for seat in Seat if (name := record.tag(seat.word))]
    shown = (*_HEADINGS, *(seat.word for seat in Seat))
    others = [f"{name}: {value}" for name, value in record.tags if name not in shown and value]
    notes = [", ".join(headings), ", ".join(players), *others, *(comment.text for comment in record.comments)]
    lines = tuple(line(Span(" ".join(note.split()), Ink.MUTED)) for note in notes if note.strip())
    words = " ".join((diagram.words, *(f"{note}." for note in notes if note.strip())))
    return replace(diagram, notes=(*diagram.notes, *lines), words=words)
