"""What a format did not carry: a record compared with what came back of it, in users' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from overtrick.formats.record import Record

__all__ = ["not_carried"]

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
    """Name everything of a record that another one, which should be the same, does not have.

    >>> from overtrick.core import Board
    >>> plain = Record(Board.numbered(1))
    >>> not_carried(plain.with_tag("Site", "Rome"), plain)
    ('Site',)
    """
    return tuple(dict.fromkeys(_missing(record, carried)))


def _missing(record: Record, carried: Record) -> Iterator[str]:
    for name, words in _PARTS.items():
        if getattr(record.board, name) != getattr(carried.board, name):
            yield words
    for name, value in Counter(record.tags) - Counter(carried.tags):
        if value:
            yield name
    if Counter(comment.text for comment in record.comments) - Counter(c.text for c in carried.comments):
        yield "comments"
    elif Counter(record.comments) - Counter(carried.comments):
        yield "the places of comments"
    if Counter(record.marks) - Counter(carried.marks):
        yield "marks on calls and cards"
    yield from (f"the table {table.name}" for table in record.tables if table not in carried.tables)
    if Counter(record.escapes) - Counter(carried.escapes):
        yield "lines for programs"
