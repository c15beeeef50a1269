"""What may be claimed about a card: figures over layouts, what decides, what the play is called.

A claim about layouts carries them, so that it can be counted again. None says where a hidden card is, only
how a card fares where it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Card, Claim, Odds, Play, Vul
from overtrick.player.conditions import Condition
from overtrick.player.plays import Called
from overtrick.player.sample import Sample

__all__ = [
    "Alternative",
    "AsGood",
    "Averages",
    "ChosenBy",
    "CombinesChances",
    "Decides",
    "Differs",
    "GainsImps",
    "GainsWhere",
    "HowSure",
    "MannerOf",
    "MoreTricks",
    "OnlyCard",
    "PlayKind",
    "Safety",
    "SameEverywhere",
    "Unjudged",
]


# What needs no layouts


@final
@dataclass(frozen=True)
class OnlyCard(Claim):
    """No other card is legal."""

    play: Play
    card: Card


@final
@dataclass(frozen=True)
class MannerOf(Claim):
    """Cards between which there is no other are equal, and the lowest or the highest of them is played."""

    play: Play
    card: Card
    equals: tuple[Card, ...]
    """All of them, from high to low."""


@final
@dataclass(frozen=True)
class Unjudged(Claim):
    """A legal card that no layouts were looked at for."""

    play: Play
    card: Card


# Chances


@final
@dataclass(frozen=True)
class ChosenBy(Claim):
    """How often the card chosen takes the tricks needed, double dummy."""

    sample: Sample
    card: Card
    chance: Odds


@final
@dataclass(frozen=True)
class Alternative(Claim):
    """How often another card takes them or, of several others, the one that does so most often."""

    sample: Sample
    cards: tuple[Card, ...]
    chance: Odds


@final
@dataclass(frozen=True)
class SameEverywhere(Claim):
    """Every one of these cards takes the same tricks in each layout; they are all that may be played."""

    sample: Sample
    cards: tuple[Card, ...]


@final
@dataclass(frozen=True)
class AsGood(Claim):
    """Other cards take the same tricks as the card chosen in each layout."""

    sample: Sample
    card: Card
    others: tuple[Card, ...]


@final
@dataclass(frozen=True)
class Averages(Claim):
    """The tricks a card takes on average in the whole play, in hundredths, beside those of another."""

    sample: Sample
    card: Card
    hundredths: int
    other: Card
    other_hundredths: int


@final
@dataclass(frozen=True)
class HowSure(Claim):
    """How far the difference in chance to another card may be from that over all layouts, in percent."""

    sample: Sample
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
class GainsImps(Claim):
    """What a card gains on another at IMPs, each played at one table, in hundredths."""

    sample: Sample
    vul: Vul
    card: Card
    other: Card
    hundredths: int


@final
@dataclass(frozen=True)
class MoreTricks(Claim):
    """How often a card takes more tricks than another, and how often fewer."""

    sample: Sample
    card: Card
    other: Card
    more: Odds
    fewer: Odds


# What decides


@final
@dataclass(frozen=True)
class Decides(Claim):
    """A condition on the hidden hands tells where a card succeeds: how often there, and elsewhere."""

    sample: Sample
    card: Card
    condition: Condition
    inside: Odds
    outside: Odds


@final
@dataclass(frozen=True)
class Differs(Claim):
    """How often a card succeeds where another fails, and how often the other way about."""

    sample: Sample
    card: Card
    other: Card
    better: Odds
    worse: Odds


@final
@dataclass(frozen=True)
class GainsWhere(Claim):
    """A condition on the hidden hands tells where a card succeeds and another fails."""

    sample: Sample
    card: Card
    other: Card
    condition: Condition
    inside: Odds
    outside: Odds


@final
@dataclass(frozen=True)
class PlayKind(Claim):
    """What a play is called, by the cards seen and, for some kinds, by the condition that decides."""

    sample: Sample
    card: Card
    called: Called
    by: Decides | None = None


@final
@dataclass(frozen=True)
class Safety(Claim):
    """A card is likelier to take the tricks needed than another that takes more on average, in hundredths."""

    sample: Sample
    card: Card
    other: Card
    cost: int


@final
@dataclass(frozen=True)
class CombinesChances(Claim):
    """What the best strategy after a card is sure of, and the best after another.

    A strategy has one plan for layouts it cannot tell apart, so it is sure of no more than double dummy.
    The other's figure is its value, or a bound where it was known to be worse.
    """

    sample: Sample
    card: Card
    plan: float
    """The weight of the layouts in which the strategy reaches its target; percents to one place."""
    other: Card
    other_plan: float
    depth: int
    """How many cards of declarer's own the strategies look ahead; then double dummy takes over."""
    is_whole: bool
    """Or do they go to the end, every card told apart?"""
