"""PBN as text: lines cut into games of tags, section words and comments, each with its line number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

__all__ = ["Game", "Tag", "Text", "Words", "games"]

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]')
_LOOSE_TAG = re.compile(r"\[\s*(\w+)\s+")
_WORD = re.compile(r'"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s\[\]{};"]+|\S')
_SPECIAL = re.compile(r'[\[\]{};"]')
_MOST_LINES_OF_A_TAG = 8


@dataclass(slots=True)
class Words:
    """Words of a section that follow each other on a line: calls, cards, cells of a table."""

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
    """Cut a file into its games.

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
    """What is open while lines come in: a game, perhaps a comment, perhaps a tag over several lines."""

    def __init__(self) -> None:
        self.game = Game(1)
        self.comment: list[str] | None = None
        self.comment_line = 0
        self.tag = ""
        self.tag_lines = 0

    def add(self, line: str, number: int) -> Game | None:
        """Take in a line; return the game that it ends, if it does."""
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
        """The last game; whatever was still open is kept as it stands."""
        self.game.is_cut_short = self.comment is not None or bool(self.tag)
        if self.comment is not None:
            self.game.items.append(Text("\n".join(self.comment), self.comment_line))
        if words := _WORD.findall(self.tag):
            self.game.items.append(Words(words, self.game.line))
        return self.game

    def _continue_comment(self, line: str, number: int, start: int = 0) -> int:
        """Read a comment on from a place in a line, and return where it ends."""
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
        """Read the tag pair at a place, and return where it ends."""
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
        """Keep a tag that goes on in the next line, unless it has done so too often to be one."""
        if self.tag_lines < _MOST_LINES_OF_A_TAG:
            self.tag, self.tag_lines = text, self.tag_lines + 1
        else:
            self.tag_lines = 0
            self._words(_WORD.findall(text), number)

    def _words(self, texts: list[str], number: int) -> None:
        """Take in words, together with those that stand before them on their line."""
        last = self.game.items[-1] if self.game.items else None
        if isinstance(last, Words) and last.line == number:
            last.texts += texts
        elif texts:
            self.game.items.append(Words(texts, number))


def _unescaped(value: str) -> str:
    """A string without the backslashes that protect quotes and backslashes; any other stays."""
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value
