"""Patterns of endings: who holds the cards of each suit from the top, without names of suits and ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import final

from overtrick.squeezes.state import NOTRUMP, State, bits_of, suit_part

__all__ = ["Pattern"]

_ACE = 12
_RANKS = 13
_SEATS = range(4)

Owners = tuple[int, ...]
"""Who holds the cards of a suit, from the top."""


@final
@dataclass(frozen=True, slots=True)
class Pattern:
    """An ending in which only the order of the cards counts: four suits of owners, trumps and leader.

    >>> Pattern.of(State((0b1000, 0b0100, 0b0010, 0b0001), 4, 2)).suits[0]
    (0, 1, 2, 3)
    """

    suits: tuple[Owners, ...]
    strain: int
    leader: int

    @staticmethod
    def of(state: State) -> Pattern:
        """The pattern of a position before a lead."""
        suits = []
        for suit in _SEATS:
            owner = {rank: seat for seat in _SEATS for rank in bits_of(suit_part(state.hands[seat], suit))}
            suits.append(tuple(owner[rank] for rank in sorted(owner, reverse=True)))
        return Pattern(tuple(suits), state.strain, state.leader)

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return sum(map(len, self.suits)) // 4

    @property
    def state(self) -> State:
        """A position of this pattern, with the highest cards of each suit."""
        return self._with_ranks(lambda length: range(_ACE, _ACE - length, -1))

    def spotted(self, random: Random) -> State:
        """A position of this pattern with any ranks."""
        return self._with_ranks(lambda length: sorted(random.sample(range(_RANKS), length), reverse=True))

    def _with_ranks(self, ranks: Callable[[int], range | list[int]]) -> State:
        hands = [0, 0, 0, 0]
        for suit, owners in enumerate(self.suits):
            for owner, rank in zip(owners, ranks(len(owners)), strict=True):
                hands[owner] |= 1 << 13 * suit + rank
        return State((hands[0], hands[1], hands[2], hands[3]), self.strain, self.leader)

    # Other patterns

    def renamed(self, order: list[int]) -> Pattern:
        """The suits in another order, trumps with them: first the one that had this number."""
        strain = self.strain if self.strain == NOTRUMP else order.index(self.strain)
        return Pattern(tuple(self.suits[suit] for suit in order), strain, self.leader)

    def turned(self) -> Pattern:
        """The table turned half round."""
        suits = tuple(tuple(seat ^ 2 for seat in owners) for owners in self.suits)
        return Pattern(suits, self.strain, self.leader ^ 2)

    def resized(self, cards: int, random: Random) -> Pattern:
        """Cards taken from each hand, or given to it, until it has so many."""
        pattern = self
        while pattern.cards > cards:
            for seat in _SEATS:
                pattern = pattern._without(random.choice(pattern._places(seat)))
        while pattern.cards < cards:
            for seat in _SEATS:
                pattern = pattern._with(seat, random)
        return pattern

    def changed(self, random: Random) -> Pattern:
        """Two cards exchanged between two hands, or one card made another."""
        suit, place = random.choice([place for seat in _SEATS for place in self._places(seat)])
        owner = self.suits[suit][place]
        if random.random() < 0.5:
            return self._without((suit, place))._with(owner, random)
        to = random.choice([place for seat in _SEATS if seat != owner for place in self._places(seat)])
        other = self.suits[to[0]][to[1]]
        return self._owned((suit, place), other)._owned(to, owner)

    def _places(self, seat: int) -> list[tuple[int, int]]:
        return [
            (suit, place)
            for suit, owners in enumerate(self.suits)
            for place, owner in enumerate(owners)
            if owner == seat
        ]

    def _without(self, card: tuple[int, int]) -> Pattern:
        suit, place = card
        return self._with_suit(suit, self.suits[suit][:place] + self.suits[suit][place + 1 :])

    def _with(self, seat: int, random: Random) -> Pattern:
        """A card more for a player: at the top, at the bottom or anywhere in a suit."""
        suit = random.choice([suit for suit in range(4) if len(self.suits[suit]) < _RANKS])
        length = len(self.suits[suit])
        place = random.choice((0, length, random.randint(0, length)))
        return self._with_suit(suit, (*self.suits[suit][:place], seat, *self.suits[suit][place:]))

    def _owned(self, card: tuple[int, int], seat: int) -> Pattern:
        suit, place = card
        owners = self.suits[suit]
        return self._with_suit(suit, (*owners[:place], seat, *owners[place + 1 :]))

    def _with_suit(self, suit: int, owners: Owners) -> Pattern:
        return replace(self, suits=(*self.suits[:suit], owners, *self.suits[suit + 1 :]))
