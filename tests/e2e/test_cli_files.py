"""Files of boards on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.command import DEAL, output, records, run
from tests.ugly import UGLY

TWO_ROOMS = str(UGLY / "two_rooms.pbn")


def test_the_boards_of_a_file_are_drawn_with_their_names_and_the_fingerprint() -> None:
    done = run("show", TWO_ROOMS)
    assert done.returncode == 0
    assert done.stdout.count("Board 1  ") == 2
    assert "Final, Open" in done.stdout
    assert "North: N2, East: E2, South: S2, West: W2" in done.stdout
    assert "note: line 15: no deal is given" in done.stderr
    assert done.stderr.endswith("2 boards, deal set CE20-5DF6\n")


def test_a_file_is_told_as_json_with_everything_in_it() -> None:
    (board,) = records("show", str(UGLY / "suit_letters.pbn"))
    assert board["contract"] == "3NTX by S"
    assert board["meanings"] == [None, None, {"text": "8-10", "alert": True}]
    assert board["play"]["cards"] == ["H7", "H8", "HK", "H4", "H2"]
    assert board["claim"] == {"tricks": 7, "by": None}
    assert board["tags"] == [["Board", "1a"]]
    assert board["remarks"] == ["line 1: [Board '1a'] is not a number"]
    assert board["hcp"] == {"N": 14, "E": 11, "S": 5, "W": 10}


TWO_BOARDS = "".join(
    f'[Board "{number}"]\n[Deal "{DEAL}"]\n[Contract "1NT"]\n[Declarer "N"]\n[Result "5"]\n\n'
    for number in (3, 7)
)


@pytest.mark.parametrize(
    "command",
    [
        ("show", "--json"),
        ("solve", "--json"),
        ("auction", "--json"),
        ("auction", "contest", "--json"),
        ("card", "--deals", "2", "--after", "0", "--json"),
        ("squeeze", "scan"),
        ("convert", "-", "--to", "JSON"),
        ("table", "--robots", "all", "--port", "0"),
        ("play", "--terminal"),
    ],
    ids=" ".join,
)
def test_a_board_of_a_file_is_picked_by_its_number(command: tuple[str, ...], tmp_path: Path) -> None:
    path, place = tmp_path / "two.pbn", 2 if command[1] in ("contest", "scan") else 1
    path.write_text(TWO_BOARDS, encoding="utf-8")
    words = (*command[:place], path, *command[place:])
    none = run(*words, "--board", "9", XDG_DATA_HOME=str(tmp_path))
    assert (none.returncode, none.stdout) == (1, "")
    assert "there is no board 9 in " in none.stderr
    if command[0] in ("table", "play"):
        return  # what they play is tested with them
    picked, all_ = run(*words, "--board", "7"), run(*words)
    assert picked.returncode == all_.returncode == 0
    if command == ("squeeze", "scan"):
        assert picked.stderr.endswith(" 1 board\n")
        assert all_.stderr.endswith(" 2 boards\n")
    else:
        numbers = [record["board"] for record in picked.records if "board" in record]
        assert numbers == [7]
        assert [record["board"] for record in all_.records if "board" in record] == [3, 7]


def test_a_file_may_come_from_standard_input() -> None:
    text = (UGLY / "single_board.lin").read_text(encoding="utf-8")
    assert records("show", "-", stdin=text) == records("show", stdin=text)
    assert records("show", "-", stdin=text)[0]["board"] == 3


def test_markup_in_a_file_comes_out_escaped_in_pictures(tmp_path: Path) -> None:
    for name in ("m.html", "m.svg"):
        output("show", str(UGLY / "markup.pbn"), "-o", str(tmp_path / name))
        drawn = (tmp_path / name).read_text(encoding="utf-8")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in drawn
        assert "&lt;img src=x onerror=alert(1)&gt;" in drawn
        assert "<script" not in drawn
        assert "<img" not in drawn


def test_converting_there_and_back_loses_nothing_that_both_can_hold(tmp_path: Path) -> None:
    there, back = tmp_path / "a.lin", tmp_path / "b.pbn"
    first = run("convert", TWO_ROOMS, str(there))
    assert f"wrote {there}: 2 boards as LIN, deal set CE20-5DF6" in first.stderr
    second = run("convert", str(there), str(back))
    assert "2 boards as PBN, deal set CE20-5DF6" in second.stderr
    assert [board["tags"][0] for board in records("show", str(back))] == [["Event", "Final"]] * 2


def test_what_a_format_cannot_hold_is_said(tmp_path: Path) -> None:
    done = run("convert", str(UGLY / "club.pbn"), "-", "--to", "RBN")
    assert done.returncode == 0
    assert "note: RBN cannot hold: " in done.stderr
    assert "BCFlags" in done.stderr
    summary = json.loads(output("convert", str(UGLY / "club.pbn"), str(tmp_path / "club.dup"), "--json"))
    assert summary["format"] == "DUP"
    assert "the table ScoreTable" in summary["lost"]


def test_trouble_with_files_is_one_plain_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "letter.txt"
    empty.write_text("Dear Ann", encoding="utf-8")
    for arguments, sentence in (
        (("show", "nowhere.pbn"), "cannot read 'nowhere.pbn': No such file or directory"),
        (("convert", "nowhere.pbn", "x.lin"), "cannot read 'nowhere.pbn': No such file or directory"),
        (("convert", TWO_ROOMS, "x.doc"), "cannot tell the format of 'x.doc'"),
        (("convert", TWO_ROOMS, "-", "--to", "doc"), "'doc' is not a format"),
        (("convert", str(empty), "x.lin"), "this is in none of the formats"),
        (("convert", TWO_ROOMS, str(tmp_path / "no" / "x.lin")), "cannot write"),
    ):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert done.stderr.count("\n") == 1
        assert sentence in done.stderr
