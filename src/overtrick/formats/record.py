"""Records: a board from a file, with everything else that the file says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, final

from overtrick.core import Board, OvertrickError

__all__ = ["GLYPHS", "Comment", "FormatError", "Mark", "PbnTable", "Record", "Remark", "not_carried"]


class FormatError(OvertrickError):
    """A file that cannot be read in its format, or a board that cannot be written."""


@final
@dataclass(frozen=True, slots=True)
class Remark:
    """A reader's warning about a file, with the line.

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

    The place is empty (before everything else), the name of the tag it follows, or ``call 3`` or
    ``card 17`` for the third call or seventeenth card in the order of the text.
    """

    text: str
    place: str = ""


GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""The signs of quality, which PBN numbers from 1 for calls and from 7 for cards (section 3.7)."""


@final
@dataclass(frozen=True, slots=True)
class Mark:
    """An annotation of a call or card: the number of a PBN annotation glyph, or the text of a note."""

    place: str
    """``call 3`` or ``card 17``: the third call, the seventeenth card in the order of play."""
    glyph: int | None = None
    note: str | None = None


@final
@dataclass(frozen=True, slots=True)
class PbnTable:
    """A supplemental section: a heading and rows of cells, kept as text."""

    name: str
    heading: str
    rows: tuple[tuple[str, ...], ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Record:
    """One board of a file.

    For every format, `tags` holds what a `Board` has no place for, under PBN's names (``Event``,
    ``North``, ``Scoring``, ``Room`` …); unknown tags are kept like any other. A value that a board cannot
    hold, such as the number ``7a``, stays a tag as well.
    """

    board: Board
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[Comment, ...] = ()
    marks: tuple[Mark, ...] = ()
    tables: tuple[PbnTable, ...] = ()
    escapes: tuple[str, ...] = ()
    """Lines for programs (``% …`` in PBN) before the board."""
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    """The reader's warnings."""

    def tag(self, name: str) -> str | None:
        """The value of a tag; None if the record does not have it."""
        return next((value for key, value in self.tags if key == name), None)


V = TypeVar("V")
_PARTS = {
    "number": "the board number",
    "dealer": "the dealer",
    "vul": "the vulnerability",
    "deal": "the deal",
    "auction": "the auction",
    "meanings": "the meanings of calls",
    "play": "the play",
    "claim": "the claim",
    "result": "the result",
    "unread_calls": "calls that are not legal",
    "unread_cards": "cards that are not legal",
}


def not_carried(record: Record, carried: Record) -> tuple[str, ...]:
    """The names of the parts of a record that are missing from its copy `carried`.

    >>> from overtrick.core import Board
    >>> not_carried(Record(Board.numbered(1), (("Site", "Rome"),)), Record(Board.numbered(1)))
    ('Site',)
    """
    return tuple(dict.fromkeys(_missing(record, carried)))


def _missing(record: Record, carried: Record) -> Iterator[str]:
    for name, words in _PARTS.items():
        told, kept = getattr(record.board, name), getattr(carried.board, name)
        if told != kept:
            is_same_number = name == "claim" and told and kept and told.tricks == kept.tricks
            yield "who claimed" if is_same_number else words
    for name, value in _more(record.tags, carried.tags):
        if value:
            yield name
    if _more(record.comments, carried.comments):
        texts = [[comment.text for comment in each.comments] for each in (record, carried)]
        yield "comments" if _more(*texts) else "the places of comments"
    if _more(record.marks, carried.marks):
        yield "marks on calls and cards"
    yield from (f"the table {table.name}" for table in record.tables if table not in carried.tables)
    if _more(record.escapes, carried.escapes):
        yield "lines for programs"


def _more(items: Sequence[V], carried: Sequence[V]) -> Iterable[V]:
    """The items that occur more often than in `carried`."""
    return Counter(items) - Counter(carried) if items != carried else ()
