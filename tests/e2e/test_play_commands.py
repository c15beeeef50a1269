"""``overtrick play --terminal``: whole boards in every role, and everything that may be typed."""

from __future__ import annotations

import random
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overtrick import Board, Card, CardSet, Deal, Play, Result, Seat
from overtrick.formats import read
from overtrick.table import FileLog, Table, Undone, replay
from tests.e2e.command import OVERTRICK, Done, environment, run

FEW = ("--deals", 3)
SEED = ("--seed", 8)
PROMPT = re.compile(r"(?:Your call|Your card|Dummy's card|Enter for the next board, q to stop): ")


@pytest.fixture(scope="module")
def robots() -> dict[str, Any]:
    """What four robots do on the board: they bid 4S by East, which takes eleven tricks double dummy."""
    (told,) = run("play", "--terminal", "--watch", "--json", *SEED, *FEW).records
    assert (told["contract"], told["tricks_dd"]) == ("4S by E", 11)
    return told


def as_robot(told: dict[str, Any], seat: Seat) -> list[str]:
    """The lines that a person types who does what the robot did in a seat."""
    dealer, contract = Seat.parse(told["dealer"]), Board.parse(f"Result {told['contract']}").contract
    assert contract is not None
    calls = [call for place, call in enumerate(told["calls"]) if dealer.next(place) is seat]
    play = Play.of(Deal.parse(told["deal"]), contract)
    cards = list[str]()
    for name in told["play"]["cards"]:
        acting = contract.declarer if play.to_play is contract.dummy else play.to_play
        if acting is seat:
            cards.append(name)
        play = play.then(Card.parse(name))
    claim = told.get("claim") or {"by": None}
    return [*calls, *cards, *([f"claim {claim['tricks']}"] if claim["by"] == str(seat) else [])]


def calls_of(told: dict[str, Any], seat: Seat) -> list[str]:
    """The calls alone: each side's two players make two or three."""
    return [
        call for place, call in enumerate(told["calls"]) if Seat.parse(told["dealer"]).next(place) is seat
    ]


def outcome(told: dict[str, Any]) -> str:
    """The line that tells the result."""
    result, score = Result.parse(told["result"]), told["score_ns"]
    return f"{result.print}: +{abs(score)} for {'NS' if score > 0 else 'EW'}\n"


def complete_tricks(told: dict[str, Any]) -> int:
    return len(told["play"]["cards"]) // 4


def sit(*typed: str, seat: str = "S", save: Path, more: tuple[object, ...] = ()) -> Done:
    """Play with these lines typed."""
    lines = "".join(f"{each}\n" for each in typed)
    options = (*SEED, *FEW, "--seat", seat, "--save", save, *more)
    done = run("play", "--terminal", *options, stdin=lines)
    assert done.stderr == ""
    return done


def answers(done: Done) -> list[str]:
    """What was printed after each line that was typed, the first is what came before any."""
    return PROMPT.split(done.stdout)


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
    assert f"{told}Your claim gave 1 trick away.\n" in done.stdout


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
    assert re.match(r"why\n(\S+ (beats the contract|takes)|.*cards? takes? the same)", told[7])


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
    assert told[6].startswith("claim x\n'x' is no number of tricks: claim 9 claims 9 tricks for declarer.\n")
    done = sit(*script, "claim 11", "q", seat="E", save=tmp_path / "other")
    assert "East claims: 11 tricks for declarer\n" in done.stdout
    assert "4♠ by East +1: +450 for EW\n" in done.stdout


def test_a_refused_claim_is_explained_when_the_board_is_over(robots: dict[str, Any], tmp_path: Path) -> None:
    script = calls_of(robots, Seat.EAST)
    done = sit(*script, "claim", "concede", "q", seat="E", save=tmp_path / "game")
    assert "East claimed 13 tricks for declarer, not accepted because of: ♥" in done.stdout
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


# Nothing is lost


def test_a_game_goes_on_at_the_same_card(robots: dict[str, Any], tmp_path: Path) -> None:
    script = as_robot(robots, Seat.SOUTH)
    done = sit(*script[:4], save=tmp_path / "game")
    last = answers(done)[-2]
    again = ("play", "--terminal", "--resume", "--save", tmp_path / "game")
    begun = answers(run(*again, stdin="quit\n"))[0]
    assert last[last.index("\nTrick 3 ") :] == begun[begun.index("\nTrick 3 ") :]
    finished = run(*again, stdin="".join(f"{each}\n" for each in (*script[4:], "q")))
    assert outcome(robots) in finished.stdout


def test_a_killed_game_goes_on_at_the_same_card(robots: dict[str, Any], tmp_path: Path) -> None:
    script = as_robot(robots, Seat.SOUTH)
    options = (*SEED, *FEW, "--save", tmp_path / "game")
    with subprocess.Popen(
        [*OVERTRICK, "play", "--terminal", *map(str, options)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{each}\n" for each in script[:3]).encode())
        process.stdin.flush()
        while b"Trick 1: South" not in process.stdout.readline():
            pass
        process.kill()
    done = run(
        "play", "--terminal", "--resume", "--save", tmp_path / "game",
        stdin="".join(f"{each}\n" for each in (*script[3:], "q")),
    )  # fmt: skip
    assert outcome(robots) in done.stdout


def test_ctrl_c_ends_politely(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*OVERTRICK, "play", "--terminal", *map(str, (*SEED, *FEW)), "--save", str(tmp_path / "game")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"Your call: "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")
    assert b"Nothing is lost: overtrick play --terminal --resume" in told


def test_without_a_name_the_last_game_goes_on(tmp_path: Path) -> None:
    data = str(tmp_path)
    done = run("play", "--terminal", "--resume", XDG_DATA_HOME=data)
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: there is no game to go on with in ")
    run("play", "--terminal", *SEED, *FEW, "--seat", "N", stdin="p\n", XDG_DATA_HOME=data)
    run("play", "--terminal", *SEED, *FEW, "--seat", "W", stdin="", XDG_DATA_HOME=data)
    again = run("play", "--terminal", "--resume", stdin="hand\n", XDG_DATA_HOME=data)
    assert "you are West" in again.stdout
    assert again.stdout.endswith("Nothing is lost: overtrick play --terminal --resume goes on here.\n")
    assert len(list((tmp_path / "overtrick" / "play").glob("*.table"))) == 2


def test_the_next_board_follows_and_the_totals_are_told(tmp_path: Path) -> None:
    done = sit("p", "p", "concede", "", "quit", save=tmp_path / "game")
    assert "\nBoard 1, North deals, None vul; you are South\n" in done.stdout
    assert "\nBoard 2, East deals, N-S vul; you are South\n" in done.stdout
    again = run("play", "--terminal", "--resume", "--save", tmp_path / "game", stdin="save\nquit\n")
    assert "\nBoard 2, East deals, N-S vul; you are South\n" in again.stdout
    assert f"Everything is kept in {tmp_path / 'game'} as it happens.\n" in again.stdout


def test_boards_that_are_over_can_be_written(robots: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    done = sit("p", "p", "concede", "", f"save {path}", "quit", save=tmp_path / "game")
    assert f"wrote {path}: 1 board\n" in done.stdout
    (record,) = read(path)
    assert str(record.board.deal) == robots["deal"]


# Which boards


PBN = """\
[Board "5"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"]

[Board "6"]
[Dealer "E"]
[Vulnerable "EW"]
[Deal "N:92.KJ732.T752.J8 KQJT76.T.KQJ98.T 54.A5.643.AKQ976 A83.Q9864.A.5432"]
"""


def test_the_boards_of_a_file_are_played_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(PBN, encoding="utf-8")
    save = tmp_path / "game"
    first = run("play", "--terminal", path, *FEW, "--seat", "N", "--save", save, stdin="quit\n")
    assert "Board 5, North deals, N-S vul; you are North\n" in first.stdout
    named = ("play", "--terminal", path, *FEW, "--board", 6, "--save", tmp_path / "other")
    second = run(*named, stdin="p\np\nconcede\n\n")
    assert "Board 6, East deals, E-W vul; you are South\n" in second.stdout
    assert "There are no more boards.\n" in second.stdout
    none = run("play", "--terminal", path, "--board", 7, "--save", tmp_path / "third")
    assert (none.returncode, none.stderr) == (1, "overtrick: there is no board 7 in the file\n")


def test_four_robots_are_watched_with_open_cards(robots: dict[str, Any], tmp_path: Path) -> None:
    done = run("play", "--terminal", "--watch", *SEED, *FEW, "--save", tmp_path / "game", stdin="q\n")
    assert "four robots play" in done.stdout
    assert done.stdout.index("♠ K Q J 10 7 6") < done.stdout.index("The contract is 4♠ by East\n")
    assert done.stdout.count("\nTrick ") == complete_tricks(robots) + 1
    assert len(robots["costs"]) == len(robots["play"]["cards"])


def test_a_board_that_is_passed_out_scores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "flat.pbn"
    deal = "N:KJ32.Q82.KJ4.532 A54.J93.A52.Q984 Q76.K75.Q873.KT6 T98.AT64.T96.AJ7"
    path.write_text(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n', encoding="utf-8")
    done = run("play", "--terminal", path, *FEW, "--save", tmp_path / "game", stdin="p\n")
    assert "\nPassed out\n" in done.stdout
    assert "\npassed out: no score\n" in done.stdout
    (told,) = run("play", "--terminal", path, "--watch", "--json", *FEW).records
    assert (told["result"], told["tricks_dd"], told["costs"], told["score_ns"]) == ("passed out", None, [], 0)


@pytest.mark.parametrize("seed", [0, 3])
def test_whatever_is_typed_is_answered_and_the_log_can_be_replayed(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    ranks = [*"AKQJ98765432", "10"] * 4
    words = [*ranks, *"shdcpx", "1c", "2s", "3nt", "hint", "why", "undo", "last", "hand"]
    words += [
        "meaning",
        "auction",
        "save",
        "claim",
        "help",
        "claim 5",
        "meaning 2NT",
        "concede",
        "",
        "xyz",
        "HA",
        "♠2",
    ]
    done = sit(*chance.choices(words, k=80), seat="NESW"[seed], save=tmp_path / "game", more=("--deals", 1))
    assert done.returncode == 0
    assert done.stdout.count(": ") > 40
    with FileLog(tmp_path / "game") as log:
        entries = log.read(log.tables()[0])
    assert replay(entries).number == len(entries) > 2


def test_two_who_play_on_one_game_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(prompt: str) -> str:
        with FileLog(tmp_path / "game") as log:
            Table.resume(log, log.tables()[0]).note("somebody else")
        return "p"

    monkeypatch.setattr("overtrick.cli.play_terminal.read_line", typed)
    done = run("play", "--terminal", *SEED, *FEW, "--save", tmp_path / "game")
    assert done.returncode == 1
    assert done.stderr.startswith("overtrick: entry ")
    assert "somebody else has acted" in done.stderr


# Wrong use


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "say --terminal to play here in the terminal"),
        (("--terminal", "--json"), "--json goes with --watch"),
        (("--terminal", "--watch", "--seat", "N"), "choose one of --watch and --seat"),
        (("--terminal", "--resume", "--seed", "1", "--watch"), "leave out --seed and --watch"),
        (("--terminal", "--deals", "0"), "expected a number from 1 to"),
        (("--terminal", "--board", "x"), "'x' is not a whole number"),
        (("--terminal", "some.pbn", "--seed", "1"), "leave out --seed"),
    ],
)
def test_wrong_use_is_one_sentence(options: tuple[str, ...], said: str) -> None:
    done = run("play", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    for options, said in (
        (("--seat", "Q"), "'Q' is not a seat"),
        (("--system", "nobody"), "nobody"),
        (("nowhere.pbn",), "nowhere.pbn"),
        (("--save", tmp_path / "no" / "game"), "cannot use the log"),
        (("--resume", "--save", tmp_path / "none"), "there is no log"),
    ):
        done = run("play", "--terminal", *options, XDG_DATA_HOME=str(tmp_path))
        assert (done.returncode, done.stdout) == (1, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_game_is_not_written_over(tmp_path: Path) -> None:
    sit("quit", save=tmp_path / "game")
    done = run("play", "--terminal", "--save", tmp_path / "game")
    assert done.returncode == 1
    assert "holds a game already: --resume goes on with it" in done.stderr
