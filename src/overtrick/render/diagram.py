"""The one description that every picture is made from: cells of lines of inked text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import Suit

__all__ = ["Cell", "Diagram", "Ink", "Line", "Span", "line"]


class Ink(Enum):
    """What a piece of text is, from which a theme chooses its colour."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @staticmethod
    def of(suit: Suit) -> Ink:
        """The ink of a suit symbol."""
        return Ink[suit.name]


@final
@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one ink."""

    text: str
    ink: Ink = Ink.PLAIN


Line = tuple[Span, ...]


def line(*parts: str | Suit | Span) -> Line:
    """Make a line of plain text, suit symbols and spans.

    >>> [span.ink.value for span in line("4", Suit.HEARTS, Span(" by North", Ink.MUTED))]
    ['plain', 'hearts', 'muted']
    """
    return tuple(_spans(parts))


def _spans(parts: Iterable[str | Suit | Span]) -> Iterator[Span]:
    for part in parts:
        if isinstance(part, Span):
            yield part
        elif isinstance(part, Suit):
            yield Span(part.symbol, Ink.of(part))
        elif part:
            yield Span(part)


@final
@dataclass(frozen=True, slots=True)
class Cell:
    """A block of lines at one place of a diagram."""

    lines: tuple[Line, ...] = ()
    is_heading: bool = False
    is_compass: bool = False

    @staticmethod
    def heading(text: str) -> Cell:
        """A cell that names its column."""
        return Cell((line(Span(text, Ink.STRONG)),), is_heading=True)

    @staticmethod
    def compass() -> Cell:
        """The table in the middle of a deal, with its four sides named."""
        rows = ("", "  N  ", "W   E", "  S  ", "")
        return Cell(tuple(line(Span(row, Ink.MUTED)) for row in rows), is_compass=True)


@final
@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture without its colours: rows of cells, notes below, and the same in words."""

    kind: str
    """What it shows, as a name for style sheets: ``deal``, ``auction``."""
    words: str
    """The text alternative: what a screen reader says."""
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Line, ...] = ()
    below: tuple[Diagram, ...] = ()
    """Further diagrams that belong to it, from top to bottom."""

    @property
    def is_table(self) -> bool:
        """Are the rows a table under headings, and not a layout in space?"""
        return any(cell.is_heading for row in self.rows for cell in row)
