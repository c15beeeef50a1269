"""``overtrick bid``, ``meaning``, ``auction``, ``system`` and ``deal --auction``.

Most run in this process, so that a system is read once.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from overtrick.bidding import Agreements, load
from overtrick.bidding.dealing import sample_auction
from overtrick.cli import _run as run_app
from overtrick.cli.bidding_options import DEFAULT_SYSTEM, seats_given
from overtrick.core import Auction, Board, Deal, Seat, Vul
from overtrick.deals import boards, unpack
from overtrick.formats import Record, read, write
from tests.e2e.command import OVERTRICK, environment

TINY = """\
system tiny "A tiny system"
  source: the back of an envelope
convention stayman "Two clubs asks for majors" on

when opening
  [nt] 1NT "strong notrump": 15-17 hcp, balanced
    source: page 1
  1C "strong club": 18+ hcp
    forcing
    is strong
    alert "artificial"
  1X "natural" for X in SHD: 12-17 hcp, 4+ X

when partner opened 1NT, RHO passed
  2C "Stayman": 8+ hcp, 4+ hearts or 4+ spades
    if using stayman
    forcing
    alert
  3NT "to play": 10+ hcp
    sign-off
"""
BROKEN = 'system broken "Broken"\nwhen opening\n  1Q: 12+ hcp\n'
STRONG = "AQ4.KT98.KJ2.K43"
RESPONDER = "KJ52.A762.32.865"
QUESTION = {"hand": RESPONDER, "auction": ["1NT", "P"], "dealer": "N", "seat": "S", "vul": "None"}
TABLE = "N:AQ4.KT98.KJ2.K43 J76.Q5.Q984.QJT7 KT52.A762.A3.865 983.J43.T765.A92"
CALL_KEYS = {
    *("call", "rule", "meaning", "forcing", "source", "asks", "label", "name", "place", "note"),
    *("alert", "alert_words", "hcp", "points", "lengths"),
}


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Runner = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Run a command in this process."""

    def runner(*arguments: object, stdin: str | bytes = b"") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["overtrick", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(given))))
        code = run_app()
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return Done(code, shown.out, shown.err)

    return runner


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _folder(tmp_path_factory.mktemp("systems") / "tiny", TINY)


def _folder(path: Path, text: str | bytes) -> Path:
    path.mkdir()
    (path / "system.bid").write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def _lines(*objects: object) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


# bid


def test_a_hand_is_bid_and_the_call_explained(run: Runner, tiny: Path) -> None:
    done = run("bid", STRONG, "--system", tiny)
    assert done.code == 0
    assert done.out.startswith("North calls 1NT, not forcing\n  Strong notrump: ")
    assert "  rule: [nt] strong notrump (tiny/system.bid, line 6)\n  source: page 1\n" in done.out


def test_a_call_as_json_has_the_keys_that_are_promised(run: Runner, tiny: Path) -> None:
    (told,) = run("bid", RESPONDER, "1NT P", "--system", tiny, "--vul", "NS", "--json").records
    assert set(told) == CALL_KEYS | {"hand", "auction", "dealer", "seat", "vul", "system", "contradicts"}
    assert told["contradicts"] is False
    expected = {"call": "2C", "rule": "Stayman", "forcing": True, "source": "the back of an envelope"}
    assert told | expected == told
    assert (told["dealer"], told["seat"], told["vul"], told["system"]) == ("N", "S", "NS", "tiny")
    assert (told["alert"], told["alert_words"], told["hcp"]) == (True, "", [8, 37])
    assert told["lengths"]["S"] == [0, 13]
    assert told["note"].startswith("Stayman -- ")


@pytest.mark.parametrize(
    "words",
    [
        ("AQ4.KT98.KJ2.K43",),
        ("AQ4 KT98 KJ2 K43",),
        ("AQx", "KTxx", "KJx", "Kxx"),
        ("♠AQ4 ♥KT98 ♦KJ2 ♣K43",),
        ("AQ4.KT98.KJ2.K43", "P", "pass"),
        ("AQ4.KT98.KJ2.K43", "E: P P"),
        ("AQx", "KTxx", "KJx", "Kxx", "P"),
    ],
)
def test_a_hand_and_an_auction_may_be_written_in_several_ways(
    run: Runner, tiny: Path, words: tuple[str, ...]
) -> None:
    (told,) = run("bid", *words, "--system", tiny, "--json").records
    assert told["call"] == "1NT"


def test_whose_turn_it_is_follows_from_the_dealer(run: Runner, tiny: Path) -> None:
    options = ("--system", tiny, "--json")
    seats = [
        run("bid", STRONG, *more, *options).records[0]["seat"]
        for more in (("P",), ("P", "--dealer", "S"), ("W: P P P",))
    ]
    assert seats == ["E", "W", "S"]


def test_a_convention_can_be_switched_off(run: Runner, tiny: Path) -> None:
    asked = ("bid", "KJ52.A762.A2.865", "1NT P", "--system", tiny, "--json")
    calls = [run(*asked, *more).records[0]["call"] for more in ((), ("--convention", "stayman=off"))]
    assert calls == ["2C", "3NT"]


def test_the_opponents_may_play_another_system(run: Runner, tiny: Path) -> None:
    asked = ("bid", "T9852.Q2.KJT2.96", "1C", "--system", "natural", "--json")
    same, other = (run(*asked, *more).records[0] for more in ((), ("--their-system", tiny)))
    assert same["system"] == other["system"] == "natural"
    (dealt,) = run("bid", STRONG, "P", "--system", tiny, "--their-system", "natural", "--json").records
    assert (dealt["seat"], dealt["call"], dealt["system"]) == ("E", "1NT", "tiny")


def test_the_reasons_say_what_the_hand_has_and_which_calls_it_missed(run: Runner, tiny: Path) -> None:
    done = run("bid", "AQ4.KT98.KJ2.Q43", "--system", tiny, "--why")
    assert "15 high-card points" not in run("bid", "AQ4.KT98.KJ2.Q43", "--system", tiny).out.splitlines()[0]
    assert "it has 15 high-card points" in done.out
    (told,) = run("bid", "AQ84.KT9.J2.Q432", "--system", tiny, "--why", "--json").records
    assert any(line.strip().startswith("not 1NT") for line in told["why"])


def test_a_hand_that_no_rule_fits_passes(run: Runner, tiny: Path) -> None:
    done = run("bid", "98754.Q62.K3.874", "--system", tiny)
    assert (done.code, done.out.splitlines()[0]) == (0, "North calls Pass")
    (told,) = run("bid", "98754.Q62.K3.874", "--system", tiny, "--json").records
    assert (told["call"], told["rule"], told["source"], told["place"]) == ("P", "no rule", "", None)


def test_a_hand_that_would_not_have_made_its_earlier_call_is_told_of(run: Runner, tiny: Path) -> None:
    asked = ("bid", STRONG, "1S P 2C P", "--system", tiny)
    assert run(*asked).err == "note: this hand would not have bid 1♠: it would have bid 1NT\n"
    assert run(*asked, "--json").records[0]["contradicts"] is True
    passed = {"hand": STRONG, "auction": ["P", "1D", "P", "P"], "dealer": "N"}
    done = run("bid", "--batch", "-", "--system", tiny, stdin="\n" + _lines(passed))
    assert done.err == "note: line 2: this hand would not have passed: it would have bid 1NT\n"
    assert run("bid", STRONG, "1NT P 2C P", "--system", tiny).err == ""


def test_suit_symbols_become_letters_on_request(run: Runner, tiny: Path) -> None:
    assert "♥" in run("bid", RESPONDER, "1NT P", "--system", tiny).out
    assert run("bid", RESPONDER, "1NT P", "--system", tiny, "--ascii").out.isascii()


# bid --batch


def test_a_batch_answers_each_line_in_order(run: Runner, tiny: Path) -> None:
    opening = {"hand": STRONG, "auction": [], "seat": "W"}
    spoken = {"hand": RESPONDER, "auction": ["1 NT", "pass"]}
    as_text = {"hand": RESPONDER, "auction": "E: 1N p", "dealer": None, "vul": "Both", "id": 7}
    stdin = "\n" + _lines(QUESTION, opening, spoken, as_text)
    done = run("bid", "--batch", "-", "--json", "--system", tiny, stdin=stdin)
    assert done.code == 0
    told = [(each["call"], each["dealer"], each["seat"], each["vul"]) for each in done.records]
    assert told == [
        ("2C", "N", "S", "None"),
        ("1NT", "W", "W", "None"),
        ("2C", "N", "S", "None"),
        ("2C", "E", "W", "Both"),
    ]


def test_a_bad_line_spoils_no_other(run: Runner, tiny: Path, tmp_path: Path) -> None:
    bad: list[tuple[bytes, str]] = [
        (b"nonsense", "column 1: expecting value; expected a JSON object with a hand and an auction"),
        (b'{"hand": "x",}', "column 14: "),
        (b'{"hand": "x"}', "expected four suits separated by dots, found 1 in 'x'"),
        (
            b'{"hand": "AKJ75.Q62.K3.874", "auction": "E: 1H P", "dealer": "S"}',
            "East deals in 'E: 1H P', but 'dealer' says South",
        ),
        (b"[1]", "expected a JSON object with a hand and an auction in '[1]'"),
        (b"\xff\xfe", "this is not UTF-8 text"),
        (b'{"auction": []}', "no hand is given"),
        (b'{"hand": 5}', "'hand' is no text in '5'"),
        (b'{"hand": "AKJ75.Q62.K3.87"}', "a hand to bid has thirteen cards, not 12 in 'AKJ75.Q62.K3.87'"),
        (b'{"hand": "AKJ75.Q62.K3.874", "auction": [1]}', "'auction' is no list of calls in '[1]'"),
        (b'{"hand": "AKJ75.Q62.K3.874", "auction": ["1H", "1D"]}', "East may not bid 1♦"),
        (b'{"hand": "AKJ75.Q62.K3.874", "auction": ["1H", "P", "P", "P"]}', "the auction is over"),
        (b'{"hand": "AKJ75.Q62.K3.874", "vul": "us"}', "'us' is not a vulnerability"),
        (b'{"hand": "AKJ75.Q62.K3.874", "seat": "me"}', "'me' is not a seat"),
        (b"[" * 5000, "expected a JSON object"),
    ]
    good = json.dumps(QUESTION).encode()
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b"\n".join((good, *(line for line, _ in bad), good)))
    done = run("bid", "--batch", file, "--json", "--system", tiny)
    assert done.code == 1
    first, *failed, last = done.records
    assert first == last
    assert first["call"] == "2C"
    assert [each["line"] for each in failed] == list(range(2, len(bad) + 2))
    assert [
        (each["error"], fault)
        for each, (_, fault) in zip(failed, bad, strict=True)
        if fault not in each["error"]
    ] == []


def test_a_seat_whose_turn_it_is_not_is_an_error_that_names_both(run: Runner, tiny: Path) -> None:
    stdin = _lines(QUESTION | {"seat": "E"})
    done = run("bid", "--batch", "-", "--json", "--system", tiny, stdin=stdin)
    assert done.code == 1
    (told,) = done.records
    assert told == {"line": 1, "error": "it is South's turn after 'N: 1NT P', but 'seat' says East"}


def test_a_batch_in_words_keeps_errors_apart(run: Runner, tiny: Path) -> None:
    done = run("bid", "--batch", "-", "--system", tiny, stdin=_lines(QUESTION, {"hand": "A"}))
    assert done.code == 1
    assert done.out.startswith("South calls 2♣, forcing\n")
    assert done.err.startswith("line 2: ")


def test_a_batch_answers_while_it_is_still_being_asked(tiny: Path) -> None:
    with subprocess.Popen(
        [*OVERTRICK, "bid", "--batch", "-", "--json", "--system", str(tiny)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for _ in range(2):
            asked.stdin.write(_lines(QUESTION))
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["call"] == "2C"
        asked.stdin.close()
        assert asked.wait(timeout=30) == 0


def test_a_batch_of_whole_auctions_makes_the_calls_of_those_auctions(run: Runner) -> None:
    table = Agreements(load(DEFAULT_SYSTEM))
    questions, calls = list[dict[str, object]](), list[str]()
    for board in boards(np.random.default_rng(8), 3, 1):
        auction, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place, (seat, call) in enumerate(auction):
            before = [str(each) for each in auction.calls[:place]]
            told = {"dealer": str(board.dealer), "seat": str(seat), "vul": str(board.vul)}
            questions.append({"hand": str(board.deal[seat]), "auction": before, **told})
            calls.append(str(call))
    done = run("bid", "--batch", "-", "--json", stdin=_lines(*questions))
    assert [each["call"] for each in done.records] == calls


# meaning


def test_each_call_of_an_auction_has_its_meaning(run: Runner, tiny: Path) -> None:
    done = run("meaning", "1C P 1D", "--system", tiny)
    assert done.code == 0
    heads = [line for line in done.out.splitlines() if not line.startswith(" ")]
    assert heads[0].startswith("North 1♣, forcing: Strong club: ")
    assert [head.partition(":")[0] for head in heads] == ["North 1♣, forcing", "East Pass", "South 1♦"]
    assert heads[2] == "South 1♦: The system has no such call here."


def test_meanings_as_json_are_one_object_for_each_call(run: Runner, tiny: Path) -> None:
    told = run("meaning", "E:", "1NT", "P", "2C", "--system", tiny, "--json").records
    assert [(each["seat"], each["call"], each["forcing"]) for each in told] == [
        ("E", "1NT", False),
        ("S", "P", False),
        ("W", "2C", True),
    ]
    assert all(set(each) == CALL_KEYS | {"seat", "odd"} for each in told)
    assert told[0]["hcp"] == [15, 17]


def test_the_odds_of_a_call_are_exact(run: Runner, tiny: Path) -> None:
    told = run("meaning", "1NT P 2C", "--system", tiny, "--odds", "--json").records
    assert told[0]["odds"] == {"hands": 30_897_212_184, "of": 635_013_559_600, "percent": 4.865598807600644}
    said = run("meaning", "1NT", "--system", tiny, "--odds").out
    assert "made by 4.87% of the hands North may have: 30,897,212,184 of 635,013,559,600" in said


def test_a_call_that_nobody_makes_has_no_odds(run: Runner, tiny: Path) -> None:
    asked = ("meaning", "7NT P P", "--system", tiny, "--odds")
    assert "made by" not in run(*asked).out.splitlines()[1]
    told = run(*asked, "--json").records
    assert (told[0]["odd"], told[0]["odds"]) == (True, None)
    assert told[1]["odds"]["percent"] == 100


def test_nothing_is_known_of_players_who_always_pass(run: Runner, tiny: Path) -> None:
    told = run("meaning", "P 1NT", "--system", tiny, "--silent", "NS", "--json").records
    assert (told[0]["hcp"], told[0]["points"], told[0]["rule"]) == ([0, 37], None, "no rule")
    assert told[1]["call"] == "1NT"


# auction


def test_a_deal_is_bid_to_its_end(run: Runner, tiny: Path) -> None:
    done = run("auction", TABLE, "--system", tiny, "--silent", "EW")
    assert done.code == 0
    title, _, contract, _, seats, *_ = done.out.splitlines()
    assert (title, contract) == ("Board 1, North deals, None vul", "2♣ by South")
    assert seats.split() == ["West", "North", "East", "South"]
    assert "2. Alert. Stayman: " in done.out


def test_boards_as_json_tell_their_auction_and_what_it_means(run: Runner, tiny: Path) -> None:
    (told,) = run("auction", TABLE, "--system", tiny, "--json").records
    assert (told["board"], told["contract"]) == (1, "2C by S")
    assert told["calls"] == ["1NT", "P", "2C", "P", "P", "P"]
    assert len(told["meanings"]) == 6
    assert all(set(each) == CALL_KEYS | {"text"} for each in told["meanings"])
    assert [each["call"] for each in told["meanings"]] == told["calls"]


def test_boards_as_json_are_read_back_by_the_other_commands(run: Runner, tiny: Path) -> None:
    told = run("auction", TABLE, "--system", tiny, "--json").out
    done = run("show", "-", stdin=told)
    assert done.code == 0
    assert "1NT (1)" in done.out
    assert run("auction", "-", "--system", tiny, "--json", stdin=told).out == told


def test_lines_of_deals_are_numbered_boards(run: Runner) -> None:
    lines = run("deal", "-n", "3", "--seed", "1", "--lines").out
    told = run("auction", "-", "--silent", "NESW", "--json", stdin=lines).records
    assert [(each["board"], each["dealer"], each["vul"]) for each in told] == [
        (1, "N", "None"),
        (2, "E", "NS"),
        (3, "S", "EW"),
    ]
    assert all(each["calls"] == ["P"] * 4 and each["contract"] is None for each in told)


def test_every_format_of_boards_is_bid(run: Runner, tiny: Path, tmp_path: Path) -> None:
    board = Board(7, Seat.SOUTH, Vul.BOTH, Deal.parse(TABLE))
    for suffix in ("pbn", "lin", "rbn", "json", "dup"):
        file = tmp_path / f"boards.{suffix}"
        write([Record(board)], file)
        done = run("auction", file, "--system", tiny, "--json")
        assert done.code == 0, done.err
        assert done.records[0]["deal"] == str(board.deal)
        assert done.records[0]["calls"][-3:] == ["P", "P", "P"]


@pytest.mark.parametrize("suffix", ["pbn", "lin", "json"])
def test_boards_are_written_with_auction_and_notes(
    run: Runner, tiny: Path, tmp_path: Path, suffix: str
) -> None:
    played = Board(7, Seat.NORTH, Vul.BOTH, Deal.parse(TABLE), Auction.parse("1H AP"))
    first, second = tmp_path / "first.pbn", tmp_path / f"second.{suffix}"
    tags = (("Event", "Club"), ("Score", "NS 110"))
    write([Record(played, tags)], first)
    done = run("auction", first, "--system", tiny, "-o", second)
    assert done.code == 0
    assert "note: the earlier auction and play of 1 board are not kept\n" in done.err
    (record,) = read(second)
    board = record.board
    assert board.auction is not None
    assert " ".join(map(str, board.auction.calls)) == "1NT P 2C P P P"
    assert [meaning is not None and meaning.alerted for meaning in board.meanings] == [False, False, True]
    assert board.meanings[0] is not None
    assert board.meanings[0].text.startswith("strong notrump -- ")
    assert record.tag("Score") is None
    assert record.tag("Event") == "Club"


def test_a_silent_hand_need_not_be_known(run: Runner, tiny: Path) -> None:
    half = "N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -"
    assert run("auction", half, "--system", tiny, "--silent", "EW", "--json").records[0]["calls"][0] == "1NT"
    done = run("auction", half, "--system", tiny)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("overtrick: board 1: what East and West held is not known in 'N:AQ4.")


def test_a_board_that_cannot_be_bid_spoils_no_other(run: Runner, tiny: Path, tmp_path: Path) -> None:
    half = Deal.parse("N:AQ4.KT98.KJ2.K43 - KT52.A762.A3.865 -")
    file, written = tmp_path / "boards.pbn", tmp_path / "written.pbn"
    write([Record(Board.numbered(7, half)), Record(Board.numbered(8, Deal.parse(TABLE)))], file)
    done = run("auction", file, "--system", tiny, "--json")
    assert (done.code, [each["board"] for each in done.records]) == (1, [8])
    assert done.err.startswith("overtrick: board 7: what East and West held is not known in ")
    assert run("auction", file, "--system", tiny, "-o", written).code == 1
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
    assert seats_given(texts) == seats


def test_both_sides_may_play_their_own_system(run: Runner, tiny: Path) -> None:
    done = run("auction", TABLE, "--system", tiny, "--their-system", "natural", "--dealer", "N", "--json")
    assert done.records[0]["meanings"][0]["place"] == "tiny/system.bid, line 6"


# system


def test_the_systems_that_come_along_are_listed(run: Runner) -> None:
    done = run("system")
    assert done.code == 0
    told = run("system", "--json").records
    assert [each["system"] for each in told] == sorted(each["system"] for each in told)
    assert {"natural", DEFAULT_SYSTEM} <= {each["system"] for each in told}
    assert all(f"{each['system']}: {each['title']}" in done.out for each in told)
    natural = next(each for each in told if each["system"] == "natural")
    assert {"name", "words", "on"} == set(natural["conventions"][0])
    assert f"  {natural['conventions'][0]['name']}=on" in done.out


def test_the_notes_of_a_system_are_printed(run: Runner, tiny: Path) -> None:
    text = run("system", tiny).out
    assert text.startswith("A tiny system\n")
    assert "strong notrump" in text
    bml = run("system", tiny, "--bml").out
    assert bml.startswith("#+TITLE: A tiny system\n")
    assert re.search("^1N +strong notrump: 15--17 hcp, balanced", bml, re.MULTILINE)


def test_the_notes_of_a_system_are_written(run: Runner, tiny: Path, tmp_path: Path) -> None:
    for suffix, begins in (
        (".html", "<!DOCTYPE html>"),
        (".md", "# A tiny"),
        (".bml", "#+TITLE"),
        (".txt", "A tiny"),
    ):
        file = tmp_path / f"notes{suffix}"
        assert run("system", tiny, "-o", file).out == f"wrote {file}\n"
        assert file.read_text(encoding="utf-8").lower().startswith(begins.lower())


def test_the_entries_of_a_system_are_records(run: Runner, tiny: Path) -> None:
    told = run("system", tiny, "--json").records
    assert len(told) == 5
    first = told[0]
    keys = ("call", "context", "name", "shows", "disposition", "source", "place")
    assert [first[key] for key in keys] == [
        *("1NT", "opening", "strong notrump", "15-17 hcp, balanced", "not forcing", "page 1"),
        "tiny/system.bid, line 6",
    ]
    assert told[3]["if"] is not None


# check


def test_entries_that_applied_nowhere_are_named_if_few_or_asked_for(run: Runner, tmp_path: Path) -> None:
    rare = "".join(f'  {call} "rare": 37+ hcp\n' for call in ("4C", "4D", "4H", "4S", "5C", "5D"))
    rare += "".join(f'  {call} "rarer": 36+ hcp\n' for call in ("4C", "4D", "4H", "4S", "5C"))
    text = 'system rare "Rare"\nwhen opening\n  pass: true\nwhen partner opened 3NT\n' + rare
    asked = ("check", _folder(tmp_path / "rare", text), "--boards", 20)
    assert "11 entries applied in no auction of these boards; --all names them.\n" in run(*asked).out
    assert "    4♣ “rare” (rare/" in run(*asked, "--all").out.replace("4C", "4♣")
    assert len(run(*asked, "--json").records[-1]["unvisited"]) == 11


# deal --auction


def test_deals_that_fit_an_auction_are_bid_like_it(run: Runner, tiny: Path) -> None:
    done = run(
        "deal", "--auction", "E: 1NT P 2C", "--vul", "EW", "--system", tiny, "-n", 20, "--seed", 1, "--json"
    )
    told = done.records
    assert len(told) == 20
    assert {(each["dealer"], each["vul"], *each["calls"]) for each in told} == {("E", "EW", "1NT", "P", "2C")}
    again = run("auction", "-", "--system", tiny, "--json", stdin=done.out).records
    assert {tuple(each["calls"][:3]) for each in again} == {("1NT", "P", "2C")}


def test_an_auction_and_wishes_go_together(run: Runner, tiny: Path) -> None:
    asked = ("deal", "north: 5 spades; west: A...", "--auction", "1NT", "--system", tiny, "--seed", 1)
    for each in run(*asked, "-n", 5, "--json").records:
        north = each["hands"]["N"]
        assert len(north.split(".")[0]) == 5
        assert each["hands"]["W"].startswith("A")
        assert 15 <= each["hcp"]["N"] <= 17


def test_calls_in_any_system_fit_the_deals_that_come_of_them(run: Runner) -> None:
    table, vul = Agreements(load(DEFAULT_SYSTEM)), Vul.NS
    board = next(iter(boards(np.random.default_rng(11), 1, 1)))
    auction, _ = table.bid_out(board.deal, Seat.EAST, vul)
    found = sample_auction(table, auction, 50, seed=1, vul=vul)
    assert found.exact
    assert len(found) == 50
    assert {table.bid_out(deal, Seat.EAST, vul)[0] for deal in unpack(found.deals)} == {auction}


def test_an_auction_that_no_hand_has_is_refused(run: Runner, tiny: Path) -> None:
    done = run("deal", "north: 30+ hcp", "--auction", "1NT", "--system", tiny)
    assert (done.code, done.out) == (1, "")
    assert done.err == "overtrick: no hand that North can have is bid like this in 'N: 1NT'\n"
    assert run("deal", "--dealer", "N").code == 2


def test_a_call_that_nobody_makes_is_told_of(run: Runner, tiny: Path) -> None:
    asked = ("deal", "--auction", "1NT P 7NT", "--system", tiny, "--seed", 1)
    done = run(*asked, "--json")
    assert done.err == (
        "note: nobody makes South's call of 7NT there by the system: "
        "South's hand is dealt as if it said nothing\n"
    )
    (told,) = done.records
    assert (told["odd"], told["exact"]) == ([{"seat": "S", "call": "7NT"}], True)
    done = run("deal", "--auction", "1NT", "--system", tiny, "--seed", 1, "--json")
    assert (done.err, done.records[0]["odd"]) == ("", [])


# What goes wrong


def test_what_goes_wrong_is_one_sentence_that_quotes_the_input(
    run: Runner, tiny: Path, tmp_path: Path
) -> None:
    broken = _folder(tmp_path / "broken", BROKEN)
    latin = _folder(tmp_path / "latin", b'system latin "\xff"\n')
    empty = tmp_path / "empty.pbn"
    empty.touch()
    (tmp_path / "empty.jsonl").touch()
    binary = tmp_path / "binary.pbn"
    binary.write_bytes(b"\xff\x00\x01")
    own = ("--system", tiny)
    unknown = f"there is no system '{DEFAULT_SYSTEM[:-1]}'"
    trouble: list[tuple[tuple[object, ...], str]] = [
        (("bid", "AKJ75.Q62.K3.87", *own), "thirteen cards, not 12 in 'AKJ75.Q62.K3.87'"),
        (("bid", "AKJ75.Q62.K3.8744", *own), "'AKJ75.Q62.K3.8744'"),
        (("bid", STRONG, "1H 1D", *own), "East may not bid 1♦: it is not higher than 1♥ in '1H 1D'"),
        (("bid", STRONG, "1H 1Q", *own), "'1Q' is not a call"),
        (("bid", STRONG, "1H AP", *own), "the auction is over: there is nothing to bid in 'N: 1H P P P'"),
        (("bid", STRONG, "E: 1H", "--dealer", "N", *own), "East deals in 'E: 1H', but --dealer says North"),
        (("bid", STRONG, "--dealer", "Q", *own), "'Q' is not a seat"),
        (("bid", STRONG, "--vul", "us", *own), "'us' is not a vulnerability"),
        (("bid", STRONG, "--system", DEFAULT_SYSTEM[:-1]), unknown),
        (("bid", STRONG, "--system", DEFAULT_SYSTEM[:-1]), f"did you mean '{DEFAULT_SYSTEM}'?"),
        (("bid", STRONG, "--system", broken), "system.bid, line 3, column 3: expected a call"),
        (("bid", STRONG, "--system", latin), "it is not UTF-8 text"),
        (("bid", STRONG, "--convention", "drury=on", *own), "tiny has no convention 'drury'"),
        (("bid", "--batch", tmp_path / "none", *own), "No such file"),
        (("bid", "--batch", empty, *own), "there is no hand in"),
        (("meaning", "1H 1D", *own), "it is not higher than 1♥"),
        (("meaning", "", *own), "there is no call in the auction"),
        (("auction", tmp_path / "none.pbn", *own), "No such file"),
        (("auction", tmp_path / "none", *own), "is neither a file nor a deal"),
        (("auction", tmp_path, *own), "expected a file of boards, found a folder"),
        (("auction", empty, *own), "no board is in it"),
        (("auction", tmp_path / "empty.jsonl", *own), "there is no board in it"),
        (("bid", "--batch", tmp_path / "empty.jsonl", *own), "there is no hand in"),
        (("auction", binary, *own), "no board is in it"),
        (("auction", "-", *own), "no deal was given"),
        (("auction", TABLE, "--silent", "EX", *own), "'EX' is not a seat"),
        (("auction", TABLE, "-o", tmp_path / "x.svg", *own), "cannot tell the format of"),
        (("auction", TABLE, "-o", tmp_path / "none" / "x.pbn", *own), "cannot write"),
        (("auction", TABLE.replace("AQ4", "AQ"), *own), "board 1: North has 12 cards"),
        (("system", "no such system"), "there is no system 'no such system'"),
        (("system", tiny, "-o", tmp_path / "x.pdf"), "expected a name ending in .html"),
        (("system", tiny, "-o", tmp_path / "none" / "x.md"), "cannot write"),
    ]
    for arguments, fault in trouble:
        done = run(*arguments)
        assert (done.code, done.out) == (1, ""), arguments
        assert fault in done.err, done.err
        assert done.err.startswith("overtrick: ")


def test_wrong_options_are_told_apart_from_wrong_input(run: Runner, tiny: Path) -> None:
    for arguments in (
        ("bid",),
        ("bid", STRONG, "--batch", "-"),
        ("bid", STRONG, "--convention", "stayman"),
        ("meaning",),
        ("auction", TABLE, "--json", "-o", "x.pbn"),
        ("auction", "x.pbn", "--dealer", "N"),
        ("system", "--bml"),
        ("system", str(tiny), "--bml", "--json"),
    ):
        done = run(*arguments)
        assert done.code == 2, arguments
        assert f"(overtrick {arguments[0]} --help lists what there is)" in done.err


def test_a_mistake_in_a_system_is_pointed_at(run: Runner, tmp_path: Path) -> None:
    done = run("system", _folder(tmp_path / "broken", BROKEN))
    assert done.err.splitlines()[1:] == ["    1Q: 12+ hcp", "    ^"]


def test_help_does_not_wait_for_the_engine() -> None:
    code = "import sys, overtrick.cli.app; print([name for name in sys.modules if '.bidding.' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
