"""The log of a table: kept in a file, whatever happens to the process, and refused when it is not sound."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from overtrick import Call, Card, Deal, Meaning, Result, Seat, Vul
from overtrick.table import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    Entry,
    Event,
    FileLog,
    Log,
    LogConflict,
    LogError,
    MemoryLog,
    Note,
    Table,
    TableOpened,
    Undone,
    events,
    replay,
)
from tests.tables import MOMENT, Story, opened, settings

ROOT = Path(__file__).parents[2]
DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765 432.432.5432.432")
KINDS = {kind for kind in vars(events).values() if isinstance(kind, type) and Event in kind.__bases__}
EVENTS: list[Event] = [
    TableOpened(settings(2**127)),
    TableOpened(settings().without_seed()),
    BoardDealt(None, Seat.WEST, Vul.BOTH, DEAL),
    BoardDealt(7, Seat.SOUTH, Vul.NONE, DEAL),
    CallMade(Seat.NORTH, Call.parse("7NT")),
    CallMade(Seat.EAST, Call.DOUBLE, Meaning("♠ \ud800 'x' \"y\"", alerted=True)),
    CallExplained(3, Meaning("5+ !S", alerted=True)),
    CardPlayed(Seat.SOUTH, Card.parse("HT")),
    ClaimMade(Seat.NORTH, 0),
    ClaimAccepted(),
    ClaimRefused((Card.parse("C2"), Card.parse("SA"))),
    Conceded(Seat.WEST),
    Undone(12),
    BoardEnded(Result.parse("4SXX by N -3"), -1600),
    BoardEnded(Result(None), 0),
    Note("a\nb\x00c", (Seat.NORTH, Seat.WEST)),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_entry_reads_back_from_its_text(event: Event) -> None:
    entry = Entry(3, MOMENT, event)
    assert Entry.parse(str(entry)) == entry
    assert "\n" not in str(entry)


def test_every_kind_of_event_was_read_back() -> None:
    assert {type(event) for event in EVENTS} == KINDS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "strange"}',
        '{"number": true, "time": "2026-01-01T00:00:00+00:00", "event": "accepted"}',
        '{"number": 0, "time": "2026-01-01T00:00:00+00:00", "event": "accepted"}',
        '{"number": 1, "time": "2026-01-01T00:00:00", "event": "accepted"}',
        '{"number": 1, "time": "yesterday", "event": "accepted"}',
        '{"number": 1, "time": 5, "event": "accepted"}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "accepted", "more": 1}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "card", "seat": "N"}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "card", "seat": "N", "card": "S1"}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "card", "seat": ["N"], "card": "SA"}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": ["card"]}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "note", "text": "x", "to": 5}',
        '{"number": 1, "time": "2026-01-01T00:00:00+00:00", "event": "opened", "settings": {}}',
    ],
)
def test_a_text_that_is_no_entry_is_an_error(text: str) -> None:
    with pytest.raises(LogError):
        Entry.parse(text)


def test_the_time_of_an_entry_is_in_utc() -> None:
    with pytest.raises(LogError, match="in UTC"):
        Entry(1, datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=1))), ClaimAccepted())
    assert Entry(1, datetime(2026, 1, 1, tzinfo=timezone.utc), ClaimAccepted()).time.tzinfo is UTC  # noqa: UP017


# Both kinds


@pytest.fixture(params=["memory", "file"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    with FileLog(tmp_path / "tables.db") as kept:
        yield MemoryLog() if request.param == "memory" else kept


def test_a_table_is_resumed_as_it_was(log: Log) -> None:
    table = Table.open(settings(3), log)
    story = Story(table, random.Random(3))
    for _ in range(150):
        story.act()
    again = Table.resume(log, table.id)
    assert again.state == table.state
    assert again.entries == table.entries
    assert [again.events_for(seat) for seat in Seat] == [table.events_for(seat) for seat in Seat]


def test_one_log_holds_many_tables_with_ids_of_their_own(log: Log) -> None:
    tables = [Table.open(settings(seed), log) for seed in range(20)]
    for table in tables[:10]:
        table.deal()
    assert log.tables() == tuple(sorted({table.id for table in tables}))
    assert len(log.tables()) == 20
    assert all(len(table) == 22 for table in log.tables())
    assert [Table.resume(log, table.id).number for table in tables] == [2] * 10 + [1] * 10


def test_an_id_nobody_has_is_an_error(log: Log) -> None:
    for act in (lambda: log.read("x"), lambda: log.append("x", 0, []), lambda: Table.resume(log, "x")):
        with pytest.raises(LogError, match="there is no table 'x'"):
            act()


def test_of_two_who_act_at_once_one_is_told_and_nothing_is_lost(log: Log) -> None:
    first = Table.open(settings(), log)
    first.deal()
    second = Table.resume(log, first.id)
    first.call(Seat.NORTH, Call.parse("1S"))
    with pytest.raises(LogConflict, match="entry 3 cannot be added: the log goes to 3"):
        second.call(Seat.NORTH, Call.PASS)
    assert second.number == 2
    assert second.refresh() == 1
    second.call(Seat.EAST, Call.PASS)
    assert first.refresh() == 1
    assert first.state == second.state == replay(log.read(first.id))


def test_an_action_that_no_longer_fits_what_was_known_is_refused() -> None:
    table = opened()
    table.deal()
    with pytest.raises(LogConflict, match="in the meantime"):
        table.call(Seat.NORTH, Call.PASS, since=1)
    table.call(Seat.NORTH, Call.PASS, since=2)


# Files


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("remember the milk\n" * 100)
    with pytest.raises(LogError, match="not a log of tables"):
        FileLog(path)
    assert path.read_text() == "remember the milk\n" * 100


def test_somebody_elses_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(LogError, match="is a database, but not a log of tables"):
        FileLog(path)
    assert path.read_bytes() == before


def test_a_newer_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    FileLog(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 2")
    newer.close()
    with pytest.raises(LogError, match="was written by a newer overtrick"):
        FileLog(path)


def test_a_file_that_must_exist_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="there is no log"):
        FileLog(tmp_path / "no.db", must_exist=True)
    assert not (tmp_path / "no.db").exists()
    with pytest.raises(LogError, match="cannot use the log"):
        FileLog(tmp_path / "no" / "such" / "folder.db")


def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "tables.db")
    log.close()
    with pytest.raises(LogError, match="is closed"):
        log.tables()


def test_what_was_appended_is_on_the_disk_before_the_call_returns(tmp_path: Path) -> None:
    """SQLite's write-ahead log, written through at every commit (its `synchronous` is FULL, 2)."""
    with FileLog(tmp_path / "tables.db") as log:
        ask = log._connection.execute
        assert [ask(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")] == [
            ("wal",),
            (2,),
        ]


def test_entries_can_be_neither_changed_nor_deleted(tmp_path: Path) -> None:
    with FileLog(tmp_path / "tables.db") as log:
        Table.open(settings(), log)
        for statement in ("UPDATE events SET number = 2", "DELETE FROM events"):
            other = sqlite3.connect(tmp_path / "tables.db")
            with pytest.raises(sqlite3.IntegrityError, match="entries stay"):
                other.execute(statement)
            other.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE events SET entry = replace(entry, 'Ann', 'Eve') WHERE number = 1",
        "UPDATE events SET seal = 'x' WHERE number = 2",
        "DELETE FROM events WHERE number = 2",
        "DELETE FROM events WHERE number = 1",
    ],
)
def test_an_entry_that_was_tampered_with_is_found(tmp_path: Path, harm: str) -> None:
    with FileLog(tmp_path / "tables.db") as log:
        table = Table.open(settings(), log)
        table.deal()
        table.call(Seat.NORTH, Call.PASS)
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("DROP TRIGGER no_change")
        other.execute("DROP TRIGGER no_loss")
        other.execute(harm)
        other.close()
        with pytest.raises(LogError, match="is not what was written"):
            log.read(table.id)


def test_a_damaged_file_is_an_error_wherever_the_damage_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with FileLog(path) as log:
        table = Table.open(settings(), log)
        story = Story(table, random.Random(1))
        for _ in range(150):
            story.act()
        entries = table.entries
    sound, refused, intact = path.read_bytes(), 0, 0
    for place in range(0, len(sound), len(sound) // 60):
        path.write_bytes(
            sound[:place] + bytes(byte ^ 0x15 for byte in sound[place : place + 40]) + sound[place + 40 :]
        )
        try:
            with FileLog(path) as log:
                assert log.read(table.id) == entries, "damage was read as if it were sound"
            intact += 1  # the damage was in a part of the file that is not in use
        except LogError:
            refused += 1
    assert refused + intact >= 60
    assert refused > 30


def test_a_file_that_was_cut_short_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with FileLog(path) as log:
        table = Table.open(settings(), log)
        story = Story(table, random.Random(2))
        for _ in range(150):
            story.act()
    sound = path.read_bytes()
    assert len(sound) > 40
    for length in range(0, len(sound), len(sound) // 40 + 1):
        path.write_bytes(sound[:length])
        with pytest.raises(LogError), FileLog(path) as log:
            log.read(table.id)


def test_an_entry_that_is_no_text_is_damage_and_tells_no_card(tmp_path: Path) -> None:
    with FileLog(tmp_path / "tables.db") as log:
        table = Table.open(settings(), log)
        table.deal()
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("DROP TRIGGER no_change")
        other.execute("UPDATE events SET entry = CAST(CAST(entry AS BLOB) || x'ff' AS TEXT)")
        other.close()
        with pytest.raises(LogError, match="is damaged") as told:
            log.read(table.id)
        assert "deal" not in str(told.value)


def test_an_id_that_no_file_can_hold_is_an_error(log: Log) -> None:
    Table.open(settings(), log)
    with pytest.raises(LogError, match="there is no table"):
        Table.resume(log, "\udcff")


# Processes

WRITER = """
import random, sys
from overtrick.table import FileLog, Table
from tests.tables import legal_step
log = FileLog(sys.argv[1])
table = Table.resume(log, sys.argv[2])
chance = random.Random(int(sys.argv[3]))
while True:
    if table.state.in_play is None:
        table.deal()
    else:
        legal_step(table, chance)
    print(table.number, flush=True)
"""

DIES_IN_THE_MIDDLE = """
import os, signal, sys
from overtrick import Call, Seat
from overtrick.table import FileLog, Table
log = FileLog(sys.argv[1])
table = Table.resume(log, sys.argv[2])
def watch(statement):
    if statement.startswith(sys.argv[3]):
        print("dying", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
log._connection.set_trace_callback(watch)
table.call(table.turn, Call.PASS)
"""

PUSHER = """
import random, sys
from overtrick.table import FileLog, LogConflict, Table
from tests.tables import legal_step
log = FileLog(sys.argv[1])
table = Table.resume(log, sys.argv[2])
chance, done, told = random.Random(int(sys.argv[3])), 0, 0
while len(table.state.ended) < 3:
    before = table.number
    try:
        if table.state.in_play is None:
            table.deal()
        else:
            legal_step(table, chance)
        done += table.number - before
    except LogConflict:
        told += 1
        table.refresh()
print(done, told)
"""


def started(program: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_a_process_that_is_killed_loses_nothing_it_had_done(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with FileLog(path) as log:
        table = Table.open(settings(8), log).id
    kept = 1
    for kill, after in enumerate((7, 40, 75)):
        with started(WRITER, str(path), table, str(kill)) as writer:
            assert writer.stdout is not None
            for _ in range(after):
                kept = int(writer.stdout.readline())
            writer.kill()
        assert writer.returncode == -signal.SIGKILL
        with FileLog(path) as log:
            again = Table.resume(log, table)
            assert again.number >= kept
            assert replay(again.entries) == again.state
            assert again.state.in_play is None or again.state.in_play.result is None
    assert kept > 100


@pytest.mark.parametrize("moment", ["INSERT", "COMMIT"])
def test_a_process_that_dies_within_an_append_leaves_no_part_of_it(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "tables.db"
    with FileLog(path) as log:
        table = Table.open(settings(), log)
        table.deal()
        for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
            table.call(seat, Call.PASS)
    with started(DIES_IN_THE_MIDDLE, str(path), table.id, moment) as writer:
        assert writer.communicate()[0] == "dying\n"
    assert writer.returncode == -signal.SIGKILL
    with FileLog(path) as log:
        again = Table.resume(log, table.id)
        assert again.state == table.state
        again.call(Seat.WEST, Call.PASS)
        assert str(again.result) == "passed out"


def test_two_processes_at_one_table_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with FileLog(path) as log:
        table = Table.open(settings(9), log).id
        with (
            started(PUSHER, str(path), table, "1") as first,
            started(PUSHER, str(path), table, "2") as second,
        ):
            counts = [process.communicate()[0].split() for process in (first, second)]
        entries = log.read(table)
    assert len(entries) == 1 + sum(int(done) for done, _ in counts)
    assert len(replay(entries).ended) == 3
    assert [entry.number for entry in entries] == [*range(1, len(entries) + 1)]
