"""Boards bid and played to the end at random, legally."""

from __future__ import annotations

import random
from dataclasses import replace

from overtrick import Auction, Board, Call, Play, Result

__all__ = ["played_board"]


def played_board(board: Board, chance: random.Random) -> Board:
    """The board with an auction, thirteen tricks and their result."""
    auction = Auction(board.dealer).then(Call.parse("1C"))
    while not auction.is_over:
        legal = auction.legal_calls
        auction = auction.then(
            Call.PASS if chance.random() < 0.6 else legal[min(len(legal) - 1, chance.randint(1, 5))]
        )
    assert auction.contract is not None
    play = Play.of(board.deal, auction.contract)
    while not play.is_over:
        play = play.then(chance.choice(tuple(play.legal_cards)))
    tricks = play.tricks_won(auction.contract.declarer.side)
    return replace(board, auction=auction, play=play, result=Result(auction.contract, tricks))
