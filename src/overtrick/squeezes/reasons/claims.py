"""What can be said of a squeeze, each claim with all that is needed to check it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

from overtrick.core import Card, CardSet, Claim, Play, Seat, Side
from overtrick.squeezes.ending import Ending
from overtrick.squeezes.kinds import Kind, Means

__all__ = [
    "Automatic",
    "Caught",
    "Concedes",
    "Establishes",
    "Finesses",
    "GivesUp",
    "Good",
    "Guards",
    "Idle",
    "Needed",
    "NoSqueeze",
    "OnlyTops",
    "Positional",
    "RuffsIn",
    "Squeezes",
    "Turn",
    "Unforced",
    "Use",
]


@final
@dataclass(frozen=True)
class Turn:
    """A defender's turn to discard, and the game in which it is judged whether he can spare a card."""

    play: Play
    """From the beginning of the ending up to his turn."""
    attackers: Side
    keeps: tuple[Seat, ...] = ()
    """The defenders who may keep all their cards: the squeeze works without pressure on them."""
    blanks: int = 1
    """How many cards from outside his hand he has in reserve while he looks for one to spare."""

    @property
    def victim(self) -> Seat:
        """Whose turn it is."""
        return self.play.to_play


# The ending


@final
@dataclass(frozen=True)
class Squeezes(Claim):
    """The attackers take so many tricks, and not without forcing discards."""

    ending: Ending
    kind: Kind
    first: Seat
    """Who is squeezed first."""
    victims: tuple[Seat, ...]
    """The defenders without whose forced discards there are fewer tricks; none, if either can be squeezed."""
    tricks: int
    gain: int
    """The tricks that would be lost if no defender ever had to discard."""


@final
@dataclass(frozen=True)
class NoSqueeze(Claim):
    """The attackers take so many tricks, and would if no defender ever had to discard."""

    ending: Ending
    tricks: int


@final
@dataclass(frozen=True)
class OnlyTops(Claim):
    """So many tricks can be cashed from the top, and no more, when nobody has to discard."""

    ending: Ending
    tops: int


@final
@dataclass(frozen=True)
class Unforced(Claim):
    """With best play so many tricks are taken when nobody has to discard."""

    ending: Ending
    tricks: int


@final
@dataclass(frozen=True)
class Automatic(Claim):
    """If the defenders exchange their hands there are as many tricks, and again only by a squeeze."""

    ending: Ending


@final
@dataclass(frozen=True)
class Positional(Claim):
    """If the defenders exchange their hands there are fewer tricks."""

    ending: Ending


# The squeeze


@final
@dataclass(frozen=True)
class Caught(Claim):
    """Each of his cards is busy: whatever he throws, the attackers take so many tricks of the ending.

    With a blank card in reserve he would hold them to fewer, and no card does as well as the blank.
    """

    turn: Turn
    tricks: int
    is_again: bool = False
    """He has been squeezed before."""


@final
@dataclass(frozen=True)
class Idle(Claim):
    """He can throw this card and, a blank still in reserve, hold his own."""

    turn: Turn
    card: Card


@final
@dataclass(frozen=True)
class Guards(Claim):
    """All his cards of a suit, one of them higher than a card of the attackers that is no winner.

    It is the best such card in its hand, and the best of all but for cards that fall under winners opposite.
    """

    play: Play
    seat: Seat
    cards: CardSet
    threat: Card
    holder: Seat
    """Who holds the threat."""
    is_alone: bool
    """The other defender has no card above the threat."""


class Use(StrEnum):
    """What cards of a suit are, beside being busy."""

    HIGH = "high"
    """Above all cards of the attackers in the suit; in a suit contract these have some."""
    TRUMPS = "trumps"
    BUSY = "busy"

    def __repr__(self) -> str:
        return f"Use.{self.name}"


@final
@dataclass(frozen=True)
class Needed(Claim):
    """All his cards of a suit, none of which he can spare, whatever they are for."""

    turn: Turn
    cards: CardSet
    use: Use


@final
@dataclass(frozen=True)
class GivesUp(Claim):
    """If he throws any of these cards of one suit, the attackers take so many tricks by these means.

    No plainer means is enough.
    """

    turn: Turn
    cards: CardSet
    means: Means
    tricks: int


@final
@dataclass(frozen=True)
class Good(Claim):
    """What that makes of the suit: after so many rounds no defender has a card above this one, which lasts.

    Before, a defender had one, and if it takes rounds, it would not have lasted as many as it took to clear
    the suit, or there were not the winners to clear it.
    The means need it: they are not enough if neither it nor a lower card of its side wins a trick.
    """

    given_up: GivesUp
    card: Card
    rounds: int


@final
@dataclass(frozen=True)
class Concedes(Claim):
    """How it is exploited: best play by everybody, up to a trick that the attackers lead and lose.

    It is best play, although no defender had to discard.
    """

    given_up: GivesUp
    play: Play
    """From the beginning of the ending to the end of that trick."""
    next_lead: Card | None = None
    """The lead to the trick after his discard, if it keeps the tricks whatever the defenders play before."""

    @property
    def number(self) -> int:
        """How many tricks after that of his discard it is lost."""
        return len(self.play.tricks) - len(self.given_up.turn.play.tricks) - 1


@final
@dataclass(frozen=True)
class Establishes(Claim):
    """What is gained by losing the trick: this card of the attackers is high, and was not before.

    Winners, ruffs and finesses are then enough.
    """

    concedes: Concedes
    card: Card


@final
@dataclass(frozen=True)
class RuffsIn(Claim):
    """He has only trumps: he ruffs with any of these, wins the trick and must lead another.

    However his partner plays, the attackers can let him win it and still take their tricks.
    """

    given_up: GivesUp


@final
@dataclass(frozen=True)
class Finesses(Claim):
    """How it is exploited: the attackers win a trick under a higher card of a defender who had played.

    Up to then none of their cards gave up a trick that winners, ruffs and finesses take.
    """

    given_up: GivesUp
    play: Play
    """From the beginning of the ending to the end of that trick."""
    card: Card
    against: Seat
