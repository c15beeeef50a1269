"""``overtrick bid --simulate`` and ``overtrick check --gifts``."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.cli.terminal import bar
from tests.e2e.command import run
from tests.e2e.tiny_system import folder, lines

HOLE = """\
system hole "Nobody doubles"
when opening
  2S "weak": 5-10 hcp, 6+ spades
  1NT "notrump": 13+ hcp
  pass "no opening": true
when partner opened 1NT, RHO passed
  3NT "raises": 10+ hcp
  pass "enough": true
when not opening
  pass "never doubles": true
"""
SHORT = "KJ9642.73.T3.852"
"""A point short of the weak two."""
CLEAR = "9742.853.J64.952"
KEYS = {
    *("close", "decision", "system_call", "deviates", "keeps_promise", "candidates", "scoring", "deals"),
    *("deals_asked", "seconds_asked", "seed", "source", "odd_calls", "remarks", "margin", "sure", "solved"),
    "version",
}
CANDIDATE_KEYS = {
    *("call", "rule", "place", "near", "nearness", "change", "fits", "gain", "discounted", "gifts"),
    "contracts",
}


@pytest.fixture(scope="module")
def hole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("systems") / "hole", HOLE)


def simulated(hole: Path, *more: object) -> tuple[object, ...]:
    return ("bid", SHORT, "P P", "--vul", "EW", "--system", hole, "--simulate", *more)


# bid --simulate


def test_a_close_call_is_told_with_its_evidence(hole: Path) -> None:
    done = run(*simulated(hole, "--deals", 20))
    assert done.returncode == 0
    assert done.stderr == ""
    told = done.stdout.splitlines()
    assert told[0] == "South calls Pass"
    assert "  close: two calls come near" in told
    assert (
        "  decision: The system's Pass stays: 2♠ would gain 3.40 ± 1.64 IMPs a deal, but -0.90 ± 0.95 "
        "against opponents who see each other's cards."
    ) in told
    heads = next(line for line in told if line.startswith("  Call"))
    assert heads.split("   ")[0] == "  Call"
    row = next(line for line in told if line.startswith("  2♠  "))
    places = {head: heads.index(head) for head in ("Rule", "Why near", "Deals", "IMPs a deal", "Discounted")}
    expected = {"Rule": "weak", "Why near": "made with ♠A for ♠K; ", "Deals": "20 "}
    for head, words in (expected | {"IMPs a deal": "+3.40 ± 1.64", "Discounted": "-0.90 ± 0.95"}).items():
        assert row[places[head] :].startswith(words)
    assert row.endswith(" 10")
    assert any(line.startswith("    2♠: 2♠ by South on 20 (") for line in told)
    assert told[-2:] == [
        "  deals: 20, in line with the exact meaning of every call",
        "  budget: 20 deals; seed 1",
    ]


def test_the_record_has_all_of_it(hole: Path) -> None:
    (told,) = run(*simulated(hole, "--deals", 20, "--json")).records
    found = told["evidence"]
    assert set(found) == KEYS
    assert (told["call"], found["system_call"], found["deviates"], found["close"]) == ("P", "P", False, True)
    assert (found["deals"], found["deals_asked"], found["seed"], found["source"]) == (20, 20, 1, "exact")
    own, two = found["candidates"]
    assert set(own) == set(two) == CANDIDATE_KEYS
    assert (two["gain"]["mean"], round(two["gain"]["error"], 2), two["gain"]["deals"]) == (3.4, 1.64, 20)
    assert two["discounted"]["mean"] == -0.9
    assert (two["gifts"], two["change"], two["rule"]) == (10, ["SK", "SA"], "weak")
    assert two["place"] == "hole/system.bid, line 3"
    for each in (own, two):
        assert sum(outcome["deals"] for outcome in each["contracts"]) == each["gain"]["deals"] == 20


def test_the_same_question_has_the_same_answer_and_another_seed_other_deals(hole: Path) -> None:
    first, again, other = (
        run(*simulated(hole, "--deals", 8, "--json", "--seed", seed)).stdout for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_call_that_leaves_the_system_is_told_with_its_own_meaning() -> None:
    asked = ("bid", "A654.K2.63.AK832", "1D P", "--system", "natural", "--simulate", "--deals", 20, "--why")
    done = run(*asked)
    assert done.stdout.startswith("South calls 1♠, forcing\n  New suit: ")
    assert "  decision: 1♠ instead of the system's 2♣: it gains " in done.stdout
    assert "\n  a deviation: " in done.stdout
    assert "\n  why the system calls 2♣:\n" in done.stdout
    (told,) = run(*asked, "--json").records
    assert (told["call"], told["evidence"]["system_call"], told["evidence"]["deviates"]) == ("1S", "2C", True)
    assert "new suit" in told["meaning"].lower()
    assert told["why"]


def test_a_clear_call_is_not_simulated() -> None:
    asked = ("bid", CLEAR, "--system", "natural", "--simulate")
    assert run(*asked).stdout.endswith("  clear: no other call comes near, so nothing was simulated\n")
    (told,) = run(*asked, "--json").records
    found = told["evidence"]
    assert set(found) == KEYS
    assert (found["close"], found["deals"], found["source"], found["decision"]) == (
        False, 0, None, "Pass is clear.",
    )  # fmt: skip


def test_seconds_choose_the_deals_and_it_is_said(hole: Path) -> None:
    done = run(*simulated(hole, "--seconds", "0.65"))
    assert "\n  budget: 10 deals, reckoned from 0.65 seconds; seed 1\n" in done.stdout
    (told,) = run(*simulated(hole, "--seconds", "0.65", "--json")).records
    assert (told["evidence"]["deals_asked"], told["evidence"]["seconds_asked"]) == (10, 0.65)


def test_matchpoints_are_another_scoring(hole: Path) -> None:
    done = run(*simulated(hole, "--deals", 8, "--scoring", "matchpoints"))
    assert "Comparisons a deal" in done.stdout
    (told,) = run(*simulated(hole, "--deals", 8, "--scoring", "Matchpoints", "--json")).records
    assert told["evidence"]["scoring"] == "matchpoints"
    assert abs(told["evidence"]["candidates"][1]["gain"]["mean"]) <= 1


def test_plain_letters_keep_the_columns(hole: Path) -> None:
    usual, plain = (run(*simulated(hole, "--deals", 8, *more)).stdout for more in ((), ("--ascii",)))
    assert plain.isascii()
    assert list(map(len, plain.splitlines())) == list(map(len, usual.splitlines()))


def test_a_batch_is_simulated_line_by_line(hole: Path) -> None:
    asked = lines({"hand": SHORT, "auction": ["P", "P"], "vul": "EW"}, {"hand": "x"}, {"hand": CLEAR})
    done = run("bid", "--batch", "-", "--system", hole, "--simulate", "--deals", 8, "--json", stdin=asked)
    close, wrong, clear = done.records
    assert done.returncode == 1
    assert (close["evidence"]["close"], clear["evidence"]["close"]) == (True, False)
    assert wrong["line"] == 2
    (alone,) = run(*simulated(hole, "--deals", 8, "--json")).records
    assert alone == close


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--simulate", "--deals", "0"), "expected a number from 2 to 100000, not '0'"),
        (("--simulate", "--deals", "1"), "expected a number from 2 to 100000, not '1'"),
        (("--simulate", "--deals", "many"), "expected a number from 2 to 100000, not 'many'"),
        (("--simulate", "--deals", "9" * 20), "expected a number from 2 to 100000"),
        (("--simulate", "--deals", "5", "--seconds", "1"), "choose one of --deals and --seconds"),
        (("--simulate", "--seconds", "0"), "expected a number from 0.001 to 3600, not '0'"),
        (("--simulate", "--seconds", "nan"), "expected a number from 0.001"),
        (("--simulate", "--seconds", "-1"), "expected a number from 0.001"),
        (("--simulate", "--scoring", "rubber"), "'rubber' is not one of 'imps', 'matchpoints'"),
        (("--simulate", "--seed", "x"), "expected a number from 0 to"),
        (("--deals", "5"), "without --simulate: leave out --deals"),
        (("--seed", "5", "--scoring", "imps"), "without --simulate: leave out --seed and --scoring"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_words(options: tuple[str, ...], words: str) -> None:
    done = run("bid", CLEAR, "--system", "natural", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_bar_is_shown_to_nobody_where_nobody_watches() -> None:
    with bar("simulating", after=1.0) as progress:
        assert progress is None


# check --gifts


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = HOLE.replace('  1NT "notrump": 13+ hcp\n', "")
    text = text.replace(
        'when partner opened 1NT, RHO passed\n  3NT "raises": 10+ hcp\n  pass "enough": true\n', ""
    )
    return folder(tmp_path_factory.mktemp("systems") / "small", text)


def test_gifts_are_searched_for_told_and_accepted(small: Path) -> None:
    asked, accepted = ("check", small, "-n", 200, "--seed", 4), small / "accepted.txt"
    assert run(*asked).returncode == 0
    done = run(*asked, "--gifts", 1, "--json")
    assert done.returncode == 1
    gift, whole = done.records
    assert (gift["kind"], gift["call"], gift["accepted"]) == ("gift", "P", None)
    assert gift["calls"][gift["gaining"]] == "2S"
    assert gift["imps"] > 0
    assert 0 < gift["deals"] <= gift["of"]
    assert (whole["gift_boards"], whole["new"]) == (1, 1)
    accepted.write_text(f"{gift['key']}  # they never double\n", encoding="utf-8")
    without = run(*asked, "--accept")
    assert (without.returncode, "struck out" in without.stdout) == (0, False)
    assert f"{gift['key']}  # they never double\n" in accepted.read_text(encoding="utf-8")
    again = run(*asked, "--gifts", 1)
    assert again.returncode == 0
    begins = (
        "gift [accepted: they never double]\n    After Pass Pass 2♠ Pass Pass, Pass by pass “never doubles” ("
    )
    assert again.stdout.startswith(begins)
    assert "The decisions of one board were simulated. New findings: 0; accepted: 1.\n" in again.stdout


@pytest.mark.parametrize("number", ["0", "-1", "some"])
def test_no_boards_have_no_gifts(small: Path, number: str) -> None:
    done = run("check", small, "--gifts", number)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--gifts" in done.stderr
