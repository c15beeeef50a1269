"""Statements about a card: figures over layouts, what decides, what the play is called.

A statement about layouts carries them, so that it can be counted again. None says where a hidden card is,
only how a card fares where it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, final

from overtrick.core import Card, Odds, Play, Seat, SeatView, Statement, Suit, Vul
from overtrick.player.layouts import Condition, Layouts
from overtrick.player.manners import Manner, Message
from overtrick.player.techniques import NamedPlay

if TYPE_CHECKING:
    from overtrick.bidding.carding import CardTable  # which needs numpy; words about cards do not

__all__ = [
    "Alternative",
    "AsGood",
    "Averages",
    "BeginsSqueeze",
    "BestLine",
    "ByHabit",
    "ChosenBy",
    "CombinesChances",
    "Decides",
    "Differs",
    "GainsImps",
    "GainsWhere",
    "HowSure",
    "Manner",
    "MannerOf",
    "Message",
    "MoreTricks",
    "OnlyCard",
    "PlayKind",
    "Safety",
    "SameEverywhere",
    "Signals",
    "TableLead",
    "Unjudged",
]

# What needs no layouts


@final
@dataclass(frozen=True)
class OnlyCard(Statement):
    """No other card is legal."""

    play: Play
    card: Card


@final
@dataclass(frozen=True)
class MannerOf(Statement):
    """Cards between which there is no other are equal, and the lowest or the highest of them is played."""

    play: Play
    card: Card
    equals: tuple[Card, ...]
    """All of them, from high to low."""


@final
@dataclass(frozen=True)
class Unjudged(Statement):
    """A legal card that no layouts were looked at for."""

    play: Play
    card: Card


# Chances


@final
@dataclass(frozen=True)
class ChosenBy(Statement):
    """How often the card chosen takes the tricks needed, double dummy."""

    sample: Layouts
    card: Card
    chance: Odds


@final
@dataclass(frozen=True)
class Alternative(Statement):
    """How often another card takes them or, of several others, the one that does so most often."""

    sample: Layouts
    cards: tuple[Card, ...]
    chance: Odds


@final
@dataclass(frozen=True)
class SameEverywhere(Statement):
    """Every one of these cards takes the same tricks in each layout; they are all that may be played."""

    sample: Layouts
    cards: tuple[Card, ...]


@final
@dataclass(frozen=True)
class AsGood(Statement):
    """Other cards take the same tricks as the card chosen in each layout."""

    sample: Layouts
    card: Card
    others: tuple[Card, ...]


@final
@dataclass(frozen=True)
class Averages(Statement):
    """The tricks a card takes on average in the whole play, in hundredths, beside those of another."""

    sample: Layouts
    card: Card
    hundredths: int
    other: Card
    other_hundredths: int


@final
@dataclass(frozen=True)
class HowSure(Statement):
    """How far the difference in chance to another card may be from that over all layouts, in percent."""

    sample: Layouts
    card: Card
    other: Card
    difference: float
    """The chance of the card less that of the other; percents to one place, as the next."""
    error: float
    """The standard error of the difference, layout by layout."""
    effective: int
    """As many equally likely layouts would tell as much."""

    @property
    def is_luck(self) -> bool:
        """May the difference be luck: is it within two standard errors?"""
        return abs(self.difference) < 2 * self.error

    @property
    def is_close(self) -> bool:
        """Is it too close to call: within one and a half, as two layouts are in which only one succeeds?"""
        return abs(self.difference) < 1.5 * self.error


# What the event pays for


@final
@dataclass(frozen=True)
class GainsImps(Statement):
    """What a card gains on another at IMPs, each played at one table, in hundredths."""

    sample: Layouts
    vul: Vul
    card: Card
    other: Card
    hundredths: int


@final
@dataclass(frozen=True)
class MoreTricks(Statement):
    """How often a card takes more tricks than another, and how often fewer."""

    sample: Layouts
    card: Card
    other: Card
    more: Odds
    fewer: Odds


# What decides


@final
@dataclass(frozen=True)
class Decides(Statement):
    """A condition on the hidden hands tells where a card succeeds: how often there, and elsewhere."""

    sample: Layouts
    card: Card
    condition: Condition
    inside: Odds
    outside: Odds


@final
@dataclass(frozen=True)
class Differs(Statement):
    """How often a card succeeds where another fails, and how often the other way about."""

    sample: Layouts
    card: Card
    other: Card
    better: Odds
    worse: Odds


@final
@dataclass(frozen=True)
class GainsWhere(Statement):
    """A condition on the hidden hands tells where a card succeeds and another fails."""

    sample: Layouts
    card: Card
    other: Card
    condition: Condition
    inside: Odds
    outside: Odds


@final
@dataclass(frozen=True)
class PlayKind(Statement):
    """What a play is called, by the cards seen and, for some kinds, by the condition that decides."""

    sample: Layouts
    card: Card
    called: NamedPlay
    by: Decides | None = None


@final
@dataclass(frozen=True)
class Safety(Statement):
    """A card is likelier to take the tricks needed than another that takes more on average, in hundredths."""

    sample: Layouts
    card: Card
    other: Card
    cost: int


@final
@dataclass(frozen=True)
class CombinesChances(Statement):
    """What the best strategy after a card is sure of, and the best after another.

    A strategy has one plan for layouts it cannot tell apart, so it is sure of no more than double dummy.
    The other's figure is its value, or a bound where it was known to be worse.
    """

    sample: Layouts
    card: Card
    plan: float
    """The weight of the layouts in which the strategy reaches its target; percents to one place."""
    other: Card
    other_plan: float
    depth: int
    """How many cards of declarer's own the strategies look ahead; then double dummy takes over."""
    is_whole: bool
    """Or do they go to the end, every card told apart?"""


# Experts


@final
@dataclass(frozen=True)
class BestLine(Statement):
    """A lead begins the best line for its suit, looked at alone; a rival's best line does less."""

    view: SeatView
    card: Card
    others: tuple[Card, ...]
    """The other cards of the suit that were as good by the chances."""
    tricks: int
    """The tricks that the suit has to yield; 0 for as many as possible on average."""
    value: Fraction
    """The chance of them, or the expected number."""
    next_best: Fraction
    """The same for the best of the others that does less."""


@final
@dataclass(frozen=True)
class BeginsSqueeze(Statement):
    """A lead, or one equal to it, begins a squeeze of a defender in two suits or more, so often."""

    sample: Layouts
    """The likeliest layouts, and no others; the tricks needed do not matter."""
    card: Card
    victim: Seat
    """Who is squeezed first."""
    suits: tuple[Suit, ...]
    """The suits of the cards he must choose from, from spades down."""
    share: Odds


# Manners


@final
@dataclass(frozen=True)
class ByHabit(Statement):
    """A card has what a habit asks for, and the cards it was played instead of have not."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    habit: Manner


@final
@dataclass(frozen=True)
class Signals(Statement):
    """Of several cards that may be spared this is the one that says by the table what the hand has to say."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    message: Message
    table: CardTable


@final
@dataclass(frozen=True)
class TableLead(Statement):
    """The card that the table leads from the holding; the table leads none of the others, or later."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    entry: str
    """The name of the table's entry: ``fourth best``."""
    table: CardTable
