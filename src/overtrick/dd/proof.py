"""Why a number of tricks is certain: the cards that matter, whatever the others are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, Side, Suit

__all__ = ["Proof"]


@final
@dataclass(frozen=True, slots=True)
class Proof:
    """The answer to "at least so many tricks?", with the cards that prove it.

    Yes is a bound for the side that was asked about, no a bound for its opponents. It holds for every
    redeal that keeps the shape of each hand and the owners and relative ranks of `cards`; as a truth value
    a proof is its answer.
    """

    is_reached: bool
    """Does the side that was asked about take the tricks?"""
    side: Side
    """The side that is sure of tricks: its opponents, where the answer is no."""
    bound: int
    """How many tricks it takes at least, the trick in progress included."""
    cards: CardSet
    """The cards whose owners prove it; in each suit the highest that are left or on the table."""
    play: Play
    """The position it was proved in."""

    def __bool__(self) -> bool:
        return self.is_reached

    def covers(self, other: Play) -> bool:
        """Is another position the same but for cards that do not matter, so that the bound holds there?"""
        if other.strain is not self.play.strain or None in other.start.hands:
            return False
        return _frame(other) == _frame(self.play) and all(
            _owners(other, suit, self.cards.length(suit)) == _owners(self.play, suit, self.cards.length(suit))
            for suit in Suit
        )


Owner = tuple[Seat, bool]
"""Who has a card, and whether it lies on the table."""


def _frame(play: Play) -> object:
    """What every card must leave as it is: the suits on the table and the shape of the hands."""
    shape = tuple(play.hand(seat).length(suit) for seat in Seat for suit in Suit)
    return play.trick.leader, tuple(card.suit for card in play.trick.cards), shape


def _owners(play: Play, suit: Suit, count: int) -> list[Owner]:
    """The owners of the highest cards of a suit that are left or on the table, from the top."""
    owned: list[tuple[Card, Owner]] = [(card, (seat, True)) for seat, card in play.trick if card.suit is suit]
    for seat, hand in play.remaining.items():
        owned += [(card, (seat, False)) for card in hand.in_suit(suit)]
    return [owner for _, owner in sorted(owned, key=lambda each: -each[0].index)][:count]
