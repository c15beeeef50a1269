"""Reading PBN: tolerant of everything real programs write, and silent about nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from overtrick.formats.pbn.board import read_board
from overtrick.formats.pbn.names import HEADER, MANDATORY, NOT_INHERITED, UNKNOWN
from overtrick.formats.pbn.parts import Parts, as_written
from overtrick.formats.pbn.scan import Game, Tag, Text, Words, games
from overtrick.formats.record import Comment, FormatError, Record, Remark
from overtrick.formats.source import text_lines

__all__ = ["read"]

_MOST_NAMES = 100
"""How many tags can hold for all games that follow; the standard has about as many in all."""


def read(file: BinaryIO) -> Iterator[Record]:
    """Read the boards of a PBN file, one after the other."""
    previous: Record | None = None
    memory, loose = _Memory(), list[Game]()
    for game in games(text_lines(file)):
        if not any(isinstance(item, Tag) for item in game.items):
            loose.append(game)
            continue
        if previous is not None:
            yield _with_loose_text(previous, loose)
        loose.clear()
        previous = _record(game, memory, previous)
    if previous is None:
        raise FormatError('no board is in it: a PBN file has tags like [Deal "N:…"]')
    yield _with_loose_text(previous, loose)


def _with_loose_text(record: Record, games: list[Game]) -> Record:
    """Text that belongs to no board, such as a program's statistics, stays with the board before it."""
    comments, remarks = list[Comment](), list[Remark]()
    for game in games:
        if text := as_written(item for item in game.items if isinstance(item, Words | Text)):
            comments.append(Comment(text))
            remark = f"text that belongs to no board is kept as a comment: {text[:60]!r}"
            remarks.append(Remark(remark, game.line))
    if not comments:
        return record
    comments.reverse()
    return replace(record, comments=(*comments, *record.comments), remarks=(*record.remarks, *remarks))


def _record(game: Game, memory: _Memory, previous: Record | None) -> Record:
    """The record of a game, with whatever a board cannot hold kept beside it."""
    parts = Parts(game)
    memory.resolve(parts)
    board = read_board(parts, None if previous is None else previous.board)
    tables = parts.tables()
    if game.is_cut_short:
        parts.remark("the file ends in the middle of a comment or a tag")
    return Record(
        board=board,
        tags=tuple(tag for tag in parts.tags.items() if tag[1] != UNKNOWN or tag[0] not in MANDATORY),
        comments=tuple(parts.comments),
        marks=tuple(parts.marks),
        tables=tables,
        escapes=tuple(line for line in game.escapes if line.rstrip() not in HEADER),
        remarks=tuple(parts.remarks),
    )


class _Memory:
    """What games inherit from the games before them (PBN 2.1, section 4.8)."""

    def __init__(self) -> None:
        self.last = dict[str, str]()
        self.lasting = dict[str, str]()

    def resolve(self, parts: Parts) -> None:
        """Replace ``#`` and ``##`` by what they stand for, and add what still holds."""
        tags = parts.tags
        for name, value in tags.items():
            if name in NOT_INHERITED:
                continue
            if value.startswith(" ") and value.lstrip(" ").startswith("#"):
                tags[name] = value[1:]  # as our export protects what is no inheritance
            elif value == "#":
                tags[name] = self.last.get(name, "")
            elif value.startswith("##"):
                tags[name] = value[2:]
                if name in self.lasting or len(self.lasting) < _MOST_NAMES:
                    self.lasting[name] = value[2:]
                else:
                    parts.remark(
                        f"[{name}] holds for this game only: {_MOST_NAMES} tags hold on already", name
                    )
        for name, value in self.lasting.items():
            tags.setdefault(name, value)
        self.last = self.last | tags if len(self.last) < 2 * _MOST_NAMES else dict(tags)
