"""The table store: a private log file, and what tables note in it besides the play."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, final

from pydantic import TypeAdapter

from overtrick.core import Board, Deal, OvertrickError, Seat
from overtrick.table import EndedBoard, FileLog, LogError, Note, Table, TableState

__all__ = [
    "BoardReview",
    "Comparison",
    "FileBoard",
    "TableStore",
    "bare",
    "keep_private",
    "note_boards",
    "note_found",
    "private_log",
]

_OWNER_ONLY = 0o600
_BESIDE = ("", "-wal", "-shm")
"""SQLite keeps two more files beside a log, made with the rights of the log itself."""
_OURS = "web"
Json = Any
"""What `json` reads: nothing is known of it yet."""


@final
@dataclass(frozen=True)
class FileBoard:
    """A board of a file, and who played it there."""

    board: Board
    names: tuple[str, ...] = ("",) * 4
    """North first; empty where the file does not say."""


@final
@dataclass(frozen=True)
class Comparison:
    """What a board that is over is compared with: par, or the scores of other tables."""

    dealt: int
    """The entry that dealt it."""
    datum: int | None = None
    others: tuple[int, ...] = ()


@final
@dataclass(frozen=True)
class BoardReview:
    """What is known of a board that is over; more is added as it is found."""

    dealt: int
    par_ns: int
    double_dummy: int | None
    costs: tuple[tuple[int, int, int], ...]
    """The person's cards: place in the play, index of the card, tricks it cost."""
    mattered: str
    good: int | None = None
    """Declarer's tricks when the player plays all hands after the same auction and lead."""


_COMPARISON, _REVIEW = TypeAdapter(Comparison), TypeAdapter(BoardReview)


# The log file: private, because the id of a table is what lets its holder play


def private_log(path: Path) -> FileLog:
    """A log in a file; one that is made here is for nobody but its owner."""
    with suppress(OSError):  # the log says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    return FileLog(path)


def keep_private(path: Path) -> None:
    """Take the rights to a log away from everybody but its owner."""
    for each in _BESIDE:
        with suppress(OSError):
            path.with_name(path.name + each).chmod(_OWNER_ONLY)


# Writing


def note_boards(table: Table, boards: Sequence[FileBoard], left_out: str = "") -> None:
    """Write the boards of a file down, for nobody's eyes, and what is to be told of the others."""
    if left_out:
        _note(table, "left_out", left_out)
    _note(table, "boards", [{"board": str(bare(each.board)), "names": each.names} for each in boards])


def note_found(table: Table, found: Comparison | BoardReview) -> None:
    """Write down what a board is compared with, or what was found when it was looked back on."""
    _note(table, "scored" if isinstance(found, Comparison) else "reviewed", asdict(found))


def _note(table: Table, what: str, told: Json) -> None:
    table.note(json.dumps({_OURS: {what: told}}))


def bare(board: Board) -> Board:
    """A board before anything has happened."""
    return Board(board.number, board.dealer, board.vul, board.deal.completed())


# Reading


@final
class TableStore:
    """The notes of a table, each read once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._number = 0
        """The last entry that was read."""
        self._boards: tuple[FileBoard, ...] | None = None
        self.left_out: tuple[tuple[int, str], ...] = ()
        """What is to be told of the file while its first board is played, with the number of the entry."""
        self._places = dict[Deal, int]()
        self._scored = dict[int, Comparison]()
        self._reviewed = dict[int, BoardReview]()
        self._firsts = (0, dict[tuple[int | None, Deal], EndedBoard]())
        self._read_on()

    @property
    def scored(self) -> dict[int, Comparison]:
        """What boards are compared with, by the entry that dealt them."""
        self._read_on()
        return self._scored

    @property
    def reviewed(self) -> dict[int, BoardReview]:
        """What was found of boards, by the entry that dealt them."""
        self._read_on()
        return self._reviewed

    def firsts(self, state: TableState) -> dict[tuple[int | None, Deal], EndedBoard]:
        """The boards that are over, each as it was played first: a replay does not count."""
        known, found = self._firsts
        for ended in state.ended[known:]:
            found.setdefault((ended.board.number, ended.board.deal), ended)
        self._firsts = (max(known, len(state.ended)), found)
        return found

    def has_next(self, state: TableState) -> bool:
        """Is there a board after the last one?"""
        return self._boards is None or self._next_place(state) < len(self._boards)

    def next_board(self, state: TableState) -> Board | None:
        """The board after the last one; None when the file has no more."""
        if self._boards is None:
            last = state.ended[-1].board.number if state.ended else None
            return self.table.settings.board(1 if last is None else last + 1)
        return bare(self._boards[self._next_place(state)].board) if self.has_next(state) else None

    def _next_place(self, state: TableState) -> int:
        return self._places.get(state.ended[-1].board.deal, -1) + 1 if state.ended else 0

    def names(self, board: Board) -> tuple[str, ...]:
        """How the seats of a board are called: as in its file, and that robots sit there now."""
        place = self._places.get(board.deal)
        told = ("",) * len(Seat) if place is None or self._boards is None else self._boards[place].names
        return tuple(f"{name} (robot)" if name else "Robot" for name in told)

    def _read_on(self) -> None:
        """Read what has come since."""
        for entry in self.table.entries_after(self._number):
            self._number = entry.number
            if isinstance(entry.event, Note) and entry.event.text.startswith(f'{{"{_OURS}":'):
                try:
                    self._take(json.loads(entry.event.text)[_OURS])
                except (KeyError, TypeError, ValueError, OvertrickError) as error:
                    raise LogError(f"entry {entry.number} cannot be understood") from error

    def _take(self, told: Json) -> None:
        match told:
            case {"boards": list(boards)}:
                self._boards = tuple(_file_board(each) for each in boards)
                self._places = {each.board.deal: place for place, each in enumerate(self._boards)}
            case {"left_out": str(left_out)}:
                self.left_out = ((self._number, left_out),)
            case {"scored": dict(scored)}:
                self._scored[scored["dealt"]] = _COMPARISON.validate_python(scored)
            case {"reviewed": dict(review)}:
                self._reviewed[review["dealt"]] = _REVIEW.validate_python(review)


def _file_board(told: Json) -> FileBoard:
    north, east, south, west = map(str, told["names"])
    return FileBoard(Board.parse(str(told["board"])), (north, east, south, west))
