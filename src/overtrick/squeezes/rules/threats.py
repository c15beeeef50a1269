"""Losers and threats of an ending: Love's L, and what his B is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from overtrick.core import Card, Rank, Seat, Suit
from overtrick.squeezes.rules.suits import (
    Layout,
    highest,
    is_blocked,
    layout,
    protects,
    threat_rank,
    tops,
    winners,
)
from overtrick.squeezes.state import NOTRUMP, Hands, suit_part

__all__ = ["Threat", "card_of", "has_small", "has_winner", "losers", "seated", "threat_in", "threats"]


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


def card_of(number: int) -> Card:
    """The card with this number, the club two being 0."""
    return Card(Suit(number // 13), Rank(number % 13))


def losers(hands: Hands) -> int:
    """The tricks that declarer cannot cash suit by suit, entries or not (the paper's `losers`)."""
    return hands[0].bit_count() - sum(winners(layout(hands, suit)) for suit in range(4))


def threat_in(hands: Hands, suit: int, strain: int = NOTRUMP) -> Threat | None:
    """The threat of a suit that a defender, or both, protect."""
    cards = layout(hands, suit)
    rank, tricks = threat_rank(cards), winners(cards)
    if rank < 0 or suit == strain:
        return None
    seat = Seat.NORTH if cards.north >> rank & 1 else Seat.SOUTH
    can_ruff = strain != NOTRUMP and bool(suit_part(hands[seat.partner], strain))
    is_trump_threat = can_ruff and cards[seat.partner].bit_count() <= tricks
    needed = tricks + is_trump_threat
    guarded = tuple(who for who in (Seat.EAST, Seat.WEST) if protects(cards[who], rank, needed))
    if not guarded:
        return None
    return Threat(
        suit=Suit(suit),
        card=Card(Suit(suit), Rank(rank)),
        seat=seat,
        winners=tricks,
        protected_by=guarded,
        guards=tuple(card for who in guarded for card in _cards(suit, cards[who])),
        extended=_given_up(cards, guarded) - tricks > 1,
        is_trump_threat=is_trump_threat,
        is_blocked=is_blocked(cards[seat], cards[seat.partner], cards.theirs),
    )


def threats(hands: Hands, strain: int = NOTRUMP) -> tuple[Threat, ...]:
    """The threats of all suits, spades first."""
    found = (threat_in(hands, suit, strain) for suit in reversed(range(4)))
    return tuple(threat for threat in found if threat is not None)


def seated(hands: Hands, threat: Threat) -> tuple[Threat, ...]:
    """The threat where it lies, and opposite if that hand, too, has a card left when the winners are gone."""
    cards, other = layout(hands, threat.suit), threat.seat.partner
    rank = highest(cards[other] & ~tops(cards))
    guarded = tuple(who for who in (Seat.EAST, Seat.WEST) if protects(cards[who], rank, threat.winners))
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
    """The tricks to cash once those who protect the suit have none of it."""
    left = [0 if seat in guarded else ranks for seat, ranks in zip(Seat, cards, strict=True)]
    return winners(Layout(*left))


def _cards(suit: int, ranks: int) -> tuple[Card, ...]:
    return tuple(Card(Suit(suit), rank) for rank in reversed(Rank) if ranks >> rank & 1)
