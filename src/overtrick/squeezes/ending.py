"""Endings: four hands of equal length, a strain, a player on lead, and a side that attacks.

Users work with an `Ending`; a `State` is a position in numbers, as the compiled core takes it. Engines
assume that North and South attack; `for_either_side` extends them to East and West.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, final

from overtrick.core import Card, CardSet, Deal, DealError, NotationError, Play, Seat, Side, Strain, Suit
from overtrick.core.bits import NOTHING, SUIT_BITS, winning_place
from overtrick.core.drawing import TextValue
from overtrick.core.rotation import rotated

__all__ = [
    "Ending",
    "Hands",
    "State",
    "after_tricks",
    "can_beat",
    "for_either_side",
    "held",
    "lasts",
    "rounds_to_clear",
    "winners",
]

A = TypeVar("A")
R = TypeVar("R")
P = ParamSpec("P")
Hands = tuple[int, ...]
"""North, East, South, West; one bit for each card."""


@final
@dataclass(frozen=True, slots=True, repr=False)
class Ending(TextValue):
    """Four known hands of equal length before a lead; `attackers` are the side that would squeeze the other.

    >>> fig2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> fig2.cards, fig2.leader, fig2.attackers
    (3, Seat.SOUTH, Side.NS)
    """

    deal: Deal
    strain: Strain
    leader: Seat
    attackers: Side = Side.NS

    def __post_init__(self) -> None:
        object.__setattr__(self, "deal", self.deal.completed())
        unknown = [seat.word for seat in Seat if self.deal.get(seat) is None]
        if unknown:
            are = "is" if len(unknown) == 1 else "are"
            fault = f"{' and '.join(unknown)} {are} unknown: an ending needs all four hands"
            raise DealError(fault, text=str(self.deal))
        lengths = {len(hand) for _, hand in self.deal.items()}
        if lengths == {0}:
            raise DealError("an ending without cards has no tricks", text=str(self.deal))
        if len(lengths) > 1:
            counts = ", ".join(f"{seat.word} {len(hand)}" for seat, hand in self.deal.items())
            raise DealError(f"an ending has hands of equal length, not {counts}", text=str(self.deal))

    @staticmethod
    def parse(text: str) -> Ending:
        """Read deal, strain, leader and optional attackers, separated by semicolons: ``DEAL;NT;S;NS``."""
        parts = text.split(";") if isinstance(text, str) else []
        if len(parts) not in (3, 4):
            raise NotationError(f"{text!r} is not an ending: expected 'DEAL;trump;leader'")
        play = Play.parse(";".join(parts[:3]))
        return Ending(play.start, play.strain, play.leader, Side.parse(parts[3]) if parts[3:] else Side.NS)

    @staticmethod
    def after(play: Play, attackers: Side) -> Ending:
        """The ending left in a play, before a lead."""
        return Ending(play.remaining, play.strain, play.on_lead, attackers)

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return self.deal.cards_each

    @property
    def play(self) -> Play:
        """The play that begins here."""
        return Play(self.deal, self.strain, self.leader)

    @property
    def state(self) -> State:
        """The position as the core takes it: North and South are the attackers, whichever side that was."""
        return State(tuple(hand.bits for _, hand in self.deal.items()), int(self.strain), int(self.leader))

    def trick(self, state: State) -> int:
        """The number of the trick of a later position, the first being 1."""
        return self.cards - state.tricks_left + 1

    def __str__(self) -> str:
        attackers = "" if self.attackers is Side.NS else f";{self.attackers}"
        return f"{self.deal};{self.strain};{self.leader}{attackers}"


class State(NamedTuple):
    """Four hands without the cards on the table, the trump suit, who led to the trick, and the trick."""

    hands: Hands
    strain: int
    leader: int
    trick: tuple[int, ...] = ()

    @staticmethod
    def after(play: Play) -> State:
        """The position at the end of a play."""
        trick = tuple(card.index for card in play.trick.cards)
        return State(play.bits, int(play.strain), int(play.on_lead), trick)

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
        return (own & SUIT_BITS[self.trick[0] // 13] or own) if self.trick else own

    @property
    def is_discard(self) -> bool:
        """Is it the turn of a player who cannot follow suit?"""
        return bool(self.trick) and not self.hands[self.seat] & SUIT_BITS[self.trick[0] // 13]

    @property
    def winner(self) -> int:
        """Who wins, or is winning, the trick on the table."""
        return self.leader + winning_place(self.trick, self.strain) & 3

    @property
    def exchanged(self) -> State:
        """The defenders' hands exchanged before a lead; a defender's lead goes with his hand."""
        north, east, south, west = self.hands
        leader = self.leader ^ 2 if self.leader & 1 else self.leader
        return State((north, west, south, east), self.strain, leader)

    def holder(self, card: int) -> int:
        """Who holds a card; it must be in one of the hands."""
        return next(seat for seat, hand in enumerate(self.hands) if hand >> card & 1)

    def then(self, card: int) -> State:
        """The position after a card, or `NOTHING`; a fourth card stays on the table until `gathered`."""
        (north, east, south, west), left = self.hands, ~(1 << card) if card != NOTHING else -1
        hands = north & left, east & left, south & left, west & left
        return State(hands, self.strain, self.leader, (*self.trick, card))

    def gathered(self, side: int = 0) -> tuple[State, int]:
        """The position with a complete trick gathered, and the tricks (0 or 1) it won for a side."""
        if len(self.trick) < 4:
            return self, 0
        winner = self.winner
        return State(self.hands, self.strain, winner), 1 - (winner & 1 ^ side)

    def played(self, card: int, side: int = 0) -> tuple[State, int]:
        """The position after a card, a complete trick gathered, and the tricks (0 or 1) it won for a side."""
        return self.then(card).gathered(side)


def after_tricks(play: Play, tricks: int) -> Play:
    """A play as it was after a number of complete tricks."""
    return play.back(len(play.cards) - 4 * tricks)


def held(play: Play, side: Side, suit: Suit) -> CardSet:
    """The cards of a suit that a side still has in its hands."""
    one, other = side.seats
    return (play.hand(one) | play.hand(other)).in_suit(suit)


def winners(play: Play, side: Side, suit: Suit) -> CardSet:
    """A side's cards of a suit that are higher than all of the other side's."""
    best = max(held(play, side.opponents, suit), default=None)
    return CardSet.of(card for card in held(play, side, suit) if best is None or card > best)


def can_beat(play: Play, seat: Seat, card: Card) -> bool:
    """Has a player a higher card of the suit?"""
    return any(own > card for own in play.hand(seat).in_suit(card.suit))


def rounds_to_clear(play: Play, defenders: Side, card: Card) -> int:
    """The length of the longest holding with which a defender beats a card."""
    beating = (seat for seat in defenders.seats if can_beat(play, seat, card))
    return max((play.hand(seat).length(card.suit) for seat in beating), default=0)


def lasts(play: Play, card: Card, rounds: int) -> bool:
    """Has the hand enough other cards of the suit to follow this many rounds and keep the card?"""
    return any(card in hand and hand.length(card.suit) > rounds for _, hand in play.remaining.items())


def for_either_side(answer: Callable[Concatenate[A, P], R]) -> Callable[Concatenate[A, P], R]:
    """Decorate a function for North and South as attackers to serve either side, by turning the table."""

    @wraps(answer)
    def turning(asked: A, /, *args: P.args, **kwargs: P.kwargs) -> R:
        side: Any = getattr(asked, "attackers", Side.NS)
        if side is Side.NS:
            return answer(asked, *args, **kwargs)
        return rotated(answer(rotated(asked, 1), *args, **kwargs), -1)

    return turning
