"""A player at the tables of every known manager: whole boards from each seat, line by line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import pytest

from overtrick import Board, Call, Card, Seat, SeatView
from overtrick.wire import write
from overtrick.wire.client import Sitting, Stage
from overtrick.wire.client.news import BoardOver, Ignored, News, SessionOver
from tests.wire_manager import (
    DIALECTS,
    HEAR,
    OURS,
    TELL,
    Spoken,
    Step,
    board_steps,
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


def replayed(sitting: Sitting, steps: Iterable[Step], said: deque[str]) -> list[News]:
    """Replay a transcript; what the player must say it has said, in that order."""
    news = list[News]()
    for kind, what in steps:
        if kind == TELL:
            heard = sitting.hear(str(what))
            said += map(write, heard.say)
            news += heard.news
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


def sat_down(spoken: Spoken, seat: Seat) -> tuple[Sitting, deque[str]]:
    sitting = Sitting("A", seat)
    said = deque(map(write, sitting.begin()))
    replayed(sitting, seating(spoken, seat), said)
    return sitting, said


@pytest.mark.parametrize("seat", Seat, ids=str)
@pytest.mark.parametrize("spoken", DIALECTS, ids=lambda spoken: spoken.name)
def test_three_boards_are_played_without_a_second_ready_to_start(spoken: Spoken, seat: Seat) -> None:
    sitting, said = sat_down(spoken, seat)
    for board in (PLAYED, AT_SUIT, PASSED_OUT):
        news = replayed(sitting, board_steps(spoken, seat, board), said)
        assert not said, said
        assert [each for each in news if isinstance(each, Ignored)] == []
        (over,) = [each for each in news if isinstance(each, BoardOver)]
        assert over.board.auction == board.auction
        assert over.board.cards == (() if board.play is None else board.play.cards)
        assert over.board.whole_deal == (None if board.play is None else board.deal)
    assert replayed(sitting, [(TELL, "End of session")], said) == [SessionOver()]
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
    sitting = Sitting("A", None)
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
