"""Suits, strains, ranks and the 52 cards: the bottom of the package."""

from __future__ import annotations

from typing import final

from overtrick.core.drawing import Readable, named
from overtrick.core.errors import NotationError
from overtrick.core.members import Member, one_of

__all__ = ["PACK", "Card", "Rank", "Strain", "Suit"]

_RANKS = "23456789TJQKA"
STRAIN_PATTERN = "CLUBS?|DIAMONDS?|HEARTS?|SPADES?|NOTRUMP|NT|N|[CDHS♣♦♥♠♧♢♡♤]"
"""Every way to write a strain, in capitals, for the patterns of bids and contracts."""


class _Denomination(Readable):
    """A suit or a strain: both have the same names, in the order of the bidding."""

    @property
    def symbol(self) -> str:
        """``♣ ♦ ♥ ♠`` or ``NT``."""
        return ("♣", "♦", "♥", "♠", "NT")[self]

    @property
    def word(self) -> str:
        """As a word: ``hearts``."""
        return self.name.lower()

    def __str__(self) -> str:
        return ("C", "D", "H", "S", "NT")[self]


class Strain(_Denomination):
    """A trump suit or notrump, in the order of the bidding; read from a letter, a word or a symbol.

    >>> Strain.parse("nt") > Strain.SPADES
    True
    """

    CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None at notrump."""
        return None if self is Strain.NOTRUMP else _SUITS[self]


class Suit(_Denomination):
    """A suit, in the order of the bidding; read from a letter, a word or a symbol.

    >>> Suit.parse("♥"), Suit.HEARTS.strain
    (Suit.HEARTS, Strain.HEARTS)
    """

    CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

    @property
    def strain(self) -> Strain:
        """The strain with this suit as trumps."""
        return _STRAINS[self]


class Rank(Readable):
    """A rank, deuce lowest; a ten is read from ``T`` or ``10``.

    >>> Rank.parse("10"), str(Rank.TEN), Rank.TEN.print
    (Rank.TEN, 'T', '10')
    """

    TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)

    @property
    def hcp(self) -> int:
        """Milton Work points: ace 4, king 3, queen 2, jack 1."""
        return max(0, self - Rank.TEN)

    @property
    def print(self) -> str:
        """The rank as books print it: the ten is ``10``."""
        return "10" if self is Rank.TEN else str(self)

    @property
    def word(self) -> str:
        """The rank as it is spoken: ``ace``, ``10``, ``7``."""
        return self.name.lower() if self > Rank.TEN else self.print

    def __str__(self) -> str:
        return _RANKS[self]


@final
class Card(Member):
    """One of the 52 cards, numbered from 0 (club two) to 51 (spade ace).

    >>> Card.parse("HK"), Card(Suit.HEARTS, Rank.KING) is Card.parse("♥k")
    (Card.parse('HK'), True)
    """

    __slots__ = ("bit", "rank", "suit")

    suit: Suit
    rank: Rank
    bit: int
    """``1 << index``: the card as a set of one."""

    def __new__(cls, suit: Suit, rank: Rank) -> Card:
        return PACK[13 * suit + rank]

    @staticmethod
    def parse(text: str) -> Card:
        """Read suit then rank, as in PBN; a ten is ``T`` or ``10``."""
        card = _CARDS.get(text)
        if card is None:
            name = text.strip().upper().replace("10", "T")
            card = _CARDS.get(name.translate(_LETTERS))
        if card is None:
            raise NotationError(f"{text!r} is not a card: expected a suit and a rank, like 'HK'")
        return card

    @property
    def print(self) -> str:
        """The card as books print it: ``♥10``."""
        return f"{self.suit.symbol}{self.rank.print}"

    @property
    def word(self) -> str:
        """The card as it is spoken: ``heart king``."""
        return f"{self.suit.word[:-1]} {self.rank.word}"

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    def __reduce__(self) -> tuple[type[Card], tuple[Suit, Rank]]:
        return Card, (self.suit, self.rank)


_SUITS = tuple(Suit)
_STRAINS = tuple(Strain)
_STRAIN_NAMES = {
    name: strain
    for strain in Strain
    for name in (str(strain), strain.symbol, strain.name, strain.name.rstrip("S"))
} | {"N": Strain.NOTRUMP, "♧": Strain.CLUBS, "♢": Strain.DIAMONDS, "♡": Strain.HEARTS, "♤": Strain.SPADES}
named(Strain, "a strain: expected C, D, H, S or NT", _STRAIN_NAMES)
_SUIT_NAMES = {name: strain.suit for name, strain in _STRAIN_NAMES.items() if strain.suit is not None}
named(Suit, "a suit: expected C, D, H or S", _SUIT_NAMES)
_RANK_NAMES = {str(rank): rank for rank in Rank} | {"10": Rank.TEN}
named(Rank, "a rank: expected 2 to 9, T, J, Q, K or A", _RANK_NAMES)
_LETTERS = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS")

PACK = tuple(
    one_of(Card, 13 * suit + rank, suit=suit, rank=rank, bit=1 << 13 * suit + rank)
    for suit in Suit
    for rank in Rank
)
"""The 52 cards by index."""
_CARDS = {str(card): card for card in PACK}
