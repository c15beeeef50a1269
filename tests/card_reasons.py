"""Plain positions in which a card needs a reason, and the reasons for it."""

from __future__ import annotations

from functools import cache

from overtrick import Auction, Board, Card, Play, Reason, Seat
from overtrick.core import Claim
from overtrick.player.claims import Safety
from overtrick.player.decision import Decision
from overtrick.player.reasons import why
from overtrick.player.sample import Sample
from tests.card_decisions import all_layouts, decide, view_of


def ending(deal: str, leader: str, cards: str = "", contract: str = "1NT") -> Board:
    """An ending that South declares."""
    auction = Auction.parse(f"S: {contract} AP")
    play = Play.parse(f"{deal};{auction.contract.strain if auction.contract else ''};{leader};{cards}")
    return Board(None, Seat.SOUTH, Board.numbered(1).vul, play.start, auction, play=play)


def decided(board: Board) -> Decision:
    """The decision of the player to move, over all layouts."""
    view = view_of(board)
    return decide(view, all_layouts(view))


WITH_QUEEN = ending("N:AQ.4.. KJ.3.. 54.A.. 87.K..", "S", "S4 S7")
"""Dummy has the ace and queen, and West has played low."""
TOWARDS = ending("N:K2.4.. AJT... 54.A.. 876...", "S")
BREAK = ending("N:A432... KJT.3.. 765.A.. Q98.K..", "S")
SAME_AND_WORSE = ending("N:2.3..3 K3...A A.A..2 Q.K..4", "S")
BARE_KING = ending("N:AKQ2.4.. JT9.32.. 543.AT.. 876.K5..", "S")


RUFFING = ending("N:KQ..A. AJT... .A.3.3 9..K.Q", "N", contract="1H")
"""Dummy leads from the king and queen of spades; South, who has none, has a trump."""
THROWN_IN = ending("N:AQ..K. K.J.T. 9.T.8. J.K.A.", "N")
"""The king of diamonds may throw East in, to lead into the ace and queen of spades."""
BOARDS = (WITH_QUEEN, TOWARDS, BREAK, BARE_KING, RUFFING, THROWN_IN)


@cache
def reason(board: Board) -> Reason:
    return why(decided(board))


def claims(board: Board, kind: type[Claim]) -> list[Claim]:
    return [claim for claim in reason(board).claims() if type(claim) is kind]


def card(text: str) -> Card:
    return Card.parse(text)


def sample_of(board: Board, needed: int = 1) -> Sample:
    """The position with all its layouts."""
    view = view_of(board)
    layouts = tuple(all_layouts(view))
    assert view.play is not None
    return Sample(view.play, view.contract, layouts, (1 / len(layouts),) * len(layouts), needed, True)


def safety() -> Safety:
    """West has a card that is likelier to take ten tricks than one that takes more on average."""
    cards = "SA S9 S7 ST D8 D5 DJ DT DQ HA D9 D7 SJ S4 SQ S3 CK CJ CA CT C7 C3 C6 CQ S2 S5 SK S8 H4 H7 H5 HJ"
    board = ending(
        "N:932.QT85.765.QJ2 J75.J63.KQJ4.A97 KT4.AK942.T.T543 AQ86.7.A9832.K86",
        "W",
        f"{cards} H3 HK D2 H8 H2",
        contract="1C",
    )
    return Safety(sample_of(board, needed=10), card("DA"), card("C8"), 60)
