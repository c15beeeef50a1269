"""Deals given as text: in the arguments, or one on each line of a file or of standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, TypeVar

from overtrick.core import Auction, Board, Deal, NotationError, OvertrickError, Seat, Vul

__all__ = ["board_or_deal", "given", "lines_of"]

V = TypeVar("V")


def given(words: list[str], read: Callable[[str], V]) -> Iterator[V]:
    """What is given, as `read` reads it: the arguments together are one, or each line of a file is."""
    if len(words) == 1 and Path(words[0]).is_file():
        with open(words[0], "rb") as file:
            yield from _each_line(file, read)
    elif words and words != ["-"]:
        yield read(" ".join(words))
    elif not words and sys.stdin.isatty():
        raise NotationError("which deal? Give it as text, or - to read lines from standard input")
    else:
        yield from _each_line(sys.stdin.buffer, read)


def _each_line(lines: BinaryIO, read: Callable[[str], V]) -> Iterator[V]:
    is_empty = True
    for number, line in enumerate(lines, 1):
        text = line.decode("utf-8-sig", "replace").strip()
        try:
            if text:
                is_empty = False
                yield read(text)
        except OvertrickError as error:
            raise type(error)(*(f"line {number}: {fault}" for fault in error.faults), text=text) from None
    if is_empty:
        raise NotationError("no deal was given")


def board_or_deal(
    deal: Deal, number: int | None, dealer: str | None, vul: str | None, auction: str | None = None
) -> Board | Deal:
    """The deal as a board, as soon as anything is said about one."""
    if number is None and dealer is None and vul is None and auction is None:
        return deal
    board = Board.numbered(1 if number is None else number, deal)
    seat = board.dealer if dealer is None else Seat.parse(dealer)
    called = None if auction is None else Auction.parse(auction, seat)
    if called is not None and number is None and dealer is None:
        seat = called.dealer
    vulnerable = board.vul if vul is None else Vul.parse(vul)
    return replace(board, number=number, dealer=seat, vul=vulnerable, auction=called)


def lines_of(name: str) -> Iterator[str]:
    """The lines of a text file; - is standard input."""
    if name == "-":
        yield from sys.stdin
        return
    try:
        with open(name, encoding="utf-8-sig") as file:
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise OvertrickError(f"cannot read {name!r}: {reason}") from None
