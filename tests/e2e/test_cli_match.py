"""``overtrick match``: what it prints, what it keeps, and what it says when something is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from overtrick.formats import read
from overtrick.table.matches import Comparison, Configuration, Match, play_match
from overtrick.table.matches.results import comparison
from tests.e2e.command import OVERTRICK, PATIENCE, environment, run
from tests.matches import without_seconds

A = "deals=1,pool=1,meanings=off,leads=off,weights=off,strategies=off,system=natural"
B = A.replace("1", "2")
MATCH = ("match", A, B, "--seed", "4", "-n", "2")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a match that was played to its end on one process."""
    path = tmp_path_factory.mktemp("match") / "run.jsonl"
    list(play_match(Match(Configuration.parse(A), Configuration.parse(B), seed=4), 2, path, 1))
    return path


def kept(path: Path) -> list[Comparison]:
    return [comparison(json.loads(line)) for line in path.read_text().splitlines()[1:]]


def test_a_match_is_the_same_on_two_processes_and_after_an_interruption(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done = interrupted((*MATCH, "--processes", "2", "--save", str(path)), path)
    lines = path.read_text().splitlines()
    assert len(lines) in (2, 3)
    if len(lines) == 2:  # the second board was still in play
        assert done.returncode == 130
        assert re.search("note: stopped after [01] of 2 boards; the same command goes on", done.stderr)
        assert ("IMPs" in done.stdout) is ("after 1 of 2" in done.stderr)
    assert "Traceback" not in done.stderr
    again = run(*MATCH, "--processes", "1", "--save", path)
    assert again.returncode == 0
    assert without_seconds(kept(path)) == without_seconds(kept(played))
    assert path.read_text().splitlines()[: len(lines)] == lines


def interrupted(words: tuple[str, ...], path: Path) -> subprocess.CompletedProcess[str]:
    """A command that is stopped by Ctrl-C, as a terminal does it, once there is a board in the file."""
    process = subprocess.Popen(
        [*OVERTRICK, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") >= 2):
        time.sleep(0.02)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, stdout, stderr)


def test_the_results_of_a_match_are_told_to_scripts(played: Path) -> None:
    done = run(*MATCH, "--save", played, "--json")
    *boards, total = done.records
    assert [each["board"] for each in boards] == [1, 2] == [each.number for each in kept(played)]
    assert [each["imps"] for each in boards] == [each.imps for each in kept(played)]
    assert total["imps"]["total"] == sum(each["imps"] for each in boards)
    assert total["won"] + total["lost"] + total["flat"] == total["boards"] == 2
    teams: dict[str, dict[str, Any]] = total["teams"]
    assert teams["A"]["configuration"] == A
    assert teams["A"]["declared"] + teams["B"]["declared"] == 4
    assert 0 < teams["B"]["seconds_a_card"] <= teams["B"]["worst_seconds"] < teams["B"]["seconds_a_board"]
    for each in boards:
        for room in ("open", "closed"):
            assert set(each[room]) == {
                *("calls", "contract", "tricks", "score_ns", "cards", "claimed", "costs")
            }


def test_both_rooms_are_written_to_a_file_of_boards(played: Path, tmp_path: Path) -> None:
    target = tmp_path / "match.pbn"
    done = run(*MATCH, "--save", played, "--output", target)
    assert "wrote 4 records" in done.stderr
    assert [record.tag("Room") for record in read(target)] == ["Open", "Closed"] * 2


def test_seconds_are_told_beside_the_results(played: Path) -> None:
    done = run(*MATCH, "--save", played)
    assert "seconds" not in done.stdout
    assert "note: A thought 0." in done.stderr
    assert "s at most" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("match", "default"), 2, "Missing argument 'B'"),
        (
            ("match", "strong", "plain"),
            1,
            "overtrick: 'strong' says nothing about a player: expected default",
        ),
        (("match", "plain", "weights=x"), 1, "weights= is followed by on or off, not 'x'"),
        (("match", "plain", "system=acol"), 1, "there is no system 'acol'"),
        (("match", "plain", "plain", "-n", "0"), 2, "expected a number from 1 to 1000000, not '0'"),
        (("match", "plain", "plain", "-n", "x"), 2, "expected a number from 1 to 1000000, not 'x'"),
        (("match", "plain", "plain", "--processes", "0"), 2, "expected a number from 1 to 1024, not '0'"),
        (("match", "plain", "plain", "--seed", "-1"), 2, "--seed"),
        (("match", "plain", "plain", "--save", "/nowhere/run"), 1, "cannot read or write '/nowhere/run'"),
        (("match", "plain", "plain", "--output", "match.doc"), 1, "cannot tell the format of 'match.doc'"),
        (("match", "plain", "plain", "--output", "nowhere/a.pbn"), 1, "there is no folder 'nowhere'"),
        (("match", "plain", "mistake=2"), 1, "mistake is a probability above 0 and at most 1, not 2.0"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(words: tuple[str, ...], code: int, said: str) -> None:
    done = run(*words)
    assert done.returncode == code
    assert said in done.stderr
    assert done.stdout == ""


def test_the_file_of_another_match_is_refused(played: Path) -> None:
    done = run(*MATCH[:3], "--seed", "3", "--save", played)
    assert done.returncode == 1
    assert "is of another match: seed 4, not 3" in done.stderr


def test_what_fails_in_another_process_is_one_sentence_too(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "system.bid").write_text("this is no system\n")
    how, path = f"quick,system={folder}", tmp_path / "run.jsonl"
    done = run("match", how, how, "-n", "3", "--processes", "2", "--save", path)
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: ")
    assert done.stderr.count("this is no system") == 1
    assert len(path.read_text().splitlines()) == 1
