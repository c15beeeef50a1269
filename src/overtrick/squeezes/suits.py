"""One suit of an ending: its winners, its threat, who protects it, and whether it is blocked.

The predicates of PYTHON (Sterling and Nygate, 1990, section 3) and of Love 1959, with ranks as bits, the two
lowest. Each considers one suit alone, as if declarer could always reach either hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from overtrick.core.bits import HOLDING, highest, holding, lowest
from overtrick.squeezes.ending import Hands

__all__ = [
    "Layout",
    "clashes",
    "guards",
    "is_blocked",
    "layout",
    "protectors",
    "protects",
    "threat_card",
    "threat_rank",
    "top_cards",
    "tops",
    "winners",
]

_DEFENDERS = (1, 3)


class Layout(NamedTuple):
    """The ranks of one suit in the four hands."""

    north: int
    east: int
    south: int
    west: int

    @property
    def ours(self) -> int:
        """North's and South's ranks together."""
        return self.north | self.south

    @property
    def theirs(self) -> int:
        """East's and West's ranks together."""
        return self.east | self.west

    @property
    def longest(self) -> int:
        """The length of North's or South's holding, the longer of the two."""
        return max(self.north.bit_count(), self.south.bit_count())


def layout(hands: Hands, suit: int) -> Layout:
    """One suit of an ending."""
    (north, east, south, west), at = hands, 13 * suit
    return Layout(north >> at & HOLDING, east >> at & HOLDING, south >> at & HOLDING, west >> at & HOLDING)


# Winners


def tops(suit: Layout) -> int:
    """Declarer's ranks higher than every card of the defenders (section 2.2)."""
    return suit.ours >> suit.theirs.bit_length() << suit.theirs.bit_length()


def top_cards(hands: Hands, suit: int) -> int:
    """The same as a set of cards."""
    return tops(layout(hands, suit)) << 13 * suit


@lru_cache(maxsize=1 << 16)
def winners(suit: Layout) -> int:
    """The tricks declarer can cash in a suit from the top: high cards, then the long ones (section 3.1).

    Either hand's highest card may win, so that two winners need not fall together (ours): ace and two small
    opposite the seven, over six, five and four, are two tricks.

    >>> winners(Layout(0b1000000000011, 0b11100, 0b100000, 0))
    2
    """
    north, east, south, west = suit
    above, low_east, low_west = highest(suit.theirs), east & east - 1, west & west - 1
    from_north = Layout(north & ~(1 << max(0, highest(north))), low_east, south & south - 1, low_west)
    from_south = Layout(north & north - 1, low_east, south & ~(1 << max(0, highest(south))), low_west)
    ways = ((north, from_north), (south, from_south))
    return max((1 + winners(left) for hand, left in ways if highest(hand) > above), default=0)


# Threats, by the analysis


def threat_card(hands: Hands, suit: int) -> int | None:
    """The attackers' best card that is no winner, or one opposite if only that can last.

    With ace and three opposite the eight it is the three that wins a trick: the eight falls under the ace.
    But a queen there, when the king is the only card above it, wins as soon as the king is thrown.
    """
    held = layout(hands, suit)
    count, low = tops(held).bit_count(), (1 << held.theirs.bit_length()) - 1
    here = max((0, 2), key=lambda seat: held[seat] & low)
    rank, below_opposite = highest(held[here] & low), held[here ^ 2] & low
    if rank < 0:
        return None
    above = sum((held[seat] >> rank).bit_count() for seat in _DEFENDERS)
    falls = held[here].bit_count() <= count < held[here ^ 2].bit_count()
    if falls and above > 1 and below_opposite:
        rank = highest(below_opposite)
    return 13 * suit + rank


def guards(hands: Hands, suit: int) -> tuple[int, ...]:
    """The defenders who hold a card above the threat."""
    threat = threat_card(hands, suit)
    if threat is None:
        return ()
    return tuple(seat for seat in _DEFENDERS if holding(hands[seat], suit) >> threat % 13)


def protectors(hands: Hands, suit: int) -> tuple[int, ...]:
    """The guarding defenders who hold more cards than the attackers have winners."""
    held = layout(hands, suit)
    count = tops(held).bit_count()
    return tuple(seat for seat in guards(hands, suit) if held[seat].bit_count() > count)


def clashes(suit: Layout, victim: int) -> bool:
    """Does an attacker's highest card below the defenders' best fall under his partner's winners?"""
    above = suit.theirs.bit_length()
    for own, opposite in ((suit.north, suit.south), (suit.south, suit.north)):
        high = (opposite >> above).bit_count()
        if own and not own >> above and max(own.bit_count(), suit[victim].bit_count()) <= high:
            return True
    return False


# Threats, by rule


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
    under = (1 << guard.bit_length()) - 1
    threat, other = highest(threat_hand & under), lowest(opposite & under)
    return not 0 <= other < threat and threat_hand.bit_count() <= opposite.bit_count()
