"""What a served table keeps in its log besides the play: the boards of a file, and what others scored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import final

from overtrick.core import Board, Seat
from overtrick.table import EndedBoard, Note, Table

__all__ = [
    "FileBoard",
    "Scored",
    "boards_kept",
    "first_times",
    "keep_boards",
    "keep_scored",
    "names_of",
    "next_board",
    "scored",
]

_OURS = "web"


@final
@dataclass(frozen=True)
class FileBoard:
    """A board of a file, and who played it there."""

    board: Board
    names: tuple[str, str, str, str] = ("", "", "", "")
    """North first; empty where the file does not say."""


@final
@dataclass(frozen=True)
class Scored:
    """What a board that is over is compared with: par, or the scores of other tables."""

    dealt: int
    """The entry that dealt it."""
    datum: int | None = None
    others: tuple[int, ...] = ()


def keep_boards(table: Table, boards: Sequence[FileBoard]) -> None:
    """Write the boards of a file down, for nobody's eyes."""
    told = [{"board": str(_bare(each.board)), "names": each.names} for each in boards]
    table.note(json.dumps({_OURS: {"boards": told}}))


def boards_kept(table: Table) -> tuple[FileBoard, ...] | None:
    """The boards of the file that is played; None where boards are dealt."""
    for told in _notes(table):
        if isinstance(boards := told.get("boards"), list):
            return tuple(_read(each) for each in boards)
    return None


def _read(told: dict[str, object]) -> FileBoard:
    names = told["names"]
    assert isinstance(names, list)
    north, east, south, west = map(str, names)
    return FileBoard(Board.parse(str(told["board"])), (north, east, south, west))


def keep_scored(table: Table, compared: Scored) -> None:
    """Write down what a board is compared with."""
    told = {"dealt": compared.dealt, "datum": compared.datum, "others": compared.others}
    table.note(json.dumps({_OURS: {"scored": told}}))


def scored(table: Table) -> dict[int, Scored]:
    """What boards are compared with, by the entry that dealt them."""
    found = dict[int, Scored]()
    for told in _notes(table):
        if isinstance(each := told.get("scored"), dict):
            found[each["dealt"]] = Scored(each["dealt"], each["datum"], tuple(each["others"]))
    return found


def _notes(table: Table) -> Iterator[dict[str, object]]:
    for entry in table.entries:
        if isinstance(entry.event, Note) and entry.event.text.startswith(f'{{"{_OURS}":'):
            yield json.loads(entry.event.text)[_OURS]


def _bare(board: Board) -> Board:
    """A board before anything has happened."""
    return Board(board.number, board.dealer, board.vul, board.deal.completed())


# Which board comes next


def next_board(table: Table, boards: Sequence[FileBoard] | None) -> Board | None:
    """The board after the last one; None when the file has no more."""
    ended = table.state.ended
    last = ended[-1].board if ended else None
    if boards is None:
        return table.settings.board(1 if last is None or last.number is None else last.number + 1)
    places = [place for place, each in enumerate(boards, 1) if last and each.board.deal == last.deal]
    place = places[-1] if places else 0
    return _bare(boards[place].board) if place < len(boards) else None


def first_times(table: Table) -> list[EndedBoard]:
    """The boards that are over, each as it was played first: a replay does not count."""
    found = dict[tuple[int | None, object], EndedBoard]()
    for ended in table.state.ended:
        found.setdefault((ended.board.number, ended.board.deal), ended)
    return list(found.values())


def names_of(boards: Sequence[FileBoard] | None, board: Board) -> tuple[str, str, str, str]:
    """How the seats of a board are called: as in its file, and that robots sit there now."""
    told = next((each.names for each in boards or () if each.board.deal == board.deal), ("",) * len(Seat))
    north, east, south, west = (f"{name} (robot)" if name else "Robot" for name in told)
    return north, east, south, west
