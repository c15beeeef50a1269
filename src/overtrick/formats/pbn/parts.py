"""One game of a PBN file sorted out: its tags, sections, notes and comments, and what was odd."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from overtrick.formats.pbn.names import MANDATORY, UNKNOWN
from overtrick.formats.pbn.scan import Game, Tag, Text, Words
from overtrick.formats.record import Comment, Mark, Remark, Table

__all__ = ["Parts", "as_written", "is_cell"]

_CELL = re.compile(r'"(?:\\.|[^"\\])*"|[^\s\[\]{};"]+')


class Parts:
    """What a game says, before anything is understood; whoever understands a part takes it out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tags = dict[str, str]()
        self.lines = dict[str, int]()
        self.sections = dict[str, list[Words | Text]]()
        self.notes: dict[str, dict[str, str]] = {"Auction": {}, "Play": {}}
        self.comments = list[Comment]()
        self.marks = list[Mark]()
        self.remarks = list[Remark]()
        self._collect()

    def remark(self, text: str, tag: str | None = None) -> None:
        """Note something odd, on the line of a tag or of the game."""
        self.remarks.append(Remark(text, self.lines.get(tag or "", self.game.line)))

    def taken(self, name: str) -> str | None:
        """The value of a tag that a board holds, no longer among the others; None when not known."""
        value = self.tags.pop(name, UNKNOWN)
        return None if value == UNKNOWN else value

    def kept(self, name: str, value: str, why: str) -> None:
        """Keep as a tag what a board cannot hold, and say why."""
        self.tags[name] = value
        self.remark(why, name)

    def tables(self) -> tuple[Table, ...]:
        """The supplemental sections, each no longer among the tags; other words become comments."""
        tables = tuple(self._table(name) for name in self.sections if not self._is_loose(name))
        for table in tables:
            del self.tags[table.name]
        return tables

    def _collect(self) -> None:
        current = ""
        for item in self.game.items:
            if isinstance(item, Tag):
                current = self._collect_tag(item, current)
            elif isinstance(item, Words) or current in ("Auction", "Play"):
                self.sections.setdefault(current, []).append(item)
            else:
                self.comments.append(Comment(item.text, current))
        if loose := self.sections.pop("", None):
            text = as_written(loose)
            self.comments.insert(0, Comment(text))
            self.remark(f"text before the first tag is kept as a comment: {text[:60]!r}")

    def _collect_tag(self, tag: Tag, current: str) -> str:
        """Put a tag where it belongs, and return the name that what follows belongs to."""
        if tag.name == "Note" and current in self.notes:
            number, _, text = tag.value.partition(":")
            self.notes[current].setdefault(number.strip(), text)
            return current
        if tag.name in self.tags:
            self.comments.append(Comment(f'[{tag.name} "{tag.value}"]', tag.name))
            self.remarks.append(Remark(f"a second [{tag.name}] is kept as a comment", tag.line))
            return current
        self.tags[tag.name] = tag.value
        self.lines[tag.name] = tag.line
        return tag.name

    def _is_loose(self, name: str) -> bool:
        """Are the words after a tag no section of its own? They are then kept as a comment."""
        words = (item.texts for item in self.sections[name] if isinstance(item, Words))
        if name in self.tags and name not in MANDATORY and all(map(is_cell, chain.from_iterable(words))):
            return False
        text = as_written(self.sections[name])
        self.comments.append(Comment(text, name))
        self.remark(f"text after [{name}] is kept as a comment: {text[:60]!r}", name)
        return True

    def _table(self, name: str) -> Table:
        """A supplemental section, its words cut into rows."""
        by_line = dict[int, list[str]]()
        for item in self.sections[name]:
            by_line.setdefault(item.line, []).extend(item.texts if isinstance(item, Words) else ())
        words = [word for row in by_line.values() for word in row]
        columns = len(self.tags[name].split(";"))
        if columns > 1 and len(words) % columns == 0:
            rows = [words[start : start + columns] for start in range(0, len(words), columns)]
        else:
            rows = list(by_line.values())
        return Table(name, self.tags[name], tuple(tuple(row) for row in rows))


def as_written(items: Iterable[Words | Text]) -> str:
    """Words and comments with their spaces and line ends, more or less."""
    lines = dict[int, list[str]]()
    for item in items:
        lines.setdefault(item.line, []).append(item.text)
    return "\n".join(" ".join(words) for words in lines.values())


def is_cell(text: str) -> bool:
    """Can a word stand in a table: one without brackets, braces and the like, or one in quotes?"""
    return _CELL.fullmatch(text) is not None
