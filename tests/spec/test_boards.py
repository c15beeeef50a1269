"""What a board is, and what one seat sees of it."""

from __future__ import annotations

import pytest

from overtrick import (
    Auction,
    Board,
    BoardError,
    Deal,
    Meaning,
    NotationError,
    Play,
    Result,
    Seat,
    SeatView,
    TableClaim,
    Vul,
)

FULL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
STORY = f"""\
Board 7
Dealer S
Vul Both
Deal {FULL}
Auction S: P 1S P P X P P P
Alert 2 5+ spades, 11-21
Play S;N;SA SK S6 S2
Claim 8 by W
Result 1SX by W +1"""


@pytest.mark.parametrize(("number", "dealer"), [(1, "N"), (2, "E"), (3, "S"), (4, "W"), (5, "N"), (32, "W")])
def test_the_dealer_of_a_board_goes_by_its_number(number: int, dealer: str) -> None:
    assert str(Board.numbered(number).dealer) == dealer


def test_both_sides_are_vulnerable_on_board_13() -> None:
    assert Board.numbered(13).vul is Vul.BOTH


@pytest.mark.parametrize("number", [0, -1])
def test_boards_are_numbered_from_one(number: int) -> None:
    with pytest.raises(BoardError, match="numbered from 1"):
        Board.numbered(number)
    with pytest.raises(BoardError, match="numbered from 1"):
        Board(number, Seat.NORTH, Vul.NONE)


def test_a_board_tells_its_story_in_lines() -> None:
    board = Board.parse(STORY)
    assert str(board) == STORY
    assert str(board.contract) == "1SX by W"
    assert board.meanings == (None, Meaning("5+ spades, 11-21", alerted=True))
    assert board.claim == TableClaim(8, Seat.WEST)
    assert board.result == Result.parse("1SX by W +1")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("Dealer S", "Dealer N"), "North deals, but the auction begins with South"),
        (
            ("Result 1SX by W +1", "Result 1S by W +1"),
            "the auction ends in 1SX by W, the result is 1S by W +1",
        ),
        (("Play S;N", "Play H;N"), "North leads against 1SX by W, but North leads at hearts"),
        (("Alert 2", "Alert 12"), "12 meanings are given for 8 calls"),
        (("P 1S P P X P P P", "P P P P"), "the board was passed out, but cards were played"),
    ],
)
def test_a_board_that_contradicts_itself_cannot_be_built(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board.parse(STORY.replace(*change))
    assert fault in caught.value.faults


def test_cards_must_be_played_from_the_deal_of_the_board() -> None:
    other = Play.parse("N:A... K... Q... J...;NT;N")
    with pytest.raises(BoardError, match="another deal"):
        Board(1, Seat.NORTH, Vul.NONE, Deal.parse(FULL), play=other)


@pytest.mark.parametrize(
    "line",
    [
        "Board x",
        "Colour red",
        "Claim many",
        "Meaning x y",
        "Claim 14",
        "UnreadCalls x",
        f"Board {'9' * 5000}",
    ],
)
def test_a_line_that_says_nothing_about_a_board_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        Board.parse(line)


def test_a_passed_out_board_has_no_contract() -> None:
    board = Board.parse("Board 1\nAuction N: AP")
    assert board.contract is None
    assert SeatView.of(board, Seat.NORTH).play is None


def test_what_could_not_be_read_stays_with_the_board() -> None:
    record = Auction.read("N: 1C 1C P")
    board = Board(1, Seat.NORTH, Vul.NONE, auction=record.auction, unread_calls=record.rest)
    assert board.unread_calls == "1C P"
    assert Board.parse(str(board)) == board


def view(story: str, seat: Seat) -> SeatView:
    return SeatView.of(Board.parse(story), seat)


def test_dummy_is_seen_by_all_once_the_opening_lead_is_made() -> None:
    before = STORY.replace("SA SK S6 S2", "")
    for seat in (Seat.NORTH, Seat.SOUTH, Seat.WEST):
        assert view(before, seat).deal.known == (seat,)
        assert view(before, seat).dummy is None
        assert set(view(STORY, seat).deal.known) == {seat, Seat.EAST}
        assert view(STORY, seat).dummy == Deal.parse(FULL)[Seat.EAST]


def test_dummy_does_not_see_declarers_hand() -> None:
    assert view(STORY, Seat.EAST).deal.known == (Seat.EAST,)


def test_declarer_plays_dummys_cards_and_dummy_none() -> None:
    led = STORY.replace("SA SK S6 S2", "SA")
    assert view(led, Seat.WEST).is_turn
    assert str(view(led, Seat.WEST).legal_cards) == "K..."
    assert not view(led, Seat.EAST).is_turn
    assert not view(led, Seat.EAST).legal_cards


def test_each_call_is_seen_with_its_meaning() -> None:
    calls = [
        (str(seat), str(call), meaning and meaning.text)
        for seat, call, meaning in view(STORY, Seat.NORTH).calls()
    ]
    assert calls[:3] == [("S", "P", None), ("W", "1S", "5+ spades, 11-21"), ("N", "P", None)]
    assert len(calls) == 8
