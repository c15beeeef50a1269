"""What ``overtrick table`` and ``overtrick seat`` say to a new user."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from overtrick.formats import read
from overtrick.table import FileLog, Table, TableSettings
from tests.e2e.command import DEAL, HALF, Done, run

HOW = "deals=2,pool=2,meanings=off,weights=off,strategies=off,system=natural"
ROBOTS = ("--robots", "all", "--port", "0", "--how", HOW)
BOARD = f'[Board "{{}}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n\n'
LONG = "a" * 70


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("table", "--host", "a..b"), "'--host': expected a name or an address, not 'a..b'"),
        (("table", "--host", LONG), f"expected a name or an address, not '{LONG[:40]}'"),
        (("table", "-n", "1", "--teams", "--par"), "leave out --par"),
        (("table", "-n", "1", "--turned", "--par"), "leave out --par"),
        (("table", "a.pbn", "--resume", "b.table", "--save", "c"), "leave out FILE and --save"),
        (("table", "--robots", "NE"), "expected seats like NS, E, N,E or all, not 'NE'"),
        (("seat", "North", "--host", "a..b"), "'--host': expected a name or an address, not 'a..b'"),
        (("seat", "North", "--host", ""), "expected a name or an address, not ''"),
        (("serve", "--host", ""), "'--host': expected a name or an address, not ''"),
        (("play", "--host", ""), "'--host': expected a name or an address, not ''"),
        (("play", "--terminal", "--host", "a", "--port", "1"), "leave out --host and --port"),
        (("play", "--terminal", "--no-open"), "leave out --no-open"),
        (("seat", "North", "--name", " "), "'--name': expected the name of a team, not ' '"),
        (("seat", "North", "--retry", "soon"), "Invalid value for '--retry'"),
        (("seat", "Nort"), "'Nort' is not a seat: expected N, E, S or W, or any"),
    ],
)
def test_a_wrong_word_is_quoted_with_the_option_it_was_given_to(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert not done.stdout


def test_a_port_that_is_taken_is_told_without_words_of_programmers(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("table", "--port", port, "--how", HOW, "--save", tmp_path / "a.table")
    assert done.returncode == 1
    assert done.stderr == f"overtrick: cannot listen at 127.0.0.1:{port}: Address already in use\n"


def test_a_file_without_boards_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    assert "notes.txt: this is in none of the formats" in run("table", tmp_path / "notes.txt").stderr


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """A session with nine boards of a file that has one of them twice and one without all hands; its log."""
    folder = tmp_path_factory.mktemp("club")
    file, log = folder / "two.pbn", folder / "a.table"
    file.write_text(BOARD.format(1) * 2 + BOARD.format(2).replace(DEAL, HALF))
    return run("table", file, "-n", "9", *ROBOTS, "--save", log), log


def test_boards_that_are_there_twice_or_without_hands_are_told(played: tuple[Done, Path]) -> None:
    done, log = played
    file = repr(str(log.parent / "two.pbn"))
    assert done.returncode == 0
    assert f"note: boards of {file} without four hands are left out: 1\n" in done.stderr
    assert f"note: {file} has boards more than once, like the results of two tables" in done.stderr
    assert f"note: 9 boards were asked for, {file} has 1\n" in done.stderr
    assert "after 1 board\n" in done.stdout


def test_a_session_that_is_over_writes_its_results_once_more(played: tuple[Done, Path]) -> None:
    _, log = played
    results = log.parent / "results.pbn"
    done = run("table", "--resume", log, "--port", "0", "--how", HOW, "-o", results)
    assert done.returncode == 0
    assert "note: open room, boards that are over: 1 of 1\n" in done.stderr
    assert len(list(read(results))) == 1


def test_a_log_of_another_kind_is_named_when_it_cannot_go_on(tmp_path: Path) -> None:
    log = tmp_path / "a.table"
    with FileLog(log) as kept:
        Table.open(TableSettings.of("a", "b", "c", "d"), kept)
    done = run("table", "--resume", log, "--how", HOW)
    assert done.returncode == 1
    assert f"cannot go on with {str(log)!r}: this log holds no table of a manager" in done.stderr
