"""Endings whose outstanding cards are not divided: the question that declarer faces.

All that the defenders still hold is outstanding, and each of them has as many cards as declarer and
dummy. So a defender's vacant places are the places of his hand that no known card fills, and every
division of the other cards over the vacant places is as likely as any other, except those that
contradict a known length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import final

from overtrick.core import CardSet, Deal, DealError, Holds, NotationError, Seat, Side, Strain, Suit
from overtrick.core.drawing import Drawn
from overtrick.core.errors import attempt
from overtrick.squeezes.ending import Ending

__all__ = ["MOST_DIVISIONS", "Known", "Length", "Undivided"]

MOST_DIVISIONS = comb(16, 8)
"""Eight cards each and nothing known: some twenty seconds."""
_PARTS = "'HANDS;outstanding;trump;leader'"


@final
@dataclass(frozen=True, slots=True)
class Length:
    """How many cards of a suit a defender may hold.

    >>> Length(Seat.WEST, Suit.HEARTS, most=0).allows(CardSet.parse("AK.2.."))
    False
    """

    seat: Seat
    suit: Suit
    fewest: int = 0
    most: int = 13

    def __post_init__(self) -> None:
        if not 0 <= self.fewest <= self.most:
            raise DealError(f"{self.seat.word} cannot hold {self.fewest} to {self.most} {self.suit.word}")

    def allows(self, hand: CardSet) -> bool:
        """Does a hand have the length?"""
        return self.fewest <= hand.length(self.suit) <= self.most


Known = Holds | Length
"""What may be known of a defender."""


@final
@dataclass(frozen=True, slots=True)
class Undivided(Drawn):
    """The hands of two partners, who would squeeze the others, and the cards of the others together.

    >>> fig2 = Undivided.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S")
    >>> fig2.cards, fig2.attackers, len(list(fig2.deals()))
    (3, Side.NS, 20)
    """

    hands: Deal
    """The attackers' two hands; the others are unknown."""
    outstanding: CardSet
    strain: Strain
    leader: Seat
    known: tuple[Known, ...] = ()
    """What is known of the defenders: cards they hold, lengths of suits."""

    def __post_init__(self) -> None:
        faults = self._wrong_hands() or [*self._wrong_cards(), *self._wrong_knowledge()]
        if faults:
            raise DealError(*faults, text=str(self))

    @staticmethod
    def parse(text: str) -> Undivided:
        """Read two hands, the outstanding cards, strain and leader, with semicolons between.

        >>> Undivided.parse("E:..8.A3 - 2.8..8 -;.9.Q.QJT9;NT;W").attackers
        Side.EW
        """
        parts = text.split(";")
        if len(parts) != 4:
            raise NotationError(f"{text!r} is not an undivided ending: expected {_PARTS}")
        faults = list[str]()
        hands = attempt(faults, Deal.parse, parts[0].strip())
        outstanding = attempt(faults, CardSet.parse, parts[1].strip())
        strain = attempt(faults, Strain.parse, parts[2])
        leader = attempt(faults, Seat.parse, parts[3])
        if hands is None or outstanding is None or strain is None or leader is None:
            raise NotationError(*faults, text=text)
        return Undivided(hands, outstanding, strain, leader)

    # The sides

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return self.hands.cards_each

    @property
    def attackers(self) -> Side:
        """The side whose hands are given."""
        return self.hands.known[0].side

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """The two players among whom the outstanding cards are divided."""
        return self.attackers.opponents.seats

    # What is known

    def known_cards(self, defender: Seat) -> CardSet:
        """The cards that a defender is known to hold."""
        return CardSet.of(
            fact.card for fact in self.known if isinstance(fact, Holds) and fact.seat is defender
        )

    def vacant(self, defender: Seat) -> int:
        """The places in a defender's hand that no known card fills."""
        return self.cards - len(self.known_cards(defender))

    # Divisions

    def deals(self) -> Iterator[Deal]:
        """Every division that fits what is known; all are equally likely."""
        first, second = self.defenders
        held = self.known_cards(first)
        free = self.outstanding - held - self.known_cards(second)
        for cards in combinations(free, self.vacant(first)):
            hand = held | CardSet.of(cards)
            deal = self.hands.with_hand(first, hand).with_hand(second, self.outstanding - hand)
            if all(fact.allows(deal[fact.seat]) for fact in self.known if isinstance(fact, Length)):
                yield deal

    @property
    def most_divisions(self) -> int:
        """How many divisions there are, lengths aside."""
        first, second = (self.vacant(defender) for defender in self.defenders)
        return comb(first + second, first)

    def ending(self, deal: Deal) -> Ending:
        """The ending that a division makes."""
        return Ending(deal, self.strain, self.leader, self.attackers)

    # Mistakes

    def _wrong_hands(self) -> list[str]:
        known = self.hands.known
        if len(known) != 2 or known[0].partner is not known[1]:
            seats = " and ".join(seat.word for seat in known) or "nobody"
            return [f"expected the hands of two partners, not of {seats}"]
        one, other = (len(hand) for _, hand in self.hands.items())
        if one != other or not one:
            return [f"partners have as many cards, and at least one: not {one} and {other}"]
        return []

    def _wrong_cards(self) -> Iterator[str]:
        if len(self.outstanding) != 2 * self.cards:
            yield (
                f"with {self.cards} cards in each hand {2 * self.cards} are outstanding,"
                f" not {len(self.outstanding)}"
            )
        for seat, hand in self.hands.items():
            for card in hand & self.outstanding:
                yield f"{seat.word} has the {card.print}: it cannot be outstanding"

    def _wrong_knowledge(self) -> Iterator[str]:
        for fact in self.known:
            if fact.seat not in self.defenders:
                yield f"{fact.seat.word} is not a defender: nothing is left to know of that hand"
            elif isinstance(fact, Holds) and fact.card not in self.outstanding:
                yield f"{fact.seat.word} cannot hold the {fact.card.print}: it is not outstanding"
        first, second = self.defenders
        for card in self.known_cards(first) & self.known_cards(second):
            yield f"the {card.print} cannot be with {first.word} and with {second.word}"
        for seat in self.defenders:
            if self.vacant(seat) < 0:
                yield f"{seat.word} has {self.cards} cards and cannot hold {len(self.known_cards(seat))}"

    # Text

    def __str__(self) -> str:
        return f"{self.hands};{self.outstanding};{self.strain};{self.leader}"

    def __repr__(self) -> str:
        if not self.known:
            return f"Undivided.parse({str(self)!r})"
        return (
            f"Undivided({self.hands!r}, {self.outstanding!r}, {self.strain!r}, {self.leader!r},"
            f" known={self.known!r})"
        )
