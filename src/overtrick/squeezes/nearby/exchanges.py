"""Endings one small change away: another leader, two cards or two hands exchanged, a trick lost in time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import final

from overtrick.core import Card, CardSet, Deal, DealError, Seat, Trick
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.state import Hands, State

__all__ = [
    "ExchangeCards",
    "ExchangeDefenders",
    "LeadFrom",
    "Pairs",
    "RectifyCount",
    "Repair",
    "across_the_sides",
    "exchanges",
    "within_a_side",
]


@final
@dataclass(frozen=True, slots=True)
class LeadFrom:
    """Another player is on lead."""

    leader: Seat

    def applied_to(self, ending: Ending) -> Ending:
        """The ending with that player on lead."""
        return replace(ending, leader=self.leader)


@final
@dataclass(frozen=True, slots=True)
class ExchangeCards:
    """Two players exchange a card.

    >>> fig2 = Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")
    >>> swap = ExchangeCards(Card.parse("SQ"), Seat.NORTH, Card.parse("S2"), Seat.SOUTH)
    >>> swap.applied_to(fig2)
    Ending.parse('N:2.AJ.. T9...3 Q.3..A K.KQ..;NT;S')
    """

    card: Card
    holder: Seat
    other: Card
    other_holder: Seat

    def applied_to(self, ending: Ending) -> Ending:
        """The ending after the exchange."""
        for seat, card in ((self.holder, self.card), (self.other_holder, self.other)):
            if card not in ending.deal[seat]:
                raise DealError(f"{seat.word} does not hold the {card.print}", text=str(ending.deal))
        return _with_hands(ending, self.state_after(ending.state).hands)

    def state_after(self, state: State) -> State:
        """A position before a lead after the exchange."""
        both, seats = self.card.bit | self.other.bit, (self.holder, self.other_holder)
        hands = (hand ^ both if seat in seats else hand for seat, hand in enumerate(state.hands))
        north, east, south, west = hands
        return state._replace(hands=(north, east, south, west))

    @property
    def undone(self) -> ExchangeCards:
        """The exchange that takes this one back."""
        return ExchangeCards(self.other, self.holder, self.card, self.other_holder)


@final
@dataclass(frozen=True, slots=True)
class ExchangeDefenders:
    """The defenders exchange their hands; a defender's lead goes with his."""

    def applied_to(self, ending: Ending) -> Ending:
        """The ending after the exchange."""
        one, two = ending.attackers.opponents.seats
        hands = {**dict(ending.deal.items()), one: ending.deal[two], two: ending.deal[one]}
        leader = ending.leader.partner if ending.leader in (one, two) else ending.leader
        return replace(ending, deal=Deal.of(hands), leader=leader)

    def state_after(self, state: State) -> State:
        """A position before a lead after the exchange, where East and West defend."""
        return state.exchanged

    @property
    def undone(self) -> ExchangeDefenders:
        """The exchange that takes this one back: the same."""
        return self


@final
@dataclass(frozen=True, slots=True)
class RectifyCount:
    """A trick has been lost in time, and the lead is back where it was."""

    lost: Trick

    def applied_to(self, ending: Ending) -> Ending:
        """The ending one trick later, with the lead back where it was."""
        gone = CardSet.of(self.lost.cards)
        return replace(ending, deal=Deal.of({seat: hand - gone for seat, hand in ending.deal.items()}))


Repair = LeadFrom | ExchangeCards | ExchangeDefenders | RectifyCount
"""One small change of an ending."""


# Exchanges

Pairs = tuple[tuple[Seat, Seat], ...]
"""Pairs of hands that exchange cards."""


def within_a_side(one: Seat) -> Pairs:
    """A player and his partner."""
    return ((one, one.partner),)


def across_the_sides() -> Pairs:
    """Every attacker with every defender, whoever attacks."""
    return tuple((one, two) for one, two in combinations(Seat, 2) if one.side is not two.side)


def exchanges(ending: Ending, pairs: Pairs) -> list[ExchangeCards]:
    """Every exchange of two cards between such hands, the least striking first.

    Between partners that is low cards before high ones; between opponents touching cards of one suit
    before others.
    """
    found = [
        ExchangeCards(card, one, other, two)
        for one, two in pairs
        for card, other in product(ending.deal[one], ending.deal[two])
    ]
    return sorted(found, key=_strikingness)


def _strikingness(exchange: ExchangeCards) -> tuple[int, ...]:
    card, other = exchange.card, exchange.other
    names = (card.suit != other.suit, card.suit, other.suit, card.rank, other.rank)
    if exchange.holder.side is exchange.other_holder.side:
        return (card.rank + other.rank, *names)
    return (card.suit != other.suit, abs(card.rank - other.rank), *names)


def _with_hands(ending: Ending, hands: Hands) -> Ending:
    north, east, south, west = (CardSet(hand) for hand in hands)
    return replace(ending, deal=Deal((north, east, south, west)))
