"""Anything that somebody pastes, as boards: files of every format, links, and hands typed in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import final
from urllib.parse import parse_qs, urlsplit

from overtrick.core import Board, Deal, NotationError, OvertrickError, Play
from overtrick.formats import FormatError, Record, detect, read

__all__ = ["Reading", "boards_in"]

_HEAD = 4096
_TYPED = "typed hands"
_WHICH = "which deal? Paste a deal, boards in PBN or LIN, or a link"
_BOARD_LINE = re.compile(r"\s*(Board|Dealer|Vul|Deal) ", re.IGNORECASE)
_OUR_LINK = re.compile(r"\s*(https?://|/deal\?)\S+\s*", re.IGNORECASE)


@final
@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood."""

    format: str
    """`PBN`, `LIN`, …, or `typed hands`."""
    records: tuple[Record, ...]
    """At least one."""
    is_cut: bool = False
    """Were there more boards than are read?"""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd, in the order of the boards."""
        told = (str(remark) for record in self.records for remark in record.remarks)
        cut = [f"only the first {len(self.records)} boards were read"] if self.is_cut else []
        return (*told, *cut)


def boards_in(given: str | bytes, most: int) -> Reading:
    """The boards of a text or of a file's bytes, so many at most.

    >>> reading = boards_in("N:AK... QJ... T9... 87...", 500)
    >>> reading.format, str(reading.records[0].board.deal)
    ('typed hands', 'N:AK... QJ... T9... 87...')
    """
    content = given.encode("utf-8", "replace") if isinstance(given, str) else given
    if not content.strip():
        raise NotationError(_WHICH)
    content = _of_our_link(content) or content
    try:
        kind = detect(content[:_HEAD]).name
    except FormatError:
        return _typed(content, most)
    records = list(islice(read(content), most + 1))
    if not records:
        raise FormatError(f"there is no board in this {kind}")
    return Reading(kind, tuple(records[:most]), is_cut=len(records) > most)


def _of_our_link(content: bytes) -> bytes | None:
    """The board that a link to a page like ours carries as LIN."""
    text = content[:_HEAD].decode("utf-8", "replace")
    if len(content) > _HEAD or "handviewer" in text or not _OUR_LINK.fullmatch(text):
        return None
    said = parse_qs(urlsplit(text.strip()).query)
    told = said.get("lin") or said.get("deal")
    return None if told is None else told[0].encode()


# Hands typed in


def _typed(content: bytes, most: int) -> Reading:
    text = content.decode("utf-8-sig", "replace").strip()
    if not text:
        raise NotationError(_WHICH)
    boards = list(islice(_typed_boards(text), most + 1))
    records = tuple(Record(board) for board in boards[:most])
    return Reading(_TYPED, records, is_cut=len(boards) > most)


def _typed_boards(text: str) -> Iterator[Board]:
    """One deal over several lines, or one on each line."""
    if _BOARD_LINE.match(text):
        yield Board.parse(text)
        return
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        yield _board(" ".join(lines))
        return
    except OvertrickError:
        if len(lines) == 1 or not _is_deal(lines[0]):
            raise
    for number, line in enumerate(lines, 1):
        try:
            yield _board(line)
        except OvertrickError as error:
            raise type(error)(*(f"line {number}: {fault}" for fault in error.faults), text=line) from None


def _is_deal(line: str) -> bool:
    """Does a line give more than one hand, so that it is a deal by itself?"""
    try:
        return len(Deal.parse(line.partition(";")[0]).known) > 1
    except OvertrickError:
        return False


def _board(text: str) -> Board:
    """A deal, or a position like ``DEAL;NT;S;CA SK``, as a board without a number."""
    play = Play.parse(text) if ";" in text else None
    deal = Deal.parse(text) if play is None else play.start
    return replace(Board.numbered(1, deal), number=None, play=play)
