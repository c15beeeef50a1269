"""Tricks for the taking: an order of leads in which every trick is won, whatever the defenders play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from overtrick.squeezes.state import NOTRUMP, SUIT, State, bits_of

__all__ = ["Cashed", "cashed"]

_NONE = -1
"""Below every rank."""


class Cashed(NamedTuple):
    """A trick for North and South: who leads, his card, and his partner's card, by their numbers."""

    leader: int
    lead: int
    partner: int


Floors = tuple[list[int], ...]
"""For each suit and number of rounds led of it, the highest rank that a defender can have left."""
Rounds = tuple[int, ...]
"""How often each suit was led."""


def cashed(states: Sequence[State], need: int) -> tuple[Cashed, ...] | None:
    """So many sure tricks for North or South on lead; the states differ in the defenders' cards only.

    A card is a winner when no defender can have a higher card of its suit left, however they followed suit
    and discarded before, nor a trump. None if no such order was found.
    """
    (north, _, south, _), strain, leader, _ = states[0]
    if need > north.bit_count():
        return None
    return _Search(_floors(states, need), strain).order(north, south, leader, (0, 0, 0, 0), need)


def _floors(states: Sequence[State], need: int) -> Floors:
    """A defender keeps his highest cards of a suit, but plays one whenever it is led."""
    floors = tuple([_NONE] * need for _ in range(4))
    for hand in {hand for state in states for hand in state.hands[1::2]}:
        left = hand
        for floor in floors:
            held = left & SUIT
            left >>= 13
            top = held.bit_length() - 1
            for rounds in range(min(held.bit_count(), need)):
                floor[rounds] = max(floor[rounds], top)
    return floors


class _Search:
    """Looks for an order of leads."""

    def __init__(self, floors: Floors, strain: int) -> None:
        self._floors = floors
        self._strain = strain
        self._hopeless = set[tuple[int, int, int, Rounds]]()

    def order(
        self, north: int, south: int, leader: int, rounds: Rounds, need: int
    ) -> tuple[Cashed, ...] | None:
        """The tricks, if there are so many."""
        if not need:
            return ()
        key = north, south, leader, rounds
        if key in self._hopeless:
            return None
        hand, partner = (south, north) if leader else (north, south)
        for lead, follow, is_partners in self._tricks(hand, partner, rounds):
            gone = ~(1 << lead | 1 << follow)
            led = tuple(times + (suit == lead // 13) for suit, times in enumerate(rounds))
            rest = self.order(north & gone, south & gone, leader ^ 2 * is_partners, led, need - 1)
            if rest is not None:
                return Cashed(leader, lead, follow), *rest
        self._hopeless.add(key)
        return None

    def _tricks(self, hand: int, partner: int, rounds: Rounds) -> Iterator[tuple[int, int, bool]]:
        """The sure tricks from here: the lead, the partner's card, and whether the partner wins."""
        trumps_out = _NONE if self._strain == NOTRUMP else self._floors[self._strain][rounds[self._strain]]
        for suit in range(4):
            own, others = hand >> 13 * suit & SUIT, partner >> 13 * suit & SUIT
            if not own:
                continue
            base, floor = 13 * suit, self._floors[suit][rounds[suit]]
            is_safe = suit == self._strain or trumps_out == _NONE
            if others and is_safe:
                yield from _followed(base, own, others, floor)
            if not others and is_safe and own.bit_length() - 1 > floor:
                lead = base + own.bit_length() - 1
                yield from ((lead, thrown, False) for thrown in _discards(partner, self._strain, suit))
            if not others and suit != self._strain != NOTRUMP:
                yield from _ruffed(base + _low(own), partner, self._strain, trumps_out)


def _followed(base: int, own: int, others: int, floor: int) -> Iterator[tuple[int, int, bool]]:
    """Both hands follow suit: one high and one low, or both low, or both high."""
    high, low, top, small = own.bit_length() - 1, _low(own), others.bit_length() - 1, _low(others)
    for lead, card in dict.fromkeys(((high, small), (low, top), (low, small), (high, top))):
        if max(lead, card) > floor:
            yield base + lead, base + card, card > lead


def _discards(partner: int, strain: int, suit: int) -> list[int]:
    """The partner's lowest card of each suit but trumps, lowest rank first."""
    lowest = (
        13 * other + _low(held)
        for other in range(4)
        if (held := partner >> 13 * other & SUIT) and (other != strain or suit == strain)
    )
    return sorted(lowest, key=lambda card: card % 13)


def _ruffed(lead: int, partner: int, strain: int, trumps_out: int) -> Iterator[tuple[int, int, bool]]:
    """The partner ruffs as low as no defender can overruff."""
    for trump in bits_of(partner >> 13 * strain & SUIT):
        if trump > trumps_out:
            yield lead, 13 * strain + trump, True
            return


def _low(held: int) -> int:
    return (held & -held).bit_length() - 1
