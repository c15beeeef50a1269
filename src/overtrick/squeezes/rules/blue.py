"""Love's theory of 1959: losers, threats, entries, and the four letters of BLUE.

One defender Busy in two suits, one Loser, a threat in the Upper hand, an Entry. Each letter carries the
facts it was judged by, so that a near miss can name what is missing.

Upper hand and entries decide whom a pair of threats can squeeze, and how the established one is reached.
Simple squeezes follow Love's E1, E2 and E3 as PYTHON divides them; double squeezes his four conditions, of
which the paper prints two. All assume that South has the squeeze card; for North the hands change places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, product
from typing import final

from overtrick.core import Card, CardSet, Rank, Seat, Side, Suit
from overtrick.core.bits import NOTRUMP, highest, holding
from overtrick.squeezes.ending import Ending, Hands, for_either_side
from overtrick.squeezes.report import Report
from overtrick.squeezes.suits import Layout, is_blocked, layout, protects, threat_rank, tops, winners

__all__ = [
    "Blue",
    "Busy",
    "Entry",
    "Loser",
    "Theory",
    "Threat",
    "Upper",
    "cashed",
    "double_entry",
    "entry_class",
    "has_entry",
    "has_small",
    "has_winner",
    "letters",
    "losers",
    "seated",
    "simple_entry",
    "squeezed",
    "theory",
    "threat_in",
    "threats",
]

_DEFENDERS = (Seat.EAST, Seat.WEST)


# Threats


@final
@dataclass(frozen=True, slots=True)
class Threat:
    """A card that becomes a winner when those who protect its suit give it up."""

    suit: Suit
    card: Card
    seat: Seat
    """Who holds it: the higher threat, if both hands have one."""
    winners: int
    """The tricks North and South can cash in the suit as it is."""
    protected_by: tuple[Seat, ...]
    guards: tuple[Card, ...]
    """The cards of those who protect it."""
    extended: bool = False
    """Is giving it up worth two tricks or more?"""
    is_trump_threat: bool = False
    """Can the hand opposite ruff the guard away, so that one more guard must be kept?"""
    is_blocked: bool = False
    """Does it lie under the winners opposite, until one of them has been thrown?"""


def losers(hands: Hands) -> int:
    """The tricks that declarer cannot cash suit by suit, whatever the entries (the paper's `losers`)."""
    return hands[0].bit_count() - sum(winners(layout(hands, suit)) for suit in range(4))


def threat_in(hands: Hands, suit: int, strain: int = NOTRUMP) -> Threat | None:
    """The threat of a suit that a defender, or both, protect."""
    cards = layout(hands, suit)
    rank, tricks = threat_rank(cards), winners(cards)
    if rank < 0 or suit == strain:
        return None
    seat = Seat.NORTH if cards.north >> rank & 1 else Seat.SOUTH
    can_ruff = strain != NOTRUMP and bool(holding(hands[seat.partner], strain))
    is_trump_threat = can_ruff and cards[seat.partner].bit_count() <= tricks
    needed = tricks + is_trump_threat
    guarded = tuple(who for who in _DEFENDERS if protects(cards[who], rank, needed))
    if not guarded:
        return None
    return Threat(
        suit=Suit(suit),
        card=Card(Suit(suit), Rank(rank)),
        seat=seat,
        winners=tricks,
        protected_by=guarded,
        guards=tuple(card for who in guarded for card in CardSet(cards[who] << 13 * suit)),
        extended=_given_up(cards, guarded) - tricks > 1,
        is_trump_threat=is_trump_threat,
        is_blocked=is_blocked(cards[seat], cards[seat.partner], cards.theirs),
    )


def threats(hands: Hands, strain: int = NOTRUMP) -> tuple[Threat, ...]:
    """The threats of all suits, spades first."""
    found = (threat_in(hands, suit, strain) for suit in reversed(range(4)))
    return tuple(threat for threat in found if threat is not None)


def seated(hands: Hands, threat: Threat) -> tuple[Threat, ...]:
    """The threat in its hand, and the one opposite if that hand, too, has a card left after the winners."""
    cards, other = layout(hands, threat.suit), threat.seat.partner
    rank = highest(cards[other] & ~tops(cards))
    guarded = tuple(who for who in _DEFENDERS if protects(cards[who], rank, threat.winners))
    if cards[other].bit_count() <= threat.winners or guarded != threat.protected_by:
        return (threat,)
    return threat, replace(threat, seat=other, card=Card(threat.suit, Rank(rank)))


def has_winner(hands: Hands, seat: int, suit: int) -> bool:
    """Does this hand hold a top card of the suit?"""
    cards = layout(hands, suit)
    return bool(cards[seat] & tops(cards))


def has_small(hands: Hands, seat: int, suit: int) -> bool:
    """Does this hand hold a card that can be led to a winner opposite?"""
    cards = layout(hands, suit)
    best = highest(cards[seat + 2 & 3] & tops(cards))
    return bool(cards[seat] & (1 << max(best, 0)) - 1)


def _given_up(cards: Layout, guarded: tuple[Seat, ...]) -> int:
    """The tricks to cash once those who protect the suit have no card of it."""
    left = [0 if seat in guarded else ranks for seat, ranks in zip(Seat, cards, strict=True)]
    return winners(Layout(*left))


# Entries


def has_entry(hands: Hands, suit: int, squeezer: Seat) -> bool:
    """Love's E1: a winner opposite the squeeze card, and a small card to lead to it."""
    return has_winner(hands, squeezer.partner, suit) and has_small(hands, squeezer, suit)


def simple_entry(hands: Hands, pair: tuple[Threat, ...], squeezer: Seat) -> str:
    """The class of a pair of threats: e11, e12, e21, e22 or e32; empty if none can be reached.

    The second digit counts the defenders it can squeeze: 1 for the left one, 2 for either (section 3.4).
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


def entry_class(hands: Hands, found: tuple[Threat, ...], victims: tuple[Seat, ...], squeezer: Seat) -> str:
    """The first entry class that fits, with the threats in any hand they can be in."""
    if squeezer.side is not Side.NS:
        return ""
    if len(victims) == 2:
        return _double_entry(hands, found, squeezer)
    for one, other in combinations([seated(hands, threat) for threat in found], 2):
        for pair in product(one, other):
            entry = simple_entry(hands, pair, squeezer)
            if entry and (not victims or victims[0] in squeezed(squeezer, entry)):
                return entry
    return ""


def _double_entry(hands: Hands, found: tuple[Threat, ...], squeezer: Seat) -> str:
    guards = (_DEFENDERS, (squeezer.lho,), (squeezer.rho,))
    places = [place for threat in found for place in seated(hands, threat)]
    both, left, right = ([place for place in places if place.protected_by == who] for who in guards)
    entries = (double_entry(hands, *three, squeezer) for three in product(both, left, right))
    return min(filter(None, entries), default="")


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
    """The same if a given hand plays its highest card of a suit first, and the others low ones."""
    cards = layout(hands, suit)
    if not cards[leader] or cards[winner] <= cards.theirs:
        return 0
    played = [ranks & -ranks for ranks in cards]
    played[winner] = 1 << highest(cards[winner])
    left = tuple(hand & ~(rank << 13 * suit) for hand, rank in zip(hands, played, strict=True))
    on_lead = winner if played[winner] > played[winner ^ 2] else winner ^ 2
    return 1 + cashed(left, on_lead)


# The four letters


@final
@dataclass(frozen=True, slots=True)
class Busy:
    """B: the victim alone protects both suits."""

    holds: bool
    victim: Seat
    threats: tuple[Threat, ...]


@final
@dataclass(frozen=True, slots=True)
class Loser:
    """L: declarer has one loser."""

    holds: bool
    losers: int


@final
@dataclass(frozen=True, slots=True)
class Upper:
    """U: a threat lies in the upper hand, at the victim's left."""

    holds: bool
    hand: Seat
    cards: tuple[Card, ...]
    """The threats in the upper hand."""


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """E: the established threat can be reached."""

    holds: bool
    kind: str
    """e11, e12, e21, e22 or e32; empty if there is no entry at all."""
    squeezer: Seat | None
    """Who holds the squeeze card; None if there is no winner outside the threat suits."""


@final
@dataclass(frozen=True, slots=True)
class Blue:
    """Love's four conditions for the most promising pair of threats."""

    busy: Busy
    loser: Loser
    upper: Upper
    entry: Entry

    @property
    def missing(self) -> str:
        """The letters that fail."""
        judged = (self.busy.holds, self.loser.holds, self.upper.holds, self.entry.holds)
        return "".join(letter for letter, holds in zip("BLUE", judged, strict=True) if not holds)

    @property
    def holds(self) -> bool:
        """Do all four hold?"""
        return not self.missing


def letters(hands: Hands, strain: int = NOTRUMP, victims: tuple[Seat, ...] = (Seat.WEST, Seat.EAST)) -> Blue:
    """Judge the four letters for the pair, victim and squeezer that satisfy most of them."""
    lost = losers(hands)
    found = (_judged(hands, pair, victim, lost) for pair in _pairs(hands, strain) for victim in victims)
    every = chain.from_iterable(found)
    return min(every, key=lambda blue: (len(blue.missing), not blue.busy.holds))


def _pairs(hands: Hands, strain: int) -> list[tuple[Threat, ...]]:
    """Every pair of threats; all threats if there are fewer than two."""
    found = threats(hands, strain)
    pairs = combinations([seated(hands, threat) for threat in found], 2)
    return [pair for first, second in pairs for pair in product(first, second)] or [found]


def _judged(hands: Hands, pair: tuple[Threat, ...], victim: Seat, lost: int) -> Iterator[Blue]:
    """The letters for each hand that could hold the squeeze card, or without a squeezer if none could."""
    is_busy = len(pair) == 2 and all(threat.protected_by == (victim,) for threat in pair)
    above = tuple(threat.card for threat in pair if threat.seat == victim.lho)
    for squeezer in _squeezers(hands, pair) or (None,):
        kind = "" if squeezer is None or len(pair) < 2 else simple_entry(hands, pair, squeezer)
        reaches = squeezer is not None and victim in squeezed(squeezer, kind)
        yield Blue(
            Busy(is_busy, victim, pair),
            Loser(lost == 1, lost),
            Upper(bool(above), victim.lho, above),
            Entry(reaches or (bool(kind) and not above), kind, squeezer),
        )


def _squeezers(hands: Hands, pair: tuple[Threat, ...]) -> tuple[Seat, ...]:
    """The hands with a winner outside the threat suits (the paper's `squeeze_suit`)."""
    outside = [layout(hands, suit) for suit in range(4) if all(threat.suit != suit for threat in pair)]
    seats = (Seat.SOUTH, Seat.NORTH)
    return tuple(seat for seat in seats if any(suit[seat] & tops(suit) for suit in outside))


@final
@dataclass(frozen=True, slots=True)
class Theory:
    """The verdict of the theory of 1959 on an ending; beyond simple squeezes it may miss one."""

    ending: Ending
    """The ending before the squeeze trick; the whole ending if there is no squeeze."""
    blue: Blue
    """For the most promising pair of threats."""
    threats: tuple[Threat, ...]
    """The threats in the suits the victims are squeezed in; all threats if there is no squeeze."""
    entry: str
    """e11 to e32, or b1 to b4 of a double squeeze; empty where the theory has no name for it."""


@for_either_side
def theory(report: Report) -> Theory:
    """The four letters, the threats and the class of the entries.

    >>> from overtrick.squeezes.analysis import analyse
    >>> judged = theory(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> judged.entry, judged.blue.missing
    ('e11', '')
    """
    squeeze, ending = report.squeeze, report.ending
    if squeeze is not None:
        play = squeeze.first.play
        ending = Ending.after(play.back(len(play.trick)), report.attackers)
    hands, strain, _, _ = ending.state
    if squeeze is None:
        blue = letters(hands, strain)
        return Theory(ending, blue, threats(hands, strain), blue.entry.kind)
    victims = report.values.victims or (squeeze.first.victim,)
    busy = {suit for chapter in squeeze.first.chapters() for suit in chapter.suits}
    found = tuple(threat for threat in threats(hands, strain) if threat.suit in busy)
    entry = entry_class(hands, found, victims, squeeze.first.squeezer)
    return Theory(ending, letters(hands, strain, victims), found, entry)
