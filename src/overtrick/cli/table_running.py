"""A session of ``overtrick table`` at work: its log, its doors, a line for each board, the results."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, final

import typer

from overtrick.cli import output
from overtrick.cli.aloud import Aloud, broken_pipes_ignored
from overtrick.cli.results_file import ResultsFile, check_name
from overtrick.cli.table_log import new_log, old_log
from overtrick.cli.table_resumed import USUAL_HOW, Wishes, resumed_plan
from overtrick.cli.table_words import kept_words, sitting_record, sitting_words, tell_end, total_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.formats import Record
    from overtrick.table import FileLog, Robot
    from overtrick.wire.manager import Door, Plan, Session
    from overtrick.wire.manager.results import Sheet, Sitting
    from overtrick.wire.manager.room import Room

__all__ = ["Asked", "run_table"]

_INTERRUPTED = 130


@final
@dataclass(frozen=True)
class Asked:
    """What the options ask for."""

    plan: Plan | None
    """None for a session that goes on."""
    wishes: Wishes
    doors: list[Door]
    log: Path | None
    to_file: Path | None
    against_par: bool
    ascii_only: bool
    as_json: bool


def run_table(asked: Asked) -> None:
    """Play the session to its end, or until somebody stops it."""
    if asked.to_file is not None:
        check_name(asked.to_file)
    with broken_pipes_ignored(), _log(asked) as log:
        aloud = Aloud(f"the session goes on, and is kept in {log.path}")
        running = _Running(asked, _session(asked, log, aloud), log.path, aloud)
        try:
            asyncio.run(running.play())
        except KeyboardInterrupt:
            running.stop()
            aloud.say(_goes_on(log))
            raise typer.Exit(_INTERRUPTED) from None
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


def _log(asked: Asked) -> AbstractContextManager[FileLog]:
    if asked.plan is not None:
        return new_log(asked.log)
    assert asked.log is not None  # it goes on with something
    return old_log(asked.log)


def _session(asked: Asked, log: FileLog, aloud: Aloud) -> Session:
    from overtrick.wire import WireError
    from overtrick.wire.manager import Session
    from overtrick.wire.manager.kept import plans_in

    try:
        kept = () if asked.plan is not None else plans_in(log)
    except WireError as error:
        raise WireError(f"cannot go on with {str(log.path)!r}: {error}") from None
    plan = asked.plan or resumed_plan(kept, asked.wishes)
    if len(asked.doors) > 1 and not plan.is_match:
        raise WireError("this session has one table: leave out --port2")
    return Session(plan, log, _robots(plan.how or USUAL_HOW), kept, aloud.note)


def _robots(how: str) -> Callable[[], Robot]:
    """Robots that play as is said, made when they are needed."""
    from overtrick.bidding import Agreements, load
    from overtrick.table import PlayerRobot
    from overtrick.table.matches import Configuration

    configuration = Configuration.parse(how)
    return lambda: PlayerRobot(configuration.player(Agreements(load(configuration.system)), seed=1))


@final
class _Running:
    """What is said and written while the boards are played."""

    def __init__(self, asked: Asked, session: Session, path: Path, aloud: Aloud) -> None:
        from overtrick.wire.manager.results import Collected

        self._asked = asked
        self._session = session
        self._path = path
        self._aloud = aloud
        self._collected = Collected()
        self._collected.take(session.kept)
        self._file = None if asked.to_file is None else ResultsFile(asked.to_file, self._warn)

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

    def _ready(self, ports: list[int]) -> None:
        where = "nobody is waited for"
        if ports:
            where = f"overtrick waits for players at {self._places(ports)}"
        self._aloud.note(f"{where} (Ctrl-C ends it; kept in {self._path})")
        if self._asked.plan is None:
            self._aloud.note(kept_words(self._session.kept))
        self._update()

    def _places(self, ports: list[int]) -> str:
        hosts = [f"[{door.host}]" if ":" in door.host else door.host for door in self._asked.doors]
        return " and ".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=True))

    def _ended(self, room: Room) -> None:
        for sitting in self._collected.take(self._session.kept):
            self._tell(self._collected.line(sitting), sitting)
        self._update()

    def _tell(self, sheet: Sheet, sitting: Sitting) -> None:
        if self._asked.as_json:
            self._aloud.tell(lambda: output.print_json(sitting_record(sheet, sitting)))
        else:
            words = sitting_words(sheet, sitting, self._collected.won)
            self._aloud.tell(lambda: output.print_words(words, self._asked.ascii_only))

    def _update(self) -> None:
        if self._file is not None:
            self._file.update(len(self._collected), self._records)

    def _records(self) -> Iterator[Record]:
        return self._collected.sheet().records()

    def _warn(self, why: str) -> None:
        self._aloud.note(f"{why}; the boards are kept in {self._path}")

    def stop(self) -> None:
        """Leave everything as it should be for whoever goes on."""
        if self._file is not None:
            self._file.stop(len(self._collected), self._records)

    def end(self) -> None:
        """Say who won, and write everything once more."""
        sheet = self._collected.sheet(self._asked.against_par)
        if self._asked.as_json:
            self._aloud.tell(lambda: output.print_json(total_record(sheet)))
        else:
            self._aloud.tell(lambda: tell_end(sheet, self._asked.ascii_only))
        if self._file is not None:
            written = self._file.end(sheet.records())
            self._aloud.note(f"wrote {written} records to {str(self._asked.to_file)!r}")
