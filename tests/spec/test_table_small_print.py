"""The laws at the table where they are easily got wrong: tricks won, the other side, an answer to come."""

from __future__ import annotations

import pytest

from overtrick import Board, Card, Deal, Seat
from overtrick.table import CardPlayed, ClaimAccepted, ClaimMade, ClaimRefused, Table, TableError, Undone
from tests.tables import auction, opened

DEFENCE_HAS_ALL = Deal.parse("N:432.432.5432.432 AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9 765.765.876.8765")


def in_one_notrump(cards: str = "") -> Table:
    """North plays 1NT, in which East and West have every trick."""
    table = opened()
    table.deal(Board.numbered(1, DEFENCE_HAS_ALL))
    auction(table, "1NT P P P")
    for card in cards.split():
        assert table.turn is not None
        table.play(table.turn, Card.parse(card))
    return table


# Claims


def test_declarer_cannot_have_the_tricks_that_the_defence_has_won() -> None:
    table = in_one_notrump("SA S8 S5 S2")
    with pytest.raises(TableError, match="declarer can have 0 to 12 tricks in all, not 13"):
        table.claim(Seat.NORTH, 13)


def test_a_defender_who_concedes_keeps_the_tricks_he_has_won() -> None:
    table = in_one_notrump("SA S8 S5 S2")
    table.concede(Seat.WEST)
    assert str(table.result) == "1NT by N +5"


def test_a_claim_that_was_refused_does_not_keep_the_other_side_from_claiming() -> None:
    table = in_one_notrump()
    assert not table.claim(Seat.NORTH, 1)
    assert table.claim(Seat.EAST, 0)
    assert str(table.result) == "1NT by N -7"


def test_nothing_but_an_answer_or_an_undo_follows_a_claim() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0))
    lead, eight = state.board_in_play.steps[-1][0], CardPlayed(Seat.SOUTH, Card.parse("S8"))
    assert state.board_in_play.turn is None
    with pytest.raises(TableError, match="East has claimed: the claim must be answered first"):
        state.after(eight)
    back = state.after(Undone(lead))
    assert back.board_in_play.turn is Seat.NORTH
    assert back.after(eight).board_in_play.turn is Seat.WEST


def test_no_card_is_played_after_a_claim_that_stands() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0)).after(ClaimAccepted())
    with pytest.raises(TableError, match="board 1 is over"):
        state.after(CardPlayed(Seat.SOUTH, Card.parse("S8")))


def test_a_claim_is_not_refused_by_a_line_that_cannot_be_played() -> None:
    state = in_one_notrump("SA").state.after(ClaimMade(Seat.EAST, 0))
    with pytest.raises(TableError, match="the line that refutes the claim cannot be played"):
        state.after(ClaimRefused((Card.parse("SK"),)))
    assert state.after(ClaimRefused((Card.parse("S8"),))).board_in_play.turn is Seat.NORTH
