"""``overtrick lead`` and ``overtrick card``, as people and scripts use them."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from overtrick import Board, Card, CardSet, Deal, Seat, SeatView
from tests.e2e.command import Done, run

HAND = "KQ4.J973.85.A864"
AUCTION = "1NT P 3NT AP"
FEW = ("--deals", 8)
ENDING = "N:AQ.4.. KJ.3.. 54.A.. 87.K..;NT;S;S4 S7"
BOARD = """\
Board 1
Deal N:T65.A984.9653.T6 QJ73.T7652.A7.A8 AK.KQ3.T2.KQJ954 9842.J.KQJ84.732
Auction N: P 1H X 1S P 2S 3C P P P
Play C;W;HJ H4 H2 HQ C5 C2 CT CA H5
"""


def one_sentence(done: Done, code: int = 1) -> str:
    """What a command that fails says."""
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


# Leads


def test_every_lead_is_ranked_once_with_its_chances() -> None:
    (told,) = run("lead", HAND, AUCTION, *FEW, "--json").records
    cards = [card for each in told["candidates"] for card in each["equals"]]
    assert sorted(cards) == sorted(map(str, CardSet.parse(HAND)))
    assert told["card"] == told["candidates"][0]["card"]
    assert (told["seat"], told["contract"], told["hands_seen"]) == ("E", "3NT by N", {"E": HAND})
    assert ["SK", "SQ"] in [each["equals"] for each in told["candidates"]]
    for each in told["candidates"]:
        assert 0 <= each["chance"] <= 1
        assert 0 <= each["mean_tricks"] <= 13
        assert 1 <= each["deals"] <= 8
        assert each["error"] >= 0
    assert told["deals"] == 8
    assert told["reason"]


def test_the_card_of_the_table_has_a_star_in_each_suit() -> None:
    done = run("lead", HAND, AUCTION, *FEW)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("East leads the ")
    assert lines[0].endswith(" against 3NT by North")
    assert "* what sayc leads from each suit:" in lines
    assert "  ♥3 fourth best" in lines
    starred = {word for line in lines[3:] for word in line.split() if word[1:].endswith("*")}
    assert starred == {"♠K*", "♥3*", "♦8*", "♣4*"}
    (told,) = run("lead", HAND, AUCTION, *FEW, "--json").records
    assert [each["card"] for each in told["table"]] == ["SK", "H3", "D8", "C4"]
    assert "why:" not in done.stdout


def test_a_lead_is_explained_on_request_and_plain_where_wanted() -> None:
    done = run("lead", HAND, AUCTION, *FEW, "--why", "--ascii", "--scoring", "contract", "--vul", "both")
    assert done.stdout.isascii()
    assert "\nwhy:\n  " in done.stdout
    assert "IMPs" not in done.stdout
    matchpoints = run("lead", HAND, AUCTION, *FEW, "--scoring", "matchpoints").stdout
    assert "Matchpoints" in matchpoints


def test_the_same_seed_gives_the_same_answer() -> None:
    first, again, other = (
        run("lead", HAND, AUCTION, *FEW, "--seed", seed, "--json").stdout for seed in (3, 3, 4)
    )
    assert first == again != other


def test_seconds_choose_the_deals_which_are_told() -> None:
    done = run("lead", HAND, AUCTION, "--seconds", "0.4")
    assert "deals: 15 deals, seed 1 (0.4 seconds: 15 deals)\n" in done.stdout
    (told,) = run("lead", HAND, AUCTION, "--seconds", "0.4", "--json").records
    assert (told["deals_asked"], told["seconds_asked"]) == (15, 0.4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((HAND, "1NT P 3NT"), "the auction is not over, West is to call: nobody leads yet"),
        ((HAND, "P P P P"), "the board is passed out: nobody leads"),
        ((HAND,), "an auction is missing after the hand"),
        ((HAND, "1NT 1C"), "1♣"),
        (("KQ4.J973.85.A86", AUCTION), "a player on lead has thirteen cards, not 12"),
        (("KQ4.J973.85", AUCTION), "expected four suits"),
        ((HAND, AUCTION, "--seat", "W"), "East leads against 3NT by North, not West"),
        ((HAND, AUCTION, "--system", "nobody"), "nobody"),
    ],
)
def test_who_is_not_on_lead_is_told_so(words: tuple[str, ...], said: str) -> None:
    assert said in one_sentence(run("lead", *words))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--deals", "0"), "expected a number from 1"),
        (("--deals", "5", "--seconds", "1"), "choose one of --deals and --seconds"),
        (("--seconds", "-1"), "expected a number from 0.001"),
        (("--scoring", "glory"), "'glory' is not one of 'contract', 'imps', 'matchpoints'"),
        (("--seed", "x"), "expected a number from 0 to"),
    ],
)
def test_wrong_options_are_one_sentence(options: tuple[str, ...], said: str) -> None:
    assert said in one_sentence(run("lead", HAND, AUCTION, *options), 2)
    assert said in one_sentence(run("card", ENDING, *options), 2)


# Cards


def test_an_ending_is_played_for_the_tricks_that_are_needed() -> None:
    done = run("card", ENDING, "--contract", "1NT by S", "--needed", 3)
    assert done.stdout.startswith("South plays the ♠Q from dummy in 1NT by South\n")
    assert "♠Q wins where West has the ♠K." in done.stdout
    assert "deals: all 10 deals that are possible, seed 1\n" in done.stdout
    assert "seen by South: the hands of North and South, " in done.stdout
    assert "the hands of East and West are not used\n" in done.stdout
    (told,) = run("card", f"{ENDING};1NT by S", "--needed", 3, "--json").records
    assert (told["card"], told["plays_from"], told["target"], told["needed"]) == ("SQ", "N", 3, 3)
    assert [each["card"] for each in told["candidates"]] == ["SQ", "SA"]
    assert told["candidates"][0]["chance"] == told["candidates"][0]["plan"]
    assert told["candidates"][0]["mean_tricks"] <= 3


def test_an_ending_of_which_nobody_says_what_is_needed_is_played_for_tricks() -> None:
    (told,) = run("card", f"{ENDING};1NT by S", "--json").records
    assert (told["aim"], told["needed"], told["candidates"][0]["chance"]) == ("matchpoints", None, None)
    done = run("card", f"{ENDING};1NT by S")
    assert "Makes it" not in done.stdout
    assert "Matchpoints" in done.stdout


def test_a_board_may_be_given_as_lines_a_file_or_on_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    ways = (
        run("card", BOARD, *FEW),
        run("card", *BOARD.splitlines(), *FEW),
        run("card", path, *FEW),
        run("card", "-", *FEW, stdin=BOARD),
        run("card", *FEW, stdin=BOARD),
    )
    assert len({done.stdout for done in ways}) == 1
    assert ways[0].stdout.startswith("South plays the ♥")
    assert ways[0].returncode == 0


def test_the_boards_of_a_file_are_answered_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    hands = "N:T65.A984.9653.T6 QJ73.T7652.A7.A8 AK.KQ3.T2.KQJ954 9842.J.KQJ84.732"
    tags = f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{hands}"]\n'
    auction = '[Auction "N"]\nPass 1H X 1S\nPass 2S 3C Pass\nPass Pass\n'
    play = '[Play "W"]\nHJ H4 H2 HQ\n*\n'
    path.write_text(
        f'[Board "1"]\n{tags}{auction}\n[Board "2"]\n{tags}\n[Board "3"]\n{tags}{auction}{play}',
        encoding="utf-8",
    )
    done = run("card", path, *FEW, "--json")
    assert done.returncode == 1
    assert [(each["board"], each["seat"], len(each["played"])) for each in done.records] == [
        (1, "W", 0),
        (3, "S", 4),
    ]
    assert "board 2: nobody is to play: the contract is not known" in done.stderr
    for_people = run("card", path, *FEW).stdout
    assert for_people.startswith("Board 1: West leads the ")
    assert "\n\nBoard 3: South leads the " in for_people
    before = run("card", path, *FEW, "--json", "--after", 0).records
    assert [each["card"] for each in before if each["board"] == 3] == [done.records[0]["card"]]


def redealt(board: Board, seat: Seat) -> list[Board]:
    """Boards that look the same to a seat: two hidden hands exchange a card that neither has played."""
    view = SeatView.of(board, seat)
    one, other = (each for each in Seat if view.deal.get(each) is None)
    assert board.play is not None
    left = board.play.remaining
    voids = {each: board.play.shown_out(each) for each in (one, other)}
    found = list[Board]()
    for mine, theirs in ((a, b) for a in left[one] for b in left[other]):
        if mine.suit in voids[other] or theirs.suit in voids[one] or len(found) == 3:
            continue
        hands = dict(board.deal.items())
        hands[one] = hands[one].minus(mine).plus(theirs)
        hands[other] = hands[other].minus(theirs).plus(mine)
        deal = Deal.of(hands)
        text = str(board).replace(f"Deal {board.deal}", f"Deal {deal}")
        try:
            found.append(Board.parse(text))
        except ValueError:  # a card that was played would be a revoke there
            continue
    return found


def test_hidden_cards_of_the_file_change_nothing() -> None:
    board = Board.parse(BOARD)
    others = redealt(board, Seat.SOUTH)
    assert len(others) == 3
    answers = {run("card", str(each), *FEW, "--json").stdout for each in (board, *others)}
    assert len({each.deal for each in (board, *others)}) == 4
    assert len(answers) == 1


def test_hidden_hands_need_not_be_given() -> None:
    known = "Deal N:T65.A984.9653.T6 - AK.KQ3.T2.KQJ954 -"
    hidden = "\n".join(known if line.startswith("Deal") else line for line in BOARD.splitlines())
    assert run("card", hidden, *FEW).stdout == run("card", BOARD, *FEW).stdout


def test_an_ending_begins_with_dummy_faced_though_no_play_is_written() -> None:
    board = "Deal N:AQ.4.. KJ.3.. 54.A.. 87.K..\nAuction S: 1NT AP\nDealer S"
    (told,) = run("card", board, *FEW, "--json").records
    assert (told["seat"], sorted(told["hands_seen"])) == ("W", ["N", "W"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((ENDING,), "the contract is missing: add it to the play"),
        ((f"{ENDING};1NT by S", "--contract", "1NT by S"), "two contracts are given"),
        ((f"{ENDING};9NT by S",), "'9NT by S' is not a contract"),
        ((f"{ENDING} HA;1NT by S",), "North may not play the ♥A"),
        ((f"{ENDING};1NT by S", "--seat", "W"), "it is South's turn to play, not West's"),
        ((f"{ENDING};1NT by S", "--needed", "9"), "declarer cannot need 9 of 3 tricks"),
        ((f"{ENDING};1NT by S", "--after", "9"), "only 2 cards have been played, not 9"),
        (("N:AQ.4.. KJ.3.. 54.A.. 87.K..;NT;X;;1NT by S",), "'X' is not a seat"),
        ((BOARD, "--needed", "3"), "the contract says how many tricks are needed, so not 3"),
        ((BOARD, "--contract", "3C by S"), "--contract is for a play as text"),
        (("Board 1\nDeal N:AQ... - - -",), "nobody is to play: the contract is not known"),
        ((f"{BOARD.split('Auction')[0]}Auction N: P 1H",), "the auction is not over, South is to call"),
        ((f"{BOARD.split('Auction')[0]}Auction N: P P P P",), "the board is passed out"),
        (("Deal N:T65.A984.9653.T6 - - -\nAuction N: 1NT AP",), "East's own hand, or dummy's, is not known"),
        (("rubbish",), "rubbish"),
        (("no/such/file.pbn",), "no/such/file.pbn"),
    ],
)
def test_a_position_without_an_answer_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert said in one_sentence(run("card", *words))


def test_nothing_is_no_position() -> None:
    assert "there is no position in what was given" in one_sentence(run("card", stdin="\n"))
    assert "there is no position in what was given" in one_sentence(run("card", ""))


def test_the_end_of_the_play_is_told() -> None:
    over = "N:A... K... Q... J...;NT;N;SA SK SQ SJ;1NT by N"
    assert "nobody is to play: the play is over" in one_sentence(run("card", over))


# Lines of JSON


def test_each_line_is_answered_whatever_is_wrong_with_the_others() -> None:
    lines = [
        json.dumps({"play": ENDING, "contract": "1NT by S", "needed": 3}),
        "rubbish",
        json.dumps({"board": BOARD}),
        "",
        json.dumps({"board": BOARD, "play": ENDING}),
        json.dumps({"board": 7}),
        json.dumps([1, 2]),
        json.dumps({"board": BOARD, "after": 4}),
        json.dumps({"play": ENDING, "contract": "1NT by S", "needed": True}),
        json.dumps({"board": BOARD, "seat": "N"}),
        "\\xff" + "[" * 3000,
    ]
    done = run("card", "--batch", "-", *FEW, "--json", stdin="\n".join(lines))
    assert (done.returncode, done.stderr) == (1, "")
    assert [each["line"] for each in done.records] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    faults = [each["line"] for each in done.records if each["error"] is not None]
    assert faults == [2, 5, 6, 7, 9, 10, 11]
    first, _, third, *_ = done.records
    (alone,) = run("card", BOARD, *FEW, "--json").records
    assert {key: value for key, value in third.items() if key not in ("line", "error")} == alone
    assert first["card"] == "SQ"


def test_a_batch_for_people_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text(f'rubbish\n{{"play": "{ENDING};1NT by S"}}\n', encoding="utf-8")
    done = run("card", "--batch", path, *FEW)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "line 1: column 1: expecting value; expected a JSON object with a board or a play in 'rubbish'"
    )
    assert done.stdout.startswith("line 2:\nSouth plays the ♠Q from dummy")


def test_a_batch_needs_lines(tmp_path: Path) -> None:
    assert "there is no position in '-'" in one_sentence(run("card", "--batch", "-"))
    assert "cannot read" in one_sentence(run("card", "--batch", tmp_path / "none"))
    assert "give a position, or --batch FILE" in one_sentence(run("card", ENDING, "--batch", "-"), 2)


# The same by hand


def test_the_chance_of_a_finesse_is_that_of_the_layouts_counted_by_hand() -> None:
    """Without weights: of ten layouts West has the king in four, where South's three tricks are there."""
    out = CardSet.parse("KJ8.K3..")
    wests = [CardSet.of(two) for two in combinations(out, 2)]
    held = sum(Card.parse("SK") in west for west in wests)
    assert (held, len(wests)) == (4, 10)
    (told,) = run("card", f"{ENDING};1NT by S", "--needed", 3, "--json").records
    assert "in about 41%" in told["words"]  # four in ten, weighed by what West would have played
    assert abs(told["candidates"][0]["chance"] - held / len(wests)) < 0.05
    assert Deal.parse(ENDING.split(";")[0]).cards_each == 3
