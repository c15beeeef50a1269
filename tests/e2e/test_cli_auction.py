"""``overtrick meaning`` and ``overtrick auction``."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.cli.bidding_options import parse_seats
from overtrick.core import Auction, Board, Deal, Seat, Vul
from overtrick.formats import Record, read, write
from tests.e2e.command import run
from tests.e2e.tiny_system import CALL_KEYS, TABLE, folder

# meaning


def test_each_call_of_an_auction_has_its_meaning(tiny: Path) -> None:
    done = run("meaning", "1C P 1D", "--system", tiny)
    assert done.returncode == 0
    heads = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert heads[0].startswith("North 1♣, forcing: Strong club: ")
    assert [head.partition(":")[0] for head in heads] == ["North 1♣, forcing", "East Pass", "South 1♦"]
    assert heads[2] == "South 1♦: The system has no such call here."


def test_a_call_without_a_name_is_not_told_twice(tmp_path: Path) -> None:
    text = "system plain\nwhen opening\n  1S: 12+ hcp, 5+ spades\n  pass: 11- hcp\n"
    done = run("meaning", "P 1S", "--system", folder(tmp_path / "plain", text))
    assert [line for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "North Pass: At most 11 high-card points, or any hand that has no other call.",
        "East 1♠, not forcing: 12 or more high-card points, five or more spades.",
    ]


def test_meanings_as_json_are_one_object_for_each_call(tiny: Path) -> None:
    told = run("meaning", "E:", "1NT", "P", "2C", "--system", tiny, "--json").records
    assert [(each["seat"], each["call"], each["forcing"]) for each in told] == [
        ("E", "1NT", False),
        ("S", "P", False),
        ("W", "2C", True),
    ]
    assert all(set(each) == CALL_KEYS | {"seat", "odd"} for each in told)
    assert told[0]["hcp"] == [15, 17]


def test_the_odds_of_a_call_are_exact(tiny: Path) -> None:
    told = run("meaning", "1NT P 2C", "--system", tiny, "--odds", "--json").records
    assert told[0]["odds"] == {"hands": 30_897_212_184, "of": 635_013_559_600, "percent": 4.865598807600644}
    said = run("meaning", "1NT", "--system", tiny, "--odds").stdout
    assert "made by 4.87% of the hands North may have: 30,897,212,184 of 635,013,559,600" in said


def test_a_call_that_nobody_makes_has_no_odds(tiny: Path) -> None:
    asked = ("meaning", "7NT P P", "--system", tiny, "--odds")
    assert "made by" not in run(*asked).stdout.splitlines()[1]
    told = run(*asked, "--json").records
    assert (told[0]["odd"], told[0]["odds"]) == (True, None)
    assert told[1]["odds"]["percent"] == 100


def test_nothing_is_known_of_players_who_always_pass(tiny: Path) -> None:
    told = run("meaning", "P 1NT", "--system", tiny, "--silent", "NS", "--json").records
    assert (told[0]["hcp"], told[0]["points"], told[0]["rule"]) == ([0, 37], None, "no rule")
    assert told[1]["call"] == "1NT"


# auction


def test_a_deal_is_bid_to_its_end(tiny: Path) -> None:
    done = run("auction", TABLE, "--system", tiny, "--silent", "EW")
    assert done.returncode == 0
    title, _, contract, _, seats, *_ = done.stdout.splitlines()
    assert (title, contract) == ("Board 1, North deals, None vul", "2♣ by South")
    assert seats.split() == ["West", "North", "East", "South"]
    assert "2. Alert. Stayman: " in done.stdout


def test_boards_as_json_tell_their_auction_and_what_it_means(tiny: Path) -> None:
    (told,) = run("auction", TABLE, "--system", tiny, "--json").records
    assert (told["board"], told["contract"]) == (1, "2C by S")
    assert told["calls"] == ["1NT", "P", "2C", "P", "P", "P"]
    assert len(told["meanings"]) == 6
    assert all(set(each) == CALL_KEYS | {"text"} for each in told["meanings"])
    assert [each["call"] for each in told["meanings"]] == told["calls"]


def test_boards_as_json_are_read_back_by_the_other_commands(tiny: Path) -> None:
    told = run("auction", TABLE, "--system", tiny, "--json").stdout
    done = run("show", "-", stdin=told)
    assert done.returncode == 0
    assert "1NT (1)" in done.stdout
    assert run("auction", "-", "--system", tiny, "--json", stdin=told).stdout == told


def test_lines_of_deals_are_numbered_boards() -> None:
    lines = run("deal", "-n", "3", "--seed", "1", "--lines").stdout
    told = run("auction", "-", "--silent", "NESW", "--json", stdin=lines).records
    assert [(each["board"], each["dealer"], each["vul"]) for each in told] == [
        (1, "N", "None"),
        (2, "E", "NS"),
        (3, "S", "EW"),
    ]
    assert all(each["calls"] == ["P"] * 4 and each["contract"] is None for each in told)


def test_every_format_of_boards_is_bid(tiny: Path, tmp_path: Path) -> None:
    board = Board(7, Seat.SOUTH, Vul.BOTH, Deal.parse(TABLE))
    for suffix in ("pbn", "lin", "rbn", "json", "dup"):
        file = tmp_path / f"boards.{suffix}"
        write([Record(board)], file)
        done = run("auction", file, "--system", tiny, "--json")
        assert done.returncode == 0, done.stderr
        assert done.records[0]["deal"] == str(board.deal)
        assert done.records[0]["calls"][-3:] == ["P", "P", "P"]


@pytest.mark.parametrize("suffix", ["pbn", "lin", "json"])
def test_boards_are_written_with_auction_and_notes(tiny: Path, tmp_path: Path, suffix: str) -> None:
    played = Board(7, Seat.NORTH, Vul.BOTH, Deal.parse(TABLE), Auction.parse("1H AP"))
    first, second = tmp_path / "first.pbn", tmp_path / f"second.{suffix}"
    tags = (("Event", "Club"), ("Score", "NS 110"))
    write([Record(played, tags)], first)
    done = run("auction", first, "--system", tiny, "-o", second)
    assert done.returncode == 0
    assert "note: the earlier auction and play of 1 board are not kept\n" in done.stderr
    (record,) = read(second)
    board = record.board
    assert board.auction is not None
    assert " ".join(map(str, board.auction.calls)) == "1NT P 2C P P P"
    assert [meaning is not None and meaning.alerted for meaning in board.meanings] == [False, False, True]
    assert board.meanings[0] is not None
    assert board.meanings[0].text.startswith("strong notrump -- ")
    assert record.tag("Score") is None
    assert record.tag("Event") == "Club"


def test_a_silent_hand_need_not_be_known(tiny: Path) -> None:
    half = "N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -"
    assert run("auction", half, "--system", tiny, "--silent", "EW", "--json").records[0]["calls"][0] == "1NT"
    done = run("auction", half, "--system", tiny)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("overtrick: board 1: what East and West held is not known in 'N:AQ4.")


def test_a_board_that_cannot_be_bid_spoils_no_other(tiny: Path, tmp_path: Path) -> None:
    half = Deal.parse("N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -")
    file, written = tmp_path / "boards.pbn", tmp_path / "written.pbn"
    write([Record(Board.numbered(7, half)), Record(Board.numbered(8, Deal.parse(TABLE)))], file)
    done = run("auction", file, "--system", tiny, "--json")
    assert (done.returncode, [each["board"] for each in done.records]) == (1, [8])
    assert done.stderr.startswith("overtrick: board 7: what East and West held is not known in ")
    assert run("auction", file, "--system", tiny, "-o", written).returncode == 1
    assert [record.board.number for record in read(written)] == [8]


@pytest.mark.parametrize(
    ("texts", "seats"),
    [
        (["EW"], {Seat.EAST, Seat.WEST}),
        (["N,S"], {Seat.NORTH, Seat.SOUTH}),
        (["e", "W"], {Seat.EAST, Seat.WEST}),
        (["east west"], {Seat.EAST, Seat.WEST}),
        (["E-W"], {Seat.EAST, Seat.WEST}),
    ],
)
def test_seats_may_be_named_in_several_ways(texts: list[str], seats: set[Seat]) -> None:
    assert parse_seats(texts) == seats


def test_both_sides_may_play_their_own_system(tiny: Path) -> None:
    done = run("auction", TABLE, "--system", tiny, "--their-system", "natural", "--dealer", "N", "--json")
    assert done.records[0]["meanings"][0]["place"] == "tiny/system.bid, line 6"
