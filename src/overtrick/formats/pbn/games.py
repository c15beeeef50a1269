"""Scanner for PBN: splits lines into games of tags, section words and comments, with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from overtrick.core import Call, Seat, Vul
from overtrick.formats.record import Comment, Mark, PbnTable, Remark

__all__ = [
    "ALERT",
    "HEADER",
    "IRREGULARITIES",
    "MANDATORY",
    "NOT_INHERITED",
    "UNKNOWN",
    "VULNERABLE",
    "Game",
    "Parts",
    "Tag",
    "Text",
    "Words",
    "as_written",
    "call_in_pbn",
    "games",
    "is_cell",
    "seat_of",
]


_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]')
_LOOSE_TAG = re.compile(r"\[\s*(\w+)\s+")
_WORD = re.compile(r'"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s\[\]{};"]+|\S')
_SPECIAL = re.compile(r'[\[\]{};"]')
_MOST_LINES_OF_A_TAG = 8


@dataclass(slots=True)
class Words:
    """Consecutive words of a section on one line: calls, cards, table cells."""

    texts: list[str]
    line: int

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join(self.texts)


@dataclass(slots=True)
class Text:
    """A comment, without its braces or semicolon."""

    text: str
    line: int


@dataclass(slots=True)
class Tag:
    """A tag pair."""

    name: str
    value: str
    line: int


@dataclass(slots=True)
class Game:
    """Everything between two empty lines, in order."""

    line: int
    items: list[Tag | Words | Text] = field(default_factory=list)
    escapes: list[str] = field(default_factory=list)
    is_cut_short: bool = False
    """Did the file end inside a comment or a tag?"""

    def __bool__(self) -> bool:
        return bool(self.items or self.escapes)


def games(lines: Iterable[str]) -> Iterator[Game]:
    """The games of a file.

    >>> [len(game.items) for game in games(['[Board "1"]', '{so far}', '', '[Board "2"]'])]
    [2, 1]
    """
    scanner = _Scanner()
    for number, line in enumerate(lines, 1):
        finished = scanner.add(line, number)
        if finished:
            yield finished
    if last := scanner.end():
        yield last


class _Scanner:
    """The state of the scanner: the current game, an open comment, an open tag over several lines."""

    def __init__(self) -> None:
        self.game = Game(1)
        self.comment: list[str] | None = None
        self.comment_line = 0
        self.tag = ""
        self.tag_lines = 0

    def add(self, line: str, number: int) -> Game | None:
        """Read a line; return the game that it ends, if any."""
        if self.comment is not None:
            self._tokens(line, number, self._continue_comment(line, number))
            return None
        if line.startswith("%"):
            self.game.escapes.append(line)
            return None
        line = line.rstrip()
        if self.tag:
            self._tokens(line, number)
        elif not line:
            finished, self.game = self.game, Game(number + 1)
            return finished if finished else None
        elif line[0] == "[" and (tag := _TAG.fullmatch(line)):
            self.game.items.append(Tag(tag[1], _unescaped(tag[2]), number))
        elif not _SPECIAL.search(line):
            self._words(line.split(), number)
        else:
            self._tokens(line, number)
        return None

    def end(self) -> Game:
        """The last game; an open comment or tag is kept as it is."""
        self.game.is_cut_short = self.comment is not None or bool(self.tag)
        if self.comment is not None:
            self.game.items.append(Text("\n".join(self.comment), self.comment_line))
        if words := _WORD.findall(self.tag):
            self.game.items.append(Words(words, self.game.line))
        return self.game

    def _continue_comment(self, line: str, number: int, start: int = 0) -> int:
        """Continue a comment from a position in a line; return the position where it ends."""
        assert self.comment is not None
        end = line.find("}", start)
        self.comment.append(line[start:] if end < 0 else line[start:end])
        if end < 0:
            return len(line)
        self.game.items.append(Text("\n".join(self.comment), self.comment_line))
        self.comment = None
        return end + 1

    def _tokens(self, line: str, number: int, place: int = 0) -> None:
        if self.tag:
            line, self.tag = f"{self.tag} {line}", ""
        last_bracket = line.rfind("]")
        while place < len(line):
            character = line[place]
            if character.isspace():
                place += 1
            elif character == ";":
                self.game.items.append(Text(line[place + 1 :], number))
                return
            elif character == "{":
                self.comment, self.comment_line = [], number
                place = self._continue_comment(line, number, place + 1)
            elif character == "[" and place > last_bracket:
                self._open_tag(line[place:], number)
                return
            elif character == "[":
                place = self._tag(line, place, number)
            else:
                match = _WORD.match(line, place)
                assert match is not None  # any character that is no space matches
                self._words([match[0]], number)
                place = match.end()

    def _tag(self, line: str, place: int, number: int) -> int:
        """Read the tag pair at a position; return the position where it ends."""
        self.tag_lines = 0
        if match := _TAG.match(line, place):
            self.game.items.append(Tag(match[1], _unescaped(match[2]), number))
            return match.end()
        if line.endswith("]") and (match := _LOOSE_TAG.match(line, place)):
            value = line[match.end() : -1].strip()
            self.game.items.append(Tag(match[1], value.removeprefix('"').removesuffix('"'), number))
            return len(line)
        self._words(["["], number)
        return place + 1

    def _open_tag(self, text: str, number: int) -> None:
        """Keep a tag that continues on the next line; after too many lines it counts as words."""
        if self.tag_lines < _MOST_LINES_OF_A_TAG:
            self.tag, self.tag_lines = text, self.tag_lines + 1
        else:
            self.tag_lines = 0
            self._words(_WORD.findall(text), number)

    def _words(self, texts: list[str], number: int) -> None:
        """Add words, merged with those before them on the same line."""
        last = self.game.items[-1] if self.game.items else None
        if isinstance(last, Words) and last.line == number:
            last.texts += texts
        elif texts:
            self.game.items.append(Words(texts, number))


def _unescaped(value: str) -> str:
    """A string with escaped quotes and backslashes unescaped; other backslashes stay."""
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value


_CELL = re.compile(r'"(?:\\.|[^"\\])*"|[^\s\[\]{};"]+')


class Parts:
    """The parts of a game not yet read; a reader removes each part that it understands."""

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
        """Add a remark, on the line of a tag or of the game."""
        self.remarks.append(Remark(text, self.lines.get(tag or "", self.game.line)))

    def taken(self, name: str) -> str | None:
        """Remove a tag and return its value; None if it is missing or unknown."""
        value = self.tags.pop(name, UNKNOWN)
        return None if value == UNKNOWN else value

    def kept(self, name: str, value: str, why: str) -> None:
        """Keep a value that a board cannot hold as a tag, with a remark why."""
        self.tags[name] = value
        self.remark(why, name)

    def tables(self) -> tuple[PbnTable, ...]:
        """Remove and return the supplemental sections; other words become comments."""
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
        """Store a tag; return the name of the tag to which the following items belong."""
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
        """Are the words after a tag not a section? They are then kept as a comment."""
        words = (item.texts for item in self.sections[name] if isinstance(item, Words))
        if name in self.tags and name not in MANDATORY and all(map(is_cell, chain.from_iterable(words))):
            return False
        text = as_written(self.sections[name])
        self.comments.append(Comment(text, name))
        self.remark(f"text after [{name}] is kept as a comment: {text[:60]!r}", name)
        return True

    def _table(self, name: str) -> PbnTable:
        """A supplemental section, with its words split into rows."""
        by_line = dict[int, list[str]]()
        for item in self.sections[name]:
            by_line.setdefault(item.line, []).extend(item.texts if isinstance(item, Words) else ())
        words = [word for row in by_line.values() for word in row]
        columns = len(self.tags[name].split(";"))
        if columns > 1 and len(words) % columns == 0:
            rows = [words[start : start + columns] for start in range(0, len(words), columns)]
        else:
            rows = list(by_line.values())
        return PbnTable(name, self.tags[name], tuple(tuple(row) for row in rows))


def as_written(items: Iterable[Words | Text]) -> str:
    """Words and comments as text, with roughly their original spaces and line breaks."""
    lines = dict[int, list[str]]()
    for item in items:
        lines.setdefault(item.line, []).append(item.text)
    return "\n".join(" ".join(words) for words in lines.values())


def is_cell(text: str) -> bool:
    """Can a word be a table cell, that is, quoted or without brackets, braces and the like?"""
    return _CELL.fullmatch(text) is not None


ALERT = "Alert."
"""The first word of a note on an alerted call; the standard has no other place for alerts."""
HEADER = ("% PBN 2.1", "% EXPORT")
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags of every exported game, in their order (PBN 2.1, section 3.4)."""
NOT_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
"""Tags for which ``#`` is no inheritance (section 4.8)."""
VULNERABLE = {Vul.NONE: "None", Vul.NS: "NS", Vul.EW: "EW", Vul.BOTH: "All"}
UNKNOWN = "?"
IRREGULARITIES = {
    "^I": "an insufficient bid that was accepted",
    "^S": "a player who was skipped",
    "^R": "a revoke",
    "^L": "a lead out of turn",
}
"""Signs for irregularities in a record (section 3.9)."""


def call_in_pbn(call: Call) -> str:
    """A call as the standard spells it: ``Pass``, ``X``, ``1NT``."""
    return "Pass" if call is Call.PASS else str(call)


def seat_of(text: str) -> Seat:
    """A seat, with or without the mark of an irregular declarer."""
    return Seat.parse(text.removeprefix("^"))
