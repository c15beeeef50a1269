"""Upper hand and entries: whom a pair of threats can squeeze, and how the established one is reached.

Simple squeezes follow Love's E1, E2 and E3 as PYTHON divides them; double squeezes his four conditions, of
which the paper prints two. All are told for South with the squeeze card; for North the hands change places.
"""

from __future__ import annotations

from functools import lru_cache

from overtrick.core import Seat
from overtrick.squeezes.rules.suits import highest, layout, lowest
from overtrick.squeezes.rules.threats import Threat, has_small, has_winner
from overtrick.squeezes.state import Hands

__all__ = ["cashed", "double_entry", "has_entry", "is_upper", "simple_entry", "squeezed"]


def has_entry(hands: Hands, suit: int, squeezer: Seat) -> bool:
    """Love's E1: a winner opposite the squeeze card, and a small card to lead to it."""
    return has_winner(hands, squeezer.partner, suit) and has_small(hands, squeezer, suit)


def is_upper(threats: tuple[Threat, ...], victim: Seat) -> bool:
    """Lies a threat in the upper hand, at the victim's left?"""
    return any(threat.seat == victim.lho for threat in threats)


def simple_entry(hands: Hands, pair: tuple[Threat, Threat], squeezer: Seat) -> str:
    """The class of a pair of threats: e11, e12, e21, e22 or e32; empty if none can be reached.

    The second figure tells how many defenders it can squeeze, the left one alone or either (section 3.4).
    """
    north = squeezer.partner
    opposite = [threat for threat in pair if threat.seat == north]
    if any(has_entry(hands, threat.suit, squeezer) for threat in opposite):
        return "e11" if len(opposite) == 2 else "e12"
    if len(opposite) != 1:
        return ""
    own = next(threat for threat in pair if threat.seat == squeezer)
    if not has_winner(hands, north, own.suit):
        return ""
    if layout(hands, own.suit)[north].bit_count() > 1:
        return "e22" if has_winner(hands, squeezer, own.suit) else "e21"
    return "e32" if has_winner(hands, squeezer, opposite[0].suit) else ""


def squeezed(squeezer: Seat, entry: str) -> tuple[Seat, ...]:
    """Which defenders an entry class squeezes, by the paper's table."""
    if not entry:
        return ()
    return (squeezer.lho,) if entry in ("e11", "e21") else (squeezer.lho, squeezer.rho)


def double_entry(hands: Hands, both: Threat, left: Threat, right: Threat, squeezer: Seat) -> str:
    """Love's conditions for a double squeeze, b1 to b4; empty if none holds.

    `left` is protected by the defender at the squeezer's left, `right` by the other. The paper prints b1 and
    b2; b3 and b4 are derived from what the hand opposite the squeeze card can afford to throw:

    - b3: it has an entry in the left defender's suit, and the winner of the suit that both protect lies with
      the squeeze card. The left defender gives that suit up first; the winners of his own suit then squeeze
      the right one.
    - b4: as b1, but its threat has a winner, and so has the right defender's suit, with the squeeze card.
    """
    north = squeezer.partner
    enters_both = has_entry(hands, both.suit, squeezer)
    if left.seat == north and enters_both and not has_winner(hands, north, left.suit):
        if right.seat == squeezer:
            return "b1"
        has_both_ways = has_entry(hands, both.suit, north)
        if both.seat == squeezer and has_both_ways and not has_winner(hands, north, right.suit):
            return "b2"
    if left.seat != north:
        return ""
    if has_winner(hands, squeezer, both.suit) and has_entry(hands, left.suit, squeezer):
        return "b3"
    has_right = right.seat == squeezer and has_winner(hands, squeezer, right.suit)
    return "b4" if enters_both and has_right else ""


@lru_cache(maxsize=1 << 14)
def cashed(hands: Hands, leader: int) -> int:
    """The tricks declarer can cash with the entries he has, if nobody ever has to discard (ours).

    What the paper's winners leave out: those that lie in a hand that cannot be reached.
    """
    if leader & 1:
        return 0
    ways = (_cashed_in(hands, leader, suit, winner) for suit in range(4) for winner in (leader, leader ^ 2))
    return max(ways, default=0)


def _cashed_in(hands: Hands, leader: int, suit: int, winner: int) -> int:
    """The same if he begins with the highest card of one hand in a suit, low cards from the others."""
    cards = layout(hands, suit)
    if not cards[leader] or cards[winner] <= cards.theirs:
        return 0
    played = [lowest(ranks) for ranks in cards]
    played[winner] = highest(cards[winner])
    left = [
        hand & ~(1 << 13 * suit + rank) if rank >= 0 else hand
        for hand, rank in zip(hands, played, strict=True)
    ]
    on_lead = winner if played[winner] > played[winner ^ 2] else winner ^ 2
    return 1 + cashed((left[0], left[1], left[2], left[3]), on_lead)
