"""Cards as numbers: a card is 13 times its suit plus its rank, a set of cards has one bit per card.

Suits are 0 (clubs) to 3 (spades), notrump is 4, ranks are 0 (two) to 12 (ace). A holding is the thirteen bits
of one suit. For search and counting; values that users hold are `Card` and `CardSet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = [
    "HOLDING",
    "NOTHING",
    "NOTRUMP",
    "SUIT_BITS",
    "WHOLE_PACK",
    "descending",
    "highest",
    "holding",
    "indices",
    "lowest",
    "runs",
    "winning_place",
]

HOLDING = 0x1FFF
"""All ranks of a suit."""
NOTHING = -1
"""No card: a player who need not contribute to a trick, and the highest or lowest card of an empty set."""
NOTRUMP = 4
"""The strain notrump; the other strains have the numbers of their suits."""
SUIT_BITS = tuple(HOLDING << 13 * suit for suit in range(4))
"""The thirteen bits of each suit in a set of cards."""
WHOLE_PACK = (1 << 52) - 1


def holding(cards: int, suit: int) -> int:
    """The ranks held in a suit, as thirteen bits.

    >>> bin(holding(0b101 << 26, 2))
    '0b101'
    """
    return cards >> 13 * suit & HOLDING


def highest(cards: int) -> int:
    """The highest card of a set, or rank of a holding; -1 if it is empty."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest card of a set, or rank of a holding; -1 if it is empty."""
    return (cards & -cards).bit_length() - 1


def indices(cards: int) -> Iterator[int]:
    """The cards of a set, or ranks of a holding, low to high.

    >>> list(indices(0b1101))
    [0, 2, 3]
    """
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def descending(cards: int) -> Iterator[int]:
    """The cards of a set, or ranks of a holding, high to low.

    >>> list(descending(0b1101))
    [3, 2, 0]
    """
    while cards:
        top = cards.bit_length() - 1
        yield top
        cards ^= 1 << top


def runs(cards: int, others: int) -> Iterator[int]:
    """Touching cards of a set, low to high, each run as a set: no other card lies between them.

    >>> [bin(run) for run in runs(0b1101101, 0b0010000)]
    ['0b1101', '0b1100000']
    """
    run, last = 0, NOTHING
    for card in indices(cards):
        if run and (card // 13 != last // 13 or others & ((1 << card) - (2 << last))):
            yield run
            run = 0
        run |= 1 << card
        last = card
    if run:
        yield run


def winning_place(trick: Sequence[int], strain: int) -> int:
    """The place in a trick, 0 for the lead, of the card that wins or is winning it (Law 44).

    >>> winning_place([26, 37, 0, 30], 0)
    2
    """
    best, place = trick[0], 0
    for turn in range(1, len(trick)):
        card = trick[turn]
        if card > best if card // 13 == best // 13 else card // 13 == strain:
            best, place = card, turn
    return place
