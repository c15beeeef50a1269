"""What happens at a table, as values: each event says one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from overtrick.core import Call, Card, Deal, Meaning, Result, Seat, Vul
from overtrick.table.settings import TableSettings

__all__ = [
    "BoardDealt",
    "BoardEnded",
    "CallExplained",
    "CallMade",
    "CardPlayed",
    "ClaimAccepted",
    "ClaimMade",
    "ClaimRefused",
    "Conceded",
    "Event",
    "Note",
    "TableOpened",
    "Undone",
]


@final
@dataclass(frozen=True, slots=True)
class TableOpened:
    """The players sat down."""

    settings: TableSettings


@final
@dataclass(frozen=True, slots=True)
class BoardDealt:
    """A board was dealt; a seat is told only its own hand."""

    number: int | None
    dealer: Seat
    vul: Vul
    deal: Deal


@final
@dataclass(frozen=True, slots=True)
class CallMade:
    """A seat called, with what the call was said to show."""

    seat: Seat
    call: Call
    meaning: Meaning | None = None

    def __post_init__(self) -> None:
        if self.meaning is not None:
            object.__setattr__(self, "meaning", _words_only(self.meaning))


@final
@dataclass(frozen=True, slots=True)
class CallExplained:
    """A call that was made without a word was explained afterwards."""

    place: int
    """Of the call in the auction, from 0."""
    meaning: Meaning

    def __post_init__(self) -> None:
        object.__setattr__(self, "meaning", _words_only(self.meaning))


def _words_only(meaning: Meaning) -> Meaning:
    """A meaning as the log keeps it, whatever else a system knows of it."""
    return meaning if type(meaning) is Meaning else Meaning(meaning.text, meaning.alerted)


@final
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played from the hand of a seat; dummy's are played by declarer."""

    seat: Seat
    card: Card


@final
@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A player claimed: so many tricks are to be declarer's in all."""

    by: Seat
    tricks: int


@final
@dataclass(frozen=True, slots=True)
class ClaimAccepted:
    """The claim stands."""


@final
@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """The claim does not stand; why is told only when the board is over."""

    line: tuple[Card, ...] = ()
    """Best play from here, which does not bring the tricks; none where a seat is told of the refusal."""


@final
@dataclass(frozen=True, slots=True)
class Conceded:
    """A player gave the other side all the tricks that were left."""

    by: Seat


@final
@dataclass(frozen=True, slots=True)
class Undone:
    """Everything on the board after an entry was taken back."""

    to: int
    """The number of the entry."""


@final
@dataclass(frozen=True, slots=True)
class BoardEnded:
    """A board was over, with this result and score."""

    result: Result
    score_ns: int


@final
@dataclass(frozen=True, slots=True)
class Note:
    """Something written down, for the seats it is addressed to and for the log."""

    text: str
    to: tuple[Seat, ...] = ()


Event = (
    TableOpened
    | BoardDealt
    | CallMade
    | CallExplained
    | CardPlayed
    | ClaimMade
    | ClaimAccepted
    | ClaimRefused
    | Conceded
    | Undone
    | BoardEnded
    | Note
)
