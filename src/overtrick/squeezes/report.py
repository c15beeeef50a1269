"""What is said of an ending: values, the squeeze if there is one, its moments, threats and modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

from overtrick.core import Card, CardSet, Play, Seat, Side, Suit
from overtrick.core.drawing import Drawn
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means, Modifier

__all__ = ["GivenUp", "Report", "Squeeze", "Squeezed", "Threat", "Values"]


@final
@dataclass(frozen=True, slots=True)
class Values:
    """The attackers' tricks: in bridge, by winners alone, and with free discards for one defender or both."""

    tricks: int
    tops: int
    """By leading only current winners, entries respected, when no defender ever has to discard."""
    free: dict[Seat, int] = field(hash=False)
    """With free discards for one defender."""
    free_both: int

    @property
    def gain(self) -> int:
        """What forcing discards is worth."""
        return self.tricks - self.free_both

    @property
    def victims(self) -> tuple[Seat, ...]:
        """The defenders without whose forced discards there are fewer tricks."""
        return tuple(seat for seat in sorted(self.free) if self.free[seat] < self.tricks)

    @property
    def is_either(self) -> bool:
        """Is there a squeeze against either defender, so that neither alone is needed?"""
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
class GivenUp:
    """A suit that a squeezed defender may give up, and what becomes of it."""

    card: Card
    """The card he throws; of his cards in the suit the one that costs least."""
    means: Means
    then: Squeezed | None = None
    """The squeeze that follows, where one has to."""

    @property
    def suit(self) -> Suit:
        """The suit."""
        return self.card.suit


@final
@dataclass(frozen=True, slots=True)
class Squeezed:
    """A defender is squeezed: he must throw a card, and each of his cards is busy."""

    victim: Seat
    play: Play
    """From the beginning of the ending up to his turn."""
    given_up: tuple[GivenUp, ...]
    """For each suit he holds, what giving it up leads to."""
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

    def chapters(self) -> Iterator[Squeezed]:
        """This squeeze and all that may follow it."""
        yield self
        for way in self.given_up:
            if way.then is not None:
                yield from way.then.chapters()


@final
@dataclass(frozen=True, slots=True)
class Squeeze:
    """A squeeze with its name: who is squeezed first, and how it goes on."""

    kind: Kind
    modifiers: frozenset[Modifier]
    first: Squeezed

    @property
    def is_automatic(self) -> bool:
        """Would it work as well if the defenders exchanged their hands?"""
        return Modifier.AUTOMATIC in self.modifiers


@final
@dataclass(frozen=True, slots=True)
class Report(Drawn):
    """All there is to say of an ending."""

    ending: Ending
    values: Values
    squeeze: Squeeze | None
    also: tuple[Squeeze, ...] = ()
    """What else could be played for as well: each other kind and victim once."""

    @property
    def attackers(self) -> Side:
        """The side that squeezes."""
        return self.ending.attackers
