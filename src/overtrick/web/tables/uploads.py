"""Uploaded files of boards: read in a worker process, with limits of boards and time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import final

from overtrick.core import Deal, OvertrickError, Seat
from overtrick.formats import Record, read
from overtrick.web.tables.store import FileBoard

__all__ = ["Upload", "playable", "read_boards"]

_LONGEST_NAME = 40
_FAULTS = 3
"""The most boards whose faults are listed."""


@final
@dataclass(frozen=True)
class Upload:
    """The contents of a file."""

    boards: tuple[FileBoard, ...] = ()
    left_out: str = ""
    """The boards that cannot be played, with reasons; empty if all can."""


def read_boards(content: bytes, most: int) -> Upload:
    """The boards of a file that can be played, each deal once."""
    records = list(islice(read(content), most + 1))
    if len(records) > most:
        raise OvertrickError(f"that file has more than {most} boards")
    return _playable(records)


def playable(name: str) -> Upload:
    """The boards of a local file that can be played."""
    return _playable(read(name))


def _playable(records: Iterable[Record]) -> Upload:
    found, faults, count = dict[Deal, FileBoard](), list[str](), 0
    for record in records:
        count += 1
        deal = record.board.deal.completed()
        number = count if record.board.number is None else record.board.number
        if not deal.is_full:
            faults.append(f"board {number}: {_fault(record, deal)}")
        elif deal in found:
            faults.append(f"board {number}: its deal has come before")
        else:
            found[deal] = FileBoard(record.board, tuple(_name(record.tag(seat.word) or "") for seat in Seat))
    if not found:
        told = f": {_some(faults)}" if faults else ""
        raise OvertrickError(f"there is no board in it that can be played{told}")
    left_out = f"{len(faults)} of {count} boards cannot be played: {_some(faults)}." if faults else ""
    return Upload(tuple(found.values()), left_out)


def _some(faults: list[str]) -> str:
    more = [f"and {len(faults) - _FAULTS} more"] if len(faults) > _FAULTS else []
    return "; ".join((*faults[:_FAULTS], *more))


def _fault(record: Record, deal: Deal) -> str:
    """The reason why a board cannot be played: a reader's warning, or a hand that is too short or unknown."""
    if not deal.known and record.remarks:
        return record.remarks[0].text
    short = [f"{seat.word} has {len(hand)} cards" for seat, hand in deal.items() if len(hand) != 13]
    unknown = [f"{seat.word}'s hand is not told" for seat in Seat if deal.get(seat) is None]
    return ", ".join((*short, *unknown)) if deal.known else "its hands are not told"


def _name(told: str) -> str:
    name = " ".join(told.split())[:_LONGEST_NAME]
    return "" if name in ("?", "-") else name
