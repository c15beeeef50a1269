"""Signals by the table: which of a defender's spare cards says what it should."""

from __future__ import annotations

from overtrick.bidding.carding import Occasion, SignalEntry
from overtrick.bidding.carding.entries import Signal
from overtrick.core import Rank, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.turns import Turn, highest, lowest, suits_in

__all__ = ["attitude", "count", "first_discard", "suit_preference"]

_HIGH = (Signal.HIGH, Signal.HIGH_LOW)


def attitude(turn: Turn, cards: int) -> int:
    """To partner's lead: like the suit with an honour or a ruff to come, dislike it otherwise."""
    suit = turn.led
    if suit is None or turn.is_discard or turn.has_played(suit):
        return 0
    if not turn.is_defender or turn.play.on_lead is not turn.seat.partner:
        return 0
    return _signalled(turn, cards, Occasion.PARTNER_LEADS, "encourag" if _likes(turn, suit) else "discourag")


def count(turn: Turn, cards: int) -> int:
    """To a lead of declarer's side: an even or an odd number, the first time the suit is played."""
    suit = turn.led
    if suit is None or turn.is_discard or turn.has_played(suit):
        return 0
    if not turn.is_defender or turn.play.on_lead.side is turn.seat.side:
        return 0
    is_even = (turn.hand & SUIT_BITS[suit]).bit_count() % 2 == 0
    return _signalled(turn, cards, Occasion.DECLARER_LEADS, "even" if is_even else "odd")


def first_discard(turn: Turn, cards: int) -> int:
    """The first time a defender discards: like or dislike the suit he throws."""
    suits = tuple(suits_in(cards))
    if not turn.is_defender or not turn.is_discard or len(suits) != 1 or suits[0] is turn.trump:
        return 0
    if turn.play.shown_out(turn.seat):
        return 0
    return _signalled(
        turn, cards, Occasion.DISCARDING, "encourag" if _has_top(turn, suits[0], Rank.KING) else "discourag"
    )


def suit_preference(turn: Turn, cards: int) -> int:
    """A lead for partner to ruff: high or low for the other side suit in which a high card is held."""
    suits, trump = tuple(suits_in(cards)), turn.trump
    if not turn.is_defender or not turn.is_lead or trump is None or len(suits) != 1:
        return 0
    gone = turn.play.shown_out(turn.seat.partner)
    if suits[0] is trump or suits[0] not in gone or trump in gone:
        return 0
    lower, higher = (suit for suit in Suit if suit not in (trump, suits[0]))
    wants_higher = _top(turn, higher) > _top(turn, lower)
    return _signalled(turn, cards, Occasion.GIVING_A_RUFF, "higher" if wants_higher else "lower")


def _signalled(turn: Turn, cards: int, occasion: Occasion, word: str) -> int:
    """The spare card that the table's entry asks for; none if the table has none, or no card to spare."""
    spare = turn.spare(cards)
    entry = _entry(turn, occasion, word)
    if not spare or entry is None:
        return 0
    return highest(spare) if entry.signal in _HIGH else lowest(spare)


def _entry(turn: Turn, occasion: Occasion, word: str) -> SignalEntry | None:
    """The entry of an occasion whose name has the word: ``encouraging``, ``even count``."""
    if turn.table is None:
        return None
    named = (
        each
        for each in turn.table.signals_when(occasion)
        if any(part.startswith(word) for part in each.name.lower().split())
    )
    return next(named, None)


def _likes(turn: Turn, suit: Suit) -> bool:
    """Is the suit worth going on with: the queen or better, or a ruff in the third round?"""
    length = (turn.hand & SUIT_BITS[suit]).bit_count()
    has_trumps = turn.trump is not None and turn.trump is not suit and turn.hand & SUIT_BITS[turn.trump]
    return _has_top(turn, suit, Rank.QUEEN) or (length == 2 and bool(has_trumps))


def _has_top(turn: Turn, suit: Suit, rank: Rank) -> bool:
    return _top(turn, suit) >= rank


def _top(turn: Turn, suit: Suit) -> int:
    """The highest rank held in a suit, -1 if none is."""
    return (turn.hand >> 13 * suit & 0x1FFF).bit_length() - 1
