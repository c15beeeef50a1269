"""``overtrick squeeze``: what it prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.command import Done, run, run_all

FIGURE_2 = "N:Q.AJ.. T9...3 2.3..A K.KQ.."
EXCHANGED = "N:Q.AJ.. K.KQ.. 2.3..A T9...3"
STRIP = "N:A32.A632.432.432 JT98.7.JT987.987 Q4.KQJT98.AKQ.AJ K765.54.65.KQT65"
PUBLISHED = Path(__file__).parents[1] / "data" / "published_squeezes.txt"
PROMISED = {"tricks": 3, "tops": 2, "squeeze": True, "victims": ["W"], "gain": 1, "type": "simple"}


def squeeze(*arguments: str, stdin: str = "") -> Done:
    return run("squeeze", *arguments, stdin=stdin)


def test_an_ending_is_drawn_named_explained_and_planned() -> None:
    done = squeeze(FIGURE_2, "--strain", "NT", "--leader", "S")
    assert done.returncode == 0, done.stderr
    for said in (
        "Simple squeeze",
        "♥ A^ J*",
        "Tricks 3, tops 2, gain 1.",
        "West is caught in a simple squeeze",
        "Plan:",
        "1. Lead the ♣A from South.",
        "If West throws the ♠K, throw the ♥J from North",
        "Defence:",
    ):
        assert said in done.stdout


def test_the_record_has_what_scripts_rely_on() -> None:
    done = squeeze(FIGURE_2, "--strain", "NT", "--leader", "S", "--json")
    record = json.loads(done.stdout)
    assert {key: record[key] for key in PROMISED} == PROMISED
    assert record["automatic"] is False
    assert record["positional"] is True
    assert (record["squeeze_card"], record["squeezer"], record["trick"]) == ("CA", "S", 1)
    assert [threat["card"] for threat in record["threats"]] == ["SQ", "HJ"]
    assert record["plan"]["tricks"] == 3
    assert "West is caught" in record["text"]


def test_the_ending_may_say_trumps_and_leader_itself() -> None:
    plain, spelled = (
        json.loads(done.stdout)
        for done in run_all([("squeeze", FIGURE_2, "--json"), ("squeeze", f"{FIGURE_2};NT;S", "--json")])
    )
    assert plain == spelled


def test_the_other_side_may_attack() -> None:
    turned = "E:Q.AJ.. T9...3 2.3..A K.KQ.."
    record = json.loads(squeeze(turned, "--leader", "W", "--side", "EW", "--json").stdout)
    assert {key: record[key] for key in PROMISED} == PROMISED | {"victims": ["N"]}
    assert record["attackers"] == "EW"


def test_a_near_miss_is_told_with_its_cure() -> None:
    done = squeeze(EXCHANGED)
    assert "there is no squeeze" in done.stdout
    assert "Exchange East and West" in done.stdout
    record = json.loads(squeeze(EXCHANGED, "--json").stdout)
    assert (record["squeeze"], record["type"], record["automatic"]) == (False, None, None)
    assert record["near_miss"]["letter"] == "U"


def test_undivided_cards_are_divided_in_every_way() -> None:
    done = squeeze("N:Q.AJ.. - 2.3..A -", "--out", "KT9.KQ..3")
    assert "There are 20 divisions" in done.stdout
    assert "West must hold the ♠K and ♥KQ." in done.stdout
    record = json.loads(squeeze("N:Q.AJ.. - 2.3..A -", "--out", "KT9.KQ..3", "--json").stdout)
    assert (record["divisions"], record["fraction"], record["sure_leads"]) == (20, "1/20", ["CA"])
    known = squeeze("N:Q.AJ.. - 2.3..A -", "--out", "KT9.KQ..3", "--west-holds", "K.K..", "--json")
    assert json.loads(known.stdout)["fraction"] == "1/4"


def test_a_whole_deal_is_made_only_by_a_squeeze() -> None:
    done = squeeze("deal", STRIP, "--contract", "6H by S", "--lead", "CK")
    assert "6♥ by South makes only by squeezing West: a strip squeeze" in done.stdout
    assert "10. South ♥8: West is squeezed." in done.stdout
    record = json.loads(squeeze("deal", STRIP, "--contract", "6H by S", "--lead", "CK", "--json").stdout)
    assert (record["outcome"], record["victims"], record["type"]) == ("squeeze", ["W"], "strip")
    assert record["squeeze_trick"] == 10


def test_without_a_lead_the_best_one_is_one_that_asks_for_a_squeeze() -> None:
    done = squeeze("deal", STRIP, "--contract", "6H by S")
    assert "only by squeezing West" in done.stdout


def test_letters_stand_for_suits_where_symbols_are_not_wanted() -> None:
    whole = ("deal", STRIP, "--contract", "6H by S", "--lead", "CK")
    for done in (squeeze(FIGURE_2, "--ascii"), squeeze(*whole, "--ascii")):
        assert done.stdout
        assert not any(symbol in done.stdout for symbol in "♠♥♦♣")


def test_a_file_is_scanned_and_filtered(tmp_path: Path) -> None:
    file = tmp_path / "deals.pbn"
    boards = (("1", STRIP, "S", "6H"), ("2", STRIP, "S", "3NT"))
    file.write_text("".join(_board(*board) for board in boards), encoding="utf-8")
    every, strip, simple, as_json, one, plain = run_all(
        [
            ("squeeze", "scan", str(file)),
            ("squeeze", "scan", str(file), "--type", "strip", "--victim", "W"),
            ("squeeze", "scan", str(file), "--type", "saturated"),
            ("squeeze", "scan", str(file), "--json"),
            ("squeeze", "scan", str(file), "--board", "1"),
            ("squeeze", "--scan", str(file), "--ascii"),
        ]
    )
    assert "Board 1: After the ♣K lead, 6♥ by South makes only by squeezing West" in every.stdout
    assert "in 2 boards" in every.stderr
    assert "1 squeeze in 1 board\n" in one.stderr
    assert "After the CK lead" in plain.stdout
    assert "Board 1" in strip.stdout
    assert simple.stdout == ""
    assert json.loads(as_json.stdout.splitlines()[0])["board"] == 1


def _board(number: str, deal: str, declarer: str, contract: str) -> str:
    return (
        f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
        f'[Declarer "{declarer}"]\n[Contract "{contract}"]\n[Play "W"]\nCK\n*\n\n'
    )


def test_exercises_come_again_with_their_seed(tmp_path: Path) -> None:
    first, again, other = run_all(
        [
            ("squeeze", "make", "double", "--cards", "5", "--seed", "7", "--json"),
            ("squeeze", "make", "double", "--cards", "5", "--seed", "7", "--json"),
            ("squeeze", "make", "double", "--cards", "5", "--seed", "8", "--json"),
        ]
    )
    assert first.stdout == again.stdout != other.stdout
    record = json.loads(first.stdout)
    assert (record["type"], record["twin"]["tricks"]) == ("double", record["tricks"] - 1)
    done = squeeze("make", "double", "--seed", "7", "-o", str(tmp_path / "exercise.html"))
    assert done.returncode == 0, done.stderr
    assert "double squeeze" in (tmp_path / "exercise.html").read_text(encoding="utf-8").lower()


def test_published_endings_are_audited() -> None:
    done = squeeze("audit", str(PUBLISHED))
    assert done.returncode == 0, done.stderr
    assert "Not so: there is no squeeze" in done.stdout
    assert "real" in done.stderr
    records = [json.loads(line) for line in squeeze("audit", str(PUBLISHED), "--json").stdout.splitlines()]
    assert len(records) == 125
    assert {record["verdict"] for record in records} >= {"real", "not a squeeze", "other type"}


def test_a_batch_has_one_record_for_each_line() -> None:
    done = squeeze("--batch", "-", stdin=f"# figures\n{FIGURE_2};NT;S\n\nnonsense\n{EXCHANGED};NT;S\n")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record.get("squeeze") for record in records] == [True, None, False]
    assert {key: records[0][key] for key in PROMISED} == PROMISED
    assert [record["line"] for record in records] == [2, 4, 5]
    assert records[1]["ending"] == "nonsense"
    assert done.returncode == 1
    assert done.stderr == "overtrick: some lines could not be read; their records say why\n"


@pytest.mark.parametrize("name", ["squeeze.svg", "squeeze.html", "squeeze.txt"])
def test_pictures_are_drawn_with_marks(name: str, tmp_path: Path) -> None:
    done = squeeze(FIGURE_2, "-o", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    drawn = (tmp_path / name).read_text(encoding="utf-8")
    if name.endswith("svg"):
        ElementTree.fromstring(drawn)
        assert "Squeeze card: club ace" in drawn
    else:
        assert "West is caught in a simple squeeze" in drawn
        assert "Lead the ♣A from South" in drawn


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "which ending?"),
        (("hello",), "'hello'"),
        (("N:A... K... Q... J..T.",), "hands of equal length"),
        (("N:A... K... Q... -",), "unknown"),
        ((FIGURE_2, "--strain", "X"), "'X'"),
        ((FIGURE_2, "--leader", "Q"), "'Q' is not a seat"),
        ((FIGURE_2, "--side", "NE"), "'NE' is not a side"),
        (("N:Q.AJ.. - 2.3..A -", "--out", "KT9.KQ.."), "6"),
        (("deal", STRIP), "Missing option '--contract'"),
        (("make", "tripe"), "'tripe' is not a type of squeeze"),
        (("make", "saturated", "--cards", "3", "--seed", "1"), "saturated"),
        (("scan", "no such file.pbn"), "no such file.pbn"),
        (("audit", "no such file.txt"), "cannot read 'no such file.txt'"),
        ((FIGURE_2, "--type", "simple"), "No such option: --type"),
        ((FIGURE_2, "--batch", "-"), "an ending does not go with --batch"),
        ((FIGURE_2, "--cards", "4"), "No such option: --cards"),
        ((FIGURE_2, "--east-holds", "K..."), "say something about --out: leave out --east-holds"),
        (("deal", STRIP, "--contract", "6H by S", "-o", "x.svg"), "No such option: -o"),
        ((FIGURE_2, "-o", "x.svg", "--json"), "choose one of --output and --json"),
        (("make", "criss-cross"), "'criss-cross' is no type of squeeze"),
        ((FIGURE_2, "-o", "picture.bmp"), "expected a name ending in"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    done = squeeze(*arguments)
    assert done.returncode in (1, 2)
    assert said in done.stderr.replace("\n", " ")
