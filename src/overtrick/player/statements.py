"""Statements about a card: figures over layouts, what decides, what the play is called.

A statement about layouts carries them, so that it can be counted again. None says where a hidden card is,
only how a card fares where it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

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
    "Preferred",
    "Safety",
    "SameEverywhere",
    "Signals",
    "TableLead",
    "TwoCards",
    "Unjudged",
]

# What statements share


@dataclass(frozen=True)
class _AtTurn:
    """A card that may be played now."""

    play: Play
    card: Card


@dataclass(frozen=True)
class _OverLayouts:
    """A card, and the layouts it was judged by."""

    sample: Layouts
    card: Card


@dataclass(frozen=True)
class TwoCards(_OverLayouts):
    """A card beside another over the same layouts."""

    other: Card


@dataclass(frozen=True)
class Preferred:
    """A card that a seat plays instead of others that are as good."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]


# What needs no layouts


@dataclass(frozen=True)
class OnlyCard(_AtTurn, Statement):
    """No other card is legal."""


@dataclass(frozen=True)
class MannerOf(_AtTurn, Statement):
    """Cards between which there is no other are equal, and the lowest or the highest of them is played."""

    equals: tuple[Card, ...]
    """All of them, from high to low."""


@dataclass(frozen=True)
class Unjudged(_AtTurn, Statement):
    """A legal card that no layouts were looked at for."""


# Chances


@dataclass(frozen=True)
class ChosenBy(_OverLayouts, Statement):
    """How often the card chosen takes the tricks needed, double dummy."""

    chance: Odds


@dataclass(frozen=True)
class Alternative(Statement):
    """How often another card takes them or, of several others, the one that does so most often."""

    sample: Layouts
    cards: tuple[Card, ...]
    chance: Odds


@dataclass(frozen=True)
class SameEverywhere(Statement):
    """Every one of these cards takes the same tricks in each layout; they are all that may be played."""

    sample: Layouts
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class AsGood(_OverLayouts, Statement):
    """Other cards take the same tricks as the card chosen in each layout."""

    others: tuple[Card, ...]


@dataclass(frozen=True)
class Averages(TwoCards, Statement):
    """The tricks a card takes on average in the whole play, in hundredths, beside those of another."""

    hundredths: int
    other_hundredths: int


@dataclass(frozen=True)
class HowSure(TwoCards, Statement):
    """How far the difference in chance to another card may be from that over all layouts, in percent."""

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


@dataclass(frozen=True)
class GainsImps(TwoCards, Statement):
    """What a card gains on another at IMPs, each played at one table, in hundredths."""

    vul: Vul
    hundredths: int


@dataclass(frozen=True)
class MoreTricks(TwoCards, Statement):
    """How often a card takes more tricks than another, and how often fewer."""

    more: Odds
    fewer: Odds


# What decides


@dataclass(frozen=True)
class Decides(_OverLayouts, Statement):
    """A condition on the hidden hands tells where a card succeeds: how often there, and elsewhere."""

    condition: Condition
    inside: Odds
    outside: Odds


@dataclass(frozen=True)
class Differs(TwoCards, Statement):
    """How often a card succeeds where another fails, and how often the other way about."""

    better: Odds
    worse: Odds


@dataclass(frozen=True)
class GainsWhere(TwoCards, Statement):
    """A condition on the hidden hands tells where a card succeeds and another fails."""

    condition: Condition
    inside: Odds
    outside: Odds


@dataclass(frozen=True)
class PlayKind(_OverLayouts, Statement):
    """What a play is called, by the cards seen and, for some kinds, by the condition that decides."""

    called: NamedPlay
    by: Decides | None = None


@dataclass(frozen=True)
class Safety(TwoCards, Statement):
    """A card is likelier to take the tricks needed than another that takes more on average, in hundredths."""

    cost: int


@dataclass(frozen=True)
class CombinesChances(TwoCards, Statement):
    """What the best strategy after a card is sure of, and the best after another.

    A strategy has one plan for layouts it cannot tell apart, so it is sure of no more than double dummy.
    The other's figure is its value, or a bound where it was known to be worse.
    """

    plan: float
    """The weight of the layouts in which the strategy reaches its target; percents to one place."""
    other_plan: float
    depth: int
    """How many cards of declarer's own the strategies look ahead; then double dummy takes over."""
    is_whole: bool
    """Or do they go to the end, every card told apart?"""


# Experts


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


@dataclass(frozen=True)
class BeginsSqueeze(_OverLayouts, Statement):
    """A lead, or one equal to it, begins a squeeze of a defender in two suits or more, so often.

    The sample has the likeliest layouts, and no others; the tricks needed do not matter.
    """

    victim: Seat
    """Who is squeezed first."""
    suits: tuple[Suit, ...]
    """The suits of the cards he must choose from, from spades down."""
    share: Odds


# Manners


@dataclass(frozen=True)
class ByHabit(Preferred, Statement):
    """A card has what a habit asks for, and the cards it was played instead of have not."""

    habit: Manner


@dataclass(frozen=True)
class Signals(Preferred, Statement):
    """Of several cards that may be spared this is the one that says by the table what the hand has to say."""

    message: Message
    table: CardTable


@dataclass(frozen=True)
class TableLead(Preferred, Statement):
    """The card that the table leads from the holding; the table leads none of the others, or later."""

    entry: str
    """The name of the table's entry: ``fourth best``."""
    table: CardTable
