"""The reader of systems: all files of a folder and the systems it uses, with checks across them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TypeAlias, final

from lark import Token

from overtrick.bidding.auction_facts import system_vocabulary
from overtrick.bidding.entries import Block, Convention, Place, Sheet, Tag
from overtrick.bidding.errors import BiddingError, suggestion
from overtrick.bidding.layout import Item, Passage, Statement, lay_out
from overtrick.bidding.library import EXTRA_WORDS, MAIN, Folder, find_system, known_systems
from overtrick.bidding.reading_contexts import Mentions, read_context
from overtrick.bidding.reading_entries import read_condition, read_entry, read_source
from overtrick.bidding.syntax import parsed
from overtrick.hands import HandsError, Kind, PredicateError, Vocabulary, standard
from overtrick.hands.syntax import Node, start_of, word_at

__all__ = ["Points", "find_system", "known_systems", "read_sheet", "read_sheets", "read_text"]


@final
@dataclass(frozen=True)
class Points:
    """A system's definition of points, with the vocabulary that it is written in."""

    text: str | None = None
    words: Vocabulary = field(default_factory=standard)


def read_sheets(system: str | PathLike[str]) -> tuple[Sheet, ...]:
    """Read a system, by its name or folder, and all systems it uses; its own sheet comes first."""
    return _read_all(Folder.at(find_system(system)), None, ())


def read_sheet(folder: Path, above: Points | None = None) -> Sheet:
    """Read the sheet of one folder; the points of a system that uses it take precedence."""
    return _read_all(Folder.at(folder), above, ())[0]


def read_text(
    text: str, name: str = MAIN, files: Mapping[str, str] | None = None, above: Points | None = None
) -> Sheet:
    """Read a system from a text, with the texts of its other files by name.

    >>> sheet = read_text("when opening\\n  1NT: 15-17 hcp, balanced\\n  1M: 12+ hcp, 5+ M")
    >>> [(entry.text, entry.suits) for entry in sheet.blocks[0].entries]
    [('15-17 hcp, balanced', ()), ('12+ hcp, 5+ M', (('M', (Suit.SPADES, Suit.HEARTS)),))]
    """
    if not isinstance(text, str):
        raise BiddingError(f"expected the text of a system, not a {type(text).__name__}")
    folder = Folder(name, {**(files or {}), name: text}.get, main=name, is_named=False)
    return _read_all(folder, above, ())[0]


# Whole systems


def _read_all(folder: Folder, above: Points | None, chain: tuple[Folder, ...]) -> tuple[Sheet, ...]:
    """Read a system and those it uses; `chain` holds the systems above, which it must not use again."""
    reader = _SystemReader(folder, above)
    with folder.named_in_faults():
        reader.read()
    beneath = list[Sheet]()
    for name, passage, position in reader.below:
        with folder.named_in_faults():
            found = _beneath(folder, name, passage, position)
            _check_no_loop((*chain, folder), found, passage, position)
        for sheet in _read_all(found, reader.points, (*chain, folder)):
            if all(sheet.name != each.name for each in beneath):
                beneath.append(sheet)
    sheet = reader.sheet()
    with folder.named_in_faults():
        _check_mentions(reader.mentions, (sheet, *beneath))
    return sheet, *beneath


def _beneath(folder: Folder, name: str, passage: Passage, position: int) -> Folder:
    try:
        return folder.used(name)
    except BiddingError as error:
        passage.fail(error.faults[0], position)


def _check_no_loop(chain: tuple[Folder, ...], found: Folder, passage: Passage, position: int) -> None:
    for place, each in enumerate(chain):
        if each.location == found.location:
            between = " and ".join(other.name for other in chain[place + 1 :])
            passage.fail(f"{found.name} uses itself" + (f" by way of {between}" if between else ""), position)


def _check_mentions(mentions: Mentions, sheets: tuple[Sheet, ...]) -> None:
    """Raise on tags that no entry has, and on unknown conventions."""
    given = dict[str, int]()
    entries = (entry for sheet in sheets for block in sheet.blocks for entry in block.entries)
    for tag in (tag for entry in entries for tag in entry.tags):
        given[tag.name] = max(len(tag.suits), given.get(tag.name, 0))
    for tag, passage, position in mentions.tags:
        if tag.name not in given:
            fault = f"no entry has the line 'is {tag.name}'{suggestion(tag.name, given)}"
            passage.fail(fault, position)
        if len(tag.suits) > given[tag.name]:
            passage.fail(_too_many_suits(tag, given[tag.name]), position)
    known = {each.name for sheet in sheets for each in sheet.conventions}
    for name, passage, position in mentions.conventions:
        if name not in known:
            passage.fail(f"there is no convention {name!r}{suggestion(name, known)}", position)


def _too_many_suits(tag: Tag, most: int) -> str:
    number = "a suit" if len(tag.suits) == 1 else f"{len(tag.suits)} suits"
    fault = f"{tag.name!r} stands with {number} here, but no line 'is {tag.name}' of an entry names "
    if most == 0:
        return f"{fault}any: write {tag.name!r} alone"
    return f"{fault}more than {'one' if most == 1 else most}"


@final
class _SystemReader:
    """Reads the files of one folder into a sheet.

    Each kind of statement has a method of its name, called with the words after the first.
    """

    def __init__(self, folder: Folder, above: Points | None) -> None:
        self.folder, self.above = folder, above
        self.points = above or Points()
        self.vocabulary = Vocabulary()
        self.mentions = Mentions()
        self.name, self.title, self.source = folder.name, "", ""
        self.system_line: Place | None = None
        self.below = list[tuple[str, Passage, int]]()
        self.blocks = list[Block]()
        self.conventions = dict[str, Convention]()
        self.defined = dict[str, Place]()
        self.extra_words = list[Vocabulary]()
        self.remarks = list[tuple[Place, str]]()
        self.includes = list[tuple[Place, str]]()
        self.stems = [folder.main]

    def sheet(self) -> Sheet:
        """The sheet as read so far."""
        return Sheet(
            self.name,
            self.title,
            self.source,
            tuple(name for name, _, _ in self.below),
            tuple(self.blocks),
            tuple(self.conventions.values()),
            self.vocabulary.definitions["points"],
            lambda: self.vocabulary,
            tuple(self.remarks),
            tuple(self.includes),
        )

    def read(self) -> None:
        """Read every file, the main one first."""
        main = self.folder.main
        nothing = Passage(f"{main}.bid", 1, "")
        statements = self._loaded(main, nothing)
        first = statements[0][0].head if statements else nothing
        points = self._count_points(statements) or first
        try:
            self.vocabulary = system_vocabulary(self.points.text, self.points.words)
        except HandsError as error:  # each word can be read, but they are nested too deeply
            points.fail(error.fault if isinstance(error, PredicateError) else str(error))
        self._statements(statements)
        if self.system_line is None and self.folder.is_named:
            first.fail("expected a line such as 'system natural \"Natural bidding\"' in this file")

    def _loaded(self, stem: str, passage: Passage, position: int | None = None) -> _Statements:
        laid = lay_out(self.folder.load(stem, passage, position), f"{stem}.bid")
        self.remarks += laid.remarks
        return [(statement, parsed(statement.head, "statement")) for statement in laid.statements]

    def _statements(self, statements: _Statements) -> None:
        for statement, node in statements:
            if statement.items and node.data not in ("when", "system"):
                statement.items[0].head.fail("nothing can stand below this line")
            read: Callable[..., None] = getattr(self, f"_{node.data}")
            read(statement, *node.children)

    # Words and points, which are read before everything else

    def _count_points(self, statements: _Statements) -> Passage | None:
        """Read the definition of points and return its passage; a system above takes precedence."""
        words, text, counted = standard(), None, None
        for statement, node in statements:
            if node.data == "words":
                self.extra_words.append(self._extra_words(statement.head, word_at(node)))
                words |= self.extra_words[-1]
        for statement, node in statements:
            passage = statement.head
            if node.data == "define":
                self._check_free(passage, word_at(node))
                words = _defining(words, passage, word_at(node), is_sure=False) if text is None else words
            elif node.data == "points":
                if text is not None:
                    passage.fail("points are counted in two ways")
                counted, text = passage, str(word_at(node))
                read_condition(passage, start_of(word_at(node)), len(passage.text), words, (), Kind.NUMBER)
        if self.above is None:
            self.points = Points(text, words)
        else:
            self.points = Points(self.above.text, words | self.above.words)
        return counted

    def _check_free(self, passage: Passage, definition: Token) -> None:
        """Raise if a definition redefines a word of the language of hands or of systems."""
        name = _name_defined(definition)
        if any(words.find(name) is not None for words in (_known_words(), *self.extra_words)):
            passage.fail(f"{name!r} means something already: choose another name", start_of(definition))

    def _extra_words(self, passage: Passage, name: Token) -> Vocabulary:
        if name.lower() not in EXTRA_WORDS:
            known = f"expected {' or '.join(EXTRA_WORDS)}, found {str(name)!r}"
            passage.fail(known + suggestion(name, EXTRA_WORDS), start_of(name))
        return EXTRA_WORDS[name.lower()]()

    def _words(self, statement: Statement, _: Token) -> None:
        main = f"{self.folder.main}.bid"
        if statement.head.file != main:
            statement.head.fail(f"this line belongs in {main}, since everything else depends on it")

    _points = _words

    # Statements

    def _system(self, statement: Statement, name: Token, title: str = "") -> None:
        self._words(statement, name)
        if self.system_line is not None:
            statement.head.fail(f"a second system: the first is in line {self.system_line.line}")
        self.system_line = statement.head.place()
        self.name, self.title = str(name), title.strip('"')
        for item in statement.items:
            if not _is_source(item) or self.source:
                item.head.fail("expected one line 'source: …' below the name of the system")
            self.source = read_source(item.head)

    def _uses(self, statement: Statement, name: Token) -> None:
        self.below.append((str(name), statement.head, start_of(name)))

    def _include(self, statement: Statement, name: Token) -> None:
        stem, passage, position = str(name), statement.head, start_of(name)
        if f"{stem}.bid" == passage.file:
            passage.fail(f"{stem}.bid includes itself", position)
        if stem in self.stems:
            passage.fail(f"{stem}.bid is included already", position)
        self.stems.append(stem)
        self.includes.append((passage.place(position), f"{stem}.bid"))
        self._statements(self._loaded(stem, passage, position))

    def _define(self, statement: Statement, definition: Token) -> None:
        passage, name = statement.head, _name_defined(definition)
        self._check_free(passage, definition)
        if name.lower() in self.defined:
            first = self.folder.where(self.defined[name.lower()])
            passage.fail(f"{name!r} is defined already: see {first}", start_of(definition))
        self.vocabulary = _defining(self.vocabulary, passage, definition)
        self.defined[name.lower()] = passage.place()

    def _convention(self, statement: Statement, name: Token, *words: Token) -> None:
        *title, switch = words
        if name in self.conventions:
            first = self.folder.where(self.conventions[name].place)
            statement.head.fail(f"{name} is a convention already: see {first}", start_of(name))
        about, is_on = "".join(title).strip('"'), switch.lower() == "on"
        self.conventions[str(name)] = Convention(str(name), about, is_on, statement.head.place())

    def _when(self, statement: Statement, *parts: Node) -> None:
        passage = statement.head
        options = [part for part in parts if part.data in ("priority", "complete")]
        rules = [option.data for option in options]
        if len(set(rules)) < len(rules):
            passage.fail(f"{rules[0]} is said twice", start_of(options[-1]))
        source, items = "", statement.items
        if items and _is_source(items[0]):
            source, items = read_source(items[0].head), items[1:]
        if not items:
            passage.fail("no entry stands below this line: expected one such as '1NT: 15-17 hcp, balanced'")
        context = read_context(parts[: len(parts) - len(options)], passage, self.mentions)
        end = passage.text.rfind(",", 0, start_of(options[0])) if options else len(passage.text)
        entries = tuple(
            read_entry(item, self.vocabulary, context.found, self.mentions, source) for item in items
        )
        made, only_read = (
            max((each.priority for each in entries if each.is_read_only is read_only), default=None)
            for read_only in (False, True)
        )
        self.blocks.append(
            Block(
                context.condition,
                lambda: entries,
                (made, only_read),
                passage.place(),
                " ".join(passage.text[len("when") : end].split()),
                next((int(word_at(each)) for each in options if each.data == "priority"), 0),
                "complete" in rules,
            )
        )


def _is_source(item: Item) -> bool:
    """Is an item a line ``source: …`` with nothing below it?"""
    return re.match(r"\s*source\s*:", item.head.text, re.IGNORECASE) is not None and not item.lines


_Statements: TypeAlias = list[tuple[Statement, Node]]


# Words


@cache
def _known_words() -> Vocabulary:
    """The vocabulary of every system."""
    return system_vocabulary()


def _name_defined(definition: str) -> str:
    """The word that a definition defines; empty if it does not begin with a word."""
    match = re.match(r"[A-Za-z_]\w*", definition)
    return match[0] if match else ""


def _defining(words: Vocabulary, passage: Passage, definition: Token, is_sure: bool = True) -> Vocabulary:
    """The words with one more definition; unless `is_sure`, one that cannot be read yet is left out."""
    start = start_of(definition)
    try:
        return words.defining(" " * start + passage.text[start:])
    except HandsError as error:
        if is_sure and isinstance(error, PredicateError):
            passage.fail(error.fault, max(start, error.column - 1))
        if is_sure:
            passage.fail(str(error), start)
    return words
