"""What the others' last card says to a player at the table: a small card of a side suit, and no other."""

from __future__ import annotations

import pytest

from overtrick.bidding import Agreements, load
from overtrick.core import Auction, Board, Play, Seat, SeatView, Vul
from overtrick.table.advice import said_lines

AGREEMENTS = Agreements(load("sayc"))
NOTHING = "the table of sayc says nothing of such a card."


def said(contract: str, play: str) -> str:
    """What South, who declares, is told of the last card of the defenders."""
    cards, auction = Play.parse(play), Auction.parse(f"S: {contract} AP")
    board = Board(None, Seat.SOUTH, Vul.NONE, cards.start, auction, play=cards)
    (line,) = said_lines(SeatView.of(board, Seat.SOUTH), AGREEMENTS)
    return line


def test_a_small_card_is_read_by_the_table() -> None:
    told = said("1NT", "N:43.A.. 62.5.. AK.2.. 75.3..;NT;W;H3 HA H5 H2 S3 S2")
    assert told.startswith("East ♠2. When declarer leads, the table of sayc says: ")


@pytest.mark.parametrize(
    ("contract", "play", "card"),
    [
        ("1S", "N:4.A4.. 6..5.5 A.2..6 .T73..;S;W;H3 HA S6", "East ♠6"),
        ("1S", "N:43.A.. 62.5.. AK.2.. 75.3..;S;W;H3 HA H5 H2 S3 S2", "East ♠2"),
        ("1NT", "N:43.A.. Q2.5.. AK.2.. 75.3..;NT;W;H3 HA H5 H2 S3 SQ", "East ♠Q"),
    ],
    ids=["ruff", "trump", "honour"],
)
def test_a_ruff_a_trump_and_an_honour_are_no_signals(contract: str, play: str, card: str) -> None:
    assert said(contract, play) == f"{card}: {NOTHING}"
