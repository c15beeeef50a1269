"""``overtrick bid``, one hand or many."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from overtrick.bidding import Agreements, load
from overtrick.cli.options import DEFAULT_SYSTEM
from overtrick.deals import boards
from tests.e2e.command import OVERTRICK, PATIENCE, environment, run
from tests.e2e.tiny_system import CALL_KEYS, QUESTION, RESPONDER, STRONG, lines

# bid


def test_a_hand_is_bid_and_the_call_explained(tiny: Path) -> None:
    done = run("bid", STRONG, "--system", tiny)
    assert done.returncode == 0
    assert done.stdout.startswith("North calls 1NT, not forcing\n  Strong notrump: ")
    assert "  rule: [nt] strong notrump (tiny/system.bid, line 6)\n  source: page 1\n" in done.stdout


def test_a_call_as_json_has_the_keys_that_are_promised(tiny: Path) -> None:
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
def test_a_hand_and_an_auction_may_be_written_in_several_ways(tiny: Path, words: tuple[str, ...]) -> None:
    (told,) = run("bid", *words, "--system", tiny, "--json").records
    assert told["call"] == "1NT"


def test_whose_turn_it_is_follows_from_the_dealer(tiny: Path) -> None:
    options = ("--system", tiny, "--json")
    seats = [
        run("bid", STRONG, *more, *options).records[0]["seat"]
        for more in (("P",), ("P", "--dealer", "S"), ("W: P P P",))
    ]
    assert seats == ["E", "W", "S"]


def test_a_convention_can_be_switched_off(tiny: Path) -> None:
    asked = ("bid", "KJ52.A762.A2.865", "1NT P", "--system", tiny, "--json")
    calls = [run(*asked, *more).records[0]["call"] for more in ((), ("--convention", "stayman=off"))]
    assert calls == ["2C", "3NT"]


def test_the_opponents_may_play_another_system(tiny: Path) -> None:
    asked = ("bid", "T9852.Q2.KJT2.96", "1C", "--system", "natural", "--json")
    same, other = (run(*asked, *more).records[0] for more in ((), ("--their-system", tiny)))
    assert same["system"] == other["system"] == "natural"
    (dealt,) = run("bid", STRONG, "P", "--system", tiny, "--their-system", "natural", "--json").records
    assert (dealt["seat"], dealt["call"], dealt["system"]) == ("E", "1NT", "tiny")


def test_the_reasons_say_what_the_hand_has_and_which_calls_it_missed(tiny: Path) -> None:
    done = run("bid", "AQ4.KT98.KJ2.Q43", "--system", tiny, "--why")
    assert (
        "15 high-card points" not in run("bid", "AQ4.KT98.KJ2.Q43", "--system", tiny).stdout.splitlines()[0]
    )
    assert "it has 15 high-card points" in done.stdout
    (told,) = run("bid", "AQ84.KT9.J2.Q432", "--system", tiny, "--why", "--json").records
    assert any(line.strip().startswith("not 1NT") for line in told["why"])


def test_a_hand_that_no_rule_fits_passes(tiny: Path) -> None:
    done = run("bid", "98754.Q62.K3.874", "--system", tiny)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "North calls Pass")
    (told,) = run("bid", "98754.Q62.K3.874", "--system", tiny, "--json").records
    assert (told["call"], told["rule"], told["source"], told["place"]) == ("P", "no rule", "", None)


def test_a_hand_that_would_not_have_made_its_earlier_call_is_told_of(tiny: Path) -> None:
    asked = ("bid", STRONG, "1S P 2C P", "--system", tiny)
    assert run(*asked).stderr == "note: this hand would not have bid 1♠: it would have bid 1NT\n"
    assert run(*asked, "--json").records[0]["contradicts"] is True
    passed = {"hand": STRONG, "auction": ["P", "1D", "P", "P"], "dealer": "N"}
    done = run("bid", "--batch", "-", "--system", tiny, stdin="\n" + lines(passed))
    assert done.stderr == "note: line 2: this hand would not have passed: it would have bid 1NT\n"
    assert run("bid", STRONG, "1NT P 2C P", "--system", tiny).stderr == ""


def test_what_is_said_of_the_call_is_true_of_a_hand_that_did_not_bid_so_before() -> None:
    """It has too much for its 2♠: partner takes its 4♠ for another hand."""
    told = run("bid", "K842.A7.J53.QT94", "1S 2H 2S 3H P P").stdout.splitlines()
    assert told[1] == "  Game with a long fit: four or more spades, 11 or more points."
    assert told[2].startswith("  to the others: As high as the trumps: five or more spades")
    assert told[4].startswith("  rule: game with a long fit (")


def test_no_reason_has_an_internal_name_in_it() -> None:
    for hand in ("5.KQ9832.J75.843", "A.K5.QJ76.KQ9842", "KJ85.Q3.KT52.A63"):
        why = run("bid", hand, "1NT P", "--why").stdout.partition("why:")[2]
        assert "asked for" in why
        assert "_" not in why


def test_no_reason_is_told_twice() -> None:
    why = run("bid", "AJ8.AQJ752.A4.K6", "1H P 3H P", "--why", "--json").records[0]["why"]
    assert len(why) == len(set(why)) > 3


def test_a_condition_that_the_others_ask_for_already_is_no_reason() -> None:
    """A weak two asks for a fair suit, and six cards are one."""
    why = run("bid", "KQJ842.87.J53.94", "--why", "--json").records[0]["why"]
    assert [each.strip() for each in why if "honours" in each] == []
    assert "  exactly six spades (it has six spades)" in why


def test_the_opponents_calls_may_stand_in_parentheses(tiny: Path) -> None:
    plain, books = (run("bid", RESPONDER, each, "--system", tiny) for each in ("1NT P", "1NT (P)"))
    assert plain.stdout == books.stdout


def test_suit_symbols_become_letters_on_request(tiny: Path) -> None:
    assert "♥" in run("bid", RESPONDER, "1NT P", "--system", tiny).stdout
    assert run("bid", RESPONDER, "1NT P", "--system", tiny, "--ascii").stdout.isascii()


# bid --batch


def test_a_batch_answers_each_line_in_order(tiny: Path) -> None:
    opening = {"hand": STRONG, "auction": [], "seat": "W"}
    spoken = {"hand": RESPONDER, "auction": ["1 NT", "pass"]}
    as_text = {"hand": RESPONDER, "auction": "E: 1N p", "dealer": None, "vul": "Both", "id": 7}
    stdin = "\n" + lines(QUESTION, opening, spoken, as_text)
    done = run("bid", "--batch", "-", "--json", "--system", tiny, stdin=stdin)
    assert done.returncode == 0
    told = [(each["call"], each["dealer"], each["seat"], each["vul"]) for each in done.records]
    assert told == [
        ("2C", "N", "S", "None"),
        ("1NT", "W", "W", "None"),
        ("2C", "N", "S", "None"),
        ("2C", "E", "W", "Both"),
    ]


def test_a_bad_line_spoils_no_other(tiny: Path, tmp_path: Path) -> None:
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
    assert done.returncode == 1
    first, *failed, last = done.records
    assert first == last
    assert first["call"] == "2C"
    assert [each["line"] for each in failed] == list(range(2, len(bad) + 2))
    assert [
        (each["error"], fault)
        for each, (_, fault) in zip(failed, bad, strict=True)
        if fault not in each["error"]
    ] == []


def test_a_seat_whose_turn_it_is_not_is_an_error_that_names_both(tiny: Path) -> None:
    stdin = lines(QUESTION | {"seat": "E"})
    done = run("bid", "--batch", "-", "--json", "--system", tiny, stdin=stdin)
    assert done.returncode == 1
    (told,) = done.records
    assert told == {"line": 1, "error": "it is South's turn after 'N: 1NT P', but 'seat' says East"}


def test_a_batch_in_words_keeps_errors_apart(tiny: Path) -> None:
    done = run("bid", "--batch", "-", "--system", tiny, stdin=lines(QUESTION, {"hand": "A"}))
    assert done.returncode == 1
    assert done.stdout.startswith("South calls 2♣, forcing\n")
    assert done.stderr.startswith("line 2: ")


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
            asked.stdin.write(lines(QUESTION))
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["call"] == "2C"
        asked.stdin.close()
        assert asked.wait(timeout=PATIENCE) == 0


def test_a_batch_of_whole_auctions_makes_the_calls_of_those_auctions() -> None:
    table = Agreements(load(DEFAULT_SYSTEM))
    questions, calls = list[dict[str, object]](), list[str]()
    for board in boards(np.random.default_rng(8), 3, 1):
        auction, _ = table.bid_out(board.deal, board.dealer, board.vul)
        for place, (seat, call) in enumerate(auction):
            before = [str(each) for each in auction.calls[:place]]
            told = {"dealer": str(board.dealer), "seat": str(seat), "vul": str(board.vul)}
            questions.append({"hand": str(board.deal[seat]), "auction": before, **told})
            calls.append(str(call))
    done = run("bid", "--batch", "-", "--json", stdin=lines(*questions))
    assert [each["call"] for each in done.records] == calls
