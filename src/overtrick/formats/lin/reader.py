"""Reading LIN: where each board begins, and which head it stands under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from overtrick.formats.lin.board import KNOWN_TAGS, record_of
from overtrick.formats.lin.header import HEAD_TAGS, Head
from overtrick.formats.lin.pairs import Pair, pairs
from overtrick.formats.record import FormatError, Record

__all__ = ["records_in"]

LONGEST_BOARD = 1 << 20
"""A board with more characters is cut here, so that no file can fill the memory."""
_SIGNS_OF_A_BOARD = frozenset(("qx", "md", "mb", "pc", "mc"))
_BEGINNINGS = frozenset(("qx", "vg", "md", "pn"))
"""Tags that may begin another board."""
_SMALLEST_PAIR = 16
"""What a pair counts for at least: empty ones take memory too."""


@dataclass(slots=True)
class _Draft:
    """The pairs of one board."""

    pairs: list[Pair] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    deal: str = ""
    size: int = 0
    is_full: bool = False

    @property
    def is_board(self) -> bool:
        return not self.tags.isdisjoint(_SIGNS_OF_A_BOARD)

    def add(self, pair: Pair) -> None:
        """Add a pair, unless the board is longer than any board can be."""
        tag, value, line, odd = pair
        self.size += len(value) + len(odd) + _SMALLEST_PAIR
        if self.size <= LONGEST_BOARD:
            self.pairs.append(pair)
            self.tags.add(tag)
            if tag == "md":
                self.deal = value
        elif not self.is_full:
            self.is_full = True
            odd = f"the board is longer than {LONGEST_BOARD} characters: the rest is left out"
            self.pairs.append(Pair("", "", line, odd))

    def is_ended_by(self, pair: Pair) -> bool:
        """Does this pair begin another board?"""
        if not self.is_board:
            return False
        if pair.tag in ("qx", "vg"):
            return True
        is_labelled = "qx" in self.tags
        if pair.tag == "md":
            return "md" in self.tags and not (is_labelled and pair.value == self.deal)
        return pair.tag == "pn" and "md" in self.tags and not is_labelled


def records_in(lines: Iterable[str]) -> Iterator[Record]:
    """The boards in lines of LIN.

    >>> [record.board.number for record in records_in(["qx|o1|md|3,,,|sv|o|qx|o2|md|4,,,|sv|n|"])]
    [1, 2]
    """
    head, draft, found = Head(), _Draft(), False
    for pair in pairs(lines):
        if pair.tag in _BEGINNINGS:
            if draft.is_ended_by(pair):
                found = True
                yield record_of(head, draft.pairs, is_last=pair.tag == "vg")
                head, draft = Head() if pair.tag == "vg" else head, _Draft()
            elif pair.tag in ("qx", "md") and not draft.is_board:
                head, draft = _without_head(head, draft, pair.tag)
        draft.add(pair)
    if not found and draft.pairs and draft.tags.isdisjoint(KNOWN_TAGS):
        raise FormatError("this is not LIN: there is no pair like md|…| or mb|…| in it")
    if draft.is_board or (not found and any(pair.value for pair in draft.pairs)):
        yield record_of(head, draft.pairs, is_last=True)


def _without_head(head: Head, draft: _Draft, tag: str) -> tuple[Head, _Draft]:
    """What stood before the first board, parted into what is for all boards and what is for this one."""
    head_tags = HEAD_TAGS if tag == "qx" else tuple(name for name in HEAD_TAGS if name != "pn")
    if draft.tags.isdisjoint(head_tags):
        return head, draft
    rest = _Draft()
    for pair in draft.pairs:
        if pair.tag not in head_tags:
            rest.add(pair)
        elif pair.odd:
            rest.add(Pair("", "", pair.line, pair.odd))
    return Head.of(draft.pairs), rest
