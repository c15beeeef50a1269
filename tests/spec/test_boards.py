"""What a board is, and what one seat sees of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overtrick import (
    Auction,
    Board,
    BoardError,
    Claim,
    Deal,
    Meaning,
    NotationError,
    Play,
    Result,
    Seat,
    SeatView,
    Suit,
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
    assert board.claim == Claim(8, Seat.WEST)
    assert board.result == Result.parse("1SX by W +1")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("Dealer S", "Dealer N"), "North deals, but the auction begins with South"),
        (
            ("Result 1SX by W +1", "Result 1S by W +1"),
            "the auction ends in 1SX by W, the result is 1S by W +1",
        ),
        (("Play S;N", "Play H;N"), "the contract is 1SX by W, but the play is at hearts"),
        (("Play S;N;SA SK S6 S2", "Play S;E;SK"), "North leads against 1SX by W, not East"),
        (
            ("Auction S: P 1S P P X P P P", "Auction S: P P P P"),
            "the auction ends in four passes, the result is 1SX by W +1",
        ),
        (
            ("Result 1SX by W +1", "Result passed out"),
            "the board was passed out, but cards were played or claimed",
        ),
    ],
)
def test_a_board_that_contradicts_itself_cannot_be_built(change: tuple[str, str], fault: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board.parse(STORY.replace(*change))
    assert fault in caught.value.faults
    assert "Board 7" in str(caught.value)


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
    led = STORY.replace("SA SK S6 S2", "SA").replace("Claim 8 by W\n", "")
    assert view(led, Seat.WEST).is_turn
    assert str(view(led, Seat.WEST).legal_cards) == "K..."
    assert not view(led, Seat.EAST).is_turn
    assert not view(led, Seat.EAST).legal_cards


def test_nobody_is_to_play_after_a_claim() -> None:
    assert not any(view(STORY, seat).is_turn for seat in Seat)
    assert view(STORY, Seat.NORTH).claim == Claim(8, Seat.WEST)


def test_a_result_is_not_seen_before_the_auction_is_over() -> None:
    ahead = Board.parse(f"Board 1\nDeal {FULL}\nAuction N: 1C\nResult 4S by S =")
    assert SeatView.of(ahead, Seat.EAST).contract is None
    assert SeatView.of(ahead, Seat.EAST).is_turn


def test_cards_are_seen_where_no_auction_was_recorded() -> None:
    board = Board.parse(f"Board 1\nDeal {FULL}\nPlay NT;W;SJ")
    seen = SeatView.of(board, Seat.SOUTH)
    assert seen.dummy == board.deal[Seat.NORTH]
    assert seen.is_turn
    assert seen.legal_cards == board.deal[Seat.NORTH].in_suit(Suit.SPADES)


def test_a_view_cannot_be_given_a_hand_it_may_not_see() -> None:
    seen = view(STORY, Seat.NORTH)
    with pytest.raises(BoardError, match="North may not see the hand of South and West"):
        replace(seen, deal=Deal.parse(FULL))


def test_in_an_ending_the_unseen_cards_are_those_in_the_other_hands() -> None:
    board = Board.parse("Board 1\nDeal N:Q.AJ.. T9...3 2.3..A K.KQ..\nPlay NT;S;CA")
    assert SeatView.of(board, Seat.EAST).unseen == board.deal.dealt - board.deal[Seat.EAST]


@pytest.mark.parametrize(
    "text",
    [
        "Board 1\nBoard 2",
        "Board 1\nAuction N: 1C\nAlert 0 x",
        "Board 1\nAuction N: 1C\nAlert 999999999 x",
        "UnreadCalls null",
        "UnreadCalls " + "[" * 100_000,
    ],
)
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    with pytest.raises(NotationError):
        Board.parse(text)


def test_every_faulty_line_of_a_board_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        Board.parse("Board x\nDealer Q\nVul zz\nColour red")
    assert [fault.split()[0] for fault in caught.value.faults] == ["'Colour'", "'x'", "'Q'", "'zz'"]


def test_a_board_says_why_something_was_not_read() -> None:
    board = Board.parse(
        "Board 1\nDeal N:A... K... Q... J...\nAuction N: 1C\n"
        'UnreadCalls "1C X"\nPlay NT;N;SA\nUnreadCards "S2"'
    )
    assert len(board.warnings) == 2
    assert "it is not higher than 1♣" in board.warnings[0]
    assert "East does not hold it" in board.warnings[1]
    assert Board.numbered(1).warnings == ()


def test_each_call_is_seen_with_its_meaning() -> None:
    calls = [
        (str(seat), str(call), meaning and meaning.text)
        for seat, call, meaning in view(STORY, Seat.NORTH).calls()
    ]
    assert calls[:3] == [("S", "P", None), ("W", "1S", "5+ spades, 11-21"), ("N", "P", None)]
    assert len(calls) == 8


@pytest.mark.parametrize("play", ["", "\nPlay NT;E;"], ids=["no play recorded", "no card recorded"])
def test_in_an_ending_dummy_has_been_faced_before_the_first_card(play: str) -> None:
    board = Board.parse(f"Board 1\nDeal N:A2... K3... Q4... J5...\nAuction N: 1NT AP{play}")
    for seat in Seat:
        seen = SeatView.of(board, seat)
        assert seen.dummy == board.deal[Seat.SOUTH]
        assert set(seen.deal.known) == {seat, Seat.SOUTH}
        assert seen.is_turn is (seat is Seat.EAST)
