"""The cards of a deal as dealing machines know them: by numbers, or by the suit symbols of DOS."""

from __future__ import annotations

from overtrick.core import PACK, Card, CardSet, Deal, DealError, Seat, Suit

__all__ = [
    "NUMBERS_SIZE",
    "PADDING",
    "SUIT_BYTES",
    "SYMBOLS_SIZE",
    "read_numbers",
    "read_symbols",
    "readable",
    "write_numbers",
    "write_symbols",
]

NUMBERS_SIZE, SYMBOLS_SIZE = 78, 68
"""The bytes of a BRI part and of a DGE part."""
PADDING = b" \0\r\n\x1a"
"""What may stand after the cards and means nothing."""
_SYMBOLS = {Suit.SPADES: 6, Suit.HEARTS: 3, Suit.DIAMONDS: 4, Suit.CLUBS: 5}
SUIT_BYTES = {byte: suit for suit, byte in _SYMBOLS.items()}
_READABLE = {byte: suit.symbol for suit, byte in _SYMBOLS.items()}
_NUMBERED = {f"{52 - card.index:02d}": card for card in PACK}
"""Each card by its number as text: 01 is the spade ace, 52 the club two."""
_NUMBER_OF = {card: number for number, card in _NUMBERED.items()}
_RANKS = {ord(str(card.rank)): card.rank for card in PACK}


# Reading


def read_numbers(raw: bytes) -> Deal:
    """The deal of a BRI part: three hands of thirteen numbers, and the rest for West."""
    digits = raw.rstrip(PADDING).decode("latin-1")
    faults = (
        [] if len(digits) == NUMBERS_SIZE else [f"there are {len(digits)} digits instead of {NUMBERS_SIZE}"]
    )
    hands = dict[Seat, CardSet]()
    for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH):
        block = digits[26 * seat : 26 * seat + 26]
        numbers = [block[first : first + 2] for first in range(0, len(block), 2)]
        wrong = [number for number in numbers if number not in _NUMBERED]
        faults += (f"{seat.word}: {number!r} is not the number of a card" for number in wrong)
        hands[seat], twice = _hand([_NUMBERED[number] for number in numbers if number in _NUMBERED])
        faults += (f"{seat.word}: {fault}" for fault in twice)
    return _sound(hands, faults).completed()


def read_symbols(raw: bytes) -> Deal:
    """The deal of a DGE part: four hands of four symbols and thirteen ranks."""
    faults = [] if len(raw) == SYMBOLS_SIZE else [f"there are {len(raw)} bytes instead of {SYMBOLS_SIZE}"]
    hands = dict[Seat, CardSet]()
    for seat in Seat:
        suit, cards = None, list[Card]()
        for byte in raw[17 * seat : 17 * seat + 17]:
            if byte in SUIT_BYTES:
                suit = SUIT_BYTES[byte]
            elif suit is None or byte not in _RANKS:
                faults.append(f"{seat.word}: {chr(byte)!r} is not a card")
            else:
                cards.append(Card(suit, _RANKS[byte]))
        hands[seat], twice = _hand(cards)
        faults += (f"{seat.word}: {fault}" for fault in twice)
        if len(cards) != 13:
            faults.append(f"{seat.word} has {len(cards)} cards")
    return _sound(hands, faults)


def _hand(cards: list[Card]) -> tuple[CardSet, list[str]]:
    """The cards as a hand, and a fault for each that is there again."""
    hand = CardSet.of(cards)
    repeated = [] if len(hand) == len(cards) else [card for card in hand if cards.count(card) > 1]
    return hand, [f"the {card.print} appears twice" for card in repeated]


def _sound(hands: dict[Seat, CardSet], faults: list[str]) -> Deal:
    """The deal, unless there are faults: then all of them."""
    try:
        deal = Deal.of(hands)
    except DealError as error:
        faults += error.faults
    if faults:
        raise DealError(*dict.fromkeys(faults))
    return deal


def readable(raw: bytes) -> str:
    """Bytes as text, with the symbols of the suits for the bytes that stand for them."""
    return raw.decode("latin-1").translate(_READABLE)


# Writing


def write_numbers(deal: Deal) -> bytes:
    """The BRI part of a record.

    >>> write_numbers(Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"))[:8]
    b'01020304'
    """
    hands = (deal[seat] for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH))
    return "".join(_NUMBER_OF[card] for hand in hands for card in hand).encode()


def write_symbols(deal: Deal) -> bytes:
    """The DGE part of a record."""
    suits = ((hand, suit) for _, hand in deal.items() for suit in reversed(Suit))
    return b"".join(bytes([_SYMBOLS[suit]]) + hand.holding(suit).encode() for hand, suit in suits)
