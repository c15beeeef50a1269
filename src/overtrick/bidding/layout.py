"""How the lines of a system file belong together: statements, the items below them, the lines below those."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, final

from overtrick.bidding.entries import Place
from overtrick.bidding.errors import SystemFileError

__all__ = ["PROPERTIES", "PROPERTY", "Item", "Laid", "Passage", "Statement", "lay_out"]

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
class Laid:
    """A file taken apart; remarks are headings, which keep their ``##``, and paragraphs with ``>``."""

    statements: tuple[Statement, ...]
    remarks: tuple[tuple[Place, str], ...]


class _Row(NamedTuple):
    number: int
    indent: int
    text: str


def lay_out(text: str, file: str) -> Laid:
    """Take a file apart by its indentation.

    >>> laid = lay_out("when opening\\n  1NT: 15-17 hcp,\\n      balanced\\n    alert  # strong", "a.bid")
    >>> [(item.head.words, [line.words for line in item.lines]) for item in laid.statements[0].items]
    [('1NT: 15-17 hcp, balanced', ['alert'])]
    """
    if len(text) > _LONGEST_FILE:
        raise SystemFileError(f"a file of {len(text):,} characters is too long", Place(file, 1))
    rows, remarks = _sorted_out(text, file)
    groups = list[list[_Row]]()
    for row in rows:
        if row.indent == 0:
            groups.append([row])
        elif groups:
            groups[-1].append(row)
        else:
            _fail(file, row, "an indented line stands below nothing")
    return Laid(tuple(_statement(file, group) for group in groups), tuple(_joined(remarks)))


# Lines


def _sorted_out(text: str, file: str) -> tuple[list[_Row], list[tuple[Place, str]]]:
    """The lines that say something, and the remarks."""
    rows, remarks = list[_Row](), list[tuple[Place, str]]()
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
        row = _Row(number, indent, code)
        if set(code[:indent]) - {" "}:
            _fail(file, row, "expected spaces at the beginning of the line, found a tab", 0)
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


def _statement(file: str, rows: Sequence[_Row]) -> Statement:
    if not _HAS_ITEMS.match(rows[0].text):
        return Statement(_passage(file, rows))
    length = 1
    while length < len(rows) and _GOES_ON.search(rows[length - 1].text):
        length += 1
    groups = _grouped(file, rows[length:], "the first of its block")
    return Statement(_passage(file, rows[:length]), tuple(_item(file, group) for group in groups))


def _item(file: str, rows: Sequence[_Row]) -> Item:
    """An entry: its condition goes on until a line begins with a word such as ``forcing``."""
    places = range(1, len(rows))
    first = next((place for place in places if PROPERTY.match(rows[place].text.lstrip())), len(rows))
    groups = _grouped(file, rows[first:], "those above")
    return Item(_passage(file, rows[:first]), tuple(_passage(file, group) for group in groups))


def _grouped(file: str, rows: Sequence[_Row], others: str) -> list[list[_Row]]:
    """Each row that is indented like the first, with those below it that are indented further."""
    groups = list[list[_Row]]()
    for row in rows:
        indent = rows[0].indent
        if row.indent < indent:
            _fail(file, row, f"this line stands in column {row.indent + 1}, {others} in {indent + 1}")
        if row.indent == indent:
            groups.append([row])
        else:
            groups[-1].append(row)
    return groups


def _passage(file: str, rows: Sequence[_Row]) -> Passage:
    first, last = rows[0].number, rows[-1].number
    texts = {row.number: row.text for row in rows}
    return Passage(file, first, "\n".join(texts.get(number, "") for number in range(first, last + 1)))


def _fail(file: str, row: _Row, fault: str, column: int | None = None) -> NoReturn:
    Passage(file, row.number, row.text).fail(fault, column)
