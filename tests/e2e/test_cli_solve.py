"""``overtrick solve``: what it prints, draws and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.command import DEAL, OVERTRICK, PATIENCE, environment, run, run_all

ENDING = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
LEAD = f"{ENDING};NT;S"
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""A deal that takes no time: each hand has a suit."""
FREAK = "N:KJ9753..AQT8642. ..KJ9753.AQT8642 .AQT8642..KJ9753 AQT8642.KJ9753.."
FILE = f"""\
[Board "1"]
[Deal "{SUITS}"]

[Board "2"]
[Deal "N:AK... - - -"]

[Board "3"]
[Deal "{SUITS}"]
[Declarer "W"]
[Contract "7C"]
"""
TABLE = {
    "N": {"C": 0, "D": 13, "H": 0, "S": 13, "NT": 0},
    "E": {"C": 13, "D": 0, "H": 13, "S": 0, "NT": 0},
    "S": {"C": 0, "D": 13, "H": 0, "S": 13, "NT": 0},
    "W": {"C": 13, "D": 0, "H": 13, "S": 0, "NT": 0},
}


def par(score_ns: int, *contracts: str) -> dict[str, object]:
    return {"score_ns": score_ns, "contracts": list(contracts)}


@pytest.fixture
def boards(tmp_path: Path) -> str:
    path = tmp_path / "boards.pbn"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def test_a_file_is_solved_board_by_board(boards: str) -> None:
    told, drawn, leads, lines = run_all(
        [
            ("solve", boards, "--json"),
            ("solve", boards, "--ascii"),
            ("solve", boards, "--cards", "--strain", "H", "--leader", "N", "--json"),
            ("solve", boards, "--line", "--strain", "S", "--leader", "E"),
        ]
    )
    assert [json.loads(line) for line in told.stdout.splitlines()] == [
        {"board": 1, "table": TABLE, "par": par(1510, "7S by N", "7S by S")},
        {"board": 2, "table": None, "par": None},
        {"board": 3, "table": TABLE, "par": par(1510, "7S by N", "7S by S")},
    ]
    assert [list(json.loads(line)) for line in told.stdout.splitlines()] == [["board", "table", "par"]] * 3
    for done in (told, drawn, leads, lines):
        assert done.returncode == 0
        assert "note: board 2 cannot be solved: the hands of East, South and West are unknown" in done.stderr
        assert done.stderr.rstrip().splitlines()[-1].startswith("3 boards, deal set ")
        assert "\x1b" not in done.stderr
    assert drawn.stdout.startswith("Board 1    North    South    East    West\nNT         0        0 ")
    assert drawn.stdout.count("Par N-S +1510: 7S by North, 7S by South\n") == 2
    first, second, _ = (json.loads(line) for line in leads.stdout.splitlines())
    assert (first["to_play"], set(first["cards"].values())) == ("N", {0})
    assert second == {"board": 2, "strain": None, "to_play": None, "cards": None}
    assert "Board 1: East to lead at ♠, tricks for EW\n" in lines.stdout


def test_a_position_is_solved_card_by_card() -> None:
    options = ("--strain", "NT", "--leader", "S")
    cards, mid_trick, line, table, drawn = run_all(
        [
            ("solve", ENDING, *options, "--cards", "--json"),
            ("solve", f"{LEAD};CA SK", "--cards", "--json", "--board", "4"),
            ("solve", LEAD, "--line", "--json"),
            ("solve", ENDING, "--json"),
            ("solve", LEAD, "--cards"),
        ]
    )
    assert json.loads(cards.stdout) == {
        "board": None,
        "strain": "NT",
        "to_play": "S",
        "cards": {"S2": 1, "H3": 1, "CA": 3},
    }
    assert json.loads(mid_trick.stdout)["cards"] == {"SQ": 2, "HA": 2, "HJ": 3}
    assert json.loads(mid_trick.stdout)["board"] == 4
    assert json.loads(line.stdout)["tricks"] == 3
    assert " ".join(json.loads(line.stdout)["line"]) == "CA HQ SQ C3 H3 HK HA S9 HJ ST S2 SK"
    assert json.loads(table.stdout)["par"] is None
    assert drawn.stdout == (
        "Tricks    Cards\n3         ♣ A\n1         ♠ 2  ♥ 3\n\nSouth to lead at NT, tricks for NS\n"
    )


def test_lines_of_standard_input_are_answered_up_to_the_one_that_is_wrong() -> None:
    done = run("solve", "--json", "--vul", "NS", stdin=f"{SUITS}\n\n{SUITS}\nrubbish\n{SUITS}\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"board": None, "table": TABLE, "par": par(2210, "7S by N", "7S by S")}] * 2
    assert (done.returncode, done.stderr) == (
        1,
        "overtrick: line 4: expected four hands, found 1 in 'rubbish'\n",
    )


BAD_INPUT = (
    (("solve", "N:A... K... Q... -"), 1, "West's hand is unknown: double dummy needs all four in 'N:A... "),
    (("solve", ENDING, "--cards"), 1, "say who leads and at what with --strain and --leader"),
    (("solve", f"{LEAD};CA", "--line", "--strain", "S"), 1, "the position says its strain and leader itself"),
    (("solve", f"{LEAD};SA", "--line"), 1, "South does not hold it in "),
    (("solve",), 1, "no deal was given"),
    (("solve", ENDING, "--strain", "S"), 2, "add --cards or --line"),
)


def test_what_cannot_be_solved_is_one_plain_sentence() -> None:
    answers = run_all(arguments for arguments, _, _ in BAD_INPUT)
    for done, (_, code, sentence) in zip(answers, BAD_INPUT, strict=True):
        assert (done.returncode, done.stdout) == (code, ""), done.args
        assert done.stderr.count("\n") == 1
        assert sentence in done.stderr


def test_a_file_says_by_itself_what_options_say_of_a_deal(boards: str) -> None:
    solved, shown, folder, position = run_all(
        [
            ("solve", boards, "--vul", "NS", "--dealer", "E"),
            ("show", boards, "--board", "3", "--vul", "None"),
            ("solve", str(Path(boards).parent)),
            ("solve", f"{LEAD};CA"),
        ]
    )
    assert (solved.returncode, shown.returncode) == (2, 2)
    assert "speak for themselves: leave out --dealer and --vul" in solved.stderr
    assert "leave out --vul" in shown.stderr
    assert (folder.returncode, position.returncode) == (1, 1)
    assert "expected a file of boards, found a folder" in folder.stderr
    assert "a position needs --cards or --line" in position.stderr


def test_a_file_may_have_a_deal_on_each_line(tmp_path: Path) -> None:
    deals, wrong = tmp_path / "deals.txt", tmp_path / "wrong.txt"
    deals.write_text(f"{ENDING}\n\n{SUITS}\n", encoding="utf-8")
    wrong.write_text(f"{ENDING}\nN:AKQ\n", encoding="utf-8")
    solved, shown, refused = run_all(
        [("solve", str(deals), "--json"), ("show", str(deals), "--json"), ("solve", str(wrong), "--json")]
    )
    assert [json.loads(line)["table"]["N"]["NT"] for line in solved.stdout.splitlines()] == [1, 0]
    assert len(shown.stdout.splitlines()) == 2
    assert (solved.returncode, shown.returncode, refused.returncode) == (0, 0, 1)
    assert "line 2: North: expected four suits" in refused.stderr


def test_par_depends_on_the_board() -> None:
    done = run("solve", DEAL, "--dealer", "E", "--vul", "Both")
    assert "Par N-S -140: 3♥ by East, 3♥ by West\nEast deals, everybody is vulnerable\n" in done.stdout


def test_a_bar_tells_how_far_a_file_has_come_where_somebody_watches(boards: str, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="needs a terminal to write to")
    ours, theirs = pty.openpty()
    results = tmp_path / "results"
    with open(results, "wb") as file:
        done = subprocess.run(
            [*OVERTRICK, "solve", boards, "--json"],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=theirs,
            env=environment(TERM="xterm-256color"),
            timeout=PATIENCE,
            check=False,
        )
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0
    assert "solving" in shown
    assert "3/3" in shown
    assert len([json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]) == 3


def test_ctrl_c_stops_at_once_and_quietly() -> None:
    with subprocess.Popen(
        [*OVERTRICK, "solve", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"{ENDING}\n".encode() * 2000 + f"{FREAK}\n".encode())
        running.stdin.flush()
        assert running.stdout.readline().startswith(b'{"board": null, ')  # it has begun
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, said) == (130, b"")
