"""What a player at a strange table does when the manager is odd, wrong or silent."""

from __future__ import annotations

import pytest

from overtrick import Auction, Board, Call, Card, Meaning, Seat
from overtrick.wire import write
from overtrick.wire.client import Sitting, Stage
from overtrick.wire.client.news import BoardLeft, BoardOver, Explained, Ignored, SessionOver, TurnedAway
from overtrick.wire.client.speaking import spoken
from overtrick.wire.messages import Called
from tests.wire_manager import hand_words

BOARD = Board.parse("Board 1\nDeal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
HEADER = "Board number 1. Dealer North. Neither vulnerable."
TIMING = "Timing - N/S : this board 0:01, total 0:00:01. E/W : this board 0:01, total 0:00:01."


def at_table(seat: Seat, *lines: str) -> Sitting:
    """A player with its cards of the board, after some more lines."""
    sitting = Sitting("A", seat)
    cards = f"{seat.word}'s cards : {hand_words(BOARD.deal[seat])}"
    for line in (f'{seat.word} ("A") seated', 'Teams : N/S : "A" E/W : "B"', "Start of board", HEADER, cards):
        assert not [each for each in sitting.hear(line).news if isinstance(each, Ignored)]
    for line in lines:
        sitting.hear(line)
    return sitting


def said(sitting: Sitting, line: str) -> list[str]:
    return [write(each) for each in sitting.hear(line).say]


def act(sitting: Sitting, what: str) -> list[str]:
    view = sitting.to_think
    assert view is not None
    done = Call.parse(what) if view.play is None else Card.parse(what)
    return [write(each) for each in sitting.act(view, done).say]


def in_silence(sitting: Sitting, silences: int) -> list[str]:
    """What is said while nothing is heard for a while, as many times."""
    return [write(each) for _ in range(silences) for each in sitting.hurry().say]


def dummy_line(seat: Seat) -> str:
    return f"Dummy's cards : {hand_words(BOARD.deal[seat])}"


# Sitting down


@pytest.mark.parametrize("line", ["Team name mismatch", "Error: North is taken", "Refused. no seat is free"])
def test_a_player_that_is_turned_away_says_why(line: str) -> None:
    (news,) = Sitting("A", Seat.NORTH).hear(line).news
    assert isinstance(news, TurnedAway)
    assert news.why in line


@pytest.mark.parametrize("line", ["Illegal hand specified", "Expected team name 'B'", "Sorry, we are full"])
def test_words_that_are_followed_by_silence_instead_of_a_seat_turn_it_away(line: str) -> None:
    sitting = Sitting("A", Seat.NORTH)
    (remark,) = sitting.hear(line).news
    assert isinstance(remark, Ignored)
    assert sitting.hurry().news == (TurnedAway(repr(line)),)


def test_a_manager_that_does_not_answer_at_all_is_told_of_once() -> None:
    sitting = Sitting("A", None)
    assert sitting.hurry().news == (Ignored("the manager has not answered yet"),)
    assert sitting.hurry().news == ()
    assert said(sitting, 'North ("A") seated') == ["North ready for teams"]


def test_what_was_not_understood_before_it_sat_down_is_forgotten() -> None:
    sitting = Sitting("A", Seat.NORTH)
    sitting.hear("Welcome")
    sitting.hear('North ("A") seated')
    assert sitting.hurry().news == ()


def test_a_manager_that_speaks_in_capitals_is_answered_in_capitals() -> None:
    sitting = Sitting("A", None)
    assert not sitting.is_loud
    sitting.hear('NORTH ("a") seated')
    assert sitting.is_loud
    called = Called(Seat.NORTH, Call.PASS, Meaning("West passes with 4S", alerted=True))
    assert spoken(called, is_loud=True) == "NORTH PASSES Alert. West passes with 4S"
    assert spoken(called, is_loud=False) == "North passes Alert. West passes with 4S"


def test_the_seat_is_the_one_that_the_manager_gives() -> None:
    sitting = Sitting("A", Seat.NORTH)
    assert said(sitting, "south emanon seated") == ["South ready for teams"]
    assert sitting.seat is Seat.SOUTH


def test_others_sitting_down_is_no_reason_to_change_seats() -> None:
    sitting = Sitting("A", Seat.NORTH)
    sitting.hear('North ("A") seated')
    assert said(sitting, 'East ("B") seated') == []
    assert sitting.seat is Seat.NORTH


# Starting


def test_a_start_sent_twice_is_answered_once() -> None:
    sitting = Sitting("A", Seat.NORTH)
    sitting.hear('North ("A") seated')
    sitting.hear('Teams : N/S : "A" E/W : "B"')
    assert said(sitting, "Start of Board") == ["North ready for deal"]
    assert said(sitting, "Start of Board") == []
    assert said(sitting, HEADER) == ["North ready for cards"]


def test_a_start_in_mid_thought_abandons_the_board() -> None:
    sitting = at_table(Seat.NORTH)
    view = sitting.to_think
    assert view is not None
    heard = sitting.hear("Start of board")
    assert [write(each) for each in heard.say] == ["North ready for deal"]
    assert heard.news == (BoardLeft(1),)
    assert sitting.to_think is None
    assert sitting.act(view, Call.PASS).say == ()


def test_a_board_that_was_passed_out_is_over_though_no_times_are_told() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    for line in ("East passes", "South passes", "West passes"):
        sitting.hear(line)
    (news,) = sitting.hear("Start of board").news
    assert isinstance(news, BoardOver)
    assert news.timing is None
    assert news.board.result is not None


def test_a_session_that_ends_in_mid_board_abandons_it() -> None:
    assert at_table(Seat.NORTH).hear("End of session").news == (BoardLeft(1), SessionOver())
    assert at_table(Seat.NORTH, TIMING).hear("End of session").news == (SessionOver(),)


def test_a_board_that_ends_early_is_over_as_far_as_it_went() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    (news,) = sitting.hear(TIMING).news
    assert isinstance(news, BoardOver)
    assert news.board.result is None
    assert sitting.stage is Stage.BETWEEN


def test_teams_told_again_between_boards_are_answered() -> None:
    sitting = at_table(Seat.NORTH, TIMING)
    assert said(sitting, 'Teams : N/S : "A" E/W : "B"') == ["North ready to start"]


# Silence


def test_after_a_long_silence_it_asks_again_once() -> None:
    sitting = at_table(Seat.NORTH, "Start of board")
    assert in_silence(sitting, 5) == []  # other players may be slow, and a strict manager hears a line once
    assert in_silence(sitting, 6) == ["North ready for deal"]
    sitting.hear(HEADER)
    assert in_silence(sitting, 5) == []
    assert in_silence(sitting, 6) == ["North ready for cards"]


def test_the_time_of_a_thought_is_no_silence_of_the_manager() -> None:
    sitting = at_table(Seat.WEST, "North passes", "East passes", "South bids 1NT")
    act(sitting, "P")
    for line in ("North passes", "East passes", "South passes", "West to lead"):
        sitting.hear(line)
    assert in_silence(sitting, 9) == []
    act(sitting, "S4")
    assert in_silence(sitting, 5) == []
    assert in_silence(sitting, 9) == ["West ready for dummy"]


def test_a_manager_that_wants_a_second_ready_to_start_gets_it_after_a_silence() -> None:
    sitting = at_table(Seat.NORTH, TIMING)
    assert [write(each) for each in sitting.hurry().say] == ["North ready to start"]


def test_while_another_player_thinks_nothing_is_asked_twice() -> None:
    sitting = at_table(Seat.SOUTH)
    assert sitting.hurry().say == ()


def test_a_lead_waits_for_the_manager_but_not_for_ever() -> None:
    sitting = at_table(Seat.WEST, "North passes", "East passes", "South bids 1NT")
    for line in ("North passes", "East passes", "South passes"):
        act(sitting, "P") if sitting.may_act else None
        sitting.hear(line)
    assert sitting.to_think is not None
    assert not sitting.may_act
    sitting.hurry()
    assert sitting.may_act
    assert act(sitting, "S4") == ["West plays 4S", "West ready for dummy"]


def test_a_silence_in_the_auction_is_no_leave_to_lead() -> None:
    sitting = at_table(Seat.WEST, "North passes", "East passes", "South bids 1NT")
    sitting.hurry()
    for line in ("West passes", "North passes", "East passes", "South passes"):
        sitting.hear(line)
    assert sitting.to_think is not None
    assert not sitting.may_act


# Turns


def test_a_lead_of_another_hand_is_no_leave_to_lead() -> None:
    sitting = at_table(Seat.WEST, "North passes", "East passes", "South bids 1NT")
    act(sitting, "P")
    for line in ("North passes", "East passes", "South passes", "Dummy to lead", "North to lead"):
        sitting.hear(line)
    assert not sitting.may_act
    sitting.hear("West to lead")
    assert sitting.may_act


def test_declarer_plays_dummys_cards_under_dummys_name() -> None:
    sitting = at_table(Seat.SOUTH, "North passes", "East passes")
    act(sitting, "1NT")
    for line in ("West passes", "North passes", "East passes", "West plays 4S", dummy_line(Seat.NORTH)):
        sitting.hear(line)
    assert act(sitting, "SJ") == ["North plays JS", "South ready for East's card to trick 1"]
    sitting.hear("East plays 3S")
    assert act(sitting, "S5") == ["South plays 5S"]
    assert not sitting.may_act
    assert said(sitting, "Dummy to lead") == []
    assert sitting.may_act


def test_dummy_asks_for_each_of_its_own_cards() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    for line in ("East passes", "South bids 1NT", "West passes"):
        sitting.hear(line)
    act(sitting, "P")
    assert said(sitting, "East passes") == ["North ready for West's card to trick 1"]
    assert said(sitting, "West plays 4S") == ["North ready for dummy's card to trick 1"]
    assert sitting.to_think is None
    assert said(sitting, "NORTH plays sj") == ["North ready for East's card to trick 1"]


def test_dummys_card_may_come_under_declarers_name() -> None:
    sitting = at_table(Seat.EAST, "North passes")
    act(sitting, "P")
    for line in ("South bids 1NT", "West passes", "North passes"):
        sitting.hear(line)
    act(sitting, "P")
    for line in ("South passes", "West plays 4S", dummy_line(Seat.NORTH), "South plays JS"):
        sitting.hear(line)
    assert sitting.board is not None
    assert sitting.board.cards == (Card.parse("S4"), Card.parse("SJ"))
    assert sitting.may_act


@pytest.mark.parametrize(
    "line",
    [
        "East: S 8 7 3. H J 9 7.",
        "873.J97.AT764.Q4",
        "East has the spade eight: S8",
        "East is going to lead 8S now",
        "Error: East's cards : S 8 7 3. H J 9 7. D A T 7 6 4. C Q 4.",
        "Error: East may not throw the S8",
        "South bids 1C",
        "East bids 8NT",
        "East doubles",
        "West plays 4S",
        "Dummy's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.",
        "East's cards : S 8 7 3. H J 9 7. D A T 7 6 4. C Q 4.",
        "East's cards : S 8 7 3",
        "ready for lunch",
        "",
        "Board number 2. Dealer East. Both vulnerable.",
    ],
)
def test_a_line_that_cannot_be_is_ignored_and_no_card_is_quoted(line: str) -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    heard = sitting.hear(line)
    assert heard.say == ()
    (news,) = heard.news
    assert isinstance(news, Ignored)
    for card in ("8 7 3", "873", "8S", "S8", "4S"):
        assert card not in news.why
    assert said(sitting, "East passes") == ["North ready for South's bid"]


def test_a_call_made_for_us_by_a_robot_counts() -> None:
    sitting = at_table(Seat.NORTH)
    assert said(sitting, "North bids 1C") == ["North ready for East's bid"]


# Refusals


def test_why_it_is_refused_is_told_without_cards() -> None:
    (news,) = at_table(Seat.NORTH).hear("Illegal bid: East has the S8").news
    assert news == Ignored("the manager took our act for illegal: something about cards")
    (away,) = Sitting("A", Seat.NORTH).hear("Refused. East has the S8").news
    assert away == TurnedAway("something about cards")


def test_an_illegal_bid_is_replaced_by_a_pass_once() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "1C")
    assert said(sitting, "Illegal bid") == ["North passes", "North ready for East's bid"]
    assert said(sitting, "Illegal bid") == []


def test_an_illegal_card_is_replaced_by_another_twice() -> None:
    sitting = at_table(Seat.WEST, "North passes", "East passes", "South bids 1NT")
    act(sitting, "P")
    for line in ("North passes", "East passes", "South passes", "West to lead"):
        sitting.hear(line)
    act(sitting, "S4")
    assert said(sitting, "Illegal card") == ["West plays 2D", "West ready for dummy"]
    assert said(sitting, "Illegal card") == ["West plays 2S", "West ready for dummy"]
    assert said(sitting, "Illegal card") == []


# Explanations


def test_our_explanation_goes_with_the_call() -> None:
    sitting = at_table(Seat.NORTH)
    view = sitting.to_think
    assert view is not None
    said = sitting.act(view, Call.parse("2C"), Meaning("23+ HCP", alerted=True)).say
    assert write(said[0]) == "North bids 2C Alert. 23+ HCP"


def test_an_explanation_is_kept_as_it_was_read() -> None:
    sitting = at_table(Seat.SOUTH)
    (news,) = sitting.hear("North bids 1NT Alert. 12-14 bal").news
    assert news == Explained(Seat.NORTH, Call.parse("1NT"), Meaning("12-14 bal", True), read=True)
    assert sitting.board is not None
    assert sitting.board.meanings == (Meaning("12-14 HCP; balanced", True),)
    assert sitting.board.auction == Auction.parse("N: 1NT")
