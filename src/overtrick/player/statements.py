"""Statements about a card: figures over layouts, deciding conditions, and names of plays.

A statement about layouts carries them, so that it can be recounted. None says where a hidden card is,
only how a play fares if it is there.
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

# Base classes


@dataclass(frozen=True)
class _AtTurn:
    """A card that may be played now."""

    play: Play
    card: Card


@dataclass(frozen=True)
class _OverLayouts:
    """A card and the layouts over which it was judged."""

    sample: Layouts
    card: Card


@dataclass(frozen=True)
class TwoCards(_OverLayouts):
    """Two cards compared over the same layouts."""

    other: Card


@dataclass(frozen=True)
class Preferred:
    """A card that a seat prefers to others that are as good."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]


# Statements without layouts


@dataclass(frozen=True)
class OnlyCard(_AtTurn, Statement):
    """No other card is legal."""


@dataclass(frozen=True)
class MannerOf(_AtTurn, Statement):
    """The card is the lowest or the highest of equal cards: no other card lies between them."""

    equals: tuple[Card, ...]
    """All equal cards, from high to low."""


@dataclass(frozen=True)
class Unjudged(_AtTurn, Statement):
    """A legal card that was chosen without layouts."""


# Chances


@dataclass(frozen=True)
class ChosenBy(_OverLayouts, Statement):
    """How often the chosen card takes the tricks needed, double dummy."""

    chance: Odds


@dataclass(frozen=True)
class Alternative(Statement):
    """How often another card takes the tricks needed; for several others, the most often of them."""

    sample: Layouts
    cards: tuple[Card, ...]
    chance: Odds


@dataclass(frozen=True)
class SameEverywhere(Statement):
    """All legal cards take the same tricks in each layout."""

    sample: Layouts
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class AsGood(_OverLayouts, Statement):
    """Other cards take the same tricks as the chosen card in each layout."""

    others: tuple[Card, ...]


@dataclass(frozen=True)
class Averages(TwoCards, Statement):
    """The average tricks of a card in the whole play, in hundredths, beside another's."""

    hundredths: int
    other_hundredths: int


@dataclass(frozen=True)
class HowSure(TwoCards, Statement):
    """The sampling error of the difference in chance between two cards, in percent."""

    difference: float
    """The chance of the card less that of the other, in percent to one decimal."""
    error: float
    """The standard error of this difference over the layouts, in percent to one decimal."""
    effective: int
    """The effective sample size."""

    @property
    def is_luck(self) -> bool:
        """May the difference be luck: is it within two standard errors?"""
        return abs(self.difference) < 2 * self.error

    @property
    def is_close(self) -> bool:
        """Is it too close to call: within 1.5 standard errors, as if the cards differ in just two layouts?"""
        return abs(self.difference) < 1.5 * self.error


# IMPs and tricks


@dataclass(frozen=True)
class GainsImps(TwoCards, Statement):
    """A card's gain over another in IMPs, in hundredths, each card played at one table."""

    vul: Vul
    hundredths: int


@dataclass(frozen=True)
class MoreTricks(TwoCards, Statement):
    """How often a card takes more tricks than another, and how often fewer."""

    more: Odds
    fewer: Odds


# Deciding conditions


@dataclass(frozen=True)
class Decides(_OverLayouts, Statement):
    """A condition on the hidden hands decides whether a card succeeds: how often if it holds, and if not."""

    condition: Condition
    inside: Odds
    outside: Odds


@dataclass(frozen=True)
class Differs(TwoCards, Statement):
    """How often a card succeeds where another fails, and how often the reverse."""

    better: Odds
    worse: Odds


@dataclass(frozen=True)
class GainsWhere(TwoCards, Statement):
    """A condition on the hidden hands decides whether a card succeeds where another fails."""

    condition: Condition
    inside: Odds
    outside: Odds


@dataclass(frozen=True)
class PlayKind(_OverLayouts, Statement):
    """The name of a play, by the cards in view and, for some kinds, by the deciding condition."""

    called: NamedPlay
    by: Decides | None = None


@dataclass(frozen=True)
class Safety(TwoCards, Statement):
    """A card is likelier to take the tricks needed than another that takes more on average, in hundredths."""

    cost: int


@dataclass(frozen=True)
class CombinesChances(TwoCards, Statement):
    """The values of the best strategies after two cards.

    A strategy has one plan for layouts it cannot tell apart, so its value is at most the double-dummy one.
    The other card's figure is its value, or a bound if it was known to be worse.
    """

    plan: float
    """The weight of the layouts in which the strategy reaches its target, in percent to one decimal."""
    other_plan: float
    depth: int
    """How many cards of declarer's own the strategies look ahead; then double dummy takes over."""
    is_whole: bool
    """Do they go to the end instead, with every card distinct?"""


# Experts


@dataclass(frozen=True)
class BestLine(Statement):
    """A lead begins the best line for its suit alone; a rival's best line is worse."""

    view: SeatView
    card: Card
    others: tuple[Card, ...]
    """The other tied cards of the suit."""
    tricks: int
    """The tricks needed from the suit; 0 for as many as possible on average."""
    value: Fraction
    """The chance of these tricks, or the expected number."""
    next_best: Fraction
    """The same for the best of the others that are worse."""


@dataclass(frozen=True)
class BeginsSqueeze(_OverLayouts, Statement):
    """How often a lead, or one equal to it, begins a squeeze of a defender in two suits or more.

    The sample holds only the likeliest layouts; the tricks needed do not matter.
    """

    victim: Seat
    """Who is squeezed first."""
    suits: tuple[Suit, ...]
    """The suits he must choose from, from spades down."""
    share: Odds


# Manners


@dataclass(frozen=True)
class ByHabit(Preferred, Statement):
    """The card meets a habit's rule, and those it was preferred to do not."""

    habit: Manner


@dataclass(frozen=True)
class Signals(Preferred, Statement):
    """Of several spare cards, this is the one that gives the hand's message by the table."""

    message: Message
    table: CardTable


@dataclass(frozen=True)
class TableLead(Preferred, Statement):
    """The table leads this card from its holding, and the others never or with lower priority."""

    entry: str
    """The name of the table's entry: ``fourth best``."""
    table: CardTable
