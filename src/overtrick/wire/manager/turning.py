"""Boards with the seats turned: what one side held the other holds, dealer and vulnerability with it."""

from __future__ import annotations

from dataclasses import replace

from overtrick.core import Auction, Board, Contract, Deal, Play, Result, Seat, TableClaim, Vul

__all__ = ["turned"]

_OTHERS = {Vul.NONE: Vul.NONE, Vul.NS: Vul.EW, Vul.EW: Vul.NS, Vul.BOTH: Vul.BOTH}


def turned(board: Board, places: int = 1) -> Board:
    """A board with every hand so many places to the left, and all that happened on it.

    >>> board = Board.parse("Board 2\\nDeal N:AK... QJ... T9... 87...")
    >>> other = turned(board)
    >>> str(other.deal), other.dealer, other.vul
    ('N:87... AK... QJ... T9...', Seat.SOUTH, Vul.EW)
    >>> turned(other, -1) == board
    True
    """
    auction, play, claim = board.auction, board.play, board.claim
    deal = _deal(board.deal, places)
    return replace(
        board,
        dealer=board.dealer.next(places),
        vul=_OTHERS[board.vul] if places % 2 else board.vul,
        deal=deal,
        auction=None if auction is None else Auction(auction.dealer.next(places), auction.calls),
        play=None if play is None else Play(deal, play.strain, play.leader.next(places), play.cards),
        claim=None if claim is None else TableClaim(claim.tricks, _seat(claim.by, places)),
        result=_result(board.result, places),
    )


def _deal(deal: Deal, places: int) -> Deal:
    return Deal.of({seat.next(places): hand for seat, hand in deal.items()})


def _seat(seat: Seat | None, places: int) -> Seat | None:
    return None if seat is None else seat.next(places)


def _result(result: Result | None, places: int) -> Result | None:
    if result is None or result.contract is None:
        return result
    return replace(result, contract=_contract(result.contract, places))


def _contract(contract: Contract, places: int) -> Contract:
    return replace(contract, declarer=contract.declarer.next(places))
