"""Results of the analysis: an ending's values, squeezes and marked cards; a deal's line to its squeeze."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, product
from operator import or_
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, Side, Suit
from overtrick.core.drawing import Drawable
from overtrick.squeezes.ending import Ending, winners
from overtrick.squeezes.kinds import Kind, Means, Modifier, WordEnum

__all__ = [
    "DealSqueeze",
    "Dilemma",
    "Marks",
    "Outcome",
    "Report",
    "Squeeze",
    "SqueezeLine",
    "SuitChoice",
    "Threat",
    "Values",
    "marks",
]


@final
@dataclass(frozen=True, slots=True)
class Values:
    """The attackers' tricks: normal, by winners alone, and with free discards for one defender or both."""

    tricks: int
    tops: int
    """By leading only current winners, entries respected, when no defender ever has to discard."""
    free: dict[Seat, int] = field(hash=False)
    """With free discards for one defender."""
    free_both: int

    @property
    def gain(self) -> int:
        """The tricks gained by forcing discards."""
        return self.tricks - self.free_both

    @property
    def victims(self) -> tuple[Seat, ...]:
        """The defenders whose forced discards are needed for the tricks."""
        return tuple(seat for seat in sorted(self.free) if self.free[seat] < self.tricks)

    @property
    def is_either(self) -> bool:
        """Is there a squeeze that works against either defender, so that neither one is needed?"""
        return self.gain > 0 and not self.victims


@final
@dataclass(frozen=True, slots=True)
class Threat:
    """A card of the attackers that wins once the defenders who guard its suit give it up."""

    card: Card
    seat: Seat
    """Who holds it."""
    winners: CardSet
    """The attackers' winners in its suit."""
    guarded_by: tuple[Seat, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "guarded_by", tuple(sorted(self.guarded_by)))

    @property
    def suit(self) -> Suit:
        """Its suit."""
        return self.card.suit


@final
@dataclass(frozen=True, slots=True)
class SuitChoice:
    """A suit that a squeezed defender may give up, and how the attackers exploit it."""

    card: Card
    """The card he throws: of his cards in the suit, the one that costs least."""
    means: Means
    then: Dilemma | None = None
    """The squeeze that follows, where one is needed."""

    @property
    def suit(self) -> Suit:
        """The suit."""
        return self.card.suit


@final
@dataclass(frozen=True, slots=True)
class Dilemma:
    """The turn of a squeezed defender: he must throw a card, and each of his cards is busy."""

    victim: Seat
    play: Play
    """From the beginning of the ending up to his turn."""
    given_up: tuple[SuitChoice, ...]
    """For each suit he holds, the result of giving it up."""
    threats: tuple[Threat, ...]

    @property
    def squeeze_card(self) -> Card:
        """The card led to the trick."""
        return self.play.trick.cards[0]

    @property
    def squeezer(self) -> Seat:
        """Who led it."""
        return self.play.on_lead

    @property
    def trick(self) -> int:
        """The number of the trick, the first of the ending being 1."""
        return len(self.play.tricks) + 1

    @property
    def busy(self) -> CardSet:
        """The victim's cards, all of them busy."""
        return self.play.hand(self.victim)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits he is squeezed in."""
        return tuple(sorted({way.suit for way in self.given_up}, reverse=True))

    def chapters(self) -> Iterator[Dilemma]:
        """This squeeze and all that may follow it."""
        yield self
        for way in self.given_up:
            if way.then is not None:
                yield from way.then.chapters()


@final
@dataclass(frozen=True, slots=True)
class Squeeze:
    """A squeeze: its name, the first victim's dilemma, and what follows."""

    kind: Kind
    modifiers: frozenset[Modifier]
    first: Dilemma


@final
@dataclass(frozen=True, slots=True)
class Report(Drawable):
    """The full analysis of an ending."""

    ending: Ending
    values: Values
    squeeze: Squeeze | None
    also: tuple[Squeeze, ...] = ()
    """Other squeezes that would also work: each other kind and victim once."""

    @property
    def attackers(self) -> Side:
        """The side that squeezes."""
        return self.ending.attackers

    @property
    def squeezes(self) -> tuple[Squeeze, ...]:
        """The squeeze named first, and the others that would also work."""
        return () if self.squeeze is None else (self.squeeze, *self.also)


# Whole deals


class Outcome(WordEnum):
    """The result for the target number of tricks."""

    OUT_OF_REACH = "out of reach"
    NO_SQUEEZE = "no squeeze needed"
    SQUEEZE = "squeeze"
    UNDECIDED = "undecided"


@final
@dataclass(frozen=True, slots=True)
class SqueezeLine:
    """One way to the squeeze, and the ending that names it.

    Declarer and dummy play winners first, as long as the target stays safe even if a defender who need not be
    squeezed never had to discard. The defenders play as if the victim had a blank card in reserve.
    From six cards left, or from the squeeze trick if that comes sooner, the line follows the report.
    """

    play: Play
    """From the deal to the victim's turn."""
    matrix_trick: int
    """The first trick, 1 to 13, from which only winners are cashed, up to and including the squeeze card."""
    ending: Ending
    report: Report | None
    """The report on the ending; None when the cards given reach into the squeeze trick."""

    @property
    def victim(self) -> Seat:
        """Who is squeezed first."""
        return self.play.to_play

    @property
    def squeeze_trick(self) -> int:
        """The trick, 1 to 13, to which the victim has no idle card to throw."""
        return len(self.play.tricks) + 1


@final
@dataclass(frozen=True, slots=True)
class DealSqueeze:
    """The analysis of a deal in a contract, after a lead; None stands for unknown."""

    play: Play
    """The deal with the lead, and the cards after it if any were given."""
    declarer: Seat
    tricks: int
    """Declarer's tricks after these cards, double dummy, including those already won."""
    target: int
    """The number of tricks that declarer aims for."""
    outcome: Outcome
    victims: tuple[Seat, ...] | None = None
    """The defenders whose forced discards the target needs; empty if squeezing either is enough."""
    line: SqueezeLine | None = None
    best_leads: CardSet | None = None
    """All leads that hold declarer to the fewest tricks, when none was given."""

    @property
    def kind(self) -> Kind | None:
        """The kind of the squeeze."""
        return None if self._squeeze is None else self._squeeze.kind

    @property
    def modifiers(self) -> frozenset[Modifier]:
        """The modifiers of the squeeze."""
        return frozenset() if self._squeeze is None else self._squeeze.modifiers

    @property
    def _squeeze(self) -> Squeeze | None:
        return None if self.line is None or self.line.report is None else self.line.report.squeeze

    @property
    def is_complete(self) -> bool:
        """Is the analysis complete: was nothing left open?"""
        if self.outcome is Outcome.SQUEEZE:
            return self.victims is not None and self.line is not None and self.line.report is not None
        return self.outcome is not Outcome.UNDECIDED


# Marks

_NO_CARDS = CardSet()


@final
@dataclass(frozen=True, slots=True)
class Marks:
    """The cards of an ending by role; no card has two.

    A card that could have two roles has the first of these: squeeze card, threat, entry; guard, idle.
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
    """The victims' discards before the squeeze, and all cards of a defender who is never squeezed."""

    def parts(self) -> tuple[CardSet, ...]:
        """The five sets, in the order above."""
        return self.squeeze_card, self.threats, self.entries, self.guards, self.idle


def marks(report: Report) -> Marks:
    """The roles of the cards in a report's ending, before its first trick; empty if there is no squeeze.

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
    first = {each.suit: each for chapter in reversed(chapters) for each in reversed(chapter.threats)}
    threats = {threat.card: threat.seat for threat in first.values()}
    parts = (
        (report.squeeze.first.squeeze_card,),
        threats,
        _entries(report.squeeze.first.play, to=frozenset(threats.values())),
        (card for chapter in chapters for card in chapter.busy),
        _idle_cards(report, chapters),
    )
    sets = list(map(CardSet.of, parts))
    before = accumulate(sets, or_, initial=_NO_CARDS)
    return Marks(*(cards - taken for cards, taken in zip(sets, before, strict=False)))


def _entries(play: Play, to: frozenset[Seat]) -> Iterator[Card]:
    """Winners in these hands, the highest first, each with a lower card opposite, the lowest first."""
    for seat, suit in product(to, Suit):
        high = winners(play, seat.side, suit) & play.hand(seat)
        opposite = tuple(play.hand(seat.partner).in_suit(suit))
        for winner, lower in zip(high, reversed(opposite), strict=False):
            if lower < winner:
                yield from (winner, lower)


def _idle_cards(report: Report, chapters: Iterable[Dilemma]) -> Iterator[Card]:
    """The victims' discards before the squeeze, and all cards of a defender who is no victim."""
    victims = {*report.values.victims, *(chapter.victim for chapter in chapters)}
    for seat in report.attackers.opponents.seats:
        if seat not in victims:
            yield from report.ending.deal[seat]
    for chapter in chapters:
        for trick in (*chapter.play.tricks, chapter.play.trick):
            kept = (trick.cards[0].suit, report.ending.strain.suit)
            yield from (card for seat, card in trick if seat in victims and card.suit not in kept)
