"""``overtrick suit``: what it prints, draws and refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.command import run, run_all


def test_a_combination_gets_its_odds_lines_and_layouts() -> None:
    done = run("suit", "AQT", "43")
    assert done.returncode == 0
    assert "AQT opposite 43, 3 tricks: 24% (6/25)" in done.stdout
    assert "Wins when West has the king and jack (24%)." in done.stdout
    assert "Expected tricks: 2.0000 (2)" in done.stdout


def test_the_record_has_what_scripts_rely_on() -> None:
    done = run("suit", "AQT", "43", "--json")
    record = json.loads(done.stdout)
    assert (record["north"], record["south"], record["expected"]) == ("AQT", "43", 2.0)
    assert [goal["tricks"] for goal in record["goals"]] == [3, 2, 1]
    first = record["goals"][0]
    assert (first["probability"], first["fraction"], first["first_plays"]) == (0.24, "6/25", ["S3"])
    assert "ten" in first["text"]
    for goal in record["goals"]:
        assert goal["probability"] == round(float(Fraction(goal["fraction"])), 12)


def test_a_batch_has_one_record_for_each_problem_and_says_which_are_none(tmp_path: Path) -> None:
    problems = tmp_path / "problems.txt"
    problems.write_text("# comment\nAQT 43\n\n- AKQ\nAQQ 3\nK4-A2 # one more\n", encoding="utf-8")
    done = run("suit", "--batch", str(problems))
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record.get("north"), record.get("south")) for record in records] == [
        ("AQT", "43"),
        ("-", "AKQ"),
        (None, None),
        ("K4", "A2"),
    ]
    assert records[2]["line"] == 5
    assert "the Q appears twice" in records[2]["error"]
    assert done.returncode == 1
    assert done.stderr == "overtrick: some lines could not be read; their records say why\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("AQZ", "43"), "'Z' is not a card in 'AQZ 43'"),
        (("AQT", "A3"), "the A appears twice in 'AQT A3'"),
        (("AQT",), "expected North's and South's cards, as in 'AQT 43' in 'AQT'"),
        (("xxxxxxx", "xxxxxxx"), "there are only 13 cards left for 14 x's"),
        (("AQT", "43", "--goal", "4"), "4 tricks cannot be asked of AQT 43: expected 1 to 3"),
        (("AQT", "43", "--vacant", "27-3"), "vacant places 27-3: expected two numbers from 0 to 26"),
        (("AQT", "43", "--vacant", "1-2"), "no layout of the missing cards fits: vacant places 1-2"),
        (("AQT", "43", "--west-holds", "A"), "the defenders cannot hold A: declarer does"),
        (("AQT", "43", "--west", "9", "--east", "9"), "no layout of the missing cards fits"),
        (("AQT", "43", "--lang", "fr"), "there are no words for suits in 'fr': expected en or de"),
        (("AQT", "43", "--chart", "x.gif"), "cannot draw into 'x.gif': expected a name ending in .svg"),
        (("--batch", "no-such-file"), "cannot read 'no-such-file': No such file or directory"),
        (("AQT", "43", "--imps", "8NT=2"), "8NT"),
    ],
)
def test_a_mistake_is_named_in_bridge_words(arguments: tuple[str, ...], said: str) -> None:
    done = run("suit", *arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("AQT", "43", "--goal", "many"),
        ("AQT", "43", "--vacant", "seven"),
        ("AQT", "43", "--entries", "E=1"),
        ("AQT", "43", "--imps", "3NT"),
        ("AQT", "43", "--all", "--tree"),
        ("AQT", "43", "--batch", "-"),
        ("--batch", "-", "--goal", "2"),
        ("AQT", "43", "--matchpoints", "--imps", "3NT=2"),
        ("AQT", "43", "--vul", "NS"),
        ("AQT", "43", "--coins", "--vacant", "7-11"),
        ("AQT", "43", "--west-holds", "Kx"),
    ],
)
def test_a_wrong_use_is_refused(arguments: tuple[str, ...]) -> None:
    done = run("suit", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_what_is_known_changes_the_odds() -> None:
    plain, vacant, known, coins, bound = (
        json.loads(done.stdout)
        for done in run_all(
            [
                ("suit", "AQ", "2", "--goal", "2", "--json"),
                ("suit", "AQ", "2", "--goal", "2", "--json", "--vacant", "5-13"),
                ("suit", "AQ", "2", "--goal", "2", "--json", "--west-holds", "K"),
                ("suit", "AJ9", "764", "--goal", "2", "--json", "--coins"),
                ("suit", "AQ", "2", "--goal", "2", "--json", "--entries", "S=0"),
            ]
        )
    )
    assert plain["goals"][0]["fraction"] == "1/2"
    assert vacant["goals"][0]["fraction"] == "5/18"
    assert known["goals"][0]["fraction"] == "1/1"
    assert coins["goals"][0]["fraction"] == "49/128"
    assert coins["given"] == "coin-flip odds"
    assert bound["goals"][0]["probability"] < 0.001
    assert bound["entries"] == {"north": None, "south": 0}


def test_lines_are_compared_and_a_cycle_is_called_one() -> None:
    cycle, imps, every = run_all(
        [
            ("suit", "AJ98", "K32", "--matchpoints"),
            ("suit", "AQT", "43", "--imps", "3NT=2", "--vul", "NS"),
            ("suit", "AQT", "43", "--all"),
        ]
    )
    assert cycle.stdout.startswith("No line is best: each of these 3 is beaten by the next")
    assert "Of 18 undominated lines no other beats this one:" in imps.stdout
    assert every.stdout.startswith(
        "AQT opposite 43: 18 undominated lines\n2.0000 tricks on average (1: 100%,"
    )


def test_the_chart_is_a_picture_that_can_be_read_aloud(tmp_path: Path) -> None:
    done = run("suit", "AQT", "43", "--goal", "2", "--chart", str(tmp_path / "first.svg"))
    assert done.returncode == 0
    root = ElementTree.fromstring((tmp_path / "first.svg").read_text(encoding="utf-8"))
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert "low from South: 76%" in title.text


def test_tree_and_german() -> None:
    tree, german = run_all(
        [("suit", "AKQT", "432", "--tree"), ("suit", "AQT", "43", "--goal", "3", "--lang", "de")]
    )
    assert "Cash the ace" in tree.stdout
    assert "x/v" in tree.stdout
    assert "AQT gegenüber 43, 3 Stiche: 24 % (6/25)" in german.stdout


def test_an_audit_names_wrong_lines_wrong_odds_and_what_is_no_claim(tmp_path: Path) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text(
        "AQT 43 | 3 | finesse the ten and repeat if necessary | 24% | right\n"
        "AQT 43 | 3 | finesse the ten | 24% | right as far as it goes\n"
        "AQT 43 | 3 | cash the ace | 24% | wrong line\n"
        "AQT 43 | 3 | - | 30% | wrong odds\n"
        "AQT 43 | 3 | hope for the best | 24% | not understood\n"
        "AQT 43 | 9 | cash the ace | - | no goal\n",
        encoding="utf-8",
    )
    done = run("suit", "audit", str(claims), "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["verdict"] for record in records] == [
        "agrees",
        "agrees",
        "wrong line",
        "wrong odds",
        "not understood",
    ]
    assert [record["whole"] for record in records] == [True, False, False, False, False]
    assert records[2]["refuting"]
    assert "line 6: '9' is no goal for AQT 43: expected 1 to 3" in done.stderr
    assert done.returncode == 1


def test_nothing_to_make_or_to_lead_is_said_plainly() -> None:
    hopeless, bound, empty, compared = run_all(
        [
            ("suit", "432", "765", "--goal", "1"),
            ("suit", "AQ", "2", "--goal", "1", "--entries", "N=0,S=0"),
            ("suit", "-", "-"),
            ("suit", "-", "-", "--matchpoints"),
        ]
    )
    assert hopeless.stdout == bound.stdout == "Nothing makes 1 trick against best defence.\n"
    assert empty.stdout.startswith("— opposite —: no tricks.")
    assert compared.stderr == "overtrick: there are no lines to compare: no tricks can be made\n"


def test_a_line_begins_with_a_hand_that_can_lead() -> None:
    record = json.loads(run("suit", "AQT", "43", "--goal", "2", "--entries", "N=0,S=1", "--json").stdout)
    assert record["goals"][0]["first_plays"] == ["S3"]
    assert record["goals"][0]["text"] in ("Finesse the queen.", "Take the finesse of the queen.")


def test_a_known_card_is_named_apart_from_those_it_touches() -> None:
    """The words are read with the groups of the problem, in which the nine stands alone."""
    record = json.loads(run("suit", "K64", "Q873", "--east-holds", "9", "--goal", "2", "--json").stdout)
    assert record["goals"][0]["fraction"] == "1053/1610"
    assert "jack, ten or nine" in record["goals"][0]["text"]
