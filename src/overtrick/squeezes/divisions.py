"""Endings with two known hands: every division of the outstanding cards, and which divisions give a squeeze.

The defenders' cards are outstanding, and each defender has as many cards as declarer and dummy. A
defender's vacant places are the places of his hand that no known card fills, and every
division of the other cards over the vacant places is as likely as any other, except those that
contradict a known length.

Each division is judged double dummy: the tricks are there for a declarer who sees all four hands and so
never misguesses. At the table he does not see them. A first card that is right for every squeeze at once
(`Divisions.sure_leads`) says that at least the beginning is no guess; later on there may be one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, groupby
from math import comb
from operator import and_, itemgetter
from typing import Any, TypeVar, final

from overtrick.core import (
    PACK,
    Card,
    CardSet,
    Deal,
    DealError,
    Holds,
    NotationError,
    Odds,
    Seat,
    Side,
    Strain,
    Suit,
)
from overtrick.core.bits import indices
from overtrick.core.drawing import Drawable
from overtrick.core.errors import attempt
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.ending import Ending, for_either_side
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.moments import FREE
from overtrick.squeezes.oracle import own_oracle
from overtrick.squeezes.report import Values

__all__ = [
    "MOST_DIVISIONS",
    "BusyHands",
    "Division",
    "Divisions",
    "Group",
    "Known",
    "Length",
    "Progress",
    "UndividedEnding",
    "divisions",
]

K = TypeVar("K", bound=tuple[Any, ...])
V = TypeVar("V")
MOST_DIVISIONS = comb(16, 8)
"""Eight cards each and nothing known: some twenty seconds."""
_PARTS = "'HANDS;outstanding;trump;leader'"
Progress = Callable[[int, int], object]
"""A callback that gets the number of divisions analysed so far, and the total."""


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
"""A known fact about a defender."""


@final
@dataclass(frozen=True, slots=True)
class UndividedEnding(Drawable):
    """The two hands of the attacking side, and the outstanding cards of the defenders.

    >>> fig2 = UndividedEnding.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S")
    >>> fig2.cards, fig2.attackers, len(list(fig2.deals()))
    (3, Side.NS, 20)
    """

    hands: Deal
    """The attackers' two hands; the defenders' are unknown."""
    outstanding: CardSet
    strain: Strain
    leader: Seat
    known: tuple[Known, ...] = ()
    """Known facts about the defenders: cards they hold, lengths of suits."""

    def __post_init__(self) -> None:
        faults = self._wrong_hands() or [*self._wrong_cards(), *self._wrong_knowledge()]
        if faults:
            raise DealError(*faults, text=str(self))

    @staticmethod
    def parse(text: str) -> UndividedEnding:
        """Read two hands, the outstanding cards, strain and leader, with semicolons between.

        >>> UndividedEnding.parse("E:..8.A3 - 2.8..8 -;.9.Q.QJT9;NT;W").attackers
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
        return UndividedEnding(hands, outstanding, strain, leader)

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
        held = (fact for fact in self.known if isinstance(fact, Holds))
        return CardSet.of(fact.card for fact in held if fact.seat is defender)

    def vacant(self, defender: Seat) -> int:
        """The places in a defender's hand that no known card fills."""
        return self.cards - len(self.known_cards(defender))

    # Divisions

    def deals(self) -> Iterator[Deal]:
        """Every division that fits the known facts; all are equally likely."""
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
        """The number of divisions, ignoring known lengths."""
        first, second = (self.vacant(defender) for defender in self.defenders)
        return comb(first + second, first)

    def ending(self, deal: Deal) -> Ending:
        """The ending with the hands of a division."""
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
        number, wanted = len(self.outstanding), 2 * self.cards
        if number != wanted:
            yield f"with {self.cards} cards in each hand {wanted} are outstanding, not {number}"
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
            return f"UndividedEnding.parse({str(self)!r})"
        parts = (self.hands, self.outstanding, self.strain, self.leader)
        return f"UndividedEnding({', '.join(map(repr, parts))}, known={self.known!r})"


# Answers


@final
@dataclass(frozen=True, slots=True)
class Division(Drawable):
    """A division that gives a squeeze; if it gives several, the simplest is named."""

    ending: Ending
    kind: Kind
    values: Values
    busy_suits: dict[Seat, tuple[Suit, ...]]
    """For each defender who is squeezed, the suits he is squeezed in."""
    leads: CardSet
    """The first cards that keep the tricks; none when a defender leads."""

    @property
    def deal(self) -> Deal:
        """All four hands."""
        return self.ending.deal

    @property
    def victims(self) -> tuple[Seat, ...]:
        """The defenders whose forced discards the tricks need; none if squeezing either is enough."""
        return self.values.victims

    @property
    def tricks(self) -> int:
        """The attackers' tricks."""
        return self.values.tricks

    @property
    def gain(self) -> int:
        """The tricks that only the squeeze wins."""
        return self.values.gain


@final
@dataclass(frozen=True, slots=True)
class Group:
    """The divisions that give the same kind of squeeze against the same victims for as many tricks."""

    kind: Kind
    victims: tuple[Seat, ...]
    gain: int
    tricks: int
    divisions: tuple[Division, ...]
    odds: Odds

    @property
    def count(self) -> int:
        """How many divisions there are."""
        return len(self.divisions)


@final
@dataclass(frozen=True, slots=True)
class BusyHands:
    """The hands with which a defender is squeezed in a given set of suits."""

    seat: Seat
    kind: Kind
    suits: tuple[Suit, ...]
    hands: tuple[CardSet, ...]
    odds: Odds

    @property
    def needed(self) -> CardSet:
        """The cards he must hold: those in every one of these hands."""
        return reduce(and_, self.hands)


@final
@dataclass(frozen=True, slots=True)
class Divisions(Drawable):
    """The analysis of an undivided ending; all divisions that fit the known facts have equal weight."""

    question: UndividedEnding
    counts: dict[tuple[int, int], int]
    """The number of divisions by tricks, and by tricks if the defenders may discard freely."""
    squeezes: tuple[Division, ...]

    @property
    def total(self) -> int:
        """How many divisions there are."""
        return sum(self.counts.values())

    # Chances

    @property
    def odds(self) -> Odds:
        """The chance of a squeeze."""
        return self._odds(len(self.squeezes))

    # Squeezes

    @property
    def groups(self) -> tuple[Group, ...]:
        """The squeezes by kind, victims, gain and tricks, the likeliest first."""
        each = (((one.kind, one.victims, one.gain, one.tricks), one) for one in self.squeezes)
        return tuple(Group(*key, found, self._odds(len(found))) for key, found in _likeliest_first(each))

    def hands_of(self, victim: Seat) -> tuple[BusyHands, ...]:
        """The hands with which a defender is squeezed, by kind and suits, the likeliest first."""
        squeezes = (division for division in self.squeezes if victim in division.busy_suits)
        each = (((one.kind, one.busy_suits[victim]), one.deal[victim]) for one in squeezes)
        found = _likeliest_first(each)
        return tuple(BusyHands(victim, *key, hands, self._odds(len(hands))) for key, hands in found)

    # The first card

    @property
    def leads(self) -> dict[Card, Odds]:
        """For each first card, the chance that there is a squeeze and the card keeps it; best first."""
        counts = Counter(card for division in self.squeezes for card in division.leads)
        return {card: self._odds(counts[card]) for card in sorted(counts, key=lambda card: -counts[card])}

    @property
    def sure_leads(self) -> CardSet:
        """The first cards that are right for every squeeze: declarer need not guess with them."""
        return reduce(and_, (division.leads for division in self.squeezes)) if self.squeezes else CardSet()

    def _odds(self, count: int) -> Odds:
        return Odds(count, self.total)


def _likeliest_first(pairs: Iterable[tuple[K, V]]) -> list[tuple[K, tuple[V, ...]]]:
    """Values grouped by key (kind of squeeze and more), the largest groups first."""
    found = dict[K, list[V]]()
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    order = sorted(found, key=lambda key: (-len(found[key]), key[0].place, *key[1:]))
    return [(key, tuple(found[key])) for key in order]


@for_either_side
def divisions(question: UndividedEnding, progress: Progress | None = None) -> Divisions:
    """Find every division of the outstanding cards that gives a squeeze.

    Five cards in each hand take some hundredths of a second, six some tenths, seven a few seconds.

    >>> found = divisions(UndividedEnding.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"))
    >>> found.total, found.odds, [(group.kind, group.victims) for group in found.groups]
    (20, Odds(1, 20), [(Kind.SIMPLE, (Seat.WEST,))])
    >>> found.hands_of(Seat.WEST)[0].needed, found.sure_leads
    (CardSet.parse('K.KQ..'), CardSet.parse('...A'))
    """
    oracle, deals = own_oracle(), _deals(question)
    counts, squeezes = Counter[tuple[int, int]](), list[Division]()
    for done, deal in enumerate(deals, 1):
        ending = question.ending(deal)
        tricks = oracle.value(ending.state)
        is_squeeze = not oracle.reaches(ending.state, tricks, *FREE)
        counts[tricks, oracle.value(ending.state, *FREE) if is_squeeze else tricks] += 1
        if is_squeeze:
            squeezes.append(_named(ending))
        if progress is not None:
            progress(done, len(deals))
    return Divisions(question, dict(counts), tuple(squeezes))


def _deals(question: UndividedEnding) -> list[Deal]:
    """The divisions to analyse; an error if there are none or too many.

    Each is analysed separately: exchanging touching cards between the defenders changes which of them wins a
    trick and has the lead, which can cost a trick.
    """
    ways = f"{question.most_divisions:,} ways: at most {MOST_DIVISIONS:,} can be judged"
    if question.most_divisions > MOST_DIVISIONS:
        raise DealError(f"the outstanding cards can be divided in {ways}", text=str(question))
    deals = list(question.deals())
    if not deals:
        raise DealError("no division of the outstanding cards has the known lengths", text=str(question))
    return deals


def _named(ending: Ending) -> Division:
    report = analyse(ending)
    assert report.squeeze is not None, "there is a gain"
    chapters = report.squeeze.first.chapters()
    busy = sorted({(chapter.victim, -suit) for chapter in chapters for suit in chapter.suits})
    suits = {seat: tuple(Suit(-suit) for _, suit in each) for seat, each in groupby(busy, key=itemgetter(0))}
    return Division(ending, report.squeeze.kind, report.values, suits, _leads(ending, report.values.tricks))


def _leads(ending: Ending, tricks: int) -> CardSet:
    """The cards with which North or South on lead keeps the tricks."""
    oracle, state = own_oracle(), ending.state
    cards = indices(state.legal if ending.leader.side is Side.NS else 0)
    return CardSet.of(PACK[card] for card in cards if oracle.value(state.then(card)) >= tricks)
