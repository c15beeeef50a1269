"""The entries of a table of leads and signals, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.bidding.carding.holdings import Pattern
from overtrick.bidding.entries import Place
from overtrick.core import Rank

__all__ = ["PLACES", "Condition", "ContractKind", "LeadEntry", "Occasion", "Signal", "SignalEntry", "holds"]

PLACES = {"top": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "low": -1}
"""Words for the card led, with its place from the top."""


class _Word(Enum):
    """A word of a table."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class ContractKind(_Word):
    """The kind of contract led against."""

    SUIT = "a suit"
    NOTRUMP = "notrump"


class Occasion(_Word):
    """The occasion for a signal."""

    PARTNER_LEADS = "partner leads"
    DECLARER_LEADS = "declarer leads"
    DISCARDING = "discarding"
    GIVING_A_RUFF = "giving a ruff"


class Signal(_Word):
    """The method of a signal."""

    HIGH = "high"
    LOW = "low"
    HIGH_LOW = "high-low"
    LOW_HIGH = "low-high"


@final
@dataclass(frozen=True, slots=True)
class Condition:
    """A convention that must be on, or off, for an entry to count."""

    convention: str
    is_on: bool

    def __str__(self) -> str:
        return f"using {self.convention}" if self.is_on else f"not using {self.convention}"


def holds(condition: Condition | None, switches: Mapping[str, bool]) -> bool:
    """Is a condition met? None is always met."""
    return condition is None or switches[condition.convention] is condition.is_on


@final
@dataclass(frozen=True)
class LeadEntry:
    """A rule for leads: the card to lead from holdings like these."""

    lead: int | Rank
    """The card itself, or its place from the top; -1 is the lowest."""
    name: str
    patterns: tuple[Pattern, ...]
    against: ContractKind | None
    """The kind of contract; None for any."""
    only_partners_suit: bool
    place: Place
    condition: Condition | None = None
    priority: int = 0
    """The priority of this suit among the suits to lead, when nothing else decides; higher is better."""
    source: str = ""

    @property
    def lead_word(self) -> str:
        """The card as written in the table."""
        if isinstance(self.lead, Rank):
            return str(self.lead)
        return next(word for word, place in PLACES.items() if place == self.lead)

    def applies(self, against: ContractKind, is_partners: bool, switches: Mapping[str, bool]) -> bool:
        """Does the entry apply to this situation?"""
        return (
            self.against in (None, against)
            and (is_partners or not self.only_partners_suit)
            and holds(self.condition, switches)
        )


@final
@dataclass(frozen=True)
class SignalEntry:
    """A signal for one situation: which card to play and what it shows."""

    signal: Signal
    name: str
    shows: str
    occasion: Occasion
    place: Place
    condition: Condition | None = None
    source: str = ""
