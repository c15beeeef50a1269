"""Systems read from their folders: every file, the systems beneath, and whether they fit together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import final

from overtrick.bidding.entries import Block, Convention, Place, Sheet, Tag
from overtrick.bidding.errors import BiddingError, suggestion
from overtrick.bidding.layout import Item, Laid, Passage, Statement, lay_out
from overtrick.bidding.library import MAIN, Folder, find_system, known_systems
from overtrick.bidding.reading_contexts import Mentions, read_context
from overtrick.bidding.reading_entries import read_condition, read_entry, read_source
from overtrick.bidding.shown import partnership_words
from overtrick.bidding.syntax import take_apart
from overtrick.hands import HandsError, Kind, PredicateError, Vocabulary, standard
from overtrick.hands.syntax import Node

__all__ = ["Points", "find_system", "known_systems", "read_sheet", "read_sheets", "read_text"]


@final
@dataclass(frozen=True)
class Points:
    """How a system counts points, with the words that says it in."""

    text: str | None = None
    words: Vocabulary = field(default_factory=standard)


def _openbid() -> Vocabulary:
    from overtrick.openbid import vocabulary  # a system that does not ask for these words need not wait

    return vocabulary()


_WORDS: Mapping[str, Callable[[], Vocabulary]] = {"openbid": _openbid}
"""Words that ``words NAME`` adds to the language of hands."""


def read_sheets(system: str | PathLike[str]) -> tuple[Sheet, ...]:
    """Read a system, by its name or folder, and all those beneath it; its own sheet is the first."""
    return _read_all(Folder.at(find_system(system)), None, ())


def read_sheet(folder: Path | Traversable, above: Points | None = None) -> Sheet:
    """Read the sheet of one folder; a system above it says how points are counted."""
    return _read_all(Folder.at(folder), above, ())[0]


def read_text(
    text: str, name: str = MAIN, files: Mapping[str, str] | None = None, above: Points | None = None
) -> Sheet:
    """Read a system from a text, with the texts of other files by their names.

    >>> sheet = read_text("when opening\\n  1NT: 15-17 hcp, balanced\\n  1M: 12+ hcp, 5+ M")
    >>> [(entry.text, entry.suits) for entry in sheet.blocks[0].entries]
    [('15-17 hcp, balanced', ()), ('12+ hcp, 5+ M', (('M', (Suit.SPADES, Suit.HEARTS)),))]
    """
    if not isinstance(text, str):
        raise BiddingError(f"expected the text of a system, not a {type(text).__name__}")
    folder = Folder(name, {**(files or {}), name: text}.get, lambda name: None, name, False)
    return _read_all(folder, above, ())[0]


# Whole systems


def _read_all(folder: Folder, above: Points | None, chain: tuple[Folder, ...]) -> tuple[Sheet, ...]:
    """Read a system and those beneath it; the chain is of those above, which it may not use again."""
    reader = _Reader(folder, above)
    with folder.named_in_faults():
        reader.read()
    beneath = list[Sheet]()
    for name, passage, position in reader.below:
        with folder.named_in_faults():
            found = Folder.at(_beneath(folder, name, passage, position))
            _check_no_loop((*chain, folder), found, passage, position)
        for sheet in _read_all(found, reader.points, (*chain, folder)):
            if all(sheet.name != each.name for each in beneath):
                beneath.append(sheet)
    sheet = reader.sheet()
    with folder.named_in_faults():
        _check_mentions(reader.mentions, (sheet, *beneath))
    return sheet, *beneath


def _beneath(folder: Folder, name: str, passage: Passage, position: int) -> Traversable:
    found = folder.beside(name)
    if found is not None:
        return found
    try:
        return find_system(name)
    except BiddingError as error:
        passage.fail(error.faults[0], position)


def _check_no_loop(chain: tuple[Folder, ...], found: Folder, passage: Passage, position: int) -> None:
    for place, each in enumerate(chain):
        if each.location == found.location:
            between = " and ".join(other.name for other in chain[place + 1 :])
            passage.fail(f"{found.name} uses itself" + (f" by way of {between}" if between else ""), position)


def _check_mentions(mentions: Mentions, sheets: tuple[Sheet, ...]) -> None:
    """Refuse tags that no entry gives, and conventions that there are not."""
    given = dict[str, int]()
    for tag in (
        tag for sheet in sheets for block in sheet.blocks for entry in block.entries for tag in entry.tags
    ):
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
class _Reader:
    """Reads the files of one folder into a sheet."""

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
        self.more_words = list[Vocabulary]()
        self.remarks = list[tuple[Place, str]]()
        self.includes = list[tuple[Place, str]]()
        self.stems = [folder.main]

    def sheet(self) -> Sheet:
        """What was read."""
        return Sheet(
            self.name,
            self.title,
            self.source,
            tuple(name for name, _, _ in self.below),
            tuple(self.blocks),
            tuple(self.conventions.values()),
            self.vocabulary,
            tuple(self.remarks),
            tuple(self.includes),
        )

    def read(self) -> None:
        """Read every file, the main one first."""
        main = self.folder.main
        laid = self._laid(main, Passage(f"{main}.bid", 1, ""))
        parsed = _parsed(laid)
        points = self._count_points(parsed)
        try:
            self.vocabulary = partnership_words(self.points.text, self.points.words)
        except HandsError as error:  # each word can be read, but they lie too deep within one another
            points.fail(error.fault if isinstance(error, PredicateError) else str(error))
        self._statements(parsed, laid)
        if self.system_line is None and self.folder.is_named:
            passage = parsed[0][0].head if parsed else Passage(f"{main}.bid", 1, "")
            passage.fail("expected a line such as 'system natural \"Natural bidding\"' in this file")

    def _laid(self, stem: str, passage: Passage, position: int | None = None) -> Laid:
        return lay_out(self.folder.load(stem, passage, position), f"{stem}.bid")

    def _statements(self, parsed: list[tuple[Statement, Node]], laid: Laid) -> None:
        self.remarks += laid.remarks
        for statement, node in parsed:
            if statement.items and node.rule not in ("when", "system"):
                statement.items[0].head.fail("nothing can stand below this line")
            read: Callable[[Statement, Node], None] = getattr(self, f"_{node.rule}")
            read(statement, node)

    # Words and points, which come before everything

    def _count_points(self, parsed: list[tuple[Statement, Node]]) -> Passage:
        """Find out how points are counted, and where it says so; what a system above says goes before."""
        words, text = standard(), None
        counted = parsed[0][0].head if parsed else Passage(f"{self.folder.main}.bid", 1, "")
        self.more_words = [
            self._more_words(statement.head, node) for statement, node in parsed if node.rule == "words"
        ]
        for more in self.more_words:
            words = _merged(words, more)
        for statement, node in parsed:
            passage = statement.head
            if node.rule == "define":
                self._check_free(passage, node)
                words = _defining(words, passage, node, is_sure=False) if text is None else words
            elif node.rule == "points":
                if text is not None:
                    passage.fail("points are counted in two ways")
                counted = passage
                start = node.word().start
                read_condition(passage, start, len(passage.text), words, (), Kind.NUMBER)
                text = str(node.word())
        if self.above is None:
            self.points = Points(text, words)
        else:
            self.points = Points(self.above.text, _merged(words, self.above.words))
        return counted

    def _check_free(self, passage: Passage, node: Node) -> None:
        """Refuse to define a word that the language of hands or of systems has already."""
        start = node.word().start
        name = _name_defined(node)
        if any(words.find(name) is not None for words in (_known_words(), *self.more_words)):
            passage.fail(f"{name!r} means something already: choose another name", start)

    def _more_words(self, passage: Passage, node: Node) -> Vocabulary:
        name = str(node.word())
        if name.lower() not in _WORDS:
            known = f"expected {' or '.join(_WORDS)}, found {name!r}"
            passage.fail(known + suggestion(name, _WORDS), node.word().start)
        return _WORDS[name.lower()]()

    def _words(self, statement: Statement, node: Node) -> None:
        self._only_in_main(statement)

    _points = _words

    def _only_in_main(self, statement: Statement) -> None:
        main = f"{self.folder.main}.bid"
        if statement.head.file != main:
            statement.head.fail(f"this line belongs in {main}, since everything else depends on it")

    # Statements

    def _system(self, statement: Statement, node: Node) -> None:
        self._only_in_main(statement)
        if self.system_line is not None:
            statement.head.fail(f"a second system: the first is in line {self.system_line.line}")
        self.system_line = statement.head.place()
        self.name = str(node.word())
        self.title = str(node.word(1)).strip('"') if len(node.parts) > 1 else ""
        for item in statement.items:
            if not _is_source(item) or self.source:
                item.head.fail("expected one line 'source: …' below the name of the system")
            self.source = read_source(item.head)

    def _uses(self, statement: Statement, node: Node) -> None:
        self.below.append((str(node.word()), statement.head, node.word().start))

    def _include(self, statement: Statement, node: Node) -> None:
        stem, passage, position = str(node.word()), statement.head, node.word().start
        if f"{stem}.bid" == passage.file:
            passage.fail(f"{stem}.bid includes itself", position)
        if stem in self.stems:
            passage.fail(f"{stem}.bid is included already", position)
        self.stems.append(stem)
        self.includes.append((passage.place(position), f"{stem}.bid"))
        laid = self._laid(stem, passage, position)
        self._statements(_parsed(laid), laid)

    def _define(self, statement: Statement, node: Node) -> None:
        passage, name = statement.head, _name_defined(node)
        self._check_free(passage, node)
        if name.lower() in self.defined:
            first = self.folder.where(self.defined[name.lower()])
            passage.fail(f"{name!r} is defined already: see {first}", node.word().start)
        self.vocabulary = _defining(self.vocabulary, passage, node)
        self.defined[name.lower()] = passage.place()

    def _convention(self, statement: Statement, node: Node) -> None:
        name, *words, switch = (str(part) for part in node.parts)
        if name in self.conventions:
            first = self.folder.where(self.conventions[name].place)
            statement.head.fail(f"{name} is a convention already: see {first}", node.word().start)
        title = words[0].strip('"') if words else ""
        place = statement.head.place()
        self.conventions[name] = Convention(name, title, switch.lower() == "on", place)

    def _when(self, statement: Statement, node: Node) -> None:
        passage = statement.head
        options = [
            part for part in node.parts if isinstance(part, Node) and part.rule in ("priority", "complete")
        ]
        clauses = node.parts[: len(node.parts) - len(options)]
        rules = [option.rule for option in options]
        if len(set(rules)) < len(rules):
            passage.fail(f"{rules[0]} is said twice", options[-1].start)
        source, items = "", statement.items
        if items and _is_source(items[0]):
            source, items = read_source(items[0].head), items[1:]
        if not items:
            passage.fail("no entry stands below this line: expected one such as '1NT: 15-17 hcp, balanced'")
        context = read_context(clauses, passage, self.mentions)
        end = passage.text.rfind(",", 0, options[0].start) if options else len(passage.text)
        self.blocks.append(
            Block(
                context.condition,
                tuple(
                    read_entry(item, self.vocabulary, context.found, self.mentions, source) for item in items
                ),
                passage.place(),
                " ".join(passage.text[len("when") : end].split()),
                next((int(str(each.word())) for each in options if each.rule == "priority"), 0),
                "complete" in rules,
            )
        )


def _is_source(item: Item) -> bool:
    """Is it a line ``source: …`` with nothing below it?"""
    return re.match(r"\s*source\s*:", item.head.text, re.IGNORECASE) is not None and not item.lines


# Words


def _parsed(laid: Laid) -> list[tuple[Statement, Node]]:
    return [(statement, take_apart(statement.head, "statement")) for statement in laid.statements]


@cache
def _known_words() -> Vocabulary:
    """The words every system has."""
    return partnership_words()


def _name_defined(node: Node) -> str:
    """The word that a definition defines; empty if it is none."""
    match = re.match(r"[A-Za-z_]\w*", str(node.word()))
    return match[0] if match else ""


def _merged(words: Vocabulary, more: Vocabulary) -> Vocabulary:
    return Vocabulary(
        {**words.features, **more.features},
        {**words.definitions, **more.definitions},
        {**words.names, **more.names},
    )


def _defining(words: Vocabulary, passage: Passage, node: Node, is_sure: bool = True) -> Vocabulary:
    """The words with a definition more; if it is not sure that it can be read yet, perhaps without."""
    start = node.word().start
    try:
        return words.defining(" " * start + passage.text[start:])
    except PredicateError as error:
        if is_sure:
            passage.fail(error.fault, max(start, error.column - 1))
    except HandsError as error:
        if is_sure:
            passage.fail(str(error), start)
    return words
