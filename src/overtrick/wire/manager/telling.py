"""Who is told what at the table, and which line asks for it: all that leaves the manager about a board."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.core import Auction, Board, Card, CardSet, Contract, Play, Seat
from overtrick.wire.manager.chair import Chair
from overtrick.wire.messages import (
    BoardHeader,
    Called,
    DummyCards,
    FromManager,
    HandCards,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForCards,
    ReadyForDeal,
    ReadyForDummy,
    ToLead,
)

__all__ = ["tell_all", "tell_call", "tell_card", "tell_deal"]

Chairs = Mapping[Seat, Chair]


def tell_all(chairs: Chairs, message: FromManager) -> None:
    """Something for everybody, asked for or not."""
    for chair in chairs.values():
        chair.tell(message)


def tell_deal(chairs: Chairs, board: Board) -> None:
    """A board begins: each player is told its own hand."""
    assert board.number is not None  # the boards of a manager have numbers
    header = BoardHeader(board.number, board.dealer, board.vul)
    for seat, chair in chairs.items():
        chair.begin_board()
        chair.tell(header, ReadyForDeal(seat))
        chair.tell(HandCards(seat, board.deal[seat]), ReadyForCards(seat))


def tell_call(chairs: Chairs, called: Called, auction: Auction) -> None:
    """A call for the three others, and at the end of the auction who is to lead."""
    for seat, chair in chairs.items():
        if seat is not called.seat:
            chair.tell(called, ReadyForBid(seat, called.seat))
    contract = auction.contract
    if auction.is_over and contract is not None:
        leader = contract.declarer.lho
        for chair in chairs.values():
            chair.dummy = contract.dummy
        chairs[leader].tell(ToLead(leader))


def tell_card(chairs: Chairs, play: Play, contract: Contract, dummy: CardSet) -> None:
    """The last card for the three who did not play it, dummy after the lead, and who leads next."""
    card, hand, trick = _last(play)
    by = contract.declarer if hand is contract.dummy else hand
    for seat, chair in chairs.items():
        if seat is not by:
            chair.tell(Played(hand, card), ReadyForCard(seat, hand, trick))
        if len(play.cards) == 1 and seat is not contract.dummy:
            chair.tell(DummyCards(dummy), ReadyForDummy(seat))
    if len(play.cards) % 4 == 0 and not play.is_over:
        _tell_leader(chairs, play.to_play, contract)


def _last(play: Play) -> tuple[Card, Seat, int]:
    """The last card, the hand it came from, and the number of its trick."""
    before = play.back()
    return play.cards[-1], before.to_play, len(before.cards) // 4 + 1


def _tell_leader(chairs: Chairs, leader: Seat, contract: Contract) -> None:
    if leader is contract.dummy:
        chairs[contract.declarer].tell(ToLead(None))
    else:
        chairs[leader].tell(ToLead(leader))
