"""The part each card has in a squeeze: the squeeze card, threats, entries, guards, or none: idle cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, Suit
from overtrick.squeezes.report import Report, Squeezed

__all__ = ["Marks", "marks"]

_NO_CARDS = CardSet()


@final
@dataclass(frozen=True, slots=True)
class Marks:
    """Cards of an ending by the part they have; no card has two.

    A card that could have two has the first of these: squeeze card, threat, entry; guard, idle.
    """

    squeeze_card: CardSet = _NO_CARDS
    """The card led to the trick in which the first victim is squeezed."""
    threats: CardSet = _NO_CARDS
    """In each suit that a victim is squeezed in, the card that wins if he gives the suit up."""
    entries: CardSet = _NO_CARDS
    """At the first squeeze, a winner in a hand with a threat and the lower card opposite that leads to it."""
    guards: CardSet = _NO_CARDS
    """The busy cards: all that a victim holds when he is squeezed."""
    idle: CardSet = _NO_CARDS
    """What victims threw before they were squeezed, and all that a defender holds who never is."""

    def parts(self) -> tuple[CardSet, ...]:
        """The five sets, in the order above."""
        return self.squeeze_card, self.threats, self.entries, self.guards, self.idle


def marks(report: Report) -> Marks:
    """The part of each card of a report's ending, before its first trick; none if there is no squeeze.

    >>> from overtrick.squeezes import Ending, analyse
    >>> found = marks(analyse(Ending.parse("N:Q.AJ.. T9...3 2.3..A K.KQ..;NT;S")))
    >>> found.squeeze_card, found.threats, found.entries
    (CardSet.parse('...A'), CardSet.parse('Q.J..'), CardSet.parse('.A3..'))
    >>> found.guards, found.idle
    (CardSet.parse('K.KQ..'), CardSet.parse('T9...3'))
    """
    if report.squeeze is None:
        return Marks()
    chapters = tuple(report.squeeze.first.chapters())
    threats = _threats(chapters)
    parts = (
        (report.squeeze.first.squeeze_card,),
        threats,
        _entries(report.squeeze.first.play, to=frozenset(threats.values())),
        (card for chapter in chapters for card in chapter.busy),
        _idle(report, chapters),
    )
    return Marks(*_each_once(parts))


def _each_once(parts: Iterable[Iterable[Card]]) -> Iterator[CardSet]:
    """The sets, each without the cards of those before it."""
    taken = _NO_CARDS
    for part in parts:
        cards = CardSet.of(part)
        yield cards - taken
        taken |= cards


def _threats(chapters: Iterable[Squeezed]) -> Mapping[Card, Seat]:
    """One threat for each suit, as the first chapter that names one has it, and who holds it."""
    found = dict[Suit, tuple[Card, Seat]]()
    for chapter in chapters:
        for threat in chapter.threats:
            found.setdefault(threat.suit, (threat.card, threat.seat))
    return dict(found.values())


def _entries(play: Play, to: frozenset[Seat]) -> Iterator[Card]:
    """Winners in these hands, the highest first, each with a lower card opposite, the lowest first."""
    for seat, suit in product(to, Suit):
        own, opposite, *theirs = _holdings(play, seat, suit)
        winners = [card for card in own if all(card > held[0] for held in theirs if held)]
        for winner, lower in zip(winners, reversed(opposite), strict=False):
            if lower < winner:
                yield from (winner, lower)


def _idle(report: Report, chapters: Iterable[Squeezed]) -> Iterator[Card]:
    """Cards thrown, not those that followed suit or ruffed; and whatever is held by who is no victim."""
    victims = {*report.values.victims, *(chapter.victim for chapter in chapters)}
    for seat in report.attackers.opponents.seats:
        if seat not in victims:
            yield from report.ending.deal[seat]
    for chapter in chapters:
        for trick in (*chapter.play.tricks, chapter.play.trick):
            kept = (trick.cards[0].suit, report.ending.strain.suit)
            yield from (card for seat, card in trick if seat in victims and card.suit not in kept)


def _holdings(play: Play, seat: Seat, suit: Suit) -> list[tuple[Card, ...]]:
    """The cards of a suit, high to low, in a hand, in its partner's, and in those of the defenders."""
    seats = (seat, seat.partner, seat.lho, seat.rho)
    return [tuple(play.hand(each).in_suit(suit)) for each in seats]
