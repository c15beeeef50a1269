"""A board as a file tells it: the board itself, and everything else the file says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

from overtrick.core import Board, OvertrickError

__all__ = ["Comment", "FormatError", "Mark", "Record", "Remark", "Table"]


class FormatError(OvertrickError):
    """A file that cannot be read as what it should be, or a board that cannot be written."""


@final
@dataclass(frozen=True, slots=True)
class Remark:
    """Something a reader noticed and did not pass over in silence.

    >>> print(Remark('[Result "?"] is taken as not known', line=12))
    line 12: [Result "?"] is taken as not known
    """

    text: str
    line: int | None = None

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


@final
@dataclass(frozen=True, slots=True)
class Comment:
    """A comment and the place it belongs to.

    The place is empty before everything else, the name of a tag it follows, ``call 3`` or
    ``card 17`` for the third call and the seventeenth card in the order they are written.
    """

    text: str
    place: str = ""


@final
@dataclass(frozen=True, slots=True)
class Mark:
    """A remark on a call or a card: its number as a PBN annotation glyph, or the text of a note."""

    place: str
    """``call 3`` or ``card 17``: the third call, the seventeenth card in the order of play."""
    glyph: int | None = None
    note: str | None = None


@final
@dataclass(frozen=True, slots=True)
class Table:
    """A supplemental section: a heading and rows of cells, kept as text."""

    name: str
    heading: str
    rows: tuple[tuple[str, ...], ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Record:
    """One board of a file.

    `tags` holds what a `Board` has no place for, under the names PBN gives them (``Event``,
    ``North``, ``Scoring``, ``Room`` …), whatever format it comes from; a tag nobody knows is kept like
    any other. A value that a board cannot hold, such as the number ``7a``, stays a tag as well.
    """

    board: Board
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[Comment, ...] = ()
    marks: tuple[Mark, ...] = ()
    tables: tuple[Table, ...] = ()
    escapes: tuple[str, ...] = ()
    """Lines for programs (``% …`` in PBN) that stood before the board."""
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    """What the reader noticed."""

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None where the file does not give it."""
        return next((value for key, value in self.tags if key == name), None)

    def with_tag(self, name: str, value: str) -> Record:
        """The record with one tag set, in its old place if it had one."""
        if self.tag(name) is None:
            return replace(self, tags=(*self.tags, (name, value)))
        return replace(self, tags=tuple((key, value if key == name else old) for key, old in self.tags))
