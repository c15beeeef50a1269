"""The indentation of a system file: statements, the items below them, the lines below those."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn, final

from overtrick.bidding.entries import Place
from overtrick.bidding.errors import SystemFileError

__all__ = ["PROPERTIES", "PROPERTY", "Item", "Layout", "Passage", "Statement", "lay_out"]

_LONGEST_FILE = 1_000_000
"""Characters; the largest systems of the package have a tenth of it."""
_CODE = re.compile(r'(?:[^"#]|"[^"]*"|")*')
"""A line up to its comment."""
_HAS_ITEMS = re.compile(r"(when|system)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(,|\(|\b(or|and|not|when))\s*$", re.IGNORECASE)
"""A context that ends so goes on in the next line."""
PROPERTIES = (
    *("unless", "forcing", "forcing to", "forcing to game", "invitational", "sign-off", "not forcing"),
    *("agrees", "is", "alert", "priority", "if", "catch-all", "only read", "source:"),
)
"""How the lines below an entry begin."""
_BEGINNINGS = "|".join(each.replace(" ", r"\s+") for each in PROPERTIES[:-1])
PROPERTY = re.compile(rf"({_BEGINNINGS})(?![\w(])|source\s*:", re.IGNORECASE)


@final
@dataclass(frozen=True)
class Passage:
    """Some lines of a file: whole lines, so that columns are those of the file."""

    file: str
    line: int
    text: str

    def place(self, position: int = 0) -> Place:
        """Where a position of the text stands in the file."""
        before = self.text[:position]
        return Place(self.file, self.line + before.count("\n"), position - before.rfind("\n"))

    @property
    def start(self) -> int:
        """Where the first word begins."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())

    def fail(self, fault: str, position: int | None = None) -> NoReturn:
        """Refuse the file, for what stands here."""
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
    """A file cut into its statements; remarks are headings, with their ``##``, and paragraphs with ``>``."""

    statements: tuple[Statement, ...]
    remarks: tuple[tuple[Place, str], ...]


def lay_out(text: str, file: str) -> Layout:
    """Cut a file into statements by its indentation.

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
    """The lines that say something, and the remarks."""
    rows, remarks = list[Passage](), list[tuple[Place, str]]()
    inner: int | None = None  # where the items of this statement stand; None if it has none yet
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
    """Remarks with the lines of a paragraph put together."""
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
    """An entry: its condition goes on until a line begins with a word such as ``forcing``."""
    places = range(1, len(rows))
    first = next((place for place in places if PROPERTY.match(rows[place].text.lstrip())), len(rows))
    lines = map(_put_together, _grouped(rows[first:], "those above"))
    return Item(_put_together(rows[:first]), tuple(lines))


def _grouped(rows: Sequence[Passage], others: str = "") -> list[list[Passage]]:
    """Each row that is indented like the first, with those below it that are indented further."""
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
    """Some lines as one passage, those between them blank."""
    texts = {row.line: row.text for row in rows}
    lines = range(rows[0].line, rows[-1].line + 1)
    return Passage(rows[0].file, rows[0].line, "\n".join(texts.get(line, "") for line in lines))
