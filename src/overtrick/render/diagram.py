"""The description that all output formats share: rows of cells, which hold lines of coloured text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import final

from overtrick.core import Strain, Suit

__all__ = ["Cell", "Diagram", "Ink", "Line", "Mark", "Span", "legend", "line"]


class Ink(Enum):
    """The role of a piece of text, from which a theme chooses its colour."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @staticmethod
    def of(suit: Suit | Strain) -> Ink:
        """The ink of a suit symbol; notrump is plain."""
        return Ink.PLAIN if suit is Strain.NOTRUMP else Ink[suit.name]


class Mark(Enum):
    """The role of a card in a play, shown by a shape, or in text by signs, and never by colour alone."""

    SQUEEZE = "squeeze"
    THREAT = "threat"
    ENTRY = "entry"
    GUARD = "guard"
    IDLE = "idle"

    @property
    def word(self) -> str:
        """Its name in a legend."""
        return "squeeze card" if self is Mark.SQUEEZE else self.value

    @property
    def signs(self) -> tuple[str, str]:
        """The signs before and after marked text in plain text."""
        return _SIGNS[self]


_SIGNS = {
    Mark.SQUEEZE: ("[", "]"),
    Mark.THREAT: ("", "*"),
    Mark.ENTRY: ("", "^"),
    Mark.GUARD: ("", "+"),
    Mark.IDLE: ("(", ")"),
}


@final
@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one ink, marked or not."""

    text: str
    ink: Ink = Ink.PLAIN
    mark: Mark | None = None

    @property
    def signed(self) -> str:
        """The text between the signs of its mark.

        >>> Span("K", mark=Mark.SQUEEZE).signed, Span("Q", mark=Mark.THREAT).signed, Span("J").signed
        ('[K]', 'Q*', 'J')
        """
        before, after = self.mark.signs if self.mark is not None else ("", "")
        return f"{before}{self.text}{after}"


Line = tuple[Span, ...]


def line(*parts: str | Suit | Strain | Span) -> Line:
    """Make a line of plain text, suit symbols, strains and spans.

    >>> [span.ink.value for span in line("4", Suit.HEARTS, Span(" by North", Ink.MUTED))]
    ['plain', 'hearts', 'muted']
    """
    return tuple(part if isinstance(part, Span) else _span(part) for part in parts if part != "")


def _span(part: str | Suit | Strain) -> Span:
    return Span(part) if isinstance(part, str) else Span(part.symbol, Ink.of(part))


def legend(*marks: Mark) -> Line:
    """The names of marks, each beside an ``x`` with the mark.

    >>> "".join(span.signed for span in legend(Mark.SQUEEZE, Mark.THREAT))
    '[x] squeeze card   x* threat'
    """
    parts = [part for mark in marks for part in ("   ", Span("x", mark=mark), f" {mark.word}")]
    return line(*parts[1:])


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
        """The compass in the middle of a deal."""
        rows = ("", "  N  ", "W   E", "  S  ", "")
        return Cell(tuple(line(Span(row, Ink.MUTED)) for row in rows), is_compass=True)


@final
@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture without colours: rows of cells, notes below them, and a text alternative."""

    kind: str
    """The kind of picture, as a class name for style sheets: ``deal``, ``auction``."""
    words: str
    """The text alternative: what a screen reader says."""
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[Line, ...] = ()
    below: tuple[Diagram, ...] = ()
    """Further diagrams that belong to it, from top to bottom."""

    @property
    def is_table(self) -> bool:
        """Are the rows a table with headings, rather than a spatial layout?"""
        return any(cell.is_heading for row in self.rows for cell in row)
