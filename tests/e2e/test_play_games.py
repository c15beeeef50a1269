"""``overtrick play --terminal``: saved and resumed games, the choice of boards, and wrong use."""

from __future__ import annotations

import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from overtrick import Seat
from overtrick.formats import read
from overtrick.table import FileLog, Table, replay
from tests.e2e.command import OVERTRICK, PATIENCE, environment, run
from tests.e2e.terminal import FEW, SEED, answers, as_robot, complete_tricks, outcome, sit

# Nothing is lost


def test_a_game_goes_on_at_the_same_card(robots: dict[str, Any], tmp_path: Path) -> None:
    script = as_robot(robots, Seat.SOUTH)
    done = sit(*script[:4], save=tmp_path / "game")
    last = answers(done)[-2]
    again = ("play", "--terminal", "--resume", "--save", tmp_path / "game")
    begun = answers(run(*again, stdin="quit\n"))[0]
    assert last[last.index("\nTrick 3 ") :] == begun[begun.index("\nTrick 3 ") :]
    finished = run(*again, stdin="".join(f"{each}\n" for each in (*script[4:], "q")))
    assert outcome(robots) in finished.stdout


def test_a_killed_game_goes_on_at_the_same_card(robots: dict[str, Any], tmp_path: Path) -> None:
    script = as_robot(robots, Seat.SOUTH)
    options = (*SEED, *FEW, "--save", tmp_path / "game")
    with subprocess.Popen(
        [*OVERTRICK, "play", "--terminal", *map(str, options)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{each}\n" for each in script[:3]).encode())
        process.stdin.flush()
        while b"Trick 1: South" not in process.stdout.readline():
            pass
        process.kill()
    done = run(
        "play", "--terminal", "--resume", "--save", tmp_path / "game",
        stdin="".join(f"{each}\n" for each in (*script[3:], "q")),
    )  # fmt: skip
    assert outcome(robots) in done.stdout


def test_ctrl_c_ends_politely(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*OVERTRICK, "play", "--terminal", *map(str, (*SEED, *FEW)), "--save", str(tmp_path / "game")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"Your call: "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, b"")
    assert b"Nothing is lost: overtrick play --terminal --resume" in told


def test_without_a_name_the_last_game_goes_on(tmp_path: Path) -> None:
    data = str(tmp_path)
    done = run("play", "--terminal", "--resume", XDG_DATA_HOME=data)
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: there is no game to go on with in ")
    run("play", "--terminal", *SEED, *FEW, "--seat", "N", stdin="p\n", XDG_DATA_HOME=data)
    run("play", "--terminal", *SEED, *FEW, "--seat", "W", stdin="", XDG_DATA_HOME=data)
    again = run("play", "--terminal", "--resume", stdin="hand\n", XDG_DATA_HOME=data)
    assert "you are West" in again.stdout
    assert again.stdout.endswith("Nothing is lost: overtrick play --terminal --resume goes on here.\n")
    assert len(list((tmp_path / "overtrick" / "play").glob("*.table"))) == 2


def test_the_next_board_follows_and_the_totals_are_told(tmp_path: Path) -> None:
    done = sit("p", "p", "concede", "", "quit", save=tmp_path / "game")
    assert "\nBoard 1, North deals, None vul; you are South\n" in done.stdout
    assert "\nBoard 2, East deals, N-S vul; you are South\n" in done.stdout
    again = run("play", "--terminal", "--resume", "--save", tmp_path / "game", stdin="save\nquit\n")
    assert "\nBoard 2, East deals, N-S vul; you are South\n" in again.stdout
    assert f"Everything is kept in {tmp_path / 'game'} as it happens.\n" in again.stdout


def test_boards_that_are_over_can_be_written(robots: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    done = sit("p", "p", "concede", "", f"save {path}", "quit", save=tmp_path / "game")
    assert f"wrote {path}: 1 board\n" in done.stdout
    (record,) = read(path)
    assert str(record.board.deal) == robots["deal"]


# Which boards


PBN = """\
[Board "5"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"]

[Board "6"]
[Dealer "E"]
[Vulnerable "EW"]
[Deal "N:92.KJ732.T752.J8 KQJT76.T.KQJ98.T 54.A5.643.AKQ976 A83.Q9864.A.5432"]
"""


def test_the_boards_of_a_file_are_played_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(PBN, encoding="utf-8")
    save = tmp_path / "game"
    first = run("play", "--terminal", path, *FEW, "--seat", "N", "--save", save, stdin="quit\n")
    assert "Board 5, North deals, N-S vul; you are North\n" in first.stdout
    named = ("play", "--terminal", path, *FEW, "--board", 6, "--save", tmp_path / "other")
    second = run(*named, stdin="p\np\nconcede\n\n")
    assert "Board 6, East deals, E-W vul; you are South\n" in second.stdout
    assert "There are no more boards.\n" in second.stdout
    none = run("play", "--terminal", path, "--board", 7, "--save", tmp_path / "third")
    assert (none.returncode, none.stderr) == (1, "overtrick: there is no board 7 in the file\n")


def test_four_robots_are_watched_with_open_cards(robots: dict[str, Any], tmp_path: Path) -> None:
    done = run("play", "--terminal", "--watch", *SEED, *FEW, "--save", tmp_path / "game", stdin="q\n")
    assert "four robots play" in done.stdout
    assert done.stdout.index("♠ K Q J 10 7 6") < done.stdout.index("The contract is 4♠ by East\n")
    assert done.stdout.count("\nTrick ") == complete_tricks(robots) + 1
    assert len(robots["costs"]) == len(robots["play"]["cards"])


def test_a_board_that_is_passed_out_scores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "flat.pbn"
    deal = "N:KJ32.Q82.KJ4.532 A54.J93.A52.Q984 Q76.K75.Q873.KT6 T98.AT64.T96.AJ7"
    path.write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n', encoding="utf-8")
    done = run("play", "--terminal", path, *FEW, "--save", tmp_path / "game", stdin="p\n")
    assert "\nPassed out\n" in done.stdout
    assert "\npassed out: no score\n" in done.stdout
    (told,) = run("play", "--terminal", path, "--watch", "--json", *FEW).records
    assert (told["result"], told["tricks_dd"], told["costs"], told["score_ns"]) == ("passed out", None, [], 0)


@pytest.mark.parametrize("seed", [0, 3])
def test_whatever_is_typed_is_answered_and_the_log_can_be_replayed(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    ranks = [*"AKQJ98765432", "10"] * 4
    words = [*ranks, *"shdcpx", "1c", "2s", "3nt", "hint", "why", "undo", "last", "hand"]
    words += [
        "meaning",
        "auction",
        "save",
        "claim",
        "help",
        "claim 5",
        "meaning 2NT",
        "concede",
        "",
        "xyz",
        "HA",
        "♠2",
    ]
    done = sit(*chance.choices(words, k=80), seat="NESW"[seed], save=tmp_path / "game", more=("--deals", 1))
    assert done.returncode == 0
    assert done.stdout.count(": ") > 40
    with FileLog(tmp_path / "game") as log:
        entries = log.read(log.tables()[0])
    assert replay(entries).number == len(entries) > 2


def test_two_who_play_on_one_game_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(prompt: str) -> str:
        with FileLog(tmp_path / "game") as log:
            Table.resume(log, log.tables()[0]).note("somebody else")
        return "p"

    monkeypatch.setattr("overtrick.cli.play_terminal.read_line", typed)
    done = run("play", "--terminal", *SEED, *FEW, "--save", tmp_path / "game")
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: entry ")
    assert "somebody else has acted" in done.stderr


# Wrong use


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--board", "3"), "--board goes with FILE or --terminal"),
        (("--ascii", "--theme", "hollow"), "pages have a look of their own: leave out --theme and --ascii"),
        (("--terminal", "--json"), "--json goes with --watch"),
        (("--terminal", "--watch", "--seat", "N"), "choose one of --watch and --seat"),
        (("--terminal", "--resume", "--seed", "1", "--watch"), "leave out --seed and --watch"),
        (("--terminal", "--deals", "0"), "expected a number from 1 to"),
        (("--terminal", "--board", "x"), "expected a number from 1, not 'x'"),
        (("--terminal", "some.pbn", "--seed", "1"), "leave out --seed"),
    ],
)
def test_wrong_use_is_one_sentence(options: tuple[str, ...], said: str) -> None:
    done = run("play", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    for options, said in (
        (("--seat", "Q"), "'Q' is not a seat"),
        (("--system", "nobody"), "nobody"),
        (("nowhere.pbn",), "nowhere.pbn"),
        (("--save", tmp_path / "no" / "game"), "cannot use the log"),
        (("--resume", "--save", tmp_path / "none"), "there is no log"),
    ):
        done = run("play", "--terminal", *options, XDG_DATA_HOME=str(tmp_path))
        assert (done.returncode, done.stdout) == (1, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_game_is_not_written_over(tmp_path: Path) -> None:
    sit("quit", save=tmp_path / "game")
    done = run("play", "--terminal", "--save", tmp_path / "game")
    assert done.returncode == 1
    assert "holds a game already: --resume goes on with it" in done.stderr
