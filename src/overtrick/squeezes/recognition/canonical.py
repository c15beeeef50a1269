"""One ending for all that differ only in the names of suits, in pips, or in which attacker is which.

Every answer is worked out for the canonical ending and told in the cards of the one that was asked
about: so that renaming suits, turning the table half round or respotting cannot change it.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.core import Card, Seat
from overtrick.core.card import PACK
from overtrick.squeezes.state import NOTRUMP, Hands, State, bits_of, suit_part

__all__ = ["Canonical", "canonical"]

_TRUMPS = 3


class Canonical(NamedTuple):
    """The canonical ending and the way back to the cards and seats of the original."""

    state: State
    cards: dict[int, int]
    """For each card of the canonical ending the original one."""
    turn: int
    """How many places the original was turned."""

    def card(self, index: int) -> Card:
        """The original card."""
        return PACK[self.cards[index]]

    def seat(self, seat: int) -> Seat:
        """The original seat."""
        return Seat(seat - self.turn & 3)


def canonical(state: State) -> Canonical:
    """The canonical form before a lead: South or West leads, trumps are spades, ranks count from the ace."""
    turn = 0 if state.leader in (Seat.SOUTH, Seat.WEST) else 2
    hands = [state.hands[seat - turn & 3] for seat in range(4)]
    owners = {suit: _owners(hands, suit) for suit in range(4)}
    sides = sorted((suit for suit in range(4) if suit != state.strain), key=lambda suit: (owners[suit], suit))
    order = [*sides, state.strain] if state.strain < NOTRUMP else sides
    back = {
        13 * place + 12 - depth: card
        for place, suit in enumerate(order)
        for depth, card in enumerate(_high_to_low(hands, suit))
    }
    new = {old: card for card, old in back.items()}
    renamed = [sum(1 << new[card] for card in bits_of(hand)) for hand in hands]
    strain = _TRUMPS if state.strain < NOTRUMP else state.strain
    return Canonical(State(_four(renamed), strain, state.leader + turn & 3), back, turn)


def _owners(hands: list[int], suit: int) -> tuple[int, ...]:
    """Who holds the cards of a suit, from the top."""
    return tuple(
        next(seat for seat, hand in enumerate(hands) if hand >> card & 1)
        for card in _high_to_low(hands, suit)
    )


def _high_to_low(hands: list[int], suit: int) -> list[int]:
    ranks = 0
    for hand in hands:
        ranks |= suit_part(hand, suit)
    return [13 * suit + rank for rank in reversed(list(bits_of(ranks)))]


def _four(hands: list[int]) -> Hands:
    north, east, south, west = hands
    return north, east, south, west
