"""What a player says on a board: what it does, and what it waits for."""

from __future__ import annotations

from collections.abc import Container

from overtrick.core import Call, Card, Meaning
from overtrick.wire.client.seen import SeenBoard
from overtrick.wire.messages import (
    Called,
    FromPlayer,
    Played,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
)

__all__ = ["acted", "asked", "plainest"]


def acted(board: SeenBoard, act: Call | Card, meaning: Meaning | None) -> tuple[FromPlayer, SeenBoard]:
    """What we say of an act of ours, and the board after it; dummy's cards go under dummy's name."""
    if isinstance(act, Card):
        assert board.play is not None  # it is our turn to play
        return Played(board.play.to_play, act), board.after_card(act)
    return Called(board.seat, act, meaning), board.after_call(act, meaning)


def asked(board: SeenBoard) -> tuple[FromPlayer, ...]:
    """What we ask for now; nothing when it is our turn or the board is over."""
    hand = board.to_act
    if hand is None:
        return ()
    if board.lacks_dummy:
        return (ReadyForDummy(board.seat),)
    if board.is_turn:
        return ()
    if board.contract is None:
        return (ReadyForBid(board.seat, hand),)
    of = None if hand is board.contract.dummy else hand
    return (ReadyForCard(board.seat, of, len(board.cards) // 4 + 1),)


def plainest(board: SeenBoard, refused: Container[Call | Card] = ()) -> Call | Card | None:
    """A pass, or the lowest card, that has not been refused."""
    if board.play is None:
        return None if Call.PASS in refused else Call.PASS
    legal = sorted(board.play.legal_cards, key=lambda card: (card.rank, card.suit))
    return next((card for card in legal if card not in refused), None)
