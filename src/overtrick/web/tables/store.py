"""The table store: a private log file, and the notes of tables in it."""

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
"""SQLite keeps two more files beside a log, created with the log's permissions."""
_OURS = "web"
Json = Any
"""A value as `json` returns it, before validation."""


@final
@dataclass(frozen=True)
class FileBoard:
    """A board of a file, with the players named there."""

    board: Board
    names: tuple[str, ...] = ("",) * 4
    """North first; empty if the file has no name."""


@final
@dataclass(frozen=True)
class Comparison:
    """The comparison for a finished board: par, or the scores of other tables."""

    dealt: int
    """The number of the entry that dealt it."""
    datum: int | None = None
    others: tuple[int, ...] = ()


@final
@dataclass(frozen=True)
class BoardReview:
    """The review of a finished board, completed step by step."""

    dealt: int
    par_ns: int
    double_dummy: int | None
    costs: tuple[tuple[int, int, int], ...]
    """The person's cards: place in the play, index of the card, tricks it cost."""
    mattered: str
    good: int | None = None
    """Declarer's tricks when our player plays all hands after the same auction and lead."""


_COMPARISON, _REVIEW = TypeAdapter(Comparison), TypeAdapter(BoardReview)


# The log file: private, because the id of a table lets anybody play at it


def private_log(path: Path) -> FileLog:
    """A log in a file; a new one is accessible only to its owner."""
    with suppress(OSError):  # the log reports the error
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    return FileLog(path)


def keep_private(path: Path) -> None:
    """Remove access to a log for everybody but its owner."""
    for each in _BESIDE:
        with suppress(OSError):
            path.with_name(path.name + each).chmod(_OWNER_ONLY)


# Writing


def note_boards(table: Table, boards: Sequence[FileBoard], left_out: str = "") -> None:
    """Note the boards of a file, invisible to all seats, and the message about those left out."""
    if left_out:
        _note(table, "left_out", left_out)
    _note(table, "boards", [{"board": str(bare(each.board)), "names": each.names} for each in boards])


def note_found(table: Table, found: Comparison | BoardReview) -> None:
    """Note a board's comparison or review."""
    _note(table, "scored" if isinstance(found, Comparison) else "reviewed", asdict(found))


def _note(table: Table, what: str, told: Json) -> None:
    table.note(json.dumps({_OURS: {what: told}}))


def bare(board: Board) -> Board:
    """A board without auction, play and result."""
    return Board(board.number, board.dealer, board.vul, board.deal.completed())


# Reading


@final
class TableStore:
    """A reader of a table's notes, which reads each once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._number = 0
        """The number of the last entry read."""
        self._boards: tuple[FileBoard, ...] | None = None
        self.left_out: tuple[tuple[int, str], ...] = ()
        """The message about the file while its first board is played, with the number of its entry."""
        self._places = dict[Deal, int]()
        self._scored = dict[int, Comparison]()
        self._reviewed = dict[int, BoardReview]()
        self._firsts = (0, dict[tuple[int | None, Deal], EndedBoard]())
        self._read_on()

    @property
    def scored(self) -> dict[int, Comparison]:
        """The comparisons of boards, by the entry that dealt them."""
        self._read_on()
        return self._scored

    @property
    def reviewed(self) -> dict[int, BoardReview]:
        """The reviews of boards, by the entry that dealt them."""
        self._read_on()
        return self._reviewed

    def firsts(self, state: TableState) -> dict[tuple[int | None, Deal], EndedBoard]:
        """The finished boards; of a replayed one only the first play counts."""
        known, found = self._firsts
        for ended in state.ended[known:]:
            found.setdefault((ended.board.number, ended.board.deal), ended)
        self._firsts = (max(known, len(state.ended)), found)
        return found

    def has_next(self, state: TableState) -> bool:
        """Is there a board after the last one?"""
        return self._boards is None or self._next_place(state) < len(self._boards)

    def next_board(self, state: TableState) -> Board | None:
        """The next board; None when the file has no more."""
        if self._boards is None:
            last = state.ended[-1].board.number if state.ended else None
            return self.table.settings.board(1 if last is None else last + 1)
        return bare(self._boards[self._next_place(state)].board) if self.has_next(state) else None

    def _next_place(self, state: TableState) -> int:
        return self._places.get(state.ended[-1].board.deal, -1) + 1 if state.ended else 0

    def names(self, board: Board) -> tuple[str, ...]:
        """The names of a board's seats: those in its file, marked as robots."""
        place = self._places.get(board.deal)
        told = ("",) * len(Seat) if place is None or self._boards is None else self._boards[place].names
        return tuple(f"{name} (robot)" if name else "Robot" for name in told)

    def _read_on(self) -> None:
        """Read the new entries."""
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
