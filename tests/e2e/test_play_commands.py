"""``overtrick play --terminal``: whole boards in every role, and everything that may be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overtrick import Board, Card, CardSet, Deal, Seat
from overtrick.cli.play_terminal import HELP, Display
from overtrick.render import Theme
from overtrick.table import FileLog, Table, Undone
from tests.e2e.command import Done, run
from tests.e2e.terminal import FEW, SEED, answers, as_robot, calls_of, complete_tricks, outcome, sit

# Whole boards


@pytest.mark.parametrize("seat", Seat)
def test_who_plays_as_the_robot_would_gets_its_result_in_every_seat(
    robots: dict[str, Any], seat: Seat, tmp_path: Path
) -> None:
    done = sit(*as_robot(robots, seat), "q", seat=str(seat), save=tmp_path / "game")
    assert done.returncode == 0
    assert outcome(robots) in done.stdout
    assert "Double dummy East takes 11 tricks in spades; it was 1" in done.stdout
    assert "Par is +450 for EW: " in done.stdout
    *lines, last = done.stdout.splitlines()
    assert max(map(len, lines)) < 80
    assert last.startswith("Nothing is lost: ")
    with FileLog(tmp_path / "game") as log:
        board = Table.resume(log, log.tables()[0]).state.ended[0].board
    assert board.play is not None
    assert [str(card) for card in board.play.cards] == robots["play"]["cards"]
    assert [meaning and meaning.text for meaning in board.meanings] == [
        each["text"] or None for each in robots["meanings"]
    ]


def test_dummy_watches_and_declarer_plays_its_cards(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit(*as_robot(robots, Seat.WEST), seat="W", save=tmp_path / "game")
    assert "The contract is 4♠ by East; you are dummy, and East plays your cards\n" in done.stdout
    after = done.stdout.partition("you are dummy")[2]
    assert "Your card" not in after
    assert (
        after.count("\nTrick ") == complete_tricks(robots) + 1
    )  # tricks as they are played, and the heading of the record
    assert "cost" not in after


def test_declarer_plays_both_hands(robots: dict[str, Any], tmp_path: Path) -> None:
    script = as_robot(robots, Seat.EAST)
    done = sit(*script, seat="E", save=tmp_path / "game")
    typed = len(script) - 2  # without the calls
    asked = done.stdout.count("Your card: "), done.stdout.count("Dummy's card: ")
    assert sum(asked) == typed
    assert min(asked) >= typed // 2 - 1
    assert re.search(r"our cards .*cost .*, double dummy \(\d+ played\)", done.stdout)


def test_what_a_card_cost_is_told_when_the_board_is_over(robots: dict[str, Any], tmp_path: Path) -> None:
    calls = calls_of(robots, Seat.SOUTH)
    done = sit(*calls, "CQ", "concede", save=tmp_path / "game")
    assert "None of your cards cost a trick, double dummy (1 played).\n" in done.stdout
    done = sit(*calls, "S4", "concede", "q", save=tmp_path / "other")
    told = "Your cards that cost tricks, double dummy (1 played):\n  trick 1, ♠4: 1 trick\n"
    assert f"{told}Conceding gave 1 trick away.\n" in done.stdout


# Nothing hidden is shown


def seen_before_the_end(done: Done, told: dict[str, Any], seat: Seat) -> Iterator[tuple[CardSet, CardSet]]:
    """For each time that a person is asked, the cards on the screen and those that may be there."""
    deal = Deal.parse(told["deal"])
    known = deal[seat]
    for screen in answers(done):
        faced = re.search(r"(North|East|South|West) \(dummy\)", screen)
        if faced:
            known |= deal[Seat.parse(faced[1])]
        printed = re.findall("[♠♥♦♣](?:10|[2-9JQKA])", screen)
        known |= CardSet.of(
            Card.parse(card)
            for name in ("North", "East", "South", "West")
            for card in re.findall(f"{name} ([♠♥♦♣](?:10|[2-9JQKA]))", screen)
        )
        yield CardSet.of([*map(Card.parse, printed), *_columns(screen)]), known


def _columns(screen: str) -> Iterator[Card]:
    """The cards of hands drawn as rows of suits."""
    for suit, ranks in re.findall("([♠♥♦♣])((?: (?:10|[2-9JQKA]))+)", screen):
        yield from (Card.parse(f"{suit}{rank}") for rank in ranks.split())


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST, Seat.NORTH])
def test_no_hidden_card_is_printed_before_the_end(robots: dict[str, Any], seat: Seat, tmp_path: Path) -> None:
    typed = [each for line in as_robot(robots, seat) for each in ("last", "auction", "meaning", line)]
    done = sit(*typed, seat=str(seat), save=tmp_path / "game")
    before = Done((), 0, done.stdout[: done.stdout.rindex("\nBoard 1 ")], "")  # the open hands
    compared = 0
    for shown, known in seen_before_the_end(before, robots, seat):
        assert shown <= known
        compared += len(shown)
    assert compared > 100


def test_boards_that_differ_in_hidden_hands_look_alike_and_get_the_same_hint(
    robots: dict[str, Any], tmp_path: Path
) -> None:
    north, east, south, west = Deal.parse(robots["deal"]).hands
    screens = set[str]()
    for place, hands in enumerate(((north, east, south, west), (north, west, south, east))):
        board = Board.numbered(3, Deal(hands))  # South deals, so nobody has acted
        path = tmp_path / f"{place}.pbn"
        path.write_text(
            f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{board.deal}"]\n', encoding="utf-8"
        )
        save = tmp_path / f"game{place}"
        done = run("play", "--terminal", path, *FEW, "--save", save, stdin="hint\nwhy\n")
        screens.add(done.stdout.replace(str(save), ""))
    assert len(screens) == 1


# What is typed


def test_hints_and_reasons_come_from_the_system_and_the_player(
    robots: dict[str, Any], tmp_path: Path
) -> None:
    calls = calls_of(robots, Seat.SOUTH)
    done = sit("why", "hint", "why", *calls, "hint", "why", save=tmp_path / "game")
    told = answers(done)
    assert told[1].startswith("why\nEast 1♠: Five spades: ")
    assert told[2].startswith("hint\nHint: 2♣ (overcall -- 5+ ♣; 10-16 HCP; 12+ total points)\n")
    assert told[3].startswith("why\n54.A5.643.AKQ976 calls 2♣, overcall\n  ")
    assert re.match(r"hint\nHint: \S+ \(beats the contract on \d+% of 3 deals, double dummy\)\n", told[6])
    assert re.match(r"why\n(.* (beats the contract|gives no|takes) |.*cards? takes? the same)", told[7])


def test_a_lead_and_a_signal_are_read_by_the_table(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit(*as_robot(robots, Seat.EAST)[:2], "why", seat="E", save=tmp_path / "game")
    told = answers(done)[3]
    led = Card.parse(robots["play"]["cards"][0]).print
    assert told.startswith(f"why\nSouth led {led}. By the table of sayc, before any cards are seen: ")
    done = sit(*as_robot(robots, Seat.SOUTH)[:3], "why", save=tmp_path / "other")
    assert "\nEast ♥10: declarer's reasons are in hands that you do not see.\n" in done.stdout
    done = sit(*as_robot(robots, Seat.EAST)[:3], "why", seat="E", save=tmp_path / "third")
    assert "\nNorth ♥3. When partner leads, the table of sayc says: high: encouraging" in done.stdout


def test_calls_are_explained_before_and_after_they_are_made(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit("meaning 3nt", "meaning 1c", "2c", "meaning", "meaning 2♣", save=tmp_path / "game")
    told = answers(done)
    assert told[1].startswith("meaning 3nt\n3NT would mean: ")
    assert told[2].startswith("meaning 1c\nSouth may not bid 1♣: it is not higher than 1♠.\n")
    assert told[4].startswith("meaning\nNorth Pass: No opening: at most 11 high-card points.\nEast 1♠: ")
    assert told[5].startswith("meaning 2♣\nSouth may not bid 2♣: ")
    done = sit(*calls_of(robots, Seat.SOUTH), "meaning 3♣", "meaning 7NT", save=tmp_path / "other")
    told = answers(done)
    assert told[3].startswith("meaning 3♣\nWest 3♣: Limit raise or better: ")
    assert told[4].startswith("meaning 7NT\nNobody has called 7NT.\n")


def test_alerted_calls_are_explained_without_asking(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit("2c", save=tmp_path / "game")
    assert "3♣ (1)" in done.stdout
    assert "\n1. Alert. limit raise or better -- 4+ ♠; " in done.stdout


def test_undo_goes_back_to_your_own_last_turn(robots: dict[str, Any], tmp_path: Path) -> None:
    calls = calls_of(robots, Seat.SOUTH)
    done = sit("undo", *calls, "undo", "undo", "undo", "x", save=tmp_path / "game")
    told = answers(done)
    assert told[1].startswith("undo\nThere is nothing of yours to take back on this board.\n")
    assert told[6].startswith("undo\nThere is nothing of yours to take back on this board.\n")
    assert "        Pass     1♠      Dbl\n" in told[7]
    with FileLog(tmp_path / "game") as log:
        events = [entry.event for entry in log.read(log.tables()[0])]
    assert sum(isinstance(event, Undone) for event in events) == 2


def test_a_card_that_was_taken_back_can_be_played_otherwise(robots: dict[str, Any], tmp_path: Path) -> None:
    calls = calls_of(robots, Seat.SOUTH)
    done = sit(*calls, "HA", "undo", "S5", save=tmp_path / "game")
    assert "You are on lead" in answers(done)[4]
    assert "(dummy)" not in answers(done)[4]
    assert "Trick 1: South ♠5, " in done.stdout


def test_a_claim_too_high_is_refused_once_a_trick_and_a_right_one_ends_the_board(
    robots: dict[str, Any], tmp_path: Path
) -> None:
    script = calls_of(robots, Seat.EAST)
    done = sit(*script, "claim", "claim 12", "claim 14", "claim x", seat="E", save=tmp_path / "game")
    told = answers(done)
    assert told[3].startswith("claim\nThe claim of 13 tricks for declarer is not accepted: play on.\n")
    assert told[4].startswith("claim 12\nA claim of EW was not accepted: they may claim again after ")
    assert told[5].startswith("claim 14\nDeclarer can have 0 to 13 tricks in all, not 14.\n")
    assert told[6].startswith("claim x\n'x' is no number of tricks: a claim is declarer's in all, such as 9")
    done = sit(*script, "claim 11", "q", seat="E", save=tmp_path / "other")
    assert "East claims: 11 tricks for declarer\n" in done.stdout
    assert "4♠ by East +1: +450 for EW\n" in done.stdout


def test_one_trick_is_not_called_tricks(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit(*calls_of(robots, Seat.SOUTH), "claim 1", "concede", "q", save=tmp_path / "game")
    assert "The claim of 1 trick for declarer is not accepted: play on.\n" in done.stdout
    assert "South claimed 1 trick for declarer; not accepted, as this line shows: " in done.stdout


def test_sentences_are_folded_to_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    Display(Theme.parse("four-colour"), ascii_only=False).say(HELP)
    told = capsys.readouterr().out
    assert told.split() == HELP.split()
    assert max(map(len, told.splitlines())) < 40


def test_a_refused_claim_is_explained_when_the_board_is_over(robots: dict[str, Any], tmp_path: Path) -> None:
    script = calls_of(robots, Seat.EAST)
    done = sit(*script, "claim", "concede", "q", seat="E", save=tmp_path / "game")
    assert "East claimed 13 tricks for declarer; not accepted, as this line shows: South ♥" in done.stdout
    assert "4♠ by East -10: " in done.stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a card, like HK, or help."),
        ("xyzzy", "'xyzzy' is neither a card, like HK, nor a command: help lists them."),
        ("SA", "South may not play the ♠A: South does not hold it."),
        ("K", None),
        ("6", "'6' may be ♦6 or ♣6: say which."),
        ("j", "There is no card 'j' that may be played now."),
        ("hearts", "'hearts' may be ♥A or ♥5: say which."),
        ("1NT", "'1NT' is neither a card, like HK, nor a command: help lists them."),
        ("last", "No trick is complete yet."),
        ("save nowhere.xyz", "No board is over yet: there is nothing to write."),
        ("save a.pbn", "No board is over yet: there is nothing to write."),
        ("help", "a call: 1NT, 2♥ or 2h, p or pass, x, xx"),
        ("?", "a call: 1NT, 2♥ or 2h, p or pass, x, xx"),
        ("hand", "\nTrick 1   4♠ by East"),
        ("concede 1", "Concede stands alone, without '1': see help."),
        ("why SA", "Why stands alone, without 'SA': see help."),
        ("a" * 5000, f"'{'a' * 40}' is neither a card"),
        ("\x00\x1b[2J", "is neither a card"),
    ],
)
def test_what_is_no_card_gets_one_sentence_and_is_asked_again(
    robots: dict[str, Any], typed: str, said: str | None, tmp_path: Path
) -> None:
    done = sit(*calls_of(robots, Seat.SOUTH), typed, "quit", save=tmp_path / "game")
    told = answers(done)
    if said is None:
        assert "West (dummy)" in told[3]  # there is one king: it was led
    else:
        assert said in told[3]
        assert told[4].startswith("quit\nNothing is lost: ")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a call, like 1NT, or help."),
        ("8c", "'8c' is neither a call, like 1NT, P or X, nor a command: help lists them."),
        ("1c", "South may not bid 1♣: it is not higher than 1♠."),
        ("xx", "South may not call Rdbl"),
        ("HK", "'HK' is neither a call"),
        ("claim 3", "There is nothing to claim before the play."),
        ("concede", "Board 1 is not being played: the auction is not over."),
        ("last", "No trick is complete yet."),
        ("meaning 9z", "'9z' is not a call: expected P, X, XX or a bid like 1NT."),
        ("undo", "There is nothing of yours to take back on this board."),
    ],
)
def test_what_is_no_call_gets_one_sentence_and_is_asked_again(typed: str, said: str, tmp_path: Path) -> None:
    done = sit(typed, "quit", save=tmp_path / "game")
    assert answers(done)[1].startswith(f"{typed}\n{said}")
    assert answers(done)[2].startswith("quit\n")


@pytest.mark.parametrize("typed", ["ha", "♥A", "AH", "a♥", "HA "])
def test_a_card_may_be_typed_in_several_ways(robots: dict[str, Any], typed: str, tmp_path: Path) -> None:
    done = sit(*calls_of(robots, Seat.SOUTH), typed, save=tmp_path / "game")
    assert "\nTrick 1: South ♥A, West ♥4, North ♥3, East ♥10: South wins\n" in done.stdout


def test_bytes_that_are_no_text_are_asked_again(tmp_path: Path) -> None:
    options = (*SEED, *FEW, "--save", tmp_path / "game")
    done = run("play", "--terminal", *options, stdin=b"\xff\xfe\x80\nquit\n")
    assert "is neither a call" in done.stdout
    assert done.returncode == 0


def test_plain_letters_and_no_colour_on_request(robots: dict[str, Any], tmp_path: Path) -> None:
    done = sit(*as_robot(robots, Seat.SOUTH), "q", save=tmp_path / "game", more=("--ascii",))
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    assert "\n4S by East " in done.stdout
