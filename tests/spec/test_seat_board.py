"""A player on a board when lines come twice, late, out of turn or for somebody else."""

from __future__ import annotations

import pytest

from overtrick import Call, Meaning, Seat
from overtrick.wire.client import Sitting, Stage
from overtrick.wire.client.news import Explained, Ignored, SatDown
from tests.spec.test_seat_quirks import BOARD, HEADER, TIMING, act, at_table, dummy_line, said
from tests.wire_manager import hand_words

AUCTION = ("North passes", "East passes", "South bids 1NT")
ENDED = ("North passes", "East passes")


def on_lead(*lines: str) -> Sitting:
    """West, about to lead against one notrump."""
    sitting = at_table(Seat.WEST, *AUCTION)
    act(sitting, "P")
    for line in (*ENDED, *lines):
        sitting.hear(line)
    return sitting


def after_lead(seat: Seat, *lines: str) -> Sitting:
    """Another seat, after the lead of the four of spades and the sight of dummy."""
    sitting = at_table(seat)
    for caller, line in zip("NESWNE", (*AUCTION, "West passes", *ENDED), strict=True):
        act(sitting, "1NT" if "1NT" in line else "P") if caller == str(seat) else sitting.hear(line)
    for line in ("West plays 4S", dummy_line(Seat.NORTH), *lines):
        assert not any(isinstance(each, Ignored) for each in sitting.hear(line).news)
    return sitting


def remarks(sitting: Sitting, line: str) -> list[str]:
    """What is told of a line that must change nothing."""
    before = sitting.board
    heard = sitting.hear(line)
    assert heard.say == ()
    assert sitting.board is before
    return [each.why for each in heard.news if isinstance(each, Ignored)]


# Before the cards


def test_a_seat_without_a_name_is_that_of_our_team() -> None:
    assert Sitting("A", None).hear("North seated").news == (SatDown(Seat.NORTH, "A"),)


def test_a_board_may_begin_with_its_number() -> None:
    sitting = Sitting("A", Seat.NORTH)
    sitting.hear('North ("A") seated')
    sitting.hear('Teams : N/S : "A" E/W : "B"')
    assert said(sitting, HEADER) == ["North ready for cards"]
    assert said(at_table(Seat.NORTH, TIMING), HEADER) == ["North ready for cards"]


def test_times_before_the_first_board_are_the_end_of_nothing() -> None:
    sitting = at_table(Seat.NORTH, "Start of board")
    assert sitting.hear(TIMING).news == ()
    assert sitting.stage is Stage.DEAL


def test_the_cards_of_another_seat_are_not_taken_for_ours() -> None:
    sitting = at_table(Seat.NORTH, "Start of board", HEADER)
    assert remarks(sitting, f"East's cards : {hand_words(BOARD.deal[Seat.EAST])}") == [
        "HandCards while it waits for its cards"
    ]
    sitting.hear(f"North's cards : {hand_words(BOARD.deal[Seat.NORTH])}")
    assert sitting.board is not None
    assert sitting.board.hand == BOARD.deal[Seat.NORTH]


def test_after_the_end_of_the_session_nothing_begins() -> None:
    sitting = at_table(Seat.NORTH, "End of session")
    assert len(remarks(sitting, "Start of board")) == 1
    assert sitting.stage is Stage.OVER


# Turns


def test_an_answer_to_an_earlier_turn_is_not_given_at_the_next() -> None:
    sitting = at_table(Seat.NORTH)
    view = sitting.to_think
    assert view is not None
    for line in ("North passes", "East passes", "South passes", "West bids 1D"):
        sitting.hear(line)
    assert sitting.may_act
    assert sitting.act(view, Call.parse("1C")).say == ()


def test_each_lead_is_asked_for_anew() -> None:
    sitting = on_lead("West to lead")
    act(sitting, "SA")
    for line in (dummy_line(Seat.NORTH), "North plays 6S", "East plays 3S", "South plays 5S"):
        sitting.hear(line)
    assert sitting.to_think is not None
    assert not sitting.may_act
    sitting.hear("West to lead")
    assert sitting.may_act


def test_leave_to_lead_counts_until_the_lead_but_not_on_the_next_board() -> None:
    sitting = on_lead("West to lead", "East to lead")
    assert sitting.may_act
    again = ("Start of board", HEADER, f"West's cards : {hand_words(BOARD.deal[Seat.WEST])}", *AUCTION)
    for line in (*again, "West passes", *ENDED):
        sitting.hear(line)
    assert sitting.to_think is not None
    assert not sitting.may_act


def test_a_card_out_of_turn_is_not_taken_for_one_in_turn() -> None:
    sitting = after_lead(Seat.SOUTH)
    assert remarks(sitting, "East plays 3S") == ["a card of East out of turn"]
    act(sitting, "S6")
    sitting.hear("East plays 3S")
    assert remarks(sitting, "Dummy plays KS") == ["a card of North out of turn"]


@pytest.mark.parametrize("line", ["East plays KS", "East plays 6S", "East plays 2C"])
def test_a_card_that_the_hand_cannot_have_is_not_named(line: str) -> None:
    sitting = after_lead(Seat.SOUTH)
    act(sitting, "SJ")
    assert remarks(sitting, line) == ["Played of East, which cannot be"]


def test_a_card_told_twice_is_one_card() -> None:
    assert remarks(after_lead(Seat.SOUTH), "West plays 4S") == []


def test_dummy_may_be_shown_twice_and_to_itself_but_not_another_hand() -> None:
    assert remarks(after_lead(Seat.EAST), dummy_line(Seat.NORTH)) == []
    assert remarks(after_lead(Seat.NORTH), dummy_line(Seat.NORTH)) == []
    for seat in (Seat.EAST, Seat.NORTH):
        assert remarks(after_lead(seat), dummy_line(Seat.SOUTH)) == [
            "dummy's cards before the lead, or other ones"
        ]


def test_a_hand_that_shares_cards_with_ours_is_no_dummy() -> None:
    sitting = on_lead("West to lead")
    act(sitting, "S4")
    assert remarks(sitting, "Dummy's cards : S A K Q J T 9 8 7 6 5 3 2. H A. D -. C -.") == [
        "DummyCards of dummy, which cannot be"
    ]
    assert said(sitting, dummy_line(Seat.NORTH)) == ["West ready for dummy's card to trick 1"]


# Refusals


def test_a_refusal_after_another_call_has_come_too_late() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "1C")
    sitting.hear("East passes")
    assert len(remarks(sitting, "Illegal bid")) == 1


def test_a_refusal_of_a_board_that_was_abandoned_has_come_too_late() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "1C")
    for line in ("Start of board", HEADER, f"North's cards : {hand_words(BOARD.deal[Seat.NORTH])}"):
        sitting.hear(line)
    assert len(remarks(sitting, "Illegal bid")) == 1


@pytest.mark.parametrize("is_new_board", [True, False])
def test_refusals_are_counted_anew_for_each_act(is_new_board: bool) -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "1C")
    sitting.hear("Illegal bid")
    sitting.hear("Illegal bid")
    between = ("North passes", "East passes", "South passes", "West bids 1D")
    again = ("Start of board", HEADER, f"North's cards : {hand_words(BOARD.deal[Seat.NORTH])}")
    for line in again if is_new_board else between:
        sitting.hear(line)
    act(sitting, "1H")
    assert said(sitting, "Illegal bid")[0] == "North passes"


# Explanations


def test_words_that_cannot_be_read_are_told_as_such() -> None:
    (news,) = at_table(Seat.SOUTH).hear("North bids 2C Alert. whatever we like").news
    assert news == Explained(Seat.NORTH, Call.parse("2C"), Meaning("whatever we like", True), read=False)


def test_a_line_that_is_no_message_is_quoted_with_its_bids_but_not_at_length() -> None:
    sitting = at_table(Seat.SOUTH)
    assert remarks(sitting, "North bids 2S please") == ["'North bids 2S please' is no line of the protocol"]
    (why,) = remarks(sitting, "blah " * 100)
    assert len(why) < 100
