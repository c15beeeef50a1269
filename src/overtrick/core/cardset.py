"""Immutable sets of cards: hands, holdings, the cards that are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import index
from typing import final

from overtrick.core.bits import SUIT_BITS, WHOLE_PACK, holding
from overtrick.core.card import PACK, Card, Rank, Suit
from overtrick.core.drawing import TextValue
from overtrick.core.errors import DealError
from overtrick.core.notation import read_hand

__all__ = ["CardSet"]

_HONOURS = tuple((rank.hcp, sum(1 << 13 * suit + rank for suit in Suit)) for rank in Rank if rank.hcp)


@final
@dataclass(frozen=True, slots=True, repr=False)
class CardSet(TextValue):
    """An immutable set of cards, one bit for each card.

    >>> hand = CardSet.parse("AQ84.QT98.J.KQ43")
    >>> len(hand), hand.hcp, Card.parse("SA") in hand
    (13, 14, True)
    >>> CardSet.parse("AAK...")
    Traceback (most recent call last):
    ...
    overtrick.core.errors.DealError: the ♠A appears twice in 'AAK...'
    """

    bits: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", index(self.bits))  # a NumPy integer becomes a plain one
        if not 0 <= self.bits <= WHOLE_PACK:
            raise DealError(f"{self.bits:#x} has bits outside the 52 cards")

    # Making sets

    @staticmethod
    def of(cards: Iterable[Card]) -> CardSet:
        """Collect cards into a set."""
        bits = 0
        for card in cards:
            bits |= card.bit
        return cards_of(bits)

    @staticmethod
    def pack() -> CardSet:
        """All 52 cards."""
        return cards_of(WHOLE_PACK)

    @staticmethod
    def parse(text: str) -> CardSet:
        """Read ``AQ84.QT98.J.KQ43``, spades first, or suits with their letters in any order.

        A void is nothing or a dash; a ten is ``T`` or ``10``.

        >>> CardSet.parse("♥Q1098 ♠AQ84 ♣KQ43 ♦J")
        CardSet.parse('AQ84.QT98.J.KQ43')
        """
        bits, faults = read_hand(text)
        if faults:
            raise DealError(*faults, text=text)
        return cards_of(bits)

    # Contents

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: Card) -> bool:
        return self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        """The cards as a player sorts them: spades first, high to low."""
        bits = self.bits
        while bits:
            top = bits.bit_length() - 1
            yield PACK[top]
            bits ^= 1 << top

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum(points * (self.bits & honours).bit_count() for points, honours in _HONOURS)

    # Suits

    def in_suit(self, suit: Suit) -> CardSet:
        """The cards of one suit."""
        return cards_of(self.bits & SUIT_BITS[suit])

    def length(self, suit: Suit) -> int:
        """The number of cards held in a suit."""
        return (self.bits & SUIT_BITS[suit]).bit_count()

    def ranks(self, suit: Suit) -> tuple[Rank, ...]:
        """The ranks held in a suit, high to low."""
        return tuple(card.rank for card in self.in_suit(suit))

    def holding(self, suit: Suit) -> str:
        """The ranks held in a suit as text, high to low: ``AQT9``."""
        return _letters(holding(self.bits, suit))

    # Algebra

    def __or__(self, other: CardSet) -> CardSet:
        return cards_of(self.bits | other.bits)

    def __and__(self, other: CardSet) -> CardSet:
        return cards_of(self.bits & other.bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return cards_of(self.bits & ~other.bits)

    def __le__(self, other: CardSet) -> bool:
        """Is every card also in the other set?"""
        return self.bits & ~other.bits == 0

    def union(self, *others: CardSet) -> CardSet:
        """The cards in this set or any of the others."""
        bits = self.bits
        for other in others:
            bits |= other.bits
        return cards_of(bits)

    def plus(self, card: Card) -> CardSet:
        """This set and one more card."""
        return cards_of(self.bits | card.bit)

    def minus(self, card: Card) -> CardSet:
        """This set without one card."""
        return cards_of(self.bits & ~card.bit)

    # Text

    def __str__(self) -> str:
        return ".".join(self.holding(suit) for suit in reversed(Suit))


_new, _set_bits = object.__new__, CardSet.__dict__["bits"].__set__


def cards_of(bits: int) -> CardSet:
    """The set with these bits, unchecked: the caller knows them to be cards. A third of the checked cost."""
    cards = _new(CardSet)
    _set_bits(cards, bits)
    return cards


@cache  # for the 8,192 holdings of a suit
def _letters(ranks: int) -> str:
    """The letters of ranks, one bit for each, high to low."""
    return "".join(str(card.rank) for card in cards_of(ranks))
