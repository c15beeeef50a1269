"""Splits a system file by its indentation: statements, the items below them, the lines below those."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn, final

from overtrick.bidding.entries import Place
from overtrick.bidding.errors import SystemFileError

__all__ = ["PROPERTIES", "PROPERTY", "Item", "Layout", "Passage", "Statement", "lay_out"]

_LONGEST_FILE = 1_000_000
"""Limit on characters; the largest systems of the package have a tenth of it."""
_CODE = re.compile(r'(?:[^"#]|"[^"]*"|")*')
"""A line without its comment."""
_HAS_ITEMS = re.compile(r"(when|system)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(,|\(|\b(or|and|not|when))\s*$", re.IGNORECASE)
"""The end of a line whose context continues on the next line."""
PROPERTIES = (
    *("unless", "forcing", "forcing to", "forcing to game", "invitational", "sign-off", "not forcing"),
    *("agrees", "is", "alert", "priority", "if", "catch-all", "only read", "source:"),
)
"""The beginnings of lines below an entry."""
_BEGINNINGS = "|".join(each.replace(" ", r"\s+") for each in PROPERTIES[:-1])
PROPERTY = re.compile(rf"({_BEGINNINGS})(?![\w(])|source\s*:", re.IGNORECASE)


@final
@dataclass(frozen=True)
class Passage:
    """Consecutive whole lines of a file, so that columns are those of the file."""

    file: str
    line: int
    text: str

    def place(self, position: int = 0) -> Place:
        """The place in the file of a position in the text."""
        before = self.text[:position]
        return Place(self.file, self.line + before.count("\n"), position - before.rfind("\n"))

    @property
    def start(self) -> int:
        """The position of the first word."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())

    def fail(self, fault: str, position: int | None = None) -> NoReturn:
        """Raise an error at this position of the file."""
        place = self.place(self.start if position is None else position)
        raise SystemFileError(fault, place, self.text.split("\n")[place.line - self.line])


@final
@dataclass(frozen=True)
class Item:
    """An indented line, usually an entry, and the lines below it."""

    head: Passage
    lines: tuple[Passage, ...] = ()


@final
@dataclass(frozen=True)
class Statement:
    """A line that is not indented, and the items below it."""

    head: Passage
    items: tuple[Item, ...] = ()


@final
@dataclass(frozen=True)
class Layout:
    """A file split into statements and remarks: headings with ``##`` and paragraphs with ``>``."""

    statements: tuple[Statement, ...]
    remarks: tuple[tuple[Place, str], ...]


def lay_out(text: str, file: str) -> Layout:
    """Split a file into statements by its indentation.

    >>> laid = lay_out("when opening\\n  1NT: 15-17 hcp,\\n      balanced\\n    alert  # strong", "a.bid")
    >>> [(item.head.words, [line.words for line in item.lines]) for item in laid.statements[0].items]
    [('1NT: 15-17 hcp, balanced', ['alert'])]
    """
    if len(text) > _LONGEST_FILE:
        raise SystemFileError(f"a file of {len(text):,} characters is too long", Place(file, 1))
    rows, remarks = _sorted_out(text, file)
    if rows and rows[0].start > 0:
        rows[0].fail("an indented line stands below nothing")
    return Layout(tuple(map(_statement, _grouped(rows))), tuple(_joined(remarks)))


# Lines


def _sorted_out(text: str, file: str) -> tuple[list[Passage], list[tuple[Place, str]]]:
    """The lines of code, and the remarks."""
    rows, remarks = list[Passage](), list[tuple[Place, str]]()
    inner: int | None = None  # the indentation of this statement's items; None before the first
    has_items = False
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        content = line.lstrip()
        indent = len(line) - len(content)
        may_be_remark = indent == 0 or (has_items and (inner is None or indent <= inner))
        if content.startswith("##") or (content.startswith(">") and may_be_remark):
            remarks.append((Place(file, number, indent + 1), content.strip()))
            continue
        code = _code(line)
        if not code:
            continue
        row = Passage(file, number, code)
        if set(code[:indent]) - {" "}:
            row.fail("expected spaces at the beginning of the line, found a tab", 0)
        if indent == 0:
            has_items, inner = _HAS_ITEMS.match(code) is not None, None
        elif inner is None and not (rows and has_items and _GOES_ON.search(rows[-1].text)):
            inner = indent
        rows.append(row)
    return rows, remarks


def _code(line: str) -> str:
    """A line without its comment."""
    match = _CODE.match(line)
    return match[0].rstrip() if match else ""


def _joined(remarks: Iterable[tuple[Place, str]]) -> list[tuple[Place, str]]:
    """The remarks, with the lines of each paragraph joined."""
    joined, goes_on_at = list[tuple[Place, str]](), 0
    for place, text in remarks:
        is_text = text.startswith(">") and text != ">"
        if is_text and place.line == goes_on_at:
            joined[-1] = joined[-1][0], f"{joined[-1][1]} {text.lstrip('> ')}"
        elif text != ">":
            joined.append((place, text))
        goes_on_at = place.line + 1 if is_text else 0
    return joined


# Statements


def _statement(rows: Sequence[Passage]) -> Statement:
    if not _HAS_ITEMS.match(rows[0].text):
        return Statement(_put_together(rows))
    length = 1
    while length < len(rows) and _GOES_ON.search(rows[length - 1].text):
        length += 1
    items = map(_item, _grouped(rows[length:], "the first of its block"))
    return Statement(_put_together(rows[:length]), tuple(items))


def _item(rows: Sequence[Passage]) -> Item:
    """An item: its head continues until a line begins with a property such as ``forcing``."""
    places = range(1, len(rows))
    first = next((place for place in places if PROPERTY.match(rows[place].text.lstrip())), len(rows))
    lines = map(_put_together, _grouped(rows[first:], "those above"))
    return Item(_put_together(rows[:first]), tuple(lines))


def _grouped(rows: Sequence[Passage], others: str = "") -> list[list[Passage]]:
    """The rows indented like the first, each with the rows below it that are indented further."""
    groups = list[list[Passage]]()
    for row in rows:
        if row.start < rows[0].start:
            row.fail(f"this line stands in column {row.start + 1}, {others} in {rows[0].start + 1}")
        if row.start == rows[0].start:
            groups.append([row])
        else:
            groups[-1].append(row)
    return groups


def _put_together(rows: Sequence[Passage]) -> Passage:
    """Some lines as one passage, with blanks for the lines between them."""
    texts = {row.line: row.text for row in rows}
    lines = range(rows[0].line, rows[-1].line + 1)
    return Passage(rows[0].file, rows[0].line, "\n".join(texts.get(line, "") for line in lines))
