"""What can be said of squeezes, near misses and whole deals, each with all that is needed to check it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core import Card, CardSet, Play, Seat, Side, Statement, Strain, Suit
from overtrick.squeezes.ending import Ending, held
from overtrick.squeezes.kinds import Kind, Means, WordEnum
from overtrick.squeezes.near_misses import ExchangeCards, Letter, Repair

__all__ = [
    "MODIFIERS",
    "AboutDeal",
    "Automatic",
    "Backwash",
    "BeyondReach",
    "Breaks",
    "Caught",
    "Concedes",
    "CrissCross",
    "Crossed",
    "Establishes",
    "Finesses",
    "GivesUp",
    "Good",
    "Guards",
    "Idle",
    "Needed",
    "NoSqueeze",
    "OnlyBySqueeze",
    "OnlyTops",
    "Positional",
    "Repairs",
    "RuffsIn",
    "Saves",
    "Simultaneous",
    "Squeezes",
    "Successive",
    "Transfer",
    "Turn",
    "Unforced",
    "Use",
    "ViennaCoup",
    "WithoutSqueeze",
    "use_of",
]


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


Total = Callable[[Play], int]
"""All the tricks of the attackers if from here on nobody has to discard."""


# What statements are about


@dataclass(frozen=True)
class _AboutEnding:
    ending: Ending


@dataclass(frozen=True)
class _AboutTurn:
    turn: Turn


@dataclass(frozen=True)
class AboutDeal:
    """The tricks of a deal, those won before among them, of which declarer should take so many."""

    play: Play
    declarer: Seat
    target: int


# The ending


@dataclass(frozen=True)
class Squeezes(_AboutEnding, Statement):
    """The attackers take so many tricks, and not without forcing discards."""

    kind: Kind
    first: Seat
    """Who is squeezed first."""
    victims: tuple[Seat, ...]
    """The defenders without whose forced discards there are fewer tricks; none, if either can be squeezed."""
    tricks: int
    gain: int
    """The tricks that would be lost if no defender ever had to discard."""


@dataclass(frozen=True)
class NoSqueeze(_AboutEnding, Statement):
    """The attackers take so many tricks, and would if no defender ever had to discard."""

    tricks: int


@dataclass(frozen=True)
class OnlyTops(_AboutEnding, Statement):
    """So many tricks can be cashed from the top, and no more, when nobody has to discard."""

    tops: int


@dataclass(frozen=True)
class Unforced(_AboutEnding, Statement):
    """With best play so many tricks are taken when nobody has to discard."""

    tricks: int


@dataclass(frozen=True)
class Automatic(_AboutEnding, Statement):
    """If the defenders exchange their hands there are as many tricks, and again only by a squeeze."""


@dataclass(frozen=True)
class Positional(_AboutEnding, Statement):
    """If the defenders exchange their hands there are fewer tricks."""


# The squeeze


@dataclass(frozen=True)
class Caught(_AboutTurn, Statement):
    """Each of his cards is busy: whatever he throws, the attackers take so many tricks of the ending.

    With a blank card in reserve he would hold them to fewer, and no card does as well as the blank.
    """

    tricks: int
    is_again: bool = False
    """He has been squeezed before."""


@dataclass(frozen=True)
class Idle(_AboutTurn, Statement):
    """He can throw this card and, a blank still in reserve, hold his own."""

    card: Card


@dataclass(frozen=True)
class Guards(Statement):
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


class Use(WordEnum):
    """What cards of a suit are, beside being busy."""

    HIGH = "high"
    """Above all cards of the attackers in the suit; in a suit contract these have some."""
    TRUMPS = "trumps"
    BUSY = "busy"


def use_of(turn: Turn, suit: Suit) -> Use:
    """What the victim's cards of a suit are."""
    if suit.strain is turn.play.strain:
        return Use.TRUMPS
    own, theirs = turn.play.hand(turn.victim).in_suit(suit), held(turn.play, turn.attackers, suit)
    is_high = min(own) > max(theirs) if theirs else turn.play.strain is Strain.NOTRUMP
    return Use.HIGH if is_high else Use.BUSY


@dataclass(frozen=True)
class Needed(_AboutTurn, Statement):
    """All his cards of a suit, none of which he can spare, whatever they are for."""

    cards: CardSet
    use: Use


@dataclass(frozen=True)
class GivesUp(_AboutTurn, Statement):
    """If he throws any of these cards of one suit, the attackers take so many tricks by these means.

    No plainer means is enough.
    """

    cards: CardSet
    means: Means
    tricks: int

    def can_end(self, is_so: Callable[[Play], bool]) -> bool:
        """Can the attackers finish the trick so after each discard, whatever the defenders play to it?"""

        def can_end(play: Play) -> bool:
            if not play.trick.cards:
                return is_so(play)
            ends = (can_end(play.then(card)) for card in play.legal_cards)
            return any(ends) if play.to_play.side is self.turn.attackers else all(ends)

        return all(can_end(self.turn.play.then(card)) for card in self.cards)

    def is_right_lead(self, led: Card, total: Total) -> bool:
        """Does a lead after the trick keep the tricks, whatever the defenders play to the rest of it?"""

        def is_right(play: Play) -> bool:
            can_lead = play.on_lead.side is self.turn.attackers and led in play.hand(play.on_lead)
            return can_lead and total(play.then(led)) >= self.tricks

        return self.can_end(is_right)

    def is_ruffed_in(self, total: Total) -> bool:
        """Can the victim, who cannot follow suit, only ruff, and be left on lead with the tricks there?"""
        before, victim, trumps = self.turn.play, self.turn.victim, self.turn.play.strain.suit

        def is_on_lead(play: Play) -> bool:
            return play.on_lead is victim and not play.is_over and total(play) >= self.tricks

        suits = {card.suit for card in before.hand(victim)}
        return before.trick.suit is not trumps and suits == {trumps} and self.can_end(is_on_lead)


@dataclass(frozen=True)
class Good(Statement):
    """What that makes of the suit: after so many rounds no defender has a card above this one, which lasts.

    Before, a defender had one, and if it takes rounds, it would not have lasted as many as it took to clear
    the suit, or there were not the winners to clear it.
    The means need it: they are not enough if neither it nor a lower card of its side wins a trick.
    """

    given_up: GivesUp
    card: Card
    rounds: int


@dataclass(frozen=True)
class Concedes(Statement):
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


@dataclass(frozen=True)
class Establishes(Statement):
    """What is gained by losing the trick: this card of the attackers is high, and was not before.

    Winners, ruffs and finesses are then enough.
    """

    concedes: Concedes
    card: Card


@dataclass(frozen=True)
class RuffsIn(Statement):
    """He has only trumps: he ruffs with any of these, wins the trick and must lead another.

    However his partner plays, the attackers can let him win it and still take their tricks.
    """

    given_up: GivesUp


@dataclass(frozen=True)
class Finesses(Statement):
    """How it is exploited: the attackers win a trick under a higher card of a defender who had played.

    Up to then none of their cards gave up a trick that winners, ruffs and finesses take.
    """

    given_up: GivesUp
    play: Play
    """From the beginning of the ending to the end of that trick."""
    card: Card
    against: Seat


@dataclass(frozen=True)
class Crossed:
    """A threat, and the winner opposite that is the only card of its suit there."""

    threat: Card
    winner: Card


@dataclass(frozen=True)
class CrissCross(_AboutTurn, Statement):
    """Two threats of different suits in different hands, each opposite a winner that is alone there."""

    one: Crossed
    other: Crossed


@dataclass(frozen=True)
class ViennaCoup(_AboutTurn, Statement):
    """Before the squeeze a winner was cashed in the hand opposite a threat of its suit."""

    winner: Card
    threat: Card


@dataclass(frozen=True)
class Transfer(_AboutTurn, Statement):
    """In a trick of its suit the victim's partner lost his last card above a threat.

    Now the victim guards alone.
    """

    led: Card
    threat: Card


@dataclass(frozen=True)
class Backwash(_AboutTurn, Statement):
    """The victim, who has trumps, must choose a card after an attacker has ruffed."""

    ruffer: Seat


@dataclass(frozen=True)
class Simultaneous(Statement):
    """Both defenders have to discard on the same trick."""

    first: Turn
    then: Play
    """Up to the other's turn."""


@dataclass(frozen=True)
class Successive(Statement):
    """The defenders have to discard on different tricks."""

    first: Turn
    then: Play
    """Up to the other's turn."""


MODIFIERS = (Backwash, CrissCross, Simultaneous, Successive, Transfer, ViennaCoup)
"""All of them."""


@dataclass(frozen=True)
class Repairs(_AboutEnding, Statement):
    """A change gives the attackers one trick more than so many, and only by forcing discards."""

    repair: Repair
    letter: Letter
    """The condition that had failed."""
    tricks: int
    """Without the change."""


@dataclass(frozen=True)
class Breaks(_AboutEnding, Statement):
    """If a defender could lead any of these cards now, the attackers would take so many tricks, and fewer.

    Forced discards would then gain them nothing.
    """

    defender: Seat
    cards: CardSet
    tricks: int


@dataclass(frozen=True)
class Saves(_AboutEnding, Statement):
    """Had the defenders held two cards the other way round, there would be so many tricks, and fewer."""

    exchange: ExchangeCards
    tricks: int


@dataclass(frozen=True)
class OnlyBySqueeze(AboutDeal, Statement):
    """Declarer takes so many tricks of a deal, those won before among them, and only by forcing discards."""

    victims: tuple[Seat, ...] | None
    """Those whose discards must be forced; nobody: those of either are enough; None: it is not known."""


@dataclass(frozen=True)
class WithoutSqueeze(AboutDeal, Statement):
    """Declarer takes so many tricks of a deal, even if no defender ever has to discard."""


@dataclass(frozen=True)
class BeyondReach(AboutDeal, Statement):
    """Declarer takes so many tricks of a deal, and that is fewer than the target."""

    tricks: int
