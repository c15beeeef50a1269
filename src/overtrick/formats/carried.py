"""What a format did not carry: a record compared with what came back of it, in users' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from overtrick.core import Board
from overtrick.formats.record import Record

__all__ = ["not_carried"]

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
_WHO_CLAIMED = "who claimed"


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
            yield _WHO_CLAIMED if name == "claim" and _is_same_claim(record.board, carried.board) else words
    for name, value in _more(record.tags, carried.tags):
        if value:
            yield name
    if _more(record.comments, carried.comments):
        texts = [[comment.text for comment in told.comments] for told in (record, carried)]
        yield "comments" if _more(*texts) else "the places of comments"
    if _more(record.marks, carried.marks):
        yield "marks on calls and cards"
    yield from (f"the table {table.name}" for table in record.tables if table not in carried.tables)
    if _more(record.escapes, carried.escapes):
        yield "lines for programs"


def _is_same_claim(board: Board, carried: Board) -> bool:
    """Were as many tricks claimed, by whomever?"""
    if board.claim is None or carried.claim is None:
        return False
    return board.claim.tricks == carried.claim.tricks


def _more(items: Sequence[V], carried: Sequence[V]) -> Iterable[V]:
    """The items of which there are more than were carried."""
    return Counter(items) - Counter(carried) if items != carried else ()
