"""The JSON records of the command line: their keys are a promise, kept in docs/cli.md."""

from __future__ import annotations

from overtrick.core import Board, Deal, Seat

__all__ = ["Record", "record"]

Record = dict[str, object]


def record(shown: Board | Deal) -> Record:
    """A board, or a deal with no board to it: the keys are the same, null for what is not known."""
    board, deal = (shown, shown.deal) if isinstance(shown, Board) else (None, shown)
    hands = {seat: deal.get(seat) for seat in Seat}
    auction = None if board is None else board.auction
    return {
        "board": None if board is None else board.number,
        "dealer": None if board is None else str(board.dealer),
        "vul": None if board is None else str(board.vul),
        "deal": str(deal),
        "hands": {str(seat): None if hand is None else str(hand) for seat, hand in hands.items()},
        "hcp": {str(seat): None if hand is None else hand.hcp for seat, hand in hands.items()},
        "calls": None if auction is None else [str(call) for call in auction.calls],
        "contract": None if board is None or board.contract is None else str(board.contract),
    }
