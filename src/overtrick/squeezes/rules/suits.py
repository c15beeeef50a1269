"""One suit at a time: its winners, its threat, who protects it, and whether it is blocked.

The predicates of PYTHON (Sterling and Nygate, 1990, section 3), with ranks as bits, the two the lowest. Each
asks about one suit alone, as if declarer could always reach the hand he likes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from overtrick.squeezes.state import Hands, suit_part

__all__ = [
    "Layout",
    "highest",
    "is_blocked",
    "layout",
    "lowest",
    "protects",
    "threat_rank",
    "tops",
    "winners",
]


class Layout(NamedTuple):
    """The ranks of one suit in the four hands."""

    north: int
    east: int
    south: int
    west: int

    @property
    def ours(self) -> int:
        """What North and South hold."""
        return self.north | self.south

    @property
    def theirs(self) -> int:
        """What East and West hold."""
        return self.east | self.west


def layout(hands: Hands, suit: int) -> Layout:
    """One suit of an ending."""
    north, east, south, west = (suit_part(hand, suit) for hand in hands)
    return Layout(north, east, south, west)


def highest(ranks: int) -> int:
    """The highest of these ranks; -1 if there is none."""
    return ranks.bit_length() - 1


def lowest(ranks: int) -> int:
    """The lowest of these ranks; -1 if there is none."""
    return (ranks & -ranks).bit_length() - 1


def tops(suit: Layout) -> int:
    """Declarer's cards higher than every card of the defenders, in bits (section 2.2)."""
    return suit.ours >> suit.theirs.bit_length() << suit.theirs.bit_length()


@lru_cache(maxsize=1 << 16)
def winners(suit: Layout) -> int:
    """The tricks declarer can cash in a suit from the top: high cards, then the long ones (section 3.1).

    Either hand's highest card may win, so that two winners need not fall together (ours): ace and two small
    opposite the seven, over six, five and four, are two tricks.

    >>> winners(Layout(0b1000000000011, 0b11100, 0b100000, 0))
    2
    """
    north, east, south, west = suit
    above, low_east, low_west = highest(suit.theirs), _without_lowest(east), _without_lowest(west)
    from_north = Layout(north & ~(1 << max(0, highest(north))), low_east, _without_lowest(south), low_west)
    from_south = Layout(_without_lowest(north), low_east, south & ~(1 << max(0, highest(south))), low_west)
    ways = ((north, from_north), (south, from_south))
    return max((1 + winners(left) for hand, left in ways if highest(hand) > above), default=0)


def _without_lowest(ranks: int) -> int:
    return ranks & (ranks - 1) if ranks else 0


def threat_rank(suit: Layout) -> int:
    """Declarer's highest card that is no winner; -1 if there is none (section 3.2).

    It must lie in a hand with more cards than the suit has winners, or it would fall under one of them. Where
    no hand has, the highest will do: the defenders can only make declarer's honours crash.
    """
    low, tricks = suit.ours & ~tops(suit), winners(suit)
    long = sum(hand for hand in (suit.north, suit.south) if hand.bit_count() > tricks)
    return highest(low & long or low)


def protects(guard: int, threat: int, tricks: int) -> bool:
    """Does a holding protect the suit: longer than its winners, and higher than the threat card?"""
    return highest(guard) > threat >= 0 and guard.bit_count() > tricks


def is_blocked(threat_hand: int, opposite: int, guard: int) -> bool:
    """Would the established threat lie under winners opposite?  The first two rules of section 3.3.

    It would not if it is higher than some card opposite that is no winner, or lies in the longer hand.
    """
    above = highest(guard)
    under = (1 << above + 1) - 1
    threat, other = highest(threat_hand & under), lowest(opposite & under)
    if 0 <= other < threat:
        return False
    return threat_hand.bit_count() <= opposite.bit_count()
