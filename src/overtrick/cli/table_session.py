"""Runs a session of ``overtrick table``: its log, its sockets, a line for each board, the results."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from shlex import quote
from typing import Annotated, final

import typer

from overtrick.bidding import Agreements, load
from overtrick.cli import output
from overtrick.cli.options import SavePath, flag, number, option, output_option, refused
from overtrick.cli.output import Record as JsonRecord
from overtrick.cli.sessions import (
    ResultsFile,
    SessionOutput,
    broken_pipes_ignored,
    check_results_path,
    data_folder,
    new_log_path,
)
from overtrick.core import OvertrickError, Seat, SeatView, Side
from overtrick.formats import Record
from overtrick.processes import Pool
from overtrick.protocol import ProtocolError
from overtrick.protocol.manager import Door, LineEnd, OnFailure, Rules, Session, SessionPlan
from overtrick.protocol.manager.results import BoardLine, PlayedBoard, ResultsReader, Sheet
from overtrick.protocol.manager.room import Room
from overtrick.protocol.manager.session_log import LoggedRoom, logged_rooms
from overtrick.table import Act, FileLog, LogError, PlayerRobot
from overtrick.table.matches import Configuration, Team

__all__ = [
    "NO_CHANGES",
    "USUAL",
    "USUAL_HOW",
    "Changes",
    "Options",
    "new_log",
    "old_log",
    "run_table",
    "sitting_words",
]

_ROBOTS = 2
"""Robots thinking at the same time: one in each room."""
_LONGEST_THOUGHT = 3600.0
"""Time-out of a robot in seconds."""


@final
@dataclass(frozen=True)
class Options:
    """Options for the files of a session, and its scoring."""

    save: SavePath = None
    resume: Annotated[Path | None, option("--resume", "FILE", "Go on with a session that stopped.")] = None
    to_file: Annotated[Path | None, output_option("Write every board: .pbn, .lin …")] = None
    par: Annotated[bool, flag("--par", "Compare one table's scores with double-dummy par.")] = False


USUAL = Options()


def run_table(
    plan: SessionPlan | None, changes: Changes, doors: list[Door], options: Options, style: output.Style
) -> None:
    """Play the session to its end or an interrupt; a resumed session has its own plan."""
    if options.to_file is not None:
        check_results_path(options.to_file)
    kept = new_log(options.save) if options.resume is None else old_log(options.resume)
    with broken_pipes_ignored(), kept as log, closing(Pool(_ROBOTS, 0, _LONGEST_THOUGHT)) as robots:
        speaker = SessionOutput(f"the session goes on, and is logged in {log.path}")
        session = _session(plan, changes, doors, log, robots, speaker)
        running = _Output(options, doors, session, log.path, speaker, style)
        try:
            asyncio.run(running.play())
        except KeyboardInterrupt:
            running.stop()
            speaker.say(_goes_on(log))
            raise typer.Exit(output.INTERRUPTED) from None
        except BaseExceptionGroup as group:
            running.stop()
            raise _first(group) from None
        running.end()


def _goes_on(log: FileLog) -> str:
    if not log.tables():
        return "Nothing was played yet: the same command begins again."
    return f"Nothing is lost: overtrick table --resume {quote(str(log.path))} goes on."


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended the session: the first of those of its rooms."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _session(
    begun: SessionPlan | None,
    changes: Changes,
    doors: list[Door],
    log: FileLog,
    robots: Pool,
    speaker: SessionOutput,
) -> Session:
    try:
        logged = () if begun is not None else logged_rooms(log)
    except ProtocolError as error:
        raise ProtocolError(f"cannot go on with {str(log.path)!r}: {error}") from None
    plan = begun or resumed_plan(logged, changes)
    if len(doors) > 1 and not plan.is_match:
        raise ProtocolError("this session has one table: leave out --port2")
    how = plan.how or USUAL_HOW
    load(Configuration.parse(how).system)  # report errors before anybody sits down
    return Session(plan, log, lambda view: robots.run(_act, how, view), logged, speaker.note)


def _act(how: str, view: SeatView) -> Act:
    """The act of a robot with configuration `how`, which never claims; runs in a worker process."""
    return _robot(how).act(view, may_claim=False)


@lru_cache(1)
def _robot(how: str) -> PlayerRobot:
    configuration = Configuration.parse(how)
    return PlayerRobot(configuration.player(Agreements(load(configuration.system)), seed=1))


@final
@dataclass(frozen=True)
class _Output:
    """Output and files while the boards are played."""

    options: Options
    doors: list[Door]
    session: Session
    path: Path
    speaker: SessionOutput
    style: output.Style
    collected: ResultsReader = field(default_factory=ResultsReader, init=False)

    def __post_init__(self) -> None:
        self.collected.take(self.session.logged)

    @cached_property
    def file(self) -> ResultsFile:
        """The file of results."""
        return ResultsFile(self.options.to_file, self._warn)

    async def play(self) -> None:
        """Play the session; an interrupt ends it cleanly."""
        task = asyncio.ensure_future(self.session.run(self.doors, self._ready, self._ended))
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError):  # not supported everywhere, nor in a thread
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
        try:
            await task
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    def _ready(self, ports: list[int]) -> None:
        where = "nobody is waited for"
        if ports:
            where = f"overtrick waits for players at {self._places(ports)}"
        self.speaker.note(f"{where} (Ctrl-C ends it; kept in {self.path})")
        if self.options.resume is not None:
            self.speaker.note(kept_words(self.session.logged))
        self.file.update(len(self.collected), self._records)

    def _places(self, ports: list[int]) -> str:
        hosts = [f"[{door.host}]" if ":" in door.host else door.host for door in self.doors]
        return " and ".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=True))

    def _ended(self, room: Room) -> None:
        for sitting in self.collected.take(self.session.logged):
            sheet = self.collected.line(sitting)
            words = sitting_words(sheet, sitting, self.collected.won)
            self._print(sitting_record(sheet, sitting), [words])
        self.file.update(len(self.collected), self._records)

    def _print(self, record: JsonRecord, lines: Iterable[str]) -> None:
        self.speaker.tell(lambda: self.style.print_answer(record, lines))

    def _records(self) -> Iterator[Record]:
        return self.collected.sheet().records()

    def _warn(self, why: str) -> None:
        self.speaker.note(f"{why}; the boards are kept in {self.path}")

    def stop(self) -> None:
        """Save everything so that the session can be resumed."""
        self.file.stop(len(self.collected), self._records)

    def end(self) -> None:
        """Print the winner, and write everything once more."""
        sheet = self.collected.sheet(self.options.par)
        self._print(total_record(sheet), _end_lines(sheet))
        if self.options.to_file is not None:
            written = self.file.end(sheet.records())
            self.speaker.note(f"wrote {written} records to {str(self.options.to_file)!r}")


@contextmanager
def new_log(path: Path | None) -> Iterator[FileLog]:
    """The log of a new session, in the named file or in the user's data folder."""
    path = path or new_log_path(data_folder("tables"))
    with _alone(path):
        is_ours = not path.exists()
        log = FileLog(path)
        try:
            if log.tables():
                raise LogError(
                    f"{str(path)!r} holds a session already: --resume {quote(str(path))} goes on with it"
                )
            yield log
        finally:
            is_empty = False
            with suppress(OvertrickError):
                is_empty = is_ours and not log.tables()
            log.close()
            if is_empty:  # remove the new file if it holds no table
                with suppress(OSError):
                    log.path.unlink()


@contextmanager
def old_log(path: Path) -> Iterator[FileLog]:
    """The log of a resumed session."""
    if not path.is_file():
        raise LogError(f"there is no log {str(path)!r}")
    with _alone(path), FileLog(path, must_exist=True) as log:
        yield log


# One manager at a time


@contextmanager
def _alone(log: Path) -> Iterator[None]:
    """Lock a log against other managers by a file beside it; the lock ends with the process.

    It is an SQLite lock, which works alike on every system; others can still read the log.
    """
    path = Path(f"{log.resolve()}.lock")
    lock = _locked(path, log)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        lock.close()


def _locked(path: Path, log: Path) -> sqlite3.Connection:
    while True:
        before = _file(path)
        try:
            lock = _taken(path)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise LogError(f"another manager is at work with {str(log)!r}: end that one first") from None
            raise LogError(f"cannot use the log {str(log)!r}: {error}") from None
        if before is not None and before == _file(path):
            return lock
        lock.close()  # the file is new or its owner has just removed it: the lock may be void


def _taken(path: Path) -> sqlite3.Connection:
    lock = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = OFF")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise
    return lock


def _file(path: Path) -> int | None:
    """The inode of a file; None if there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return None


USUAL_HOW = "quick"
"""The default configuration of the manager's own robots."""
_DAY = 86_400
"""The longest time in seconds."""


@final
@dataclass(frozen=True)
class Changes:
    """Options for the rules and players of a session; None for the defaults."""

    is_match: Annotated[bool, flag("--teams", "Two tables at once, eight players.")] = False
    is_turned: Annotated[bool, flag("--turned", "Replay all boards with the seats turned; four players.")] = (
        False
    )
    robots: Annotated[str | None, option("--robots", "SEATS", "Seats of our robots: NS, N,E, all …")] = None
    words: Annotated[str | None, option("--how", "WORDS", "How they play, as in match (quick).")] = None
    limit: Annotated[
        int | None, number("Seconds for a pair and board; 0: no limit (120).", "--limit", least=0, most=_DAY)
    ] = None
    wait: Annotated[
        int | None, number("Time to wait for a player that left (default 30).", "--wait", least=0, most=_DAY)
    ] = None
    on_failure: Annotated[
        OnFailure | None, option("--on-failure", "WHAT", "robot (default) or forfeit, if a player fails.")
    ] = None
    line_end: Annotated[
        LineEnd | None, option("--line-end", "WHAT", "Line end: crlf or lf (default crlf).")
    ] = None

    @property
    def house(self) -> tuple[Seat, ...] | None:
        """The seats of robots: of ``NS``, ``E``, ``N,E,S`` or ``all``."""
        if self.robots is None or self.robots.lower() == "all":
            return None if self.robots is None else tuple(Seat)
        found = list[Seat]()
        for word in self.robots.replace(" ", ",").split(","):
            try:
                found += Side.parse(word).seats if len(word.replace("-", "")) == 2 else (Seat.parse(word),)
            except OvertrickError:
                words = f"expected seats like NS, E, N,E or all, not {self.robots[:40]!r}"
                raise refused("--robots", words) from None
        return tuple(sorted(set(found)))

    @property
    def how(self) -> str | None:
        """The robots' configuration, as it is logged."""
        return None if self.words is None else str(Configuration.parse(self.words))

    def rules(self, rules: Rules) -> Rules:
        """The rules, changed by the options."""
        return replace(
            rules,
            limit=rules.limit if self.limit is None else self.limit or None,
            wait=rules.wait if self.wait is None else self.wait,
            on_failure=self.on_failure or rules.on_failure,
            line_end=self.line_end or rules.line_end,
        )


NO_CHANGES = Changes()


def resumed_plan(logged: Sequence[LoggedRoom], changes: Changes) -> SessionPlan:
    """The plan of a logged session; options that contradict it are an error.

    Only the line ends may change: they are not a rule, and a program may depend on them.
    """
    before = SessionPlan.of(logged)
    if logged[0].plan.rules is None:  # a log of an earlier version
        before = replace(before, rules=changes.rules(before.rules), how=changes.how)
    before = replace(before, how=str(Configuration.parse(before.how or USUAL_HOW)))
    if changed := dict(_changed(before, changes)):
        begun, useless = (" and ".join(each) for each in (changed.values(), changed))
        raise ProtocolError(f"this session began {begun}, and goes on so: leave out {useless}")
    return replace(before, rules=changes.rules(before.rules))


def _changed(plan: SessionPlan, changes: Changes) -> Iterator[tuple[str, str]]:
    """The options that contradict the plan, with the plan's value."""
    before, wanted = plan.rules, changes.rules(plan.rules)
    house = plan.house if changes.house is None else changes.house
    for name, was, now, words in (
        ("--limit", before.limit, wanted.limit, f"{before.limit or 0:g}"),
        ("--wait", before.wait, wanted.wait, f"{before.wait:g}"),
        ("--on-failure", before.on_failure, wanted.on_failure, before.on_failure.value),
        ("--how", plan.how, changes.how or plan.how, plan.how),
        ("--robots", plan.house, house, ",".join(map(str, plan.house))),
        ("--teams", plan.is_match, changes.is_match or plan.is_match, ""),
        ("--turned", plan.is_turned, changes.is_turned or plan.is_turned, ""),
    ):
        if was != now:
            yield name, f"with {name} {words}" if words else f"without {name}"


def kept_words(rooms: Sequence[LoggedRoom]) -> str:
    """The progress of a resumed session, room by room."""
    counts = [(each.plan.name, len(each.table.state.ended), len(each.plan.boards)) for each in rooms]
    return "; ".join(f"{name} room, boards that are over: {over} of {all_}" for name, over, all_ in counts)


def sitting_words(sheet: Sheet, sitting: PlayedBoard, won: Mapping[Team, int]) -> str:
    """A line for a board that has just ended, with the match score if the board can be compared."""
    where = f"Board {sitting.board.number}, {sitting.room.value} room"
    if sitting.forfeited_by is not None:
        told = f"{where}: forfeited by {_name(sheet, sitting.forfeited_by)}"
    else:
        told = f"{where}: {sitting.result.print}, N-S {output.signed(sitting.score_ns)}"
    imps = _line(sheet, sitting).imps
    if imps is None:
        return told
    stand = ", ".join(f"{_name(sheet, team)} {points}" for team, points in won.items())
    return f"{told}, {output.signed(imps)} IMPs to {_name(sheet, Team.A)} ({stand})"


def _line(sheet: Sheet, sitting: PlayedBoard) -> BoardLine:
    return next(line for line in sheet.lines if sitting in line.sittings)


def _name(sheet: Sheet, team: Team) -> str:
    """A team's name, with its letter if both names are the same."""
    name = sheet.names[team]
    return f"{name} ({team.value})" if len(set(sheet.names.values())) == 1 else name


def _end_lines(sheet: Sheet) -> Iterator[str]:
    """The winner, and how sure the result is."""
    a, b = (_name(sheet, team) for team in Team)
    total, boards = sheet.imps, len(sheet.lines)
    after = f"after {output.counted(boards, 'board')}"
    if total is None:
        yield f"{a} (North-South) {output.signed(sheet.points_ns)} points against {b} {after}"
        return
    yield f"{a} {sheet.imps_of(Team.A)}, {b} {sheet.imps_of(Team.B)} IMPs {after}"
    mean = f"{total.mean:+.2f}" if total.mean else "0.00"
    yield f"{mean} IMPs a board to {a}{output.interval_words(total.interval)}"


# For scripts


def sitting_record(sheet: Sheet, sitting: PlayedBoard) -> JsonRecord:
    """A board that has just ended, as JSON."""
    forfeited = sitting.forfeited_by
    return {
        "board": sitting.board.number,
        "room": sitting.room.value,
        **output.attributes(sitting.result, "contract", "tricks"),
        "score_ns": sitting.score_ns,
        "forfeited_by": None if forfeited is None else sheet.names[forfeited],
        "imps": _line(sheet, sitting).imps,
    }


def total_record(sheet: Sheet) -> JsonRecord:
    """The end of a session, as JSON."""
    total = sheet.imps
    return {
        "boards": len(sheet.lines),
        "teams": {team.value: sheet.names[team] for team in Team},
        "points_ns": sheet.points_ns,
        "imps": None if total is None else total.total,
        **output.attributes(total, "mean", "interval"),
    }
