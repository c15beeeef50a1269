"""Statements about squeezes, near misses and whole deals, each with all that is needed to check it."""

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
    """A defender's turn to discard, and the game that decides whether he can spare a card."""

    play: Play
    """From the beginning of the ending up to his turn."""
    attackers: Side
    keeps: tuple[Seat, ...] = ()
    """The defenders who may keep all their cards: the squeeze works without pressure on them."""
    blanks: int = 1
    """The blank cards, from outside his hand, that he has in reserve while he looks for a spare card."""

    @property
    def victim(self) -> Seat:
        """Whose turn it is."""
        return self.play.to_play


Total = Callable[[Play], int]
"""All the tricks of the attackers if from here on nobody has to discard."""


# Base classes


@dataclass(frozen=True)
class _AboutEnding:
    ending: Ending


@dataclass(frozen=True)
class _AboutTurn:
    turn: Turn


@dataclass(frozen=True)
class AboutDeal:
    """A deal and declarer's target in tricks, including those already won."""

    play: Play
    declarer: Seat
    target: int


# The ending


@dataclass(frozen=True)
class Squeezes(_AboutEnding, Statement):
    """The attackers take this many tricks, but only by forcing discards."""

    kind: Kind
    first: Seat
    """Who is squeezed first."""
    victims: tuple[Seat, ...]
    """The defenders whose forced discards the tricks need; none if squeezing either is enough."""
    tricks: int
    gain: int
    """The tricks that would be lost if no defender ever had to discard."""


@dataclass(frozen=True)
class NoSqueeze(_AboutEnding, Statement):
    """The attackers take this many tricks, and would do so if no defender ever had to discard."""

    tricks: int


@dataclass(frozen=True)
class OnlyTops(_AboutEnding, Statement):
    """Exactly this many tricks can be cashed from the top when nobody has to discard."""

    tops: int


@dataclass(frozen=True)
class Unforced(_AboutEnding, Statement):
    """Best play takes this many tricks when nobody has to discard."""

    tricks: int


@dataclass(frozen=True)
class Automatic(_AboutEnding, Statement):
    """If the defenders exchange their hands, the attackers take as many tricks, again only by a squeeze."""


@dataclass(frozen=True)
class Positional(_AboutEnding, Statement):
    """If the defenders exchange their hands, the attackers take fewer tricks."""


# The squeeze


@dataclass(frozen=True)
class Caught(_AboutTurn, Statement):
    """Each of his cards is busy: whatever he throws, the attackers take this many tricks of the ending.

    With a blank card in reserve he would hold them to fewer, and no card does as well as the blank.
    """

    tricks: int
    is_again: bool = False
    """He has been squeezed before."""


@dataclass(frozen=True)
class Idle(_AboutTurn, Statement):
    """Throwing this card costs him no trick while he keeps a blank in reserve."""

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
    """The use of a victim's cards of a suit, beside being busy."""

    HIGH = "high"
    """Above all cards of the attackers in the suit; in a suit contract these have some."""
    TRUMPS = "trumps"
    BUSY = "busy"


def use_of(turn: Turn, suit: Suit) -> Use:
    """The use of the victim's cards of a suit."""
    if suit.strain is turn.play.strain:
        return Use.TRUMPS
    own, theirs = turn.play.hand(turn.victim).in_suit(suit), held(turn.play, turn.attackers, suit)
    is_high = min(own) > max(theirs) if theirs else turn.play.strain is Strain.NOTRUMP
    return Use.HIGH if is_high else Use.BUSY


@dataclass(frozen=True)
class Needed(_AboutTurn, Statement):
    """All his cards of a suit, none of which he can spare, whatever their use."""

    cards: CardSet
    use: Use


@dataclass(frozen=True)
class GivesUp(_AboutTurn, Statement):
    """If he throws any of these cards of one suit, the attackers take this many tricks by these means.

    No plainer means is enough.
    """

    cards: CardSet
    means: Means
    tricks: int

    def can_end(self, is_so: Callable[[Play], bool]) -> bool:
        """Can the attackers end the trick as `is_so` asks after each discard, whatever the defence?"""

        def can_end(play: Play) -> bool:
            if not play.trick.cards:
                return is_so(play)
            ends = (can_end(play.then(card)) for card in play.legal_cards)
            return any(ends) if play.to_play.side is self.turn.attackers else all(ends)

        return all(can_end(self.turn.play.then(card)) for card in self.cards)

    def is_right_lead(self, led: Card, total: Total) -> bool:
        """Does this lead to the next trick keep the tricks, whatever the defenders play to this one?"""

        def is_right(play: Play) -> bool:
            can_lead = play.on_lead.side is self.turn.attackers and led in play.hand(play.on_lead)
            return can_lead and total(play.then(led)) >= self.tricks

        return self.can_end(is_right)

    def is_ruffed_in(self, total: Total) -> bool:
        """Must the victim ruff, and can the attackers leave him on lead and still take the tricks?"""
        before, victim, trumps = self.turn.play, self.turn.victim, self.turn.play.strain.suit

        def is_on_lead(play: Play) -> bool:
            return play.on_lead is victim and not play.is_over and total(play) >= self.tricks

        suits = {card.suit for card in before.hand(victim)}
        return before.trick.suit is not trumps and suits == {trumps} and self.can_end(is_on_lead)


@dataclass(frozen=True)
class Good(Statement):
    """The effect on the suit: after this many rounds no defender has a card above this one, which lasts.

    Before, a defender had one, and if it takes rounds, the card would not have lasted as many as it took to
    clear the suit, or there were not enough winners to clear it.
    The means need it: they are not enough if neither it nor a lower card of its side wins a trick.
    """

    given_up: GivesUp
    card: Card
    rounds: int


@dataclass(frozen=True)
class Concedes(Statement):
    """How the discard is exploited: best play by everybody, up to a trick that the attackers lead and lose.

    It is best play, although no defender had to discard.
    """

    given_up: GivesUp
    play: Play
    """From the beginning of the ending to the end of that trick."""
    next_lead: Card | None = None
    """The lead to the trick after his discard, if it keeps the tricks whatever the defenders play before."""

    @property
    def number(self) -> int:
        """How many tricks after his discard the trick is lost."""
        return len(self.play.tricks) - len(self.given_up.turn.play.tricks) - 1


@dataclass(frozen=True)
class Establishes(Statement):
    """The gain from losing the trick: this card of the attackers is high, and was not before.

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
    """How the discard is exploited: a finesse, which wins under a higher card of a defender who has played.

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
    """A change gives the attackers one more trick than this, but only by forcing discards."""

    repair: Repair
    letter: Letter
    """The condition that had failed."""
    tricks: int
    """The attackers' tricks without the change."""


@dataclass(frozen=True)
class Breaks(_AboutEnding, Statement):
    """If a defender could lead any of these cards now, the attackers would take only this many tricks.

    That is fewer than they take, and forced discards would then gain them nothing.
    """

    defender: Seat
    cards: CardSet
    tricks: int


@dataclass(frozen=True)
class Saves(_AboutEnding, Statement):
    """Had the defenders held each other's card of these two, there would be only this many tricks: fewer."""

    exchange: ExchangeCards
    tricks: int


@dataclass(frozen=True)
class OnlyBySqueeze(AboutDeal, Statement):
    """Declarer reaches the target, but only by forcing discards."""

    victims: tuple[Seat, ...] | None
    """The defenders whose discards must be forced; empty if either's are enough; None if not known."""


@dataclass(frozen=True)
class WithoutSqueeze(AboutDeal, Statement):
    """Declarer reaches the target even if no defender ever has to discard."""


@dataclass(frozen=True)
class BeyondReach(AboutDeal, Statement):
    """Declarer takes this many tricks of a deal, which is fewer than the target."""

    tricks: int
