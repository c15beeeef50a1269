"""What a seat cannot see: the two hidden hands, as far as the cards played tell them apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import final

from overtrick.core import Play, Seat, Suit
from overtrick.core.cardset import SUIT_BITS

__all__ = ["Hands", "Lengths", "Unseen", "bits_of"]

Hands = tuple[int, ...]
"""Four hands, North first, one bit for each card."""
Lengths = tuple[tuple[int, ...], tuple[int, ...]]
"""For each of the two hidden hands a number for each suit."""


@final
@dataclass(frozen=True)
class Unseen:
    """Two hidden hands: the cards they share, what each may hold, and how many cards each has left.

    >>> play = Play.parse("N:A2... - K3... -;NT;N;SA C2")
    >>> hidden = Unseen.of(play, 0b1111)  # the two lowest clubs and the two above them
    >>> hidden.sizes, hidden.layouts, [f"{may:b}" for may in hidden.may]
    ((1, 2), 3, ['1110', '1110'])
    """

    play: Play
    seats: tuple[Seat, Seat]
    out: int
    """The cards that the two hold between them."""
    may: tuple[int, int]
    """For each the cards it may hold: those out, less the suits it has shown out of."""
    sizes: tuple[int, int]

    @staticmethod
    def of(play: Play, unseen: int) -> Unseen | None:
        """The hidden hands of a play; None unless there are two, and `unseen` is what they began with."""
        seats = [seat for seat, hand in zip(Seat, play.start.hands, strict=True) if hand is None]
        if len(seats) != 2 or play.is_over:
            return None
        first, second = seats
        played = 0
        for card in play.cards:
            played |= card.bit
        out = unseen & ~played
        sizes = _left(play, first), _left(play, second)
        if out.bit_count() != sum(sizes):
            return None
        may = _narrowed((out & play.bits[first], out & play.bits[second]), sizes)
        return Unseen(play, (first, second), out, may, sizes)

    @property
    def tricks_left(self) -> int:
        """The tricks still to be decided, the one in progress among them."""
        return self.play.start.cards_each - len(self.play.cards) // 4

    # Lengths

    @cached_property
    def lengths(self) -> tuple[Lengths, Lengths]:
        """The fewest and the most cards that each hidden hand may have in each suit."""
        most = [[(may & bits).bit_count() for bits in SUIT_BITS] for may in self.may]
        fewest = [[0] * 4, [0] * 4]
        for _ in Suit:
            for one, other in ((0, 1), (1, 0)):
                _bound(self.sizes[one], self._totals, fewest[one], most[one], most[other])
        return (tuple(fewest[0]), tuple(fewest[1])), (tuple(most[0]), tuple(most[1]))

    @cached_property
    def _totals(self) -> tuple[int, ...]:
        return tuple((self.out & bits).bit_count() for bits in SUIT_BITS)

    # Layouts

    @property
    def layouts(self) -> int:
        """How many layouts cannot be excluded."""
        sure = (self.out & ~self.may[1]).bit_count()
        free = (self.may[0] & self.may[1]).bit_count()
        return comb(free, self.sizes[0] - sure) if self.sizes[0] >= sure else 0

    def worlds(self) -> Iterator[Hands]:
        """Every layout, as the hands that are left."""
        first, second = self.seats
        sure = self.out & ~self.may[1]
        free = list(bits_of(self.may[0] & self.may[1]))
        for chosen in combinations(free, self.sizes[0] - sure.bit_count()):
            held = sure | sum(1 << card for card in chosen)
            hands = list(self.play.bits)
            hands[first], hands[second] = held, self.out & ~held
            yield tuple(hands)


def bits_of(cards: int) -> Iterator[int]:
    """The numbers of the cards in a set, high to low."""
    while cards:
        top = cards.bit_length() - 1
        yield top
        cards ^= 1 << top


def _left(play: Play, seat: Seat) -> int:
    """How many cards a seat has left."""
    has_played = (seat - play.on_lead) % 4 < len(play.cards) % 4
    return play.start.cards_each - len(play.cards) // 4 - has_played


def _narrowed(may: tuple[int, int], sizes: tuple[int, int]) -> tuple[int, int]:
    """What each may hold when a hand that is full of cards nobody else can hold has no room for others."""
    first, second = may
    if (first & ~second).bit_count() == sizes[0]:
        return first & ~second, second
    if (second & ~first).bit_count() == sizes[1]:
        return first, second & ~first
    return may


def _bound(
    size: int, totals: tuple[int, ...], fewest: list[int], most: list[int], others_most: list[int]
) -> None:
    """Draw the lengths of one hand closer: a suit that another cannot hold, and the room in the hand."""
    for suit, total in enumerate(totals):
        elsewhere = sum(most) - most[suit], sum(fewest) - fewest[suit]
        fewest[suit] = max(fewest[suit], total - others_most[suit], size - elsewhere[0])
        most[suit] = min(most[suit], size - elsewhere[1])
