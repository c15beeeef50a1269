"""``overtrick seat``: our player at the table of any program that speaks the table-manager protocol."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Annotated, Self, TextIO, final

import typer

from overtrick.cli import options, output
from overtrick.cli.bidding_options import USUAL_BIDDING, BiddingOptions, switches
from overtrick.cli.player_options import USUAL_THINKING, Thinking
from overtrick.cli.sessions import ResultsFile, SessionOutput, broken_pipes_ignored, check_results_path
from overtrick.core import OvertrickError, Seat, Side
from overtrick.formats import Record
from overtrick.protocol.client import Client, SeatRequest, Setup, Statistics, Thinker
from overtrick.protocol.client import fast as fast_settings
from overtrick.protocol.client.board import BoardLog, SeatBoard
from overtrick.protocol.client.dialogue import (
    BoardLeft,
    BoardOver,
    Explained,
    Ignored,
    SatDown,
    SeatEvent,
)
from overtrick.protocol.messages import BoardHeader, EndOfSession, Teams
from overtrick.scoring import score_ns
from overtrick.table import FileLog

__all__ = ["SeatReporter", "seat"]


_LIMIT = 60.0
"""Time-out of a decision in seconds, far more than it normally takes."""
_MOST_REMARKS = 20
"""Remarks on a board that are printed; the rest are counted."""
_LONGEST_LOG = 10_000_000
"""The most characters of the file with all lines; a board has about 10,000."""


def seat(
    place: Annotated[str, options.argument("SEAT", "North, East, South, West; or any.")],
    host: Annotated[str, options.option("--host", "NAME", "The host of the table.")] = options.HOST,
    port: Annotated[int, options.port_option("Its port (default 2000).", least=1)] = 2000,
    name: Annotated[str, options.option("--name", "TEAM", "The name of the team.")] = "overtrick",
    thinking: Thinking = USUAL_THINKING,
    limit: Annotated[
        float | None, options.seconds_option("--limit", "Time for a decision (default 60).")
    ] = None,
    fast: Annotated[bool, options.flag("--fast", "Think little, to play many boards.")] = False,
    bidding: BiddingOptions = USUAL_BIDDING,
    infos: Annotated[bool, options.flag("--infos", "Explain every call, not only alerts.")] = False,
    ponder: Annotated[bool, options.flag("--ponder/--no-ponder", "Think while others act.")] = True,
    retry: Annotated[
        float, options.seconds_option("--retry", "How long to try to connect, or to reconnect.", least=0)
    ] = 10,
    log: Annotated[Path | None, options.option("--log", "FILE", "Log every line sent or received.")] = None,
    save: options.SavePath = None,
    to_file: Annotated[Path | None, options.output_option("Write the boards: .pbn, .lin …")] = None,
    style: output.Style = output.PLAIN,
) -> None:
    """Sit down at a table of another program, and play to the end of its session.

    The table speaks the table-manager protocol.
    """
    if fast and (thinking.deals is not None or thinking.seconds is not None):
        raise typer.BadParameter("--fast chooses the number of deals itself")
    where = SeatRequest(
        host=options.check_host(host),
        port=port,
        team=_team(name),
        seat=_seat(place),
        retry=retry,
        limit=_limit(limit, thinking.seconds or 0.0),
        says_all=infos,
    )
    settings = fast_settings(thinking.settings) if fast else thinking.settings
    conventions = tuple(switches(bidding.convention).items())
    setup = Setup(settings, bidding.system, conventions, bidding.their_system)
    if to_file is not None:
        check_results_path(to_file)
    reporter = SeatReporter(where, style, log, save, to_file)
    with broken_pipes_ignored(), reporter:
        _sit(where, setup, ponder, reporter)


def _seat(text: str) -> Seat | None:
    if text.lower() in ("any", "anypl"):
        return None
    try:
        return Seat.parse(text)
    except OvertrickError as error:
        raise OvertrickError(f"{error}, or any") from None


def _team(text: str) -> str:
    if not text.strip():
        raise options.refused("--name", f"expected the name of a team, not {text[:40]!r}")
    return text


def _limit(limit: float | None, thinking: float) -> float:
    """The time-out of a decision, longer than the thinking time."""
    if limit is None:
        return max(_LIMIT, 2 * thinking)
    if limit <= thinking:
        words = f"a decision is to take {thinking:g} seconds of thought: expected more, not {limit:g}"
        raise options.refused("--limit", words)
    return limit


def _sit(where: SeatRequest, setup: Setup, ponders: bool, reporter: SeatReporter) -> None:
    """Play until the session is over, or Ctrl-C."""
    thinker = Thinker(setup, ponders)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM ends it like Ctrl-C
    try:
        asyncio.run(Client(where, thinker, reporter.tell, reporter.write).run())
    except KeyboardInterrupt:
        reporter.say("Left the table.")
        raise typer.Exit(output.INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGTERM, before)
        reporter.end(thinker.statistics)


@final
class SeatReporter(ExitStack):
    """Prints events and writes them to the requested files."""

    def __init__(
        self,
        place: SeatRequest,
        style: output.Style,
        log: Path | None = None,
        save: Path | None = None,
        to_file: Path | None = None,
    ) -> None:
        super().__init__()
        self._place = place
        self._style = style
        self._output = SessionOutput("the game goes on")
        self._paths = (log, save)
        self._log: TextIO | None = None
        self._room = _LONGEST_LOG
        self._keeper: BoardLog | None = None
        self._file = ResultsFile(to_file, self._output.note)
        self._records = list[Record]()
        self._teams = Teams("", "")
        self._begun = monotonic()
        self._boards = self._left = self._remarks = 0
        self._has_sat = False

    # Files

    def __enter__(self) -> Self:
        log, save = self._paths
        if save is not None:
            self._keeper = BoardLog(self.enter_context(FileLog(save)))
        if log is not None:
            self.callback(self._close_log)
            with output.explained(f"write {str(log)!r}"):
                self._log = log.open("a", encoding="utf-8")
        return self

    def write(self, line: str) -> None:
        """Write a sent or received line to the file; a full file does not end the game."""
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
            self._output.note(f"the lines are no longer kept: {error.strerror}")
            self._room = 0
        if self._room <= 0:
            self._close_log()

    def _close_log(self) -> None:
        log, self._log = self._log, None
        if log is not None:
            with suppress(OSError):  # it has been told
                log.close()

    # SeatEvent

    def tell(self, news: SeatEvent) -> None:
        """Report an event."""
        match news:
            case SatDown(seat, team):
                self._has_sat = True
                self.say(f'{seat.word} for "{team}" at {self._place.host}:{self._place.port}.')
            case Teams() as teams:
                self.say(f'N/S "{teams.ns}" against E/W "{teams.ew}".')
                self._teams = teams
                self._keep(lambda keeper: keeper.open(teams))
            case BoardHeader():
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
            case EndOfSession():
                self.say("The session is over.")

    def say(self, words: str) -> None:
        """Say something to the person; where results are JSON, beside them."""
        if self._style.as_json:
            self._output.note(words)
        else:
            self._output.tell(lambda: self._style.print_words(words))

    def _remark(self, why: str) -> None:
        self._remarks += 1
        if self._remarks <= _MOST_REMARKS:
            self._output.note(why)
        elif self._remarks == _MOST_REMARKS + 1:
            self._output.note("more lines like these are not told")

    def _tell_board(self, board: SeatBoard) -> None:
        self._boards += 1
        self._keep(lambda keeper: keeper.keep(board))
        self._file_board(board)
        result = board.result
        score = None if result is None else score_ns(result, board.vul)
        if self._style.as_json:
            tricks = None if result is None else result.tricks
            told = {"board": board.number, "contract": board.contract, "tricks": tricks, "score_ns": score}
            self._output.tell(lambda: output.print_json(told))
        elif result is None:
            self.say(f"Board {board.number} ended before it was played out.")
        else:
            points = "" if result.contract is None else f", N/S {score:+d}"
            self.say(f"Board {board.number}: {result.word}{points}")

    def _keep(self, kept: Callable[[BoardLog], None]) -> None:
        """Save the boards; a failure does not end the game."""
        if self._keeper is not None:
            try:
                kept(self._keeper)
            except OvertrickError as error:
                self._keeper = None
                self._output.note(f"the boards are no longer kept: {error}")

    def _file_board(self, board: SeatBoard) -> None:
        if self._file.path is None:
            return
        names = {Side.NS: self._teams.ns, Side.EW: self._teams.ew}
        tags = [("Event", "overtrick seat"), *((seat.word, names[seat.side]) for seat in Seat)]
        self._records.append(Record(board.record, tuple(tags)))
        self._file.update(len(self._records), self._records.copy)

    # The end

    def end(self, statistics: Statistics) -> None:
        """Print the totals, if there are any."""
        self._file.stop(len(self._records), self._records.copy)
        if not self._has_sat:
            return
        seconds = monotonic() - self._begun
        if self._style.as_json:
            total = {
                "boards": self._boards,
                "abandoned": self._left,
                "seconds": round(seconds, 3),
                **output.attributes(statistics, "decisions", "foreseen"),
                "seconds_waited": round(statistics.waited, 3),
                "seconds_saved": round(statistics.saved, 3),
                **output.attributes(statistics, "pondered", "given_up", "failed"),
            }
            self._output.tell(lambda: output.print_json(total))
        elif statistics.decisions:
            self.say(
                f"{output.counted(self._boards, 'board')} in {seconds:.0f} s: "
                f"{output.counted(statistics.decisions, 'decision')} in {statistics.waited:.1f} s; "
                f"{statistics.foreseen} {'was' if statistics.foreseen == 1 else 'were'} foreseen, "
                f"which saved {statistics.saved:.1f} s."
            )
