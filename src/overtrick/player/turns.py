"""A turn to play, as manners look at it: whose it is, what is led, what is seen, which cards touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import final

from overtrick.bidding.carding import CardTable
from overtrick.core import Bid, CardSet, Play, Rank, Seat, SeatView, Suit, Trick
from overtrick.core.cardset import SUIT_BITS, WHOLE_PACK
from overtrick.player.errors import PlayerError

__all__ = ["Turn", "equals", "highest", "lowest", "suits_in"]

SMALL = sum(1 << 13 * suit + rank for suit in Suit for rank in Rank if rank < Rank.TEN)
"""The cards that may be spared for a signal."""


def equals(play: Play, seat: Seat, known_gone: CardSet | None = None) -> tuple[CardSet, ...]:
    """The cards of a hand in groups that touch: nobody else has a card between those of a group.

    Cards of finished tricks are gone, and those that `known_gone` names; of the trick in progress only the
    card that is winning it still counts. A card in partner's hand does, too: it matters who wins.

    >>> play = Play.parse("N:KJT2... - - -;NT;N;SK SQ S3 S4")
    >>> [str(group) for group in equals(play, Seat.NORTH)]
    ['JT...', '2...']
    """
    hand = play.bits[seat]
    between = WHOLE_PACK & ~hand & ~_gone(play) & ~(0 if known_gone is None else known_gone.bits)
    groups = list[int]()
    last = 0
    for card in CardSet(hand):
        is_near = (
            last and card.suit == (last.bit_length() - 1) // 13 and not between & (last - (card.bit << 1))
        )
        if is_near:
            groups[-1] |= card.bit
        else:
            groups.append(card.bit)
        last = card.bit
    return tuple(CardSet(group) for group in groups)


def _gone(play: Play) -> int:
    """The cards that no longer matter: all that were played but the one that is winning the trick."""
    gone = 0
    for card in play.cards:
        gone |= card.bit
    if play.trick.cards:
        winner = play.trick.winner(play.strain)
        gone &= ~next(card.bit for seat, card in play.trick if seat is winner)
    return gone


@final
@dataclass(frozen=True)
class Turn:
    """A card is due from a seat; `table` is what its side has agreed on."""

    view: SeatView
    play: Play
    seat: Seat
    """Who plays the card: for declarer perhaps dummy."""
    declarer: Seat
    table: CardTable | None

    @staticmethod
    def of(view: SeatView, table: CardTable | None) -> Turn:
        """The turn of a seat that has to play; an error if it has not."""
        if view.play is None or view.contract is None or not view.is_turn:
            raise PlayerError(f"{view.seat.word} has no card to play now")
        return Turn(view, view.play, view.play.to_play, view.contract.declarer, table)

    # Whose turn

    @property
    def hand(self) -> int:
        """The cards of the hand that plays."""
        return self.play.bits[self.seat]

    @property
    def is_defender(self) -> bool:
        """Does a defender play?"""
        return self.seat.side is not self.declarer.side

    @property
    def is_lead(self) -> bool:
        """Is it a lead?"""
        return not self.play.trick.cards

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick."""
        return self.play.trick.suit

    @property
    def is_discard(self) -> bool:
        """Can the hand not follow suit?"""
        return self.led is not None and not self.hand & SUIT_BITS[self.led]

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return self.play.strain.suit

    # What is seen

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """The cards of the hand that touch."""
        known = self.view.unseen | self.view.deal.dealt
        return tuple(each.bits for each in equals(self.play, self.seat, CardSet.pack() - known))

    @cached_property
    def others(self) -> int:
        """The cards that are in other hands, the one that is winning the trick among them."""
        known = (self.view.unseen | self.view.deal.dealt).bits
        return known & ~self.hand & ~_gone(self.play)

    @cached_property
    def winners(self) -> int:
        """The cards of the hand that are higher than all others of their suits."""
        found = 0
        for bits in SUIT_BITS:
            own, theirs = self.hand & bits, self.others & bits
            found |= own >> theirs.bit_length() << theirs.bit_length()
        return found

    @property
    def dummys(self) -> int:
        """The cards that dummy is seen to hold; none before it is faced."""
        dummy = self.view.faced_dummy
        return 0 if dummy is None or self.view.deal.get(dummy) is None else self.play.bits[dummy]

    @cached_property
    def partners_suits(self) -> frozenset[Suit]:
        """The suits that partner has bid."""
        partner = self.seat.partner
        bids = (call for seat, call, _ in self.view.calls() if seat is partner and isinstance(call, Bid))
        return frozenset(suit for bid in bids if (suit := bid.strain.suit) is not None)

    def has_played(self, suit: Suit) -> int:
        """How many cards of a suit the hand has played."""
        return sum(
            seat is self.seat and card.suit is suit
            for trick in (*self.play.tricks, self.play.trick)
            for seat, card in trick
        )

    def spare(self, cards: int) -> int:
        """Of some cards those that may be spared for a signal: small, not winning, touching no honour."""
        trick, found = self.play.trick, 0
        for card in CardSet(cards & SMALL & ~self.winners):
            touching = next(group for group in self.groups if group & card.bit)
            if touching & ~SMALL:
                continue
            after = Trick(trick.leader, (*trick.cards, card))
            if self.is_lead or after.winner(self.play.strain) is not self.seat:
                found |= card.bit
        return found


def suits_in(cards: int) -> Iterator[Suit]:
    """The suits of some cards, from clubs up."""
    return (suit for suit in Suit if cards & SUIT_BITS[suit])


def highest(cards: int) -> int:
    """The card of the highest rank, as a bit; of several the one of the highest suit."""
    return max(CardSet(cards), key=lambda card: (card.rank, card.suit)).bit


def lowest(cards: int) -> int:
    """The card of the lowest rank, as a bit; of several the one of the lowest suit."""
    return min(CardSet(cards), key=lambda card: (card.rank, card.suit)).bit
