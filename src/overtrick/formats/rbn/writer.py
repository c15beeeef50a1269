"""Writing RBN 3.2: labels in their standard order, nothing repeated that the record before said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from overtrick.core import Board, Seat, Vul
from overtrick.formats.rbn.hands import read_hands, write_hands
from overtrick.formats.rbn.heading import LABELS, PLACES, REPEATED, Tags, data_of, one_line
from overtrick.formats.rbn.lines import is_labelled
from overtrick.formats.rbn.story_writer import Notes, write_auction, write_contract, write_play, write_result
from overtrick.formats.record import Record

__all__ = ["write"]

_PLACE_LABELS = {place: label for label, place in PLACES.items()} | {"call": "A", "card": "P"}


def write(records: Iterable[Record], file: BinaryIO) -> None:
    """Write records with a blank line after each; lines end with LF.

    >>> import io
    >>> file = io.BytesIO()
    >>> write([Record(Board.numbered(7)), Record(Board(7, Seat.WEST, Vul.NS))], file)
    >>> file.getvalue()
    b'B 7\\n\\nA WN\\n\\n'
    """
    before = dict[str, str]()
    for record in records:
        lines = "\n".join(_Telling(record).lines(before))
        file.write(f"{lines}\n\n".encode(errors="replace"))


class _Telling:
    """One record on its way to lines."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.board = record.board
        self.tags: Tags = dict(reversed(record.tags))
        if self.board.number is not None:
            self.tags["Board"] = str(self.board.number)
        odd = [one_line(value) for name, value in record.tags if name == "RBN_?" and value.strip()]
        self.strange = [line for line in odd if not is_labelled(line)]
        self.repetitions = [line for line in odd if is_labelled(line)]
        self.notes = {section: Notes.reserved(self.tags, section) for section in "AP"}
        self.data = dict(self._data())
        self.comments = self._comments()

    def lines(self, before: dict[str, str]) -> Iterator[str]:
        """The lines; `before` is what the labels say after the records before, and is kept up to date."""
        stated = self._stated(before)
        yield from self.comments.get("", ())
        for label in LABELS:
            if label == "M":
                yield from self.strange
            if label in stated:
                yield f"{label} {self.data.get(label, '')}".rstrip()
            if label in self.notes:
                yield from self.notes[label].lines()
            yield from self.comments.get(label, ())
            if label in REPEATED:
                before[label] = self.data.get(label, "")
        yield from self.repetitions

    def _stated(self, before: dict[str, str]) -> set[str]:
        """The labels that must be written: news, and those to which something else belongs."""
        marked = {*self.comments, *(line[0] for line in self.repetitions)}
        stated = {label for label in REPEATED if self.data.get(label, "") != before.get(label, "")}
        stated |= {label for label in marked if label in REPEATED + "A"}
        stated |= set(self.data) - set(REPEATED) - {"A"}
        if self._must_name_dealer or not stated:
            stated.add("A")
        return stated

    @property
    def _must_name_dealer(self) -> bool:
        board = self.board
        printed = Board(None, Seat.NORTH, Vul.NONE) if board.number is None else Board.numbered(board.number)
        is_printed = (printed.dealer, printed.vul) == (board.dealer, board.vul)
        is_open = "?" in (self.tags.get("Dealer"), self.tags.get("Vulnerable"))
        return board.auction is not None or is_open or not is_printed

    # What the labels say

    def _data(self) -> Iterator[tuple[str, str]]:
        headings = ((label, data_of(label, self.tags)) for label in "DTLEFSKNBM")
        yield from ((label, text) for label, text in headings if text and (text != "#" or label == "M"))
        yield "H", self._hands()
        yield "A", write_auction(self.record, self.notes["A"])
        for label, text in (
            ("C", write_contract(self.board, self.tags)),
            ("P", write_play(self.record, self.notes["P"])),
            ("R", write_result(self.board, self.tags)),
        ):
            if text is not None:
                yield label, text
        items = re.sub(r"\s*[\r\n]+", "\n", self.tags.get("RBN_I", "").strip())
        if items:
            yield "I", items

    def _hands(self) -> str:
        kept = one_line(self.tags.get("RBN_H", ""))
        if kept and read_hands(kept).deal == self.board.deal:
            return kept
        return write_hands(self.board.deal, self.tags.get("Hidden", ""))

    # Comments

    def _comments(self) -> dict[str, list[str]]:
        """Comments in braces, by the label after which they stand."""
        comments = dict[str, list[str]]()
        for comment in self.record.comments:
            word = comment.place.split(" ")[0]
            label = _PLACE_LABELS.get(comment.place, _PLACE_LABELS.get(word, ""))
            comments.setdefault(self._near(label), []).append(_braced(comment.text))
        return comments

    def _near(self, label: str) -> str:
        """A label, or the last one before it that will be written."""
        if not label or label in REPEATED:
            return label
        places = LABELS[LABELS.index("A") : LABELS.index(label) + 1]
        return next((near for near in reversed(places) if near in self.data), "A")


def _braced(text: str) -> str:
    """A comment in braces: it can have no blank line, and no brace at the end of a line but its own."""
    first, *others = re.split(r"\r\n|\r|\n", text)
    lines = [first, *(line for line in others[:-1] if line.strip()), *others[-1:]]
    inner = [re.sub(r"\}(\s*)$", r")\1", line) for line in lines[:-1]]
    return "{" + "\n".join((*inner, lines[-1])) + "}"
