"""Input of commands: boards in files, and deals as text or one per line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, TypeVar

from overtrick.cli import output
from overtrick.core import Board, Deal, NotationError, OvertrickError, Seat, Vul
from overtrick.formats import FORMATS, Fingerprint, FormatError, Record, WriteReport, detect, read

__all__ = [
    "SUFFIXES",
    "Tally",
    "board_of",
    "boards_in",
    "deals_in",
    "file_in",
    "full_boards",
    "source_name",
    "written_words",
]

V = TypeVar("V")

SUFFIXES = tuple(suffix for kind in FORMATS.values() for suffix in kind.suffixes)


# Files of boards


def file_in(words: list[str] | None) -> str | BinaryIO | None:
    """The file named by the arguments, or standard input if it holds one; None for a deal as text."""
    words = words or []
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
    """Does a word name a file of boards, or a link, rather than a file with a deal on each line?"""
    if Path(word).is_dir():
        raise FormatError("expected a file of boards, found a folder", text=word)
    if "handviewer" in word or word.lower().endswith(SUFFIXES):
        return True
    if not Path(word).is_file():
        return False
    try:
        with open(word, "rb") as file:
            detect(file.read(4096))
    except FormatError:
        return False
    except OSError:
        pass  # the reader will report why it cannot be read
    return True


def boards_in(source: str | BinaryIO, number: int | None = None, form: str | None = None) -> Iterator[Record]:
    """The boards of a file, or those with a number; an error about the whole file names it."""
    is_found = number is None
    try:
        for record in read(source, form):
            if number in (None, record.board.number):
                is_found = True
                yield record
    except FormatError as error:
        if isinstance(source, str) and Path(source).is_file() and source not in str(error):
            raise FormatError(*(f"{source}: {fault}" for fault in error.faults), text=error.text) from None
        raise
    if not is_found:
        raise OvertrickError(f"there is no board {number} in {source_name(source)!r}")


def source_name(source: str | BinaryIO | None) -> str:
    """A file's name in a sentence."""
    return source if isinstance(source, str) else "standard input"


def full_boards(name: str) -> list[Board]:
    """The boards of a file with four known hands, which can be played."""
    boards = [record.board for record in boards_in(name)]
    full = [board for board in boards if board.deal.completed().is_full]
    if not full:
        raise OvertrickError(f"there is no board in {name!r} with four hands of thirteen cards")
    if len(full) < len(boards):
        output.note(f"boards of {name!r} without four hands are left out: {len(boards) - len(full)}")
    return full


class Tally:
    """Counts boards, forwards their warnings, and takes the fingerprint of their deals."""

    def __init__(self) -> None:
        self.boards = 0
        self.deals = Fingerprint()

    def __str__(self) -> str:
        return f"{output.counted(self.boards, 'board')}, deal set {self.deals}"

    def over(self, records: Iterator[Record]) -> Iterator[Record]:
        """The same records, each counted as it passes."""
        for record in self.deals.watch(records):
            self.boards += 1
            for remark in record.remarks:
                output.note(str(remark))
            yield record


def written_words(done: WriteReport) -> str:
    """A sentence on what was written; notes list what the format cannot hold."""
    if done.lost:
        output.note(f"{done.format} cannot hold: {', '.join(done.lost)}")
    return f"{output.counted(done.boards, 'board')} as {done.format}, deal set {done.fingerprint}"


# Deals as text


def deals_in(words: list[str] | None, parse: Callable[[str], V]) -> Iterator[V]:
    """The input, read by `parse`: the arguments together are one item, or each line of a file is."""
    words = words or []
    if len(words) == 1 and Path(words[0]).is_file():
        with open(words[0], "rb") as file:
            yield from _each_line(file, parse)
    elif words and words != ["-"]:
        yield parse(" ".join(words))
    elif not words and sys.stdin.isatty():
        raise NotationError("which deal? Give it as text, or - to read lines from standard input")
    else:
        yield from _each_line(sys.stdin.buffer, parse)


def _each_line(lines: BinaryIO, parse: Callable[[str], V]) -> Iterator[V]:
    is_empty = True
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig", "replace").strip()
        try:
            if text:
                is_empty = False
                yield parse(text)
        except OvertrickError as error:
            raise type(error)(*(f"line {number}: {fault}" for fault in error.faults), text=text) from None
    if is_empty:
        raise NotationError("no deal was given")


def board_of(deal: Deal, number: int | None, dealer: Seat | None, vul: Vul | None) -> Board:
    """The deal as a board; dealer and vulnerability default to those of its number, or to North and none."""
    board = Board.numbered(1 if number is None else number, deal)
    seat = board.dealer if dealer is None else dealer
    return replace(board, number=number, dealer=seat, vul=board.vul if vul is None else vul)
