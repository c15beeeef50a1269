"""What may be claimed of a card that others equal: a signal, the table's lead, what a discard keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, final

from overtrick.core import Card, Claim, SeatView

if TYPE_CHECKING:
    from overtrick.bidding.carding import CardTable  # which needs numpy; words about cards do not

__all__ = ["ByHabit", "Habit", "Message", "Signals", "TableLead"]


class Habit(Enum):
    """What a player does with cards that are as good, and needs no table for."""

    KEEPS_TRUMPS = "keeps trumps"
    KEEPS_WINNERS = "keeps winners"
    KEEPS_GUARDS = "keeps guards"
    """No honour is left with fewer cards below it than others have above it."""
    KEEPS_LENGTH = "keeps length"
    """No suit becomes shorter than dummy's that may stop dummy's last card."""
    USELESS_SUIT = "useless suit"
    """From the longest of the suits without an honour, or else of all."""
    LONGEST_SUIT = "longest suit"
    LOWEST = "lowest"


class Message(Enum):
    """What a defender's card tells his partner."""

    ENCOURAGES = "encourages"
    DISCOURAGES = "discourages"
    EVEN = "even"
    ODD = "odd"
    HIGHER_SUIT = "higher suit"
    LOWER_SUIT = "lower suit"
    THROWS_LIKED = "likes the suit thrown"
    THROWS_DISLIKED = "dislikes the suit thrown"


@final
@dataclass(frozen=True)
class ByHabit(Claim):
    """A card has what a habit asks for, and the cards it was played instead of have not."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    habit: Habit


@final
@dataclass(frozen=True)
class Signals(Claim):
    """Of several cards that may be spared this is the one that says by the table what the hand has to say."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    message: Message
    table: CardTable


@final
@dataclass(frozen=True)
class TableLead(Claim):
    """The card that the table leads from the holding; the table leads none of the others, or later."""

    view: SeatView
    card: Card
    instead: tuple[Card, ...]
    entry: str
    """The name of the table's entry: ``fourth best``."""
    table: CardTable
