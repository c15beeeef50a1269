"""What was pasted, sorted out in the process of the readers: where it leads, or a list of its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Seat, Vul
from overtrick.formats import Record
from overtrick.web.tools.deal_asked import path_of
from overtrick.web.tools.deal_links import asked_for_all, path_to
from overtrick.web.tools.deal_models import BoardRead, DealRead
from overtrick.web.tools.deal_reading import Reading, boards_in

__all__ = ["BoardList", "Fold", "ListedBoard", "as_json", "leads_to", "listed", "read_as_json", "some"]

_FOLD = 50
"""Boards of a list that are shown at a time."""
_REMARKS = 50
"""Remarks from reading that are shown."""
_VULNERABLE = {
    Vul.NONE: "nobody vulnerable",
    Vul.NS: "NS vulnerable",
    Vul.EW: "EW vulnerable",
    Vul.BOTH: "all vulnerable",
}


@final
@dataclass(frozen=True, slots=True)
class ListedBoard:
    """A board of several."""

    name: str
    conditions: str
    contract: str
    players: str
    path: str
    """Its own page."""


@final
@dataclass(frozen=True, slots=True)
class Fold:
    """Boards that are opened and closed together."""

    name: str
    boards: tuple[ListedBoard, ...]


@final
@dataclass(frozen=True, slots=True)
class BoardList:
    """All boards of a text."""

    format: str
    count: int
    folds: tuple[Fold, ...]
    warnings: tuple[str, ...]


def leads_to(content: bytes, most: int) -> str | BoardList:
    """Where what was pasted leads: one board to its page, a little to an address, more to a list."""
    reading = boards_in(content, most)
    asked = asked_for_all(content, len(reading.records))
    if asked is not None:
        return path_of(asked)
    return path_to(reading.records[0]) if len(reading.records) == 1 else _list(reading)


def listed(content: bytes, most: int) -> BoardList:
    """The boards of a text, each with its own page."""
    return _list(boards_in(content, most))


def read_as_json(content: bytes, most: int) -> bytes:
    """What was understood of a text, as the endpoints answer it."""
    return as_json(boards_in(content, most))


def as_json(reading: Reading) -> bytes:
    """What was understood."""
    boards = tuple(_read(place, record) for place, record in enumerate(reading.records, 1))
    read = DealRead(format=reading.format, boards=boards, warnings=reading.warnings)
    return read.model_dump_json().encode()


def some(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """The first of many remarks."""
    more = len(warnings) - _REMARKS
    return (*warnings[:_REMARKS], f"and {more} more") if more > 1 else warnings


def _list(reading: Reading) -> BoardList:
    boards = [_listed(place, record) for place, record in enumerate(reading.records, 1)]
    folds = [boards[first : first + _FOLD] for first in range(0, len(boards), _FOLD)]
    named = tuple(Fold(f"Boards {fold[0].name} to {fold[-1].name}", tuple(fold)) for fold in folds)
    return BoardList(reading.format, len(boards), named, some(reading.warnings))


def _listed(place: int, record: Record) -> ListedBoard:
    board = record.board
    contract = "Passed out" if board.is_passed_out else ""
    return ListedBoard(
        name=str(board.number or place),
        conditions=f"{board.dealer.word} deals, {_VULNERABLE[board.vul]}",
        contract=contract if board.contract is None else board.contract.print,
        players=", ".join(name for seat in Seat if (name := record.tag(seat.word))),
        path=path_to(record),
    )


def _read(place: int, record: Record) -> BoardRead:
    board = record.board
    return BoardRead(
        place=place,
        number=board.number,
        dealer=str(board.dealer),
        vul=str(board.vul),
        deal=str(board.deal),
        auction=None if board.auction is None else str(board.auction),
        contract=None if board.contract is None else str(board.contract),
        play=() if board.play is None else tuple(map(str, board.play.cards)),
        names={str(seat): name for seat in Seat if (name := record.tag(seat.word))},
        path=path_to(record),
    )
