"""What the first commands print: deal, show and score."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import overtrick
from overtrick import Deal
from overtrick.formats import fingerprint
from tests.e2e.command import (
    DEAL,
    DRAWN,
    HALF,
    KEYS,
    output,
    outputs,
    records,
    run,
    run_all,
)

# overtrick


def test_the_command_says_its_version() -> None:
    assert output("--version", alone=True) == f"overtrick {overtrick.__version__}\n"


def test_the_installed_script_is_the_same_command() -> None:
    script = Path(sys.executable).with_name("overtrick")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"overtrick {overtrick.__version__}\n"


def test_help_lists_every_command_and_a_command_has_help_of_its_own() -> None:
    told = output("--help", alone=True)
    assert re.findall(r"^\W*(deal|score|show)\b", told, re.MULTILINE) == ["deal", "show", "score"]
    deal, show = outputs(("deal", "-h"), ("show", "--help"))
    assert "--seed" in deal
    assert "--auction" in show


def test_no_arguments_at_all_is_answered_with_help() -> None:
    done = run(alone=True)
    assert done.returncode == 2
    assert "Usage: overtrick" in done.stdout + done.stderr
    assert "show" in done.stdout + done.stderr


# overtrick deal


def test_the_same_seed_deals_the_same_boards_and_more_of_them_begin_alike() -> None:
    three, eight, other, *drawn = outputs(
        ("deal", "-n", "3", "--seed", "1", "--json"),
        ("deal", "-n", "8", "--seed", "1", "--json"),
        ("deal", "-n", "3", "--seed", "2", "--json"),
        ("deal", "--seed", "1"),
        ("deal", "-n", "2", "--seed", "1"),
    )
    assert (three.count("\n"), eight.count("\n")) == (3, 8)
    assert eight.startswith(three)
    assert drawn[0].startswith("Board 1 ")
    assert drawn[1].startswith(f"{drawn[0]}\nBoard 2 ")
    dealt = [json.loads(line)["deal"] for line in (eight + other).splitlines()]
    assert len(set(dealt)) == 11


def test_a_dealt_board_has_exactly_the_keys_that_were_promised() -> None:
    boards = records("deal", "-n", "3", "--seed", "1", "--first", "15")
    for board in boards:
        assert list(board) == [*KEYS, "seed"]
        assert list(board["hands"]) == list(board["hcp"]) == ["N", "E", "S", "W"]
        assert sum(board["hcp"].values()) == 40
        assert board["deal"] == "N:" + " ".join(board["hands"].values())
        assert all(len(hand.replace(".", "")) == 13 for hand in board["hands"].values())
        assert (board["calls"], board["contract"], board["seed"]) == (None, None, 1)
    assert [(board["board"], board["dealer"], board["vul"]) for board in boards] == [
        *((15, "S", "NS"), (16, "W", "EW"), (17, "N", "None")),
    ]


def test_deals_as_lines_can_be_piped_into_show() -> None:
    lines = output("deal", "-n", "2", "--seed", "1", "--lines")
    assert len(set(lines.splitlines())) == 2
    shown = records("show", "-", stdin=lines)
    assert [deal["deal"] for deal in shown] == lines.splitlines()
    assert [list(deal) for deal in shown] == [KEYS, KEYS]


@pytest.mark.parametrize("form", ["drawn", "--lines"])
def test_a_deal_without_a_seed_tells_the_seed_that_repeats_it(form: str) -> None:
    extra = [] if form == "drawn" else [form]
    done = run("deal", *extra)
    assert done.returncode == 0
    told = re.fullmatch(r"note: .*--seed (\d+)\n", done.stderr)
    assert told is not None, "the seed is on standard error"
    assert output("deal", *extra, "--seed", told[1]) == done.stdout


def test_a_deal_without_a_seed_keeps_it_in_the_json_record() -> None:
    first, second = (json.loads(line) for line in outputs(("deal", "--json"), ("deal", "--json")))
    assert first["seed"] != second["seed"]
    assert first["deal"] != second["deal"]
    assert records("deal", "--seed", str(first["seed"])) == [first]


def test_dealt_boards_can_be_drawn_into_one_page(tmp_path: Path) -> None:
    path = tmp_path / "club.html"
    done = run("deal", "-n", "3", "--seed", "1", "-o", str(path))
    assert (done.returncode, done.stdout) == (0, f"wrote {path}\n")
    assert path.read_text(encoding="utf-8").count('<figure class="overtrick board"') == 3


# overtrick show


def test_a_deal_may_be_one_argument_or_several_or_come_from_standard_input() -> None:
    assert outputs(("show", DEAL), ("show", *DEAL.split())) == [DRAWN, DRAWN]
    assert output("show", stdin=f"\n{DEAL}\n\n{DEAL}\n") == f"{DRAWN}\n{DRAWN}"


def test_a_board_number_brings_its_dealer_and_vulnerability() -> None:
    lines = output("show", DEAL, "--board", "3").splitlines()
    assert [line[:15].strip() for line in lines[:3]] == ["Board 3", "South deals", "E-W vul"]


def test_what_is_said_about_a_board_overrides_its_number() -> None:
    options = ("--board", "3", "--dealer", "East", "--vul", "both", "--auction", "1NT P 3NT X AP")
    drawn = output("show", DEAL, *options)
    assert "East deals" in drawn
    assert "Both vul" in drawn
    assert "\n\n3NTX by East\n\nWest (vul)    North (vul)    East (vul)    South (vul)\n" in drawn
    (board,) = records("show", DEAL, *options)
    assert (board["board"], board["dealer"], board["vul"]) == (3, "E", "Both")
    assert board["calls"] == ["1NT", "P", "3NT", "X", "P", "P", "P"]
    assert board["contract"] == "3NTX by E"


def test_a_shown_deal_has_null_for_whatever_is_not_known() -> None:
    (record,) = records("show", HALF)
    assert list(record) == KEYS
    assert record == {
        "board": None,
        "dealer": None,
        "vul": None,
        "deal": HALF,
        "hands": {"N": "AQ84.QT98.J.KQ43", "E": None, "S": None, "W": "K.KJ632.AT962.75"},
        "hcp": {"N": 14, "E": None, "S": None, "W": 11},
        "calls": None,
        "contract": None,
        "deal_set": fingerprint([Deal.parse(HALF)]),
    }


def test_letters_or_outlines_can_take_the_place_of_suit_symbols() -> None:
    letters, outlines = outputs(("show", DEAL, "--ascii"), ("show", DEAL, "--theme", "hollow"))
    assert letters == DRAWN.translate(str.maketrans("♠♥♦♣", "SHDC"))
    assert outlines == DRAWN.translate(str.maketrans("♥♦", "♡♢"))


def test_a_narrow_terminal_does_not_fold_the_diagram() -> None:
    assert output("show", DEAL, COLUMNS="20") == DRAWN


def test_a_deal_can_be_drawn_into_an_svg_an_html_and_a_text_file(tmp_path: Path) -> None:
    paths = {suffix: tmp_path / f"deal{suffix}" for suffix in (".svg", ".html", ".txt")}
    commands = (("show", DEAL, "-o", str(path), "--theme", "four-colour-dark") for path in paths.values())
    assert outputs(*commands) == [f"wrote {path}\n" for path in paths.values()]
    drawn = {suffix: path.read_text(encoding="utf-8") for suffix, path in paths.items()}
    root = ElementTree.fromstring(drawn[".svg"])
    assert (root.tag, root.attrib["role"]) == ("{http://www.w3.org/2000/svg}svg", "img")
    assert "#6fd08c" in drawn[".svg"]
    assert drawn[".html"].startswith("<!doctype html>")
    assert "#6fd08c" in drawn[".html"]
    HTMLParser().feed(drawn[".html"])
    told = fingerprint([Deal.parse(DEAL)])
    assert drawn[".txt"] == f"{DRAWN}\nDeal set {told}\n"
    assert root.attrib["aria-label"].endswith(f"Deal set {told}.")
    assert f"<title>deal, deal set {told}</title>" in drawn[".html"]


def test_letters_instead_of_symbols_are_for_text_files_too(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    output("show", DEAL, "--ascii", "-o", str(path))
    assert path.read_text(encoding="utf-8").isascii()


def test_uneven_hands_are_pointed_at_and_drawn_all_the_same() -> None:
    done, half = run_all([("show", DEAL.removesuffix("6")), ("show", HALF)])
    assert done.returncode == 0
    assert done.stderr == "note: the hands are uneven: West 12, others 13 cards; in no hand: ♣6\n"
    assert done.stdout == DRAWN.replace("West 10", "West   ").replace("♣ 9 6", "♣ 9  ")
    assert half.stderr == ""


# overtrick score


SCORES = (
    (("4SX by N", "9", "--vul", "NS"), "4♠X by North, vulnerable, down one: -200", "NS -200"),
    (("4SX by N", "=", "--vul", "NS"), "4♠X by North, vulnerable, made: +790", "NS +790"),
    (("3NT E", "+1"), "3NT by East, not vulnerable, made with one overtrick: +430", "NS -430"),
    (("4SX by N", "-1"), "4♠X by North, not vulnerable, down one: -100", "NS -100"),
    (("4SX by N -1",), "4♠X by North, not vulnerable, down one: -100", "NS -100"),
    (
        ("6♥ by West +1", "--vul", "EW"),
        "6♥ by West, vulnerable, made with one overtrick: +1460",
        "NS -1460",
    ),
    (("passed out",), "Passed out", "NS 0"),
)


def test_a_contract_is_scored_item_by_item() -> None:
    answers = outputs(*(("score", *arguments) for arguments, _, _ in SCORES))
    for answer, (_, headline, total) in zip(answers, SCORES, strict=True):
        first, *items, last = answer.splitlines()
        assert (first, last) == (headline, total)
        assert all(item.startswith("  ") for item in items)
        points = sum(int(item.split()[0]) for item in items)
        assert abs(points) == abs(int(total.removeprefix("NS ")))


def test_a_score_has_exactly_the_keys_that_were_promised() -> None:
    (made,) = records("score", "4SX by E", "+1", "--vul", "EW")
    assert list(made) == ["contract", "tricks", "vul", "score", "score_ns", "items"]
    assert made == {
        "contract": "4SX by E",
        "tricks": 11,
        "vul": "EW",
        "score": 990,
        "score_ns": -990,
        "items": [
            {"kind": "tricks", "points": 240},
            {"kind": "overtricks", "points": 200},
            {"kind": "insult", "points": 50},
            {"kind": "game", "points": 500},
        ],
    }
    (passed,) = records("score", "passed out")
    assert list(passed) == list(made)
    assert [passed[key] for key in ("contract", "tricks", "score", "score_ns", "items")] == [
        None,
        None,
        0,
        0,
        [],
    ]
