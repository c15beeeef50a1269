"""A seat at tables of many managers: their dialects, their quirks, and boards that cannot be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import pytest

from overtrick import Auction, Board, Call, Card, Meaning, Seat, SeatView
from overtrick.protocol import write
from overtrick.protocol.client import Dialogue, Stage
from overtrick.protocol.client.dialogue import (
    BoardLeft,
    BoardOver,
    Explained,
    Ignored,
    SatDown,
    SeatEvent,
    TurnedAway,
    as_line,
)
from overtrick.protocol.messages import Called, EndOfSession
from tests.protocol_manager import (
    DIALECTS,
    HEAR,
    OURS,
    TELL,
    Spoken,
    Step,
    board_steps,
    hand_words,
    seating,
)

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def played_out(text: str) -> Board:
    """A board played to the end: after the cards that are told, everybody plays low."""
    board = Board.parse(text)
    play = board.play
    assert play is not None
    while not play.is_over:
        play = play.then(min(play.legal_cards, key=lambda card: (card.rank, card.suit)))
    return Board(board.number, board.dealer, board.vul, board.deal, board.auction, (), play)


PLAYED = played_out(f"Board 1\nDeal {DEAL}\nAuction N: P P 1NT P 2C X 2D P 2NT AP\nPlay NT;W;S4 SJ S3 S5 C8")
AT_SUIT = played_out(f"Board 2\nDeal {DEAL}\nAuction E: P 1C X XX 2D P P 2S X AP\nPlay S;E;D4 D9")
PASSED_OUT = Board.parse(f"Board 3\nDeal {DEAL}\nAuction S: P P P P")


def replayed(sitting: Dialogue, steps: Iterable[Step], said: deque[str]) -> list[SeatEvent]:
    """Replay a transcript; what the player must say it has said, in that order."""
    news = list[SeatEvent]()
    for kind, what in steps:
        if kind == TELL:
            heard = sitting.hear(str(what))
            said += map(write, heard.say)
            news += heard.events
        elif kind == HEAR:
            assert said, f"nothing was said, expected {what!r}"
            assert said.popleft() == what
        else:
            assert isinstance(what, Call | Card)
            assert sitting.may_act
            view = sitting.to_think
            assert view is not None
            said += map(write, sitting.act(view, what).say)
    return news


def sat_down(as_line: Spoken, seat: Seat) -> tuple[Dialogue, deque[str]]:
    sitting = Dialogue("A", seat)
    said = deque(map(write, sitting.begin()))
    replayed(sitting, seating(as_line, seat), said)
    return sitting, said


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("as_line", DIALECTS, ids=lambda as_line: as_line.name)
def test_three_boards_are_played_without_a_second_ready_to_start(as_line: Spoken, seat: Seat) -> None:
    sitting, said = sat_down(as_line, seat)
    for board in (PLAYED, AT_SUIT, PASSED_OUT):
        news = replayed(sitting, board_steps(as_line, seat, board), said)
        assert not said, said
        assert [each for each in news if isinstance(each, Ignored)] == []
        (over,) = [each for each in news if isinstance(each, BoardOver)]
        assert over.board.auction == board.auction
        assert over.board.cards == (() if board.play is None else board.play.cards)
        assert over.board.whole_deal == (None if board.play is None else board.deal)
    assert replayed(sitting, [(TELL, "End of session")], said) == [EndOfSession()]
    assert sitting.stage is Stage.OVER
    assert not said


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("board", [PLAYED, AT_SUIT], ids=["notrump", "suit"])
def test_a_player_sees_what_a_table_of_ours_would_show_it(board: Board, seat: Seat) -> None:
    sitting, said = sat_down(DIALECTS[3], seat)
    views, steps = list[SeatView](), list(board_steps(DIALECTS[3], seat, board))
    for step in steps:
        replayed(sitting, [step], said)
        if sitting.to_think is not None:
            views.append(sitting.to_think)
    assert board.auction is not None
    assert board.play is not None
    asked = list(dict.fromkeys(views))
    shown = list[SeatView]()
    for calls in range(len(board.auction)):
        auction = board.auction.back(len(board.auction) - calls)
        shown.append(SeatView.of(Board(board.number, board.dealer, board.vul, board.deal, auction), seat))
    for cards in range(len(board.play.cards)):
        play = board.play.back(len(board.play.cards) - cards)
        full = Board(board.number, board.dealer, board.vul, board.deal, board.auction, (), play)
        shown.append(SeatView.of(full, seat))
    assert asked == [view for view in shown if view.is_turn]


def test_any_seat_is_taken_from_the_manager() -> None:
    sitting = Dialogue("A", None)
    said = deque(map(write, sitting.begin()))
    replayed(sitting, seating(OURS, Seat.WEST, "ANYPL"), said)
    assert sitting.seat is Seat.WEST


@pytest.mark.parametrize("steps", range(8, 70, 7))
def test_a_board_that_is_abandoned_at_any_moment_begins_again(steps: int) -> None:
    sitting, said = sat_down(OURS, Seat.SOUTH)
    replayed(sitting, list(board_steps(OURS, Seat.SOUTH, PLAYED))[:steps], said)
    said.clear()
    replayed(sitting, board_steps(OURS, Seat.SOUTH, AT_SUIT), said)
    assert not said


BOARD = Board.parse("Board 1\nDeal N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
HEADER = "Board number 1. Dealer North. Neither vulnerable."
TIMING = "Timing - N/S : this board 0:01, total 0:00:01. E/W : this board 0:01, total 0:00:01."


def at_table(seat: Seat, *lines: str) -> Dialogue:
    """A player with its cards of the board, after some more lines."""
    sitting = Dialogue("A", seat)
    cards = f"{seat.word}'s cards : {hand_words(BOARD.deal[seat])}"
    for line in (f'{seat.word} ("A") seated', 'Teams : N/S : "A" E/W : "B"', "Start of board", HEADER, cards):
        assert not [each for each in sitting.hear(line).events if isinstance(each, Ignored)]
    for line in lines:
        sitting.hear(line)
    return sitting


def said(sitting: Dialogue, line: str) -> list[str]:
    return [write(each) for each in sitting.hear(line).say]


def act(sitting: Dialogue, what: str) -> list[str]:
    view = sitting.to_think
    assert view is not None
    done = Call.parse(what) if view.play is None else Card.parse(what)
    return [write(each) for each in sitting.act(view, done).say]


def in_silence(sitting: Dialogue, silences: int) -> list[str]:
    """What is said while nothing is heard for a while, as many times."""
    return [write(each) for _ in range(silences) for each in sitting.hurry().say]


def dummy_line(seat: Seat) -> str:
    return f"Dummy's cards : {hand_words(BOARD.deal[seat])}"


# Dialogue down


@pytest.mark.parametrize("line", ["Team name mismatch", "Error: North is taken", "Refused. no seat is free"])
def test_a_player_that_is_turned_away_says_why(line: str) -> None:
    (news,) = Dialogue("A", Seat.NORTH).hear(line).events
    assert isinstance(news, TurnedAway)
    assert news.why in line


@pytest.mark.parametrize("line", ["Illegal hand specified", "Expected team name 'B'", "Sorry, we are full"])
def test_words_that_are_followed_by_silence_instead_of_a_seat_turn_it_away(line: str) -> None:
    sitting = Dialogue("A", Seat.NORTH)
    (remark,) = sitting.hear(line).events
    assert isinstance(remark, Ignored)
    assert sitting.hurry().events == (TurnedAway(repr(line)),)


def test_a_manager_that_does_not_answer_at_all_is_told_of_once() -> None:
    sitting = Dialogue("A", None)
    assert sitting.hurry().events == (Ignored("the manager has not answered yet"),)
    assert sitting.hurry().events == ()
    assert said(sitting, 'North ("A") seated') == ["North ready for teams"]


def test_what_was_not_understood_before_it_sat_down_is_forgotten() -> None:
    sitting = Dialogue("A", Seat.NORTH)
    sitting.hear("Welcome")
    sitting.hear('North ("A") seated')
    assert sitting.hurry().events == ()


def test_a_manager_that_speaks_in_capitals_is_answered_in_capitals() -> None:
    sitting = Dialogue("A", None)
    assert not sitting.is_loud
    sitting.hear('NORTH ("a") seated')
    assert sitting.is_loud
    called = Called(Seat.NORTH, Call.PASS, Meaning("West passes with 4S", alerted=True))
    assert as_line(called, is_loud=True) == "NORTH PASSES Alert. West passes with 4S"
    assert as_line(called, is_loud=False) == "North passes Alert. West passes with 4S"


def test_the_seat_is_the_one_that_the_manager_gives() -> None:
    sitting = Dialogue("A", Seat.NORTH)
    assert said(sitting, "south emanon seated") == ["South ready for teams"]
    assert sitting.seat is Seat.SOUTH


def test_others_sitting_down_is_no_reason_to_change_seats() -> None:
    sitting = Dialogue("A", Seat.NORTH)
    sitting.hear('North ("A") seated')
    assert said(sitting, 'East ("B") seated') == []
    assert sitting.seat is Seat.NORTH


# Starting


def test_a_start_sent_twice_is_answered_once() -> None:
    sitting = Dialogue("A", Seat.NORTH)
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
    assert heard.events == (BoardLeft(1),)
    assert sitting.to_think is None
    assert sitting.act(view, Call.PASS).say == ()


def test_a_board_that_was_passed_out_is_over_though_no_times_are_told() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    for line in ("East passes", "South passes", "West passes"):
        sitting.hear(line)
    (news,) = sitting.hear("Start of board").events
    assert isinstance(news, BoardOver)
    assert news.timing is None
    assert news.board.result is not None


def test_a_session_that_ends_in_mid_board_abandons_it() -> None:
    assert at_table(Seat.NORTH).hear("End of session").events == (BoardLeft(1), EndOfSession())
    assert at_table(Seat.NORTH, TIMING).hear("End of session").events == (EndOfSession(),)


def test_a_board_that_ends_early_is_over_as_far_as_it_went() -> None:
    sitting = at_table(Seat.NORTH)
    act(sitting, "P")
    (news,) = sitting.hear(TIMING).events
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
    (news,) = heard.events
    assert isinstance(news, Ignored)
    for card in ("8 7 3", "873", "8S", "S8", "4S"):
        assert card not in news.why
    assert said(sitting, "East passes") == ["North ready for South's bid"]


def test_a_call_made_for_us_by_a_robot_counts() -> None:
    sitting = at_table(Seat.NORTH)
    assert said(sitting, "North bids 1C") == ["North ready for East's bid"]


# Refusals


def test_why_it_is_refused_is_told_without_cards() -> None:
    (news,) = at_table(Seat.NORTH).hear("Illegal bid: East has the S8").events
    assert news == Ignored("the manager took our act for illegal: something about cards")
    (away,) = Dialogue("A", Seat.NORTH).hear("Refused. East has the S8").events
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
    (news,) = sitting.hear("North bids 1NT Alert. 12-14 bal").events
    assert news == Explained(Seat.NORTH, Call.parse("1NT"), Meaning("12-14 bal", True), read=True)
    assert sitting.board is not None
    assert sitting.board.meanings == (Meaning("12-14 HCP; balanced", True),)
    assert sitting.board.auction == Auction.parse("N: 1NT")


AUCTION = ("North passes", "East passes", "South bids 1NT")
ENDED = ("North passes", "East passes")


def on_lead(*lines: str) -> Dialogue:
    """West, about to lead against one notrump."""
    sitting = at_table(Seat.WEST, *AUCTION)
    act(sitting, "P")
    for line in (*ENDED, *lines):
        sitting.hear(line)
    return sitting


def after_lead(seat: Seat, *lines: str) -> Dialogue:
    """Another seat, after the lead of the four of spades and the sight of dummy."""
    sitting = at_table(seat)
    for caller, line in zip("NESWNE", (*AUCTION, "West passes", *ENDED), strict=True):
        act(sitting, "1NT" if "1NT" in line else "P") if caller == str(seat) else sitting.hear(line)
    for line in ("West plays 4S", dummy_line(Seat.NORTH), *lines):
        assert not any(isinstance(each, Ignored) for each in sitting.hear(line).events)
    return sitting


def remarks(sitting: Dialogue, line: str) -> list[str]:
    """What is told of a line that must change nothing."""
    before = sitting.board
    heard = sitting.hear(line)
    assert heard.say == ()
    assert sitting.board is before
    return [each.why for each in heard.events if isinstance(each, Ignored)]


# Before the cards


def test_a_seat_without_a_name_is_that_of_our_team() -> None:
    assert Dialogue("A", None).hear("North seated").events == (SatDown(Seat.NORTH, "A"),)


def test_a_board_may_begin_with_its_number() -> None:
    sitting = Dialogue("A", Seat.NORTH)
    sitting.hear('North ("A") seated')
    sitting.hear('Teams : N/S : "A" E/W : "B"')
    assert said(sitting, HEADER) == ["North ready for cards"]
    assert said(at_table(Seat.NORTH, TIMING), HEADER) == ["North ready for cards"]


def test_times_before_the_first_board_are_the_end_of_nothing() -> None:
    sitting = at_table(Seat.NORTH, "Start of board")
    assert sitting.hear(TIMING).events == ()
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
    (news,) = at_table(Seat.SOUTH).hear("North bids 2C Alert. whatever we like").events
    assert news == Explained(Seat.NORTH, Call.parse("2C"), Meaning("whatever we like", True), read=False)


def test_a_line_that_is_no_message_is_quoted_with_its_bids_but_not_at_length() -> None:
    sitting = at_table(Seat.SOUTH)
    assert remarks(sitting, "North bids 2S please") == ["'North bids 2S please' is no line of the protocol"]
    (why,) = remarks(sitting, "blah " * 100)
    assert len(why) < 100
