"""``overtrick deal`` with conditions, as people use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick import CardSet, Deal, Seat, hands
from overtrick.formats import read
from tests.e2e.command import KEYS, output, outputs, records, run, run_all

WISHES = "south: 15-17 balanced; north: 5+ hearts"


def test_boards_fit_the_wishes_and_have_the_keys_that_were_promised() -> None:
    dealt = records("deal", WISHES, "-n", "20", "--seed", "1", "--first", "5")
    assert [board["board"] for board in dealt] == list(range(5, 25))
    for board in dealt:
        assert list(board) == [*KEYS, "seed", "weight", "exact"]
        assert (board["weight"], board["exact"]) == (1, True)
        assert CardSet.parse(board["hands"]["S"]) in hands.parse("15-17 balanced")
        assert CardSet.parse(board["hands"]["N"]) in hands.parse("5+ hearts")


def test_fewer_boards_are_the_beginning_of_more_and_seats_may_be_written_in_any_way() -> None:
    three, eight = outputs(
        ("deal", WISHES, "-n", "3", "--seed", "1", "--lines"),
        ("deal", "N:5+ hearts\n SOUTH : 15-17 balanced;", "-n", "8", "--seed", "1", "--lines"),
    )
    assert eight.startswith(three)
    assert len(eight.splitlines()) == 8


def test_a_hand_may_be_known_in_whole_or_in_part() -> None:
    wishes = "west: AKQ52.K3.J42.T98; east: .A..; e: 10+ hcp"
    for line in output("deal", wishes, "-n", "5", "--seed", "1", "--lines").splitlines():
        dealt = Deal.parse(line)
        assert dealt[Seat.WEST] == CardSet.parse("AKQ52.K3.J42.T98")
        assert dealt[Seat.EAST].hcp >= 10
        assert CardSet.parse(".A..") <= dealt[Seat.EAST]


@pytest.mark.parametrize("suffix", ["pbn", "dup"])
def test_boards_can_be_written_into_a_file_of_boards(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"set.{suffix}"
    done = run("deal", WISHES, "-n", "4", "--seed", "1", "-o", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith(f"wrote {path}: 4 boards as ")
    written = [record.board.deal[Seat.NORTH] for record in read(path)]
    assert [north in hands.parse("5+ hearts") for north in written] == [True] * 4


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ("n: 5+ hearts; s: ballanced", "column 18: unknown word 'ballanced': did you mean 'balanced'?"),
        ("n: 5+ hearts; foo: 5", "column 15: expected a seat and a colon, as in 'south: 15-17 hcp'"),
        ("west: AAK52.K3.J42.T98", "column 7: the ♠A appears twice"),
        ("s: 25+ hcp, no aces; n: 5+ hearts", "no hand that South can have is 'hcp 25+, aces 0'"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_bridge_words(wishes: str, told: str) -> None:
    done = run("deal", wishes)
    assert done.returncode == 1
    assert done.stderr.startswith(f"overtrick: {told}")
    assert done.stdout == ""


def test_wishes_that_exclude_each_other_are_stretched_with_a_note() -> None:
    done = run("deal", "w: 7+ spades; e: 7+ spades", "--seed", "1", "--lines")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "note: the lengths asked for do not go into one deal",
        "note: every condition on East, West was stretched by one point or card, at half the weight for each",
    ]


def test_a_stretched_deal_weighs_half_as_much_for_every_step(tmp_path: Path) -> None:
    wishes = ("deal", "w: 7+ spades; e: 7+ spades", "--seed", "1")
    told = records(*wishes, "-n", "10")
    assert {(board["weight"], board["exact"]) for board in told} <= {(0.5, False), (0.25, False)}
    written = run(*wishes, "-o", str(tmp_path / "set.pbn"))
    assert written.stderr.startswith("note: the lengths asked for do not go into one deal\n")


def test_wishes_that_no_deal_comes_near_are_refused() -> None:
    done = run("deal", "s: 13 spades; n: 13 hearts; e: 13 diamonds; w: 13 diamonds")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "overtrick: no deal comes near what is wanted of North, East, South and West: "
        "the lengths asked for do not go into one deal\n"
    )


@pytest.mark.parametrize(
    ("option", "least", "most"), [("-n", 1, 10**12 - 1), ("--first", 1, 10**12 - 1), ("--seed", 0, 2**64 - 1)]
)
def test_a_number_out_of_range_is_told_what_it_may_be(option: str, least: int, most: int) -> None:
    for done in run_all([("deal", option, "-3"), ("deal", option, "9" * 30)]):
        assert done.returncode == 2
        assert f"'{option}': expected a number from {least} to {most}, not " in done.stderr
