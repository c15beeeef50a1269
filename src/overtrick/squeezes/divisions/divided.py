"""Which divisions of the outstanding cards give a squeeze, of what kind, against whom, and how likely.

Each division is judged double dummy: the tricks are there for a declarer who sees all four hands and so
never misguesses. At the table he does not see them. A first card that is right for every squeeze at once
(`Divisions.sure_leads`) says that at least the beginning is no guess; later on there may be one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from math import comb
from operator import and_, or_
from typing import final

from overtrick.core import Card, CardSet, Deal, DealError, Odds, Seat, Side, Suit
from overtrick.core.drawing import Drawn
from overtrick.squeezes.analysis import analyse
from overtrick.squeezes.divisions.undivided import MOST_DIVISIONS, Undivided
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind
from overtrick.squeezes.oracle import ALWAYS, own_oracle
from overtrick.squeezes.report import Squeezed, Values
from overtrick.squeezes.state import bits_of
from overtrick.squeezes.turning import turned

__all__ = ["BusyHands", "Division", "Divisions", "Group", "Progress", "divisions"]

Progress = Callable[[int, int], object]
"""Is told how many divisions have been judged, and how many there are."""


@final
@dataclass(frozen=True, slots=True)
class Division(Drawn):
    """A division that gives a squeeze; of several squeezes in it the simplest is named."""

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
        """The defenders without whose forced discards there are fewer tricks; none if either will do."""
        return self.values.victims

    @property
    def tricks(self) -> int:
        """The attackers' tricks."""
        return self.values.tricks

    @property
    def gain(self) -> int:
        """How many of them only the squeeze wins."""
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

    @property
    def example(self) -> Division:
        """One of them."""
        return self.divisions[0]


@final
@dataclass(frozen=True, slots=True)
class BusyHands:
    """The hands with which a defender is squeezed in certain suits."""

    seat: Seat
    kind: Kind
    suits: tuple[Suit, ...]
    hands: tuple[CardSet, ...]
    odds: Odds

    @property
    def needed(self) -> CardSet:
        """The cards he must hold: they are in each of his hands."""
        return reduce(and_, self.hands)

    @property
    def any_of(self) -> CardSet:
        """The cards that fill the other places: each is in some of his hands."""
        return reduce(or_, self.hands) - self.needed

    @property
    def places(self) -> int:
        """How many places they fill."""
        return len(self.hands[0]) - len(self.needed)

    @property
    def is_any(self) -> bool:
        """May any of those cards fill those places, or do some not go together?"""
        return len(self.hands) == comb(len(self.any_of), self.places)


@final
@dataclass(frozen=True, slots=True)
class Divisions(Drawn):
    """The answer to an undivided ending; every division that fits what is known counts the same."""

    question: Undivided
    counts: dict[tuple[int, int], int]
    """How many divisions have so many tricks, and so many if the defenders may discard freely."""
    squeezes: tuple[Division, ...]

    @property
    def total(self) -> int:
        """How many divisions there are."""
        return sum(self.counts.values())

    # Chances

    @property
    def odds(self) -> Odds:
        """How likely a squeeze is."""
        return self._odds(len(self.squeezes))

    def makes(self, tricks: int) -> Odds:
        """How likely it is that so many tricks are there, by whatever means."""
        return self._odds(sum(count for (found, _), count in self.counts.items() if found >= tricks))

    def makes_by_squeeze(self, tricks: int) -> Odds:
        """How likely it is that so many tricks are there, but only by a squeeze."""
        return self._odds(
            sum(count for (found, free), count in self.counts.items() if free < tricks <= found)
        )

    # Squeezes

    @property
    def groups(self) -> tuple[Group, ...]:
        """The squeezes by kind, victims, gain and tricks, the likeliest first."""
        found = dict[tuple[Kind, tuple[Seat, ...], int, int], list[Division]]()
        for division in self.squeezes:
            key = division.kind, division.victims, division.gain, division.tricks
            found.setdefault(key, []).append(division)
        order = sorted(found, key=lambda key: (-len(found[key]), key[0].place, *key[1:]))
        return tuple(Group(*key, tuple(found[key]), self._odds(len(found[key]))) for key in order)

    def hands_of(self, victim: Seat) -> tuple[BusyHands, ...]:
        """The hands that a defender is squeezed with, by kind and suits, the likeliest first."""
        found = dict[tuple[Kind, tuple[Suit, ...]], list[CardSet]]()
        for division in self.squeezes:
            if victim in division.busy_suits:
                hands = found.setdefault((division.kind, division.busy_suits[victim]), [])
                hands.append(division.deal[victim])
        order = sorted(found, key=lambda key: (-len(found[key]), key[0].place, key[1]))
        return tuple(BusyHands(victim, *key, tuple(found[key]), self._odds(len(found[key]))) for key in order)

    # The first card

    @property
    def leads(self) -> dict[Card, Odds]:
        """For each first card, how likely it is that there is a squeeze and the card keeps it; best first."""
        counts = Counter(card for division in self.squeezes for card in division.leads)
        return {card: self._odds(counts[card]) for card in sorted(counts, key=lambda card: -counts[card])}

    @property
    def sure_leads(self) -> CardSet:
        """The first cards that are right for every squeeze: declarer need not guess with them."""
        return reduce(and_, (division.leads for division in self.squeezes)) if self.squeezes else CardSet()

    def _odds(self, count: int) -> Odds:
        return Odds(count, self.total)


def divisions(question: Undivided, progress: Progress | None = None) -> Divisions:
    """Every division of the outstanding cards that gives a squeeze.

    Five cards in each hand take some hundredths of a second, six some tenths, seven a few seconds.

    >>> found = divisions(Undivided.parse("N:Q.AJ.. - 2.3..A -;KT9.KQ..3;NT;S"))
    >>> found.total, found.odds, [(group.kind, group.victims) for group in found.groups]
    (20, Odds(1, 20), [(Kind.SIMPLE, (Seat.WEST,))])
    >>> found.hands_of(Seat.WEST)[0].needed, found.sure_leads
    (CardSet.parse('K.KQ..'), CardSet.parse('...A'))
    """
    if question.attackers is Side.EW:
        return turned(divisions(turned(question, 1), progress), -1)
    deals = _deals(question)
    counts, squeezes = Counter[tuple[int, int]](), list[Division]()
    for done, deal in enumerate(deals, 1):
        ending = question.ending(deal)
        tricks, free_both = _tricks_and_free(ending)
        counts[tricks, free_both] += 1
        if tricks > free_both:
            squeezes.append(_named(ending))
        if progress is not None:
            progress(done, len(deals))
    return Divisions(question, dict(counts), tuple(squeezes))


def _deals(question: Undivided) -> list[Deal]:
    """The divisions, if they are not too many and not too few.

    Each is judged for itself. To exchange touching cards of two defenders is to change which of them wins
    a trick, and with it the lead: that can cost a trick.
    """
    if question.most_divisions > MOST_DIVISIONS:
        raise DealError(
            f"the outstanding cards can be divided in {question.most_divisions:,} ways:"
            f" at most {MOST_DIVISIONS:,} can be judged",
            text=str(question),
        )
    deals = list(question.deals())
    if not deals:
        raise DealError("no division of the outstanding cards has the known lengths", text=str(question))
    return deals


def _tricks_and_free(ending: Ending) -> tuple[int, int]:
    """The tricks, and those with free discards for both defenders."""
    oracle, state = own_oracle(), ending.state
    tricks = oracle.value(state)
    if oracle.reaches(state, tricks, ALWAYS, ALWAYS):
        return tricks, tricks
    return tricks, oracle.value(state, ALWAYS, ALWAYS)


def _named(ending: Ending) -> Division:
    report = analyse(ending)
    assert report.squeeze is not None, "there is a gain"
    suits, leads = _busy_suits(report.squeeze.first), _leads(ending, report.values.tricks)
    return Division(ending, report.squeeze.kind, report.values, suits, leads)


def _busy_suits(first: Squeezed) -> dict[Seat, tuple[Suit, ...]]:
    found = dict[Seat, set[Suit]]()
    for chapter in first.chapters():
        found.setdefault(chapter.victim, set()).update(chapter.suits)
    return {seat: tuple(sorted(found[seat], reverse=True)) for seat in sorted(found)}


def _leads(ending: Ending, tricks: int) -> CardSet:
    """The cards with which North or South on lead keeps the tricks."""
    if ending.leader.side is Side.EW:
        return CardSet()
    oracle, state = own_oracle(), ending.state
    return CardSet(
        sum(1 << card for card in bits_of(state.legal) if oracle.value(state.then(card)) >= tricks)
    )
