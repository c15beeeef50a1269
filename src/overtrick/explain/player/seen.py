"""What a player sees at his turn, read from the cards as they are written: for the checkers of manners."""

from __future__ import annotations

from overtrick.core import Bid, Card, CardSet, Play, Rank, SeatView, Suit, Trick

__all__ = ["Seen"]


class Seen:
    """A view at somebody's turn: his hand, what others may have, and what a card does."""

    def __init__(self, view: SeatView, play: Play) -> None:
        self.view = view
        self.play = play
        self.hand = play.hand(play.to_play)

    @staticmethod
    def of(view: SeatView, *cards: Card) -> Seen | None:
        """What is seen; None if it is nobody's turn, or the cards cannot be played."""
        if view.play is None or view.contract is None or not view.is_turn:
            return None
        return Seen(view, view.play) if CardSet.of(cards) <= view.legal_cards else None

    # Who plays

    @property
    def is_defender(self) -> bool:
        """Does a defender play?"""
        assert self.view.contract is not None
        return self.play.to_play.side is not self.view.contract.declarer.side

    @property
    def led(self) -> Suit | None:
        """The suit of the first card on the table."""
        return self.play.trick.cards[0].suit if self.play.trick.cards else None

    @property
    def is_discard(self) -> bool:
        """Is a suit led that the hand has none of?"""
        return self.led is not None and not self.holding(self.led)

    def holding(self, suit: Suit) -> list[Card]:
        """The cards of the hand in a suit, from high to low."""
        return [card for card in self.hand if card.suit is suit]

    def length(self, suit: Suit) -> int:
        """How many they are."""
        return len(self.holding(suit))

    def has(self, suit: Suit, rank: Rank) -> bool:
        """Does the hand have this card of a suit or a higher one?"""
        return any(card.rank >= rank for card in self.holding(suit))

    def has_followed(self, suit: Suit) -> bool:
        """Has the hand played a card of the suit before?"""
        mover, tricks = self.play.to_play, (*self.play.tricks, self.play.trick)
        return any(seat is mover and card.suit is suit for trick in tricks for seat, card in trick)

    def partners_suits(self) -> list[Suit]:
        """The suits that partner has bid."""
        partner, dealer = self.play.to_play.partner, self.view.auction.dealer
        calls = enumerate(self.view.auction.calls)
        bids = [call for place, call in calls if dealer.next(place) is partner and isinstance(call, Bid)]
        return [bid.strain.suit for bid in bids if bid.strain.suit is not None]

    # What others have

    def elsewhere(self, suit: Suit) -> list[Card]:
        """The cards of a suit that another hand has, and the one that is winning the trick."""
        in_play = self.view.unseen | self.view.deal.dealt
        gone = CardSet.of(self.play.cards)
        found = [card for card in in_play - gone - self.hand if card.suit is suit]
        winning = self._winning()
        return sorted([*found, winning] if winning is not None and winning.suit is suit else found)

    def _winning(self) -> Card | None:
        trick = self.play.trick
        if not trick.cards:
            return None
        place = trick.leader.clockwise().index(trick.winner(self.play.strain))
        return trick.cards[place]

    def dummys(self, suit: Suit) -> list[Card]:
        """Dummy's cards of a suit, if dummy is seen."""
        dummy = self.view.faced_dummy
        if dummy is None or self.view.deal.get(dummy) is None:
            return []
        return [card for card in self.play.hand(dummy) if card.suit is suit]

    # What a card is

    def is_winner(self, card: Card) -> bool:
        """Is no card of the suit elsewhere higher?"""
        return all(other < card for other in self.elsewhere(card.suit))

    def is_trump(self, card: Card) -> bool:
        """Is it a trump?"""
        return card.suit is self.play.strain.suit

    def is_spare(self, card: Card) -> bool:
        """Is it small, no winner, no part of an honour's sequence, and not winning the trick?"""
        trick = Trick(self.play.on_lead, (*self.play.trick.cards, card))
        is_winning = bool(self.play.trick.cards) and trick.winner(self.play.strain) is self.play.to_play
        touches = any(self._touch(card, other) for other in self.holding(card.suit) if other.rank >= Rank.TEN)
        return card.rank < Rank.TEN and not self.is_winner(card) and not is_winning and not touches

    def _touch(self, low: Card, high: Card) -> bool:
        return not any(low < other < high for other in self.elsewhere(low.suit))
