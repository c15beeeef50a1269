"""Cards, calls and hands as they are spoken and as they are seen."""

from __future__ import annotations

import re

from overtrick.core import Bid, Call, Card, CardSet, Strain, Suit, Vul
from overtrick.explain.words_english import CARDS, NUMBERS
from overtrick.web.tables.scene import CardSeen, HandSeen

__all__ = [
    "call_words",
    "card_seen",
    "card_words",
    "dashes",
    "hand_seen",
    "hand_words",
    "symbols",
    "vulnerability",
]

_S, _H, _C, _D = Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS
_ORDER = {
    Strain.NOTRUMP: (_S, _H, _C, _D),
    Strain.SPADES: (_S, _H, _C, _D),
    Strain.HEARTS: (_H, _S, _D, _C),
    Strain.CLUBS: (_C, _H, _S, _D),
    Strain.DIAMONDS: (_D, _S, _H, _C),
}
"""The suits of a hand from left to right: trumps first, colours alternating."""
_NONE = CardSet()
_VULNERABLE = {
    Vul.NONE: "Nobody vulnerable",
    Vul.NS: "North-South vulnerable",
    Vul.EW: "East-West vulnerable",
    Vul.BOTH: "Everybody vulnerable",
}


def card_words(card: Card) -> str:
    """A card in a sentence.

    >>> card_words(Card.parse("HT"))
    'ten of hearts'
    """
    return f"{CARDS[card.rank]} of {card.suit.word}"


def call_words(call: Call) -> str:
    """A call in a sentence.

    >>> call_words(Call.parse("1H")), call_words(Call.parse("3NT")), call_words(Call.PASS)
    ('one heart', 'three notrump', 'pass')
    """
    return f"{NUMBERS[call.level]} {call.word.split()[1]}" if isinstance(call, Bid) else call.word


def hand_words(hand: CardSet) -> str:
    """A hand in a sentence, spades first.

    >>> hand_words(CardSet.parse("AQT.K..2"))
    'spades ace queen ten; hearts king; no diamonds; clubs two'
    """
    return "; ".join(_suit_words(hand, suit) for suit in reversed(Suit))


def _suit_words(hand: CardSet, suit: Suit) -> str:
    ranks = hand.ranks(suit)
    return " ".join((suit.word, *(CARDS[rank] for rank in ranks))) if ranks else f"no {suit.word}"


def vulnerability(vul: Vul) -> str:
    """Who is vulnerable, in words."""
    return _VULNERABLE[vul]


def symbols(note: str) -> str:
    """A short explanation of a call with suit symbols and a dash.

    >>> symbols("overcall -- 5+ !S; 10-21 HCP")
    'overcall – 5+ ♠; 10-21 HCP'
    """
    return re.sub("!([CDHS])", lambda found: Suit.parse(found[1]).symbol, dashes(note))


def dashes(text: str) -> str:
    """Two hyphens between words as the dash they stand for.

    >>> dashes("overcall -- 5+ ♠")
    'overcall – 5+ ♠'
    """
    return text.replace(" -- ", " – ")


def card_seen(card: Card, legal: CardSet = _NONE) -> CardSeen:
    """A card that may be seen, and whether it can be played."""
    return CardSeen(str(card), str(card.suit), card.rank.print, card_words(card), card in legal)


def hand_seen(hand: CardSet, strain: Strain | None, legal: CardSet = _NONE) -> HandSeen:
    """A hand that may be seen, trumps first once there are any."""
    order = _ORDER[Strain.NOTRUMP if strain is None else strain]
    return HandSeen(
        tuple(
            tuple(card_seen(Card(suit, rank), legal) for rank in sorted(hand.ranks(suit), reverse=True))
            for suit in order
        )
    )
