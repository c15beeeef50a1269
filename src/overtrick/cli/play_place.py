"""Where games of ``overtrick play`` are kept, and which boards come next: nothing is lost."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, final

from overtrick.cli import output
from overtrick.core import Board, OvertrickError, Seat

if TYPE_CHECKING:
    from overtrick.table import FileLog, Table

__all__ = [
    "Agreed",
    "Boards",
    "agreed_before",
    "boards_of_file",
    "new_log",
    "old_log",
    "person_at",
    "write_down",
]

_SUFFIX = ".table"


# The log


def games() -> Path:
    """The folder of the games: in the user's folder for data."""
    data = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    return data / "overtrick" / "play"


def new_log(save: Path | None) -> FileLog:
    """A file for a new game; one that holds a game is left as it is."""
    from overtrick.table import FileLog, LogError

    log = FileLog(_new_name() if save is None else save)
    if log.tables():
        log.close()
        raise LogError(f"{str(log.path)!r} holds a game already: --resume goes on with it")
    return log


def _new_name() -> Path:
    folder = games()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OvertrickError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}{_SUFFIX}"


def old_log(save: Path | None) -> FileLog:
    """The file of a game that is to go on: the one named, or the last one begun."""
    from overtrick.table import FileLog, LogError

    if save is not None:
        return FileLog(save, must_exist=True)
    begun = sorted(games().glob(f"*{_SUFFIX}"))
    if not begun:
        raise LogError(f"there is no game to go on with in {str(games())!r}")
    return FileLog(begun[-1])


def person_at(table: Table) -> Seat | None:
    """Where the one person at the table sits; None where robots play alone."""
    people = [seat for seat in Seat if not table.settings.occupant(seat).is_robot]
    if len(people) > 1:
        raise OvertrickError("this is a table of several people, no game against robots")
    return people[0] if people else None


# What was agreed


@final
@dataclass(frozen=True)
class Agreed:
    """How the robots bid and think; written down with the game."""

    system: str
    deals: int


def write_down(table: Table, agreed: Agreed) -> None:
    """Keep what was agreed in the log, for nobody's eyes."""
    table.note(json.dumps({"play": asdict(agreed)}))


def agreed_before(table: Table, usual: Agreed) -> Agreed:
    """What was agreed when the game began."""
    from overtrick.table import Note

    for entry in table.entries:
        if isinstance(entry.event, Note):
            try:
                return Agreed(**json.loads(entry.event.text)["play"])
            except (ValueError, KeyError, TypeError):
                continue
    return usual


# Boards


@final
class Boards:
    """The boards of a game in their order: those of a file, or dealt from the table's seed."""

    def __init__(self, of_file: Sequence[Board] | None, first: int | None) -> None:
        self._of_file = of_file
        self._first = first

    def next_for(self, table: Table) -> Board | None:
        """The board after the last one that was played, or the first; None if there is none."""
        ended = table.state.ended
        if self._of_file is not None:
            return self._in_file(ended[-1].board if ended else None, self._of_file)
        if table.settings.seed is None:
            return None
        last = ended[-1].board.number if ended else None
        return table.settings.board((self._first or 1) if last is None else last + 1)

    def _in_file(self, last: Board | None, boards: Sequence[Board]) -> Board | None:
        if last is not None:
            places = [place for place, board in enumerate(boards, 1) if board.deal == last.deal]
            return boards[places[-1]] if places and places[-1] < len(boards) else None
        if self._first is None:
            return boards[0]
        found = [board for board in boards if board.number == self._first]
        if not found:
            raise OvertrickError(f"there is no board {self._first} in the file")
        return found[0]


def boards_of_file(name: str) -> list[Board]:
    """The boards of a file that can be played: all four hands are known."""
    from overtrick.cli.files import boards_in

    boards = [record.board for record in boards_in(name)]
    whole = [board for board in boards if board.deal.completed().is_full]
    if not whole:
        raise OvertrickError(f"there is no board in {name!r} with four hands of thirteen cards")
    if len(whole) < len(boards):
        output.note(f"boards of {name!r} without four hands are left out: {len(boards) - len(whole)}")
    return whole
