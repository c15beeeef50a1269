"""LIN, the format of Bridge Base Online: single boards, and vugraph files of many boards and two rooms.

BBO has never published it. Tags that a board has no place for are kept as ``LIN_xx`` and written back; so
are results that contradict the record, and impossible deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import BinaryIO

from overtrick.formats.lin.reader import records_in
from overtrick.formats.lin.writer import is_plain, single_board, vugraph_lines, without_certain_story
from overtrick.formats.record import Record, not_carried
from overtrick.formats.source import text_lines

__all__ = ["as_told", "lost", "read", "write"]


def read(file: BinaryIO) -> Iterator[Record]:
    """Read the boards of a file one after another.

    >>> import io
    >>> [record] = read(io.BytesIO(b"pn|Sue,Will,Nell,Ed|st||md|3SAK,,,|sv|b|ah|Board 4|mb|1S|mb|p|"))
    >>> record.board.auction, record.tag("North")
    (Auction.parse('N: 1S P'), 'Nell')
    """
    return records_in(text_lines(file))


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write one board on a line, or several as a vugraph file.

    >>> import io
    >>> from overtrick.core import Board
    >>> file = io.BytesIO()
    >>> write([Record(Board.numbered(4))], file)
    >>> file.getvalue()
    b'pn|,,,|st||md|2,,,|sv|b|ah|Board 4|pg||\\n'
    """
    file.writelines(f"{line}\n".encode("utf-8", errors="replace") for line in _lines(records))


def lost(record: Record) -> tuple[str, ...]:
    """The parts of a record that LIN cannot carry.

    >>> from overtrick.core import Board
    >>> lost(Record(Board.numbered(4), tags=(("Event", "Club night"), ("Site", "Oslo"))))
    ('Site',)
    """
    doubtful = without_certain_story(record)
    text = "\n".join(_lines([doubtful])).encode("utf-8", errors="replace").decode("utf-8")
    return not_carried(as_told(doubtful), next(records_in(text.split("\n"))))


def as_told(record: Record) -> Record:
    """The same record without empty parts: an auction without calls, a play without cards.

    >>> from overtrick.core import Auction, Board, Seat, Vul
    >>> as_told(Record(Board(1, Seat.NORTH, Vul.NONE, auction=Auction(Seat.NORTH)))).board.auction is None
    True
    """
    board, deal = record.board, record.board.deal.completed()
    auction = board.auction if board.auction is not None and len(board.auction) else None
    play = board.play if board.play is not None and board.play.cards else None
    if deal is board.deal and auction is board.auction and play is board.play:
        return record
    return replace(record, board=replace(board, deal=deal, auction=auction, play=play))


def _lines(records: Iterable[Record]) -> Iterator[str]:
    remaining = iter(records)
    first = list(islice(remaining, 2))
    if len(first) == 1 and is_plain(first[0]):
        yield single_board(first[0])
    else:
        yield from vugraph_lines(chain(first, remaining))
