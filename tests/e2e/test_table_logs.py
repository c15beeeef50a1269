"""The log of ``overtrick table``: kept by one manager alone, with the rules, and none where nothing began."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.cli.sessions import SessionOutput
from overtrick.cli.table_session import new_log, old_log
from overtrick.formats import read
from overtrick.protocol.manager.session_log import LoggedRoom, RoomPlan, logged_rooms, open_table
from overtrick.table import FileLog, LogError
from tests.e2e.command import OVERTRICK, environment, run
from tests.e2e.test_table_manager import PATIENCE, QUICK, four, started
from tests.protocol_sessions import pass_out, some_boards


async def playing(port: int) -> None:
    await asyncio.wait_for(asyncio.gather(*(client.run() for client in four(port))), PATIENCE)


# No empty logs


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody listens already."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_session_that_cannot_begin_leaves_no_log(tmp_path: Path, taken: int, is_saved: bool) -> None:
    save = ("--save", tmp_path / "overtrick" / "a.table") if is_saved else ()
    (tmp_path / "overtrick").mkdir()
    (tmp_path / "none.pbn").write_text("% PBN 2.1\n")
    for wrong in (
        ("--port", taken),
        ("--port", "0", "--host", "192.0.2.1"),
        ("--port", "0", "--how", "brilliant"),
        ("--port", "0", tmp_path / "none.pbn"),
        ("--port", "0", tmp_path / "missing.pbn"),
        ("--teams", "--port", "0", "--port2", taken),
    ):
        done = run("table", *wrong, *save, XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 1
        assert done.stderr.startswith("overtrick: ")
    assert [path for path in tmp_path.rglob("*") if ".table" in path.name] == []


def test_a_log_that_was_there_before_stays_though_it_is_empty(tmp_path: Path, taken: int) -> None:
    FileLog(tmp_path / "a.table").close()
    assert run("table", "--port", taken, "--save", tmp_path / "a.table").returncode == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.table"]


# One manager


def test_a_second_manager_is_refused_at_once_and_the_lock_goes_with_a_killed_one(tmp_path: Path) -> None:
    log, other = tmp_path / "a.table", tmp_path / "other.table"
    with FileLog(log) as kept:
        open_table(RoomPlan("open", ("A", "B"), some_boards(1)), kept)
    other.symlink_to(log)
    with started("--resume", log) as manager:
        for name in (log, other):
            done = run("table", *QUICK, "--resume", name)
            assert done.returncode == 1
            assert f"another manager is at work with '{name}'" in done.stderr
        assert f"another manager is at work with '{log}'" in run("table", *QUICK, "--save", log).stderr
        with FileLog(log) as kept:
            assert logged_rooms(kept)  # whoever only reads is let in
        manager.process.kill()
        manager.process.wait()
    with old_log(log):
        assert (tmp_path / "a.table.lock").exists()
    assert not (tmp_path / "a.table.lock").exists()


def test_a_log_in_no_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot use the log"), new_log(tmp_path / "nowhere" / "a.table"):
        pass


# Rules


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a session with rules of its own, which is over."""
    log = tmp_path_factory.mktemp("finished") / "a.table"
    rules = ("--limit", "7", "--wait", "3", "--on-failure", "forfeit", "--turned", "--line-end", "lf")
    assert run("table", *QUICK, *rules, "--robots", "all", "-n", "1", "--save", log).returncode == 0
    return log


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--limit", "8"), "began with --limit 7, and goes on so: leave out --limit"),
        (("--limit", "0"), "began with --limit 7"),
        (("--wait", "4"), "began with --wait 3"),
        (("--on-failure", "robot"), "began with --on-failure forfeit"),
        (("--how", "plain"), "began with --how deals=2"),
        (("--robots", "NS"), "began with --robots N,E,S,W"),
        (("--teams",), "began without --teams"),
        (
            ("--wait", "4", "--limit", "8"),
            "--limit 7 and with --wait 3, and goes on so: leave out --limit and",
        ),
    ],
)
def test_options_that_say_otherwise_than_the_log_are_refused(
    finished: Path, options: tuple[str, ...], words: str
) -> None:
    done = run("table", "--port", "0", "--resume", finished, *options)
    assert done.returncode == 1
    assert words in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--limit", "7", "--wait", "3", "--on-failure", "forfeit", "--turned", "--robots", "all", *QUICK[2:]),
        ("--line-end", "crlf"),
    ],
)
def test_options_that_say_the_same_or_nothing_go_on(finished: Path, options: tuple[str, ...]) -> None:
    done = run("table", "--port", "0", "--resume", finished, *options)
    assert done.returncode == 0, done.stderr
    assert "IMPs after 1 board" in done.stdout


def test_a_session_that_goes_on_is_not_saved_elsewhere(finished: Path) -> None:
    assert "leave out --save" in run("table", "--resume", finished, "--save", "b.table").stderr


# Results


def test_a_resumed_session_writes_what_there_is_before_anybody_plays(tmp_path: Path) -> None:
    log, results = tmp_path / "a.table", tmp_path / "results.pbn"
    with FileLog(log) as kept:
        plan = RoomPlan("open", ("A", "B"), some_boards(3))
        room = LoggedRoom(plan, open_table(plan, kept))
        for board in plan.boards[:2]:
            pass_out(room, board)
    with started("--resume", log, "-o", results) as manager:
        _, said = manager.end(signal.SIGINT)
    assert "Nothing is lost" in said
    assert [record.board.number for record in read(results)] == [1, 2]


# Nobody listens


def test_a_session_goes_on_when_nobody_reads_what_it_prints(tmp_path: Path) -> None:
    results = tmp_path / "results.pbn"
    with started("-n", "1", "--save", tmp_path / "a.table", "-o", results) as manager:
        assert manager.process.stdout is not None
        manager.process.stdout.close()
        asyncio.run(playing(manager.ports[0]))
        assert manager.process.stderr is not None
        said = manager.process.stderr.read()
        assert manager.process.wait(PATIENCE) == 0
        manager.process.stdout = None
    assert len(re.findall("the boards are not printed any more", said)) == 1
    assert "Traceback" not in said
    assert [record.board.number for record in read(results)] == [1]


def test_a_stream_that_fails_is_spoken_to_no_more(capfd: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as broken, pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdout", broken)
        aloud = SessionOutput("it goes on")
        for _ in range(3):
            aloud.tell(lambda: print("Board 1"))
    assert capfd.readouterr().err == "note: the boards are not printed any more (Broken pipe): it goes on\n"


def test_streams_that_were_closed_before_it_began_are_no_trouble(tmp_path: Path) -> None:
    closed = subprocess.run(
        ["sh", "-c", '"$@" >&- 2>"$0"', str(tmp_path / "said"), *OVERTRICK, "deal", "--seed", "1"],
        env=environment(),
        check=False,
        timeout=PATIENCE,
    )
    assert closed.returncode == 0, (tmp_path / "said").read_text()
