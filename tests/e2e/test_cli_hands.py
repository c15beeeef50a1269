"""``overtrick hands``, ``openbid`` and ``rules``: what they print and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overtrick.hands import ALL_HANDS
from tests.e2e.command import output, outputs, records, run, run_all

NOTRUMP = "15-17 hcp, balanced"
BEGINNER = """\
# The openings of a beginner
define good(X) = 6 X, 2+ of AKQ in X

[nt] 1NT: 15-17 hcp, balanced
1X for X in SH: 12+ hcp, 5+ X
2X for X in SH: 5-11 hcp, good(X)
    unless 4+ of AKQJT in X
1NT: 16 hcp, 4333
"""


@pytest.fixture
def beginner(tmp_path: Path) -> str:
    path = tmp_path / "beginner.rules"
    path.write_text(BEGINNER, encoding="utf-8")
    return str(path)


# hands


def test_hands_are_counted() -> None:
    words, sure, none, known = outputs(
        ("hands", "count", NOTRUMP),
        ("hands", "count", "true"),
        ("hands", "count", "hcp 38+"),
        ("hands", "count", NOTRUMP, "--held", "A...", "--elsewhere", "K...", "--json"),
    )
    assert words == "30,897,212,184 of 635,013,559,600 hands (4.866%), one in 20.55\n"
    assert sure == "635,013,559,600 of 635,013,559,600 hands (100%), one in 1\n"
    assert none == "0 of 635,013,559,600 hands (0%)\n"
    assert json.loads(known)["of"] == 121_399_651_100
    one, other = outputs(
        ("hands", "count", NOTRUMP, "--held", "SA", "--held", "HK", "--elsewhere", "♦Q", "--json"),
        ("hands", "count", NOTRUMP, "--held", "A.K..", "--elsewhere", "..Q.", "--json"),
    )
    assert one == other
    assert records("hands", "count", NOTRUMP) == [
        {"hands": 30_897_212_184, "of": ALL_HANDS, "percent": 4.865598807600644}
    ]


def test_hands_are_shown_every_one_equally_likely() -> None:
    first, again, other, simple, nothing = outputs(
        ("hands", "show", NOTRUMP, "-n", "3", "--seed", "1", "--json"),
        ("hands", "show", NOTRUMP, "-n", "3", "--seed", "1", "--json"),
        ("hands", "show", NOTRUMP, "-n", "3", "--seed", "2", "--json"),
        ("hands", "show", "5+ spades, 5+ hearts", "--simplest", "--ascii"),
        ("hands", "show", "hcp 38+"),
    )
    assert first == again != other
    assert [15 <= json.loads(line)["hcp"] <= 17 for line in first.splitlines()] == [True] * 3
    assert simple == "S 6 5 4 3 2\nH 6 5 4 3 2\nD 2\nC 3 2\n"
    assert nothing == "No hand is like that.\n"


def test_a_claim_is_proved_or_refuted() -> None:
    true, false, empty, told = outputs(
        ("hands", "prove", "4 aces", "hcp 16+"),
        ("hands", "prove", "hcp 16+", "1+ aces"),
        ("hands", "prove", "hcp 38+", "false"),
        ("hands", "prove", "hcp 16+", "1+ aces", "--json"),
    )
    assert true == "True of all 1,677,106,640 hands.\n"
    assert false.startswith("False for 415,398,924 of 61,970,672,220 hands. The simplest of them:\n")
    assert empty == "True, but of nothing: no hand meets hcp 38+.\n"
    assert json.loads(told) == {
        "holds": False,
        "hands": 61_970_672_220,
        "exceptions": 415_398_924,
        "witness": "K32.K32.KQ2.KQ32",
    }


def test_a_histogram_has_a_bar_for_each_value() -> None:
    (told,) = records("hands", "histogram", "4333", "aces")
    assert told["quantity"] == "aces"
    assert sum(told["histogram"].values()) == told["hands"] == 66_905_856_160
    drawn = output("hands", "histogram", "4333", "aces")
    assert drawn.splitlines()[4].startswith("4  ")
    assert drawn.splitlines()[-1] == "66,905,856,160 hands, aces 1 on average"


def test_a_word_of_ones_own() -> None:
    mine, plain = outputs(
        ("hands", "count", "good(H)", "--define", "good(X) = 5+ X, 2+ of AKQ in X"),
        ("hands", "count", "5+ H, 2+ of AKQ in H"),
    )
    assert mine == plain
    assert "balanced" in output("hands", "words")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("hands", "count", "15-17 hcp, ballanced"),
            "column 12: unknown word 'ballanced': did you mean 'balanced'?",
        ),
        (("hands", "count", "(5+ hearts"), "column 11: expected"),
        (("hands", "count", "5333"), "column 1: expected a condition, found a number"),
        (("hands", "count", "hcp"), "expected a condition, found a number: add how many"),
        (("hands", "histogram", "true", "balanced"), "expected a number, found a condition"),
        (
            ("hands", "count", "true", "--held", "AK...", "--elsewhere", "A..."),
            "both in the hand and elsewhere",
        ),
        (("hands", "count", "true", "--define", "5 = x"), "expected a definition such as"),
        (("openbid", "AKQ", "AKQ", "AKQ", "AKQ"), "thirteen cards, not 12"),
        (("openbid", "census", "--switch", "nonsense"), "'nonsense' is not a switch"),
        (("openbid",), "Missing argument 'HAND'"),
        (("rules", "nowhere.rules"), "cannot read 'nowhere.rules'"),
        (("rules", "diff", "openbid"), "Missing argument 'FILE'"),
    ],
)
def test_a_mistake_is_one_plain_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert done.stderr.startswith("overtrick: ")
    assert said in done.stderr


def test_a_fault_in_a_predicate_is_pointed_at() -> None:
    assert run("hands", "count", "15-17 hcp, ballanced").stderr.splitlines()[1:] == [
        "  15-17 hcp, ballanced",
        "             ^",
    ]


# openbid


def test_a_hand_is_opened_and_the_reasons_are_told() -> None:
    words, told = outputs(
        ("openbid", "KQxxx", "Axx", "Kx", "Qxx"),
        ("openbid", "KQxxx Axx Kx Qxx", "--json"),
    )
    assert words.startswith("OPENBID bids 1S at section 12a (standard opening)\n")
    record = json.loads(told)
    assert (record["bid"], record["section"], record["hand"]) == ("1S", "12a", "KQ432.A32.K2.Q32")
    assert record["earlier"][0] == {
        "sections": ["1"],
        "needs": "TOTALPTS <= 6",
        "values": {"TOTALPTS": 16},
    }


def test_the_census_is_told_in_the_form_scripts_expect() -> None:
    told, drawn = outputs(("openbid", "census", "--json"), ("openbid", "census"))
    record = json.loads(told)
    assert list(record) == ["total", "pass", "sections", "bids", "switches"]
    assert record["total"] == ALL_HANDS == record["pass"] + sum(record["bids"].values())
    assert sum(record["sections"].values()) == ALL_HANDS
    assert record["sections"]["1"] + record["sections"]["14"] == record["pass"]
    assert record["switches"] == {"kqx": "code", "kj": "code", "jack": "code", "solid": "code"}
    assert "Strongest hand passed: 16 points" in drawn
    assert "Weakest hand opened: 3 points" in drawn


def test_a_folder_that_cannot_be_written_to_is_told_of_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run("openbid", "report", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "cannot write into" in done.stderr


# rules


def test_rules_are_taken_apart(beginner: str, tmp_path: Path) -> None:
    (found,) = records("rules", beginner)
    assert found["of"] == ALL_HANDS
    assert [rule["call"] for rule in found["rules"]] == ["1NT", "1S", "1H", "2S", "2H", "1NT"]
    assert found["rules"][0]["hands"] == 30_897_212_184
    assert sum(rule["hands"] for rule in found["rules"]) + found["gap"]["hands"] == ALL_HANDS
    assert found["dead"] == [{"label": "", "call": "1NT", "line": 8}]
    changed = tmp_path / "changed.rules"
    changed.write_text(BEGINNER.replace("15-17", "15-18"), encoding="utf-8")
    words, tree, difference, shown = run_all(
        [
            ("rules", beginner),
            ("rules", "tree", beginner),
            ("rules", "diff", beginner, str(changed), "--json"),
            ("rules", "show", "openbid"),
        ]
    )
    assert "Rules that never make a call\n  1NT (line 8)\n" in words.stdout
    assert tree.stdout.startswith("all hands: 635,013,559,600 hands\n")
    changes = [json.loads(line) for line in difference.stdout.splitlines()]
    assert sum(change["hands"] for change in changes) == 5_076_423_252
    assert {change["after"] for change in changes} == {"1NT"}
    copied = tmp_path / "copied.rules"
    copied.write_text(shown.stdout, encoding="utf-8")
    assert output("rules", "diff", str(copied), "openbid") == "0 hands (0%) are bid differently.\n"


def test_rules_are_asked_about_one_hand(beginner: str) -> None:
    made, none = outputs(
        ("rules", "hand", beginner, "KQxxx Axx Kx Qxx"),
        ("rules", "hand", beginner, "xxxx xxx xxx xxx", "--json"),
    )
    assert made == "1S (line 5): hcp 12+, spades 5+\n  not [nt] 1NT: hcp 15-17\n"
    assert json.loads(none)["call"] is None
    assert len(json.loads(none)["earlier"]) == 6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1NT 15-17 hcp", "line 1, column 1: expected a rule such as"),
        ("1NT: 15-17 hcp\n1S: 5+ spads", "line 2, column 8: unknown word 'spads'"),
        ("1NT: 15-17 hcp,\n   balanced and\n   flatt", "line 3, column 4: unknown word 'flatt'"),
        ("define x = hcpp", "line 1, column 12: unknown word 'hcpp'"),
        ("", "has no rules"),
        ("  1NT: true", "line 1 is indented but continues nothing"),
    ],
)
def test_a_bad_rule_is_named_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text(text, encoding="utf-8")
    done = run("rules", str(path))
    assert done.returncode == 1
    assert said in done.stderr
