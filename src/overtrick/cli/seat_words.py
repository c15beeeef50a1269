"""What a player at a strange table tells: boards as they end, and what thinking ahead has saved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO, final

from overtrick.cli import output
from overtrick.cli.aloud import Aloud
from overtrick.cli.results_file import ResultsFile
from overtrick.core import OvertrickError, Seat, Side
from overtrick.formats import Record
from overtrick.scoring import score_ns
from overtrick.wire.client.news import (
    BoardBegun,
    BoardLeft,
    BoardOver,
    Explained,
    Ignored,
    News,
    SatDown,
    SessionOver,
    TeamsTold,
)
from overtrick.wire.messages import Teams

if TYPE_CHECKING:
    from overtrick.wire.client import Gains, Place
    from overtrick.wire.client.keeping import Keeper
    from overtrick.wire.client.seen import SeenBoard

__all__ = ["Teller"]

_MOST_REMARKS = 20
"""Remarks on a board that are printed; the rest are counted."""
_LONGEST_LOG = 10_000_000
"""Characters of the file with all lines: a board has about 10,000."""


@final
class Teller:
    """Prints the news, and keeps them in the files that were asked for."""

    def __init__(
        self,
        place: Place,
        as_json: bool,
        ascii_only: bool,
        log: Path | None = None,
        save: Path | None = None,
        to_file: Path | None = None,
    ) -> None:
        self._place = place
        self._as_json = as_json
        self._ascii = ascii_only
        self._aloud = Aloud("the game goes on")
        self._paths = (log, save)
        self._files = ExitStack()
        self._log: TextIO | None = None
        self._room = _LONGEST_LOG
        self._keeper: Keeper | None = None
        self._file = None if to_file is None else ResultsFile(to_file, self._aloud.note)
        self._records = list[Record]()
        self._teams = Teams("", "")
        self._begun = monotonic()
        self._boards = self._left = self._remarks = 0
        self._has_sat = False

    # Files

    def __enter__(self) -> Self:
        log, save = self._paths
        if save is not None:
            from overtrick.table import FileLog
            from overtrick.wire.client.keeping import Keeper

            self._keeper = Keeper(self._files.enter_context(FileLog(save)))
        if log is not None:
            self._files.callback(self._close_log)
            try:
                self._log = log.open("a", encoding="utf-8")
            except OSError as error:
                raise OvertrickError(f"cannot write {str(log)!r}: {error.strerror}") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def write(self, line: str) -> None:
        """Keep a line that was said or heard; a file that can hold no more does not end the game."""
        if self._log is None:
            return
        shown = "".join(letter if letter.isprintable() else "?" for letter in line)
        self._room -= len(shown)
        try:
            self._log.write(f"{monotonic() - self._begun:9.3f} {shown}\n")
            if self._room <= 0:
                self._log.write("more lines are not kept\n")
            self._log.flush()
        except OSError as error:
            self._aloud.note(f"the lines are no longer kept: {error.strerror}")
            self._room = 0
        if self._room <= 0:
            self._close_log()

    def _close_log(self) -> None:
        log, self._log = self._log, None
        if log is not None:
            with suppress(OSError):  # it has been told
                log.close()

    # News

    def tell(self, news: News) -> None:
        """Tell what has happened."""
        match news:
            case SatDown(seat, team):
                self._has_sat = True
                self.say(f'{seat.word} for "{team}" at {self._place.host}:{self._place.port}.')
            case TeamsTold(teams):
                self.say(f'N/S "{teams.ns}" against E/W "{teams.ew}".')
                self._teams = teams
                self._keep(lambda keeper: keeper.open(teams))
            case BoardBegun():
                self._remarks = 0
            case BoardOver(board):
                self._tell_board(board)
            case BoardLeft(number):
                self._left += 1
                self.say(f"Board {number} was abandoned.")
            case Ignored(why):
                self._remark(why)
            case Explained(seat, call, said, read):
                known = "" if read else " (not understood)"
                self.write(f"  {seat.word}'s {call} was explained: {said.text}{known}")
            case SessionOver():
                self.say("The session is over.")

    def say(self, words: str) -> None:
        """Say something to the person; where results are JSON, beside them."""
        if self._as_json:
            self._aloud.note(words)
        else:
            self._aloud.tell(lambda: output.print_words(words, self._ascii))

    def _remark(self, why: str) -> None:
        self._remarks += 1
        if self._remarks <= _MOST_REMARKS:
            self._aloud.note(why)
        elif self._remarks == _MOST_REMARKS + 1:
            self._aloud.note("more lines like these are not told")

    def _tell_board(self, board: SeenBoard) -> None:
        self._boards += 1
        self._keep(lambda keeper: keeper.keep(board))
        self._file_board(board)
        result = board.result
        score = None if result is None else score_ns(result, board.vul)
        if self._as_json:
            contract = None if board.contract is None else str(board.contract)
            tricks = None if result is None else result.tricks
            told = {"board": board.number, "contract": contract, "tricks": tricks, "score_ns": score}
            self._aloud.tell(lambda: output.print_json(told))
        elif result is None:
            self.say(f"Board {board.number} ended before it was played out.")
        else:
            points = "" if result.contract is None else f", N/S {score:+d}"
            self.say(f"Board {board.number}: {result.word}{points}")

    def _keep(self, kept: Callable[[Keeper], None]) -> None:
        """Boards that cannot be written do not end the game."""
        if self._keeper is not None:
            try:
                kept(self._keeper)
            except OvertrickError as error:
                self._keeper = None
                self._aloud.note(f"the boards are no longer kept: {error}")

    def _file_board(self, board: SeenBoard) -> None:
        if self._file is None:
            return
        names = {Side.NS: self._teams.ns, Side.EW: self._teams.ew}
        tags = [("Event", "overtrick seat"), *((seat.word, names[seat.side]) for seat in Seat)]
        self._records.append(Record(board.record, tuple(tags)))
        self._file.update(len(self._records), self._records.copy)

    # The end

    def end(self, gains: Gains) -> None:
        """The sum of it all, if there was anything."""
        if self._file is not None:
            self._file.stop(len(self._records), self._records.copy)
        if not self._has_sat:
            return
        seconds = monotonic() - self._begun
        if self._as_json:
            total = {
                "boards": self._boards,
                "abandoned": self._left,
                "seconds": round(seconds, 3),
                "decisions": gains.decisions,
                "foreseen": gains.foreseen,
                "seconds_waited": round(gains.waited, 3),
                "seconds_saved": round(gains.saved, 3),
                "pondered": gains.pondered,
                "given_up": gains.given_up,
                "failed": gains.failed,
            }
            self._aloud.tell(lambda: output.print_json(total))
        elif gains.decisions:
            self.say(
                f"{_counted(self._boards, 'board')} in {seconds:.0f} s: "
                f"{_counted(gains.decisions, 'decision')} in {gains.waited:.1f} s; "
                f"{gains.foreseen} {'was' if gains.foreseen == 1 else 'were'} foreseen, "
                f"which saved {gains.saved:.1f} s."
            )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
