"""All that the page draws of a board, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

__all__ = [
    "AuctionShown",
    "BoardShown",
    "CallShown",
    "CardShown",
    "Cell",
    "HandShown",
    "Row",
    "Steps",
    "SuitShown",
]


@final
@dataclass(frozen=True, slots=True)
class CardShown:
    """A card in a hand, in the trick or in the record."""

    card: str
    """`HK`."""
    suit: str
    """`H`."""
    symbol: str
    rank: str
    """`10` for the ten."""
    words: str
    seat: str = ""
    path: str = ""
    """The page after it is played, or when it was; empty if it cannot be played."""
    mark: str = ""
    """What comes of it."""
    grade: str = ""
    cost: int = 0
    is_recorded: bool = False
    """Does the record have it next?"""
    is_winner: bool = False
    is_now: bool = False
    """Was it the last card played?"""


@final
@dataclass(frozen=True, slots=True)
class SuitShown:
    """The cards of a suit that a hand has left."""

    letter: str
    symbol: str
    word: str
    cards: tuple[CardShown, ...]


@final
@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat and its hand."""

    seat: str
    word: str
    name: str
    suits: tuple[SuitShown, ...]
    """Empty if the hand is not known."""
    points: int
    is_dealer: bool
    is_vulnerable: bool
    is_turn: bool
    role: str
    """`declarer`, `dummy` or nothing."""


@final
@dataclass(frozen=True, slots=True)
class CallShown:
    """A call, or an empty place before the first one."""

    print: str
    words: str
    meaning: str = ""
    note: int = 0
    """The number of the note below; 0 without a meaning."""


@final
@dataclass(frozen=True, slots=True)
class AuctionShown:
    """The auction in rows of four, West first."""

    rows: tuple[tuple[CallShown, ...], ...]
    notes: tuple[tuple[int, str], ...]
    system: str = ""
    """Whose meanings these are, where the record tells none."""


@final
@dataclass(frozen=True, slots=True)
class Cell:
    """A result of the double-dummy table."""

    tricks: int
    path: str
    """The page with this contract."""
    words: str
    is_chosen: bool


@final
@dataclass(frozen=True, slots=True)
class Row:
    """A trick of the record, or a declarer's line of the double-dummy table."""

    name: str
    cards: tuple[CardShown, ...] = ()
    cells: tuple[Cell, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Steps:
    """Where the buttons lead; empty where there is nowhere to go."""

    first: str
    back: str
    next: str
    last: str
    record: str
    """Back to the record."""
    is_best: bool
    """Does the next card follow best play, because the record has none?"""
    count: str
    """`Card 5 of 52`."""


@final
@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board."""

    title: str
    conditions: str
    """`North deals, nobody is vulnerable`; `South is on lead in notrump` to an ending."""
    contract: str
    result: str
    """What the record says came of it."""
    event: str
    hands: tuple[HandShown, ...]
    auction: AuctionShown | None
    trick: tuple[CardShown, ...]
    trick_words: str
    tally: str
    """Tricks won by either side."""
    words: str
    """What was played, whose turn it is, what it comes to."""
    remark: str
    """What the last card of the record cost, or why nothing can be played."""
    steps: Steps | None
    record: tuple[Row, ...]
    claim: str
    """The claim that ended the record."""
    legend: str
    """What the numbers on the cards are."""
    is_record: bool
    """Is this a position of the record?"""
    is_whole: bool
    strain: str
    declarer: str
    level: str
    leader: str
