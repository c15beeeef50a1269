"""Conditions on the hidden hands that a player would name: who has an honour, how a suit breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, final

from overtrick.core import Card, Rank, Seat, Suit
from overtrick.core.cardset import SUIT_BITS
from overtrick.player.sample import Hands, Sample

__all__ = ["Both", "Breaks", "Condition", "Guarded", "Length", "Lies", "Simple", "conditions", "parts"]

MANY = 13
"""No upper bound."""
_MOST_GUARDS = 2


@final
@dataclass(frozen=True)
class Lies:
    """A seat has a card.

    >>> Lies(Card.parse("C2"), Seat.EAST).is_met((0, 1, 0, 0))
    True
    """

    card: Card
    seat: Seat

    def is_met(self, hands: Hands) -> bool:
        """Is it so in these hands?"""
        return bool(hands[self.seat] & self.card.bit)


@final
@dataclass(frozen=True)
class Length:
    """A seat has so many cards of a suit."""

    seat: Seat
    suit: Suit
    low: int
    high: int

    def is_met(self, hands: Hands) -> bool:
        """Is it so in these hands?"""
        return self.low <= (hands[self.seat] & SUIT_BITS[self.suit]).bit_count() <= self.high


@final
@dataclass(frozen=True)
class Breaks:
    """Two opponents have so many cards of a suit together, and the longer of the two so many of them."""

    suit: Suit
    seats: tuple[Seat, Seat]
    total: int
    least: int
    """The fewest that the longer of the two has."""
    most: int

    def is_met(self, hands: Hands) -> bool:
        """Is it so in these hands?"""
        lengths = [(hands[seat] & SUIT_BITS[self.suit]).bit_count() for seat in self.seats]
        return sum(lengths) == self.total and self.least <= max(lengths) <= self.most


@final
@dataclass(frozen=True)
class Guarded:
    """The hidden hand that has an honour has so many other cards of the suit: with none it is alone."""

    card: Card
    low: int
    high: int

    def is_met(self, hands: Hands) -> bool:
        """Is it so in these hands?"""
        holder = next((hand for hand in hands if hand & self.card.bit), 0)
        return self.low <= (holder & SUIT_BITS[self.card.suit]).bit_count() - 1 <= self.high


Simple: TypeAlias = Lies | Length | Breaks | Guarded


@final
@dataclass(frozen=True)
class Both:
    """Two conditions at once."""

    first: Simple
    second: Simple

    def is_met(self, hands: Hands) -> bool:
        """Are both so in these hands?"""
        return self.first.is_met(hands) and self.second.is_met(hands)


Condition: TypeAlias = Simple | Both


def parts(condition: Condition) -> tuple[Simple, ...]:
    """The simple conditions that one is made of."""
    return (condition.first, condition.second) if isinstance(condition, Both) else (condition,)


def conditions(sample: Sample, first: Suit) -> list[Simple]:
    """Every condition that may be so or not, the suit in question first, honours before lengths."""
    suits = [first, *(suit for suit in reversed(Suit) if suit is not first)]
    honours = [card for suit in suits for card in sample.out.in_suit(suit) if card.rank >= Rank.TEN]
    found: list[Simple] = [Lies(card, seat) for card in honours for seat in sample.hidden]
    for suit in suits:
        out = sample.out.length(suit)
        found += _breaks(sample, suit, out)
        found += (each for honour in honours if honour.suit is suit for each in _guarded(honour, out))
        found += (each for seat in sample.hidden for each in _lengths(seat, suit, out))
    return found


def _breaks(sample: Sample, suit: Suit, out: int) -> Iterator[Breaks]:
    """The breaks of a suit, for one who plays against the two hidden hands."""
    if len(sample.hidden) != 2 or sample.side in {seat.side for seat in sample.hidden}:
        return
    one, other = sample.hidden
    even = (out + 1) // 2
    for most in range(even, out):
        yield Breaks(suit, (one, other), out, even, most)
        yield Breaks(suit, (one, other), out, most + 1, out)


def _guarded(honour: Card, out: int) -> Iterator[Guarded]:
    for guards in range(min(_MOST_GUARDS + 1, out - 1)):
        yield Guarded(honour, 0, guards)
        yield Guarded(honour, guards + 1, MANY)


def _lengths(seat: Seat, suit: Suit, out: int) -> Iterator[Length]:
    for length in range(out):
        yield Length(seat, suit, 0, length)
        yield Length(seat, suit, length + 1, MANY)
