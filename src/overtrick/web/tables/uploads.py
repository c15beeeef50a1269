"""Files of boards that people bring: read in a process, limited in boards and time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from overtrick.core import OvertrickError, Seat
from overtrick.formats import Record, read
from overtrick.web.tables.kept import FileBoard

__all__ = ["playable", "read_boards"]

_LONGEST_NAME = 40


def read_boards(content: bytes, most: int) -> tuple[FileBoard, ...]:
    """The boards of a file that can be played, each deal once."""
    records = list(islice(read(content), most + 1))
    if len(records) > most:
        raise OvertrickError(f"that file has more than {most} boards")
    return _playable(records)


def playable(name: str) -> tuple[FileBoard, ...]:
    """The boards of a file of this machine that can be played."""
    return _playable(read(name))


def _playable(records: Iterable[Record]) -> tuple[FileBoard, ...]:
    found = dict[object, FileBoard]()
    for record in records:
        deal = record.board.deal.completed()
        if deal.is_full:
            found.setdefault(deal, FileBoard(record.board, _names(record)))
    if not found:
        raise OvertrickError("there is no board with four hands of thirteen cards in it")
    return tuple(found.values())


def _names(record: Record) -> tuple[str, str, str, str]:
    tags = dict(record.tags)
    north, east, south, west = (_name(tags.get(seat.word, "")) for seat in Seat)
    return north, east, south, west


def _name(told: str) -> str:
    name = " ".join(told.split())[:_LONGEST_NAME]
    return "" if name in ("?", "-") else name
