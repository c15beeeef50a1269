"""A session of ``overtrick table`` at work: its log, its doors, a line for each board, the results."""

from __future__ import annotations

import asyncio
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, final

import typer

from overtrick.cli import output
from overtrick.cli.table_words import sitting_record, sitting_words, tell_end, total_record
from overtrick.core import OvertrickError
from overtrick.formats import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.table import FileLog, Robot
    from overtrick.wire.manager import Door, Plan, Rules, Session
    from overtrick.wire.manager.results import Sheet
    from overtrick.wire.manager.room import Room

__all__ = ["Asked", "run_table"]

_INTERRUPTED = 130


@final
@dataclass(frozen=True)
class Asked:
    """What the options ask for."""

    plan: Plan | None
    """None for a session that goes on."""
    rules: Rules
    doors: list[Door]
    how: str
    log: Path | None
    to_file: Path | None
    against_par: bool
    ascii_only: bool
    as_json: bool


def run_table(asked: Asked) -> None:
    """Play the session to its end, or until somebody stops it."""
    from overtrick.cli.match import broken_pipes_ignored, check_name

    if asked.to_file is not None:
        check_name(asked.to_file)
    robot = _robots(asked.how)
    with broken_pipes_ignored(), _log(asked) as log:
        session = _session(asked, log, robot)
        running = _Running(asked, session, log.path)
        try:
            asyncio.run(running.play())
        except KeyboardInterrupt:
            output.say(_goes_on(log))
            raise typer.Exit(_INTERRUPTED) from None
        except BaseExceptionGroup as group:
            raise _first(group) from None
        running.end()


def _goes_on(log: FileLog) -> str:
    if not log.tables():
        return "Nothing was played yet: the same command begins again."
    return f"Nothing is lost: overtrick table --resume {log.path} goes on."


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended the session: the first of those of its rooms."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _log(asked: Asked) -> FileLog:
    from overtrick.cli.play_place import games
    from overtrick.table import FileLog, LogError

    if asked.plan is None:
        assert asked.log is not None  # it goes on with something
        return FileLog(asked.log, must_exist=True)
    path = asked.log
    if path is None:
        folder = games().parent / "tables"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OvertrickError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
        path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.table"
    log = FileLog(path)
    if log.tables():
        log.close()
        raise LogError(f"{str(path)!r} holds a session already: --resume {path} goes on with it")
    return log


def _robots(how: str) -> Callable[[], Robot]:
    """Robots that play as is said, made when they are needed."""
    from overtrick.bidding import Agreements, load
    from overtrick.table import PlayerRobot
    from overtrick.table.matches import Configuration

    configuration = Configuration.parse(how)
    return lambda: PlayerRobot(configuration.player(Agreements(load(configuration.system)), seed=1))


def _session(asked: Asked, log: FileLog, robot: Callable[[], Robot]) -> Session:
    from overtrick.wire import WireError
    from overtrick.wire.manager import Plan, Session
    from overtrick.wire.manager.kept import plans_in

    if asked.plan is not None:
        return Session(asked.plan, log, robot, say=output.note)
    kept = plans_in(log)
    if len(asked.doors) > 1 and not kept[0].plan.is_of_match:
        raise WireError("this session has one table: leave out --port2")
    return Session(Plan.of(kept, asked.rules), log, robot, kept, output.note)


@final
class _Running:
    """What is said and written while the boards are played."""

    def __init__(self, asked: Asked, session: Session, path: Path) -> None:
        self._asked = asked
        self._session = session
        self._path = path
        self._writer = ThreadPoolExecutor(1, "results")
        self._has_warned = False

    async def play(self) -> None:
        """Play everything; an interrupt ends it as it should."""
        task = asyncio.ensure_future(self._session.run(self._asked.doors, self._ready, self._ended))
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError):  # not everywhere, and not in a thread
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
        try:
            await task
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        finally:
            self._writer.shutdown()

    def _ready(self, ports: list[int]) -> None:
        hosts = [f"[{door.host}]" if ":" in door.host else door.host for door in self._asked.doors]
        places = " and ".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=True))
        output.note(f"overtrick waits for players at {places} (Ctrl-C ends it; kept in {self._path})")

    def _sheet(self, against_par: bool = False) -> Sheet:
        from overtrick.wire.manager.results import Sheet

        return Sheet.of(self._session.kept, against_par)

    def _ended(self, room: Room) -> None:
        sheet = self._sheet()
        last = room.table.state.ended[-1]
        sitting = next(each for line in sheet.lines for each in line.sittings if each.ended is last)
        if self._asked.as_json:
            output.print_json(sitting_record(sheet, sitting))
        else:
            output.print_words(sitting_words(sheet, sitting), self._asked.ascii_only)
        sys.stdout.flush()
        if self._asked.to_file is not None:
            self._writer.submit(self._try_to_write, sheet)

    def _try_to_write(self, sheet: Sheet) -> None:
        """Write what there is; if that fails, say so once and play on."""
        try:
            self._write(sheet)
        except OvertrickError as error:
            if not self._has_warned:
                output.note(f"{error}; the boards are kept in {self._path}")
            self._has_warned = True

    def _write(self, sheet: Sheet) -> None:
        if self._asked.to_file is not None:
            write(sheet.records(), self._asked.to_file)

    def end(self) -> None:
        """Say who won, and write everything once more."""
        sheet = self._sheet(self._asked.against_par)
        if self._asked.as_json:
            output.print_json(total_record(sheet))
        else:
            tell_end(sheet, self._asked.ascii_only)
        if self._asked.to_file is not None:
            self._write(sheet)
            output.note(f"wrote {sum(1 for _ in sheet.records())} records to {str(self._asked.to_file)!r}")
