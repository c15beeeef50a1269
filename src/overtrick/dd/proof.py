"""Proofs of trick bounds: the cards that matter, whoever holds the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, Side, Suit

__all__ = ["Proof"]


@final
@dataclass(frozen=True, slots=True)
class Proof:
    """The answer to "at least this many tricks?", with the cards that prove it.

    A yes is a bound for the side in question, a no a bound for its opponents. The bound holds for every
    redeal that keeps the shape of each hand and the owners and relative ranks of `cards`. The truth value
    of a proof is its answer.
    """

    is_reached: bool
    """Does the side in question take the tricks?"""
    side: Side
    """The side the bound is for: the side in question, or its opponents if the answer is no."""
    bound: int
    """The least number of tricks it takes, the trick in progress included."""
    cards: CardSet
    """The cards whose owners prove it; in each suit the highest that are left or on the table."""
    play: Play
    """The position it was proved in."""

    def __bool__(self) -> bool:
        return self.is_reached

    def covers(self, other: Play) -> bool:
        """Does the bound hold in another position, because it differs only in cards that do not matter?"""
        if other.strain is not self.play.strain or None in other.start.hands:
            return False
        return _frame(other) == _frame(self.play) and all(
            _owners(other, suit, self.cards.length(suit)) == _owners(self.play, suit, self.cards.length(suit))
            for suit in Suit
        )


Owner = tuple[Seat, bool]
"""The seat of a card, and whether the card lies on the table."""


def _frame(play: Play) -> object:
    """The parts of a position that no redeal may change: the suits on the table and the shapes."""
    shape = tuple(play.hand(seat).length(suit) for seat in Seat for suit in Suit)
    return play.trick.leader, tuple(card.suit for card in play.trick.cards), shape


def _owners(play: Play, suit: Suit, count: int) -> list[Owner]:
    """The owners of the highest cards of a suit that are left or on the table, from the top."""
    owned: list[tuple[Card, Owner]] = [(card, (seat, True)) for seat, card in play.trick if card.suit is suit]
    for seat, hand in play.remaining.items():
        owned += [(card, (seat, False)) for card in hand.in_suit(suit)]
    return [owner for _, owner in sorted(owned, key=lambda each: -each[0].index)][:count]
