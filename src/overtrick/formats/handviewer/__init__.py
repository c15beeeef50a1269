"""Links to BBO's handviewer: a board in the address of a page.

A link is read whichever way it tells its board; it is written with the board as LIN, which carries most.
Parameters that are no part of a board are kept as ``URL_k`` and the like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import BinaryIO
from urllib.parse import quote

from overtrick.formats.carried import not_carried
from overtrick.formats.handviewer.pairs import (
    BOARD_PARAMETERS,
    board_pairs_of,
    decoded,
    is_position,
    lin_text,
    parameters,
)
from overtrick.formats.lin import as_told
from overtrick.formats.lin.board import record_of
from overtrick.formats.lin.header import Head
from overtrick.formats.lin.reader import records_in
from overtrick.formats.lin.writer import single_board
from overtrick.formats.record import FormatError, Record, Remark
from overtrick.formats.source import text_lines

__all__ = ["lost", "read", "read_url", "url_of", "write"]

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
_OTHER_PARAMETERS = ("linurl", "myhand", "tableid", "lessonid", "editor")
"""Parameters that say where a board is, not what it is."""
_KEPT = re.compile("URL_([a-z0-9]{1,20})")


def read_url(url: str) -> Record:
    """Read the board a link shows.

    >>> record = read_url(VIEWER + "?n=SAKH2DC&d=w&v=e&b=8&a=1n!(15-17)ppp&nn=Nell")
    >>> record.board.auction, record.board.meanings, record.tag("North")
    (Auction.parse('W: 1NT P P P'), (Meaning(text='15-17', alerted=True),), 'Nell')
    """
    said = parameters(url)
    if "lin" in said:
        record, used = _read_lin(said["lin"]), frozenset(("lin",))
    elif said.keys() & BOARD_PARAMETERS:
        record, used = record_of(Head(), board_pairs_of(said), is_last=False), BOARD_PARAMETERS
        used -= frozenset("a" if is_position(decoded(said.get("a", ""))) else "")
    elif said.keys() & set(_OTHER_PARAMETERS):
        record, used = record_of(Head(), [], is_last=False), frozenset()
        record = _with_remark(record, "the link says where the board is, not what it is")
    else:
        raise FormatError("this is not a link to the handviewer: it has no board", text=url)
    extra = [(f"URL_{name}", decoded(value)) for name, value in said.items() if name not in used and value]
    return replace(record, tags=(*record.tags, *extra))


def url_of(record: Record) -> str:
    """The link that shows a board.

    >>> from overtrick.core import Board
    >>> url_of(Record(Board.numbered(1)))[48:]
    '?lin=pn%7C,,,%7Cst%7C%7Cmd%7C3,,,%7Csv%7Co%7Cah%7CBoard%201%7Cpg%7C%7C'
    """
    kept = [(match[1], value) for name, value in record.tags if (match := _KEPT.fullmatch(name))]
    extra = "".join(f"&{name}={quote(value, safe='', errors='replace')}" for name, value in kept)
    return f"{VIEWER}?lin={quote(single_board(record), safe=',!', errors='replace')}{extra}"


def read(file: BinaryIO) -> Iterator[Record]:
    """Read links, one on each line."""
    last: Record | None = None
    unread = list[Remark]()
    for number, line in enumerate(text_lines(file), 1):
        if not line.strip():
            continue
        try:
            record = read_url(line.strip())
        except FormatError as error:
            if last is None:
                raise
            unread.append(Remark(str(error), number))
            continue
        if last is not None:
            yield replace(last, remarks=(*last.remarks, *unread))
        last = replace(record, remarks=tuple(Remark(remark.text, number) for remark in record.remarks))
        unread.clear()
    if last is not None:
        yield replace(last, remarks=(*last.remarks, *unread))


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write a link for each board, each on its line."""
    for record in records:
        file.write(f"{url_of(record)}\n".encode("ascii"))


def lost(record: Record) -> tuple[str, ...]:
    """What a link cannot carry of a record.

    >>> from overtrick.core import Board
    >>> lost(Record(Board.numbered(4), tags=(("Event", "Club night"), ("North", "Nell"))))
    ('Event',)
    """
    return not_carried(as_told(record), read_url(url_of(record)))


def _read_lin(value: str) -> Record:
    """The first board of the LIN in a link."""
    first, *others = [*islice(records_in(lin_text(value).split("\n")), 2)] or [record_of(Head(), [], False)]
    return _with_remark(first, "the link has more boards: the first is read") if others else first


def _with_remark(record: Record, text: str) -> Record:
    return replace(record, remarks=(*record.remarks, Remark(text)))
