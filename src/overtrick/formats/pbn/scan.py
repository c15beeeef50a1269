"""PBN as text: lines cut into games of tags, section words and comments, each with its line number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

__all__ = ["Game", "Tag", "Text", "Word", "games"]

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"?(.*?)"?\s*\]\s*$')
_WORD = re.compile(r'"(?:\\.|[^"\\])*"|[^\s\[\]{};"]+|\S')
_SPECIAL = re.compile(r'[\[\]{};"]')
_MOST_LINES_OF_A_TAG = 8


@dataclass(slots=True)
class Word:
    """A token of a section: a call, a card, a cell of a table."""

    text: str
    line: int


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
    items: list[Tag | Word | Text] = field(default_factory=list)
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
            self._continue_comment(line, number)
        elif not line.strip() and not self.tag:
            finished, self.game = self.game, Game(number + 1)
            return finished if finished else None
        elif line.startswith("%"):
            self.game.escapes.append(line)
        else:
            self._tokens(line, number)
        return None

    def end(self) -> Game:
        """The last game; whatever was still open is kept as it stands."""
        self.game.is_cut_short = self.comment is not None or bool(self.tag)
        if self.comment is not None:
            self.game.items.append(Text("\n".join(self.comment), self.comment_line))
        for word in _WORD.findall(self.tag):
            self.game.items.append(Word(word, self.game.line))
        return self.game

    def _continue_comment(self, line: str, number: int) -> None:
        assert self.comment is not None
        inside, brace, after = line.partition("}")
        self.comment.append(inside)
        if brace:
            self.game.items.append(Text("\n".join(self.comment), self.comment_line))
            self.comment = None
            self._tokens(after, number)

    def _tokens(self, line: str, number: int) -> None:
        line, self.tag = (f"{self.tag} {line}" if self.tag else line), ""
        if not _SPECIAL.search(line):
            self.game.items += [Word(word, number) for word in line.split()]
            return
        place = 0
        while place < len(line):
            character = line[place]
            if character.isspace():
                place += 1
            elif character == ";":
                self.game.items.append(Text(line[place + 1 :], number))
                return
            elif character == "{":
                self.comment, self.comment_line = [], number
                self._continue_comment(line[place + 1 :], number)
                return
            elif character == "[":
                place = self._tag(line, place, number)
            else:
                match = _WORD.match(line, place)
                assert match is not None  # any character that is no space matches
                self.game.items.append(Word(match[0], number))
                place = match.end()

    def _tag(self, line: str, place: int, number: int) -> int:
        """Read the tag pair at a place, and return where it ends."""
        if match := _TAG.match(line, place):
            self.game.items.append(Tag(match[1], _unescaped(match[2]), number))
            return match.end()
        if match := _LOOSE_TAG.match(line, place):
            self.game.items.append(Tag(match[1], match[2], number))
            return match.end()
        if "]" not in line[place:] and self.tag_lines < _MOST_LINES_OF_A_TAG:
            self.tag, self.tag_lines = line[place:], self.tag_lines + 1
            return len(line)
        self.tag_lines = 0
        self.game.items.append(Word("[", number))
        return place + 1


def _unescaped(value: str) -> str:
    """A string without the backslashes that protect quotes and backslashes; any other stays."""
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value
