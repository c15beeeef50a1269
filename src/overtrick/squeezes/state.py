"""A position as the compiled core takes it: four hands in bits and a trick; North and South attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overtrick.core import Play

__all__ = ["NOTRUMP", "SUIT", "Hands", "State", "bits_of", "suit_part"]

Hands = tuple[int, int, int, int]
"""North, East, South, West; one bit for each card."""
NOTRUMP = 4
"""The strain without trumps; the others are suits."""
SUIT = (1 << 13) - 1
"""The bits of clubs; other suits lie 13, 26 and 39 places higher."""


class State(NamedTuple):
    """Four hands without the cards on the table, the trump suit, who led to the trick, and the trick."""

    hands: Hands
    strain: int
    leader: int
    trick: tuple[int, ...] = ()

    @staticmethod
    def after(play: Play) -> State:
        """The position a play has led to."""
        north, east, south, west = play.bits
        trick = tuple(card.index for card in play.trick.cards)
        return State((north, east, south, west), int(play.strain), int(play.on_lead), trick)

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.leader + len(self.trick) & 3

    @property
    def tricks_left(self) -> int:
        """The tricks still to be decided, the one in progress among them."""
        return self.hands[0].bit_count() + (-self.leader % 4 < len(self.trick))

    @property
    def legal(self) -> int:
        """The cards that may be played, in bits."""
        own = self.hands[self.seat]
        return (own & SUIT << 13 * (self.trick[0] // 13) or own) if self.trick else own

    @property
    def is_discard(self) -> bool:
        """Is it the turn of a player who cannot follow suit?"""
        return bool(self.trick) and not self.hands[self.seat] & SUIT << 13 * (self.trick[0] // 13)

    def then(self, card: int) -> State:
        """The position after a card; a fourth card stays on the table until `gathered`."""
        hands = list(self.hands)
        hands[self.seat] &= ~(1 << card)
        return State((hands[0], hands[1], hands[2], hands[3]), self.strain, self.leader, (*self.trick, card))

    @property
    def winner(self) -> int:
        """Who wins, or is winning, the trick on the table."""
        best = self.trick[0]
        for card in self.trick[1:]:
            if card // 13 == best // 13:
                best = max(best, card)
            elif card // 13 == self.strain:
                best = card
        return self.leader + self.trick.index(best) & 3

    @property
    def exchanged(self) -> State:
        """The defenders' hands exchanged before a lead; a defender's lead goes with his hand."""
        north, east, south, west = self.hands
        leader = self.leader ^ 2 if self.leader & 1 else self.leader
        return State((north, west, south, east), self.strain, leader)

    def gathered(self) -> tuple[State, int]:
        """The next trick, if four cards are on the table, and the trick that North and South won with it."""
        if len(self.trick) < 4:
            return self, 0
        winner = self.winner
        return State(self.hands, self.strain, winner), 1 - (winner & 1)


def bits_of(cards: int) -> Iterator[int]:
    """The numbers of the cards in a set, low to high."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def suit_part(cards: int, suit: int) -> int:
    """The ranks held in a suit, as 13 bits."""
    return cards >> 13 * suit & SUIT
