"""What a call promised held against a hand, everything counted the plain way."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.bidding import State, Trait
from overtrick.core import CardSet, Suit
from overtrick.hands.evaluation import value
from overtrick.hands.terms import FunctionCall

__all__ = ["is_promised", "is_within", "traits"]


def traits(hand: CardSet, points: FunctionCall) -> dict[Trait, int]:
    """What a promise bounds, counted the plain way."""
    lengths = {Trait(suit): hand.length(suit) for suit in Suit}
    aces, kings = (sum(hand.bits >> 13 * suit + rank & 1 for suit in Suit) for rank in (12, 11))
    return lengths | {
        Trait.LONGEST: max(lengths.values()),
        Trait.HCP: hand.hcp,
        Trait.POINTS: value(points, hand),
        Trait.ACES: aces,
        Trait.KINGS: kings,
    }


def is_promised(hand: CardSet, state: State, place: int) -> bool:
    """Is a hand in one of the boxes of what a call promised?"""
    system = state.systems[place % 2]
    return is_within(traits(hand, system.points), state, place)


def is_within(found: Mapping[Trait, int], state: State, place: int) -> bool:
    """The same, its traits counted before."""
    return any(
        all(low <= found[Trait(trait)] <= high for trait, (low, high) in enumerate(box))
        for box in state.history[place].promise
    )
