"""Splitting of RBN files into records, and of records into labelled lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, NamedTuple, final

from overtrick.core import CardSet, Deal, DealError, Seat
from overtrick.core.errors import attempt, excerpt
from overtrick.formats.rbn.heading import LABELS, PLACES, REPEATED
from overtrick.formats.record import Comment, Remark
from overtrick.formats.source import text_lines

__all__ = ["SEATS", "Line", "RawRecord", "is_labelled", "raw_records", "read_hands", "write_hands"]


LONGEST_RECORD = 1 << 20
"""Limit on the characters of a record, so that no file can exhaust memory."""
_DIGITS = "0123456789"
_LABELLED = re.compile(r"([A-Z0-9])(?:\s+(.*)|(#))?", re.DOTALL)


class Line(NamedTuple):
    """The data of a label and the number of its line."""

    number: int
    text: str


@final
@dataclass(slots=True)
class RawRecord:
    """A record split by labels, before its lines are parsed."""

    line: int
    """The number of its first line."""
    data: dict[str, Line] = field(default_factory=dict)
    notes: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {"A": {}, "P": {}})
    """The notes of the auction and of the play, by their digits."""
    comments: list[Comment] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Lines that do not belong to a record, exactly as written."""
    remarks: list[Remark] = field(default_factory=list)

    def notes_on(self, section: str) -> dict[str, str]:
        """The notes of a section by their digits; repeated notes are joined."""
        return {digit: "; ".join(filter(None, texts)) for digit, texts in self.notes[section].items()}


def raw_records(file: BinaryIO) -> Iterator[RawRecord]:
    """The records of a file, each with the separate comments before it."""
    comments = list[Comment]()
    line = 1
    for lines in _paragraphs(file):
        line = lines[0].number
        record = _sorted(lines)
        is_only_talk = not (record.data or record.odd or any(record.notes.values()))
        if is_only_talk and sum(len(comment.text) for comment in comments) < LONGEST_RECORD:
            comments += record.comments
        else:
            record.comments[:0] = comments
            comments = []
            yield record
    if comments:
        yield RawRecord(line, comments=comments, remarks=[Remark("comments follow the last record", line)])


def _paragraphs(file: BinaryIO) -> Iterator[list[Line]]:
    """Groups of lines between blank lines; overlong records are cut."""
    lines, size = list[Line](), 0
    for number, text in enumerate(text_lines(file), 1):
        if lines and (not text.strip() or size > LONGEST_RECORD):
            yield lines
            lines, size = [], 0
        if text.strip():
            lines.append(Line(number, text))
            size += len(text) + 1
    if lines:
        yield lines


def _sorted(lines: list[Line]) -> RawRecord:
    """The record of some lines, sorted by label."""
    record, last, rest, more_items = RawRecord(lines[0].number), "", iter(lines), list[str]()
    for line in rest:
        match = _LABELLED.fullmatch(line.text.rstrip())
        if line.text.startswith("{"):
            record.comments.append(Comment(_braced(line, rest, record), PLACES.get(last, "")))
        elif match is None and last == "I":
            more_items.append(line.text.rstrip())
        elif match is None or not _is_new(match[1], record):
            _keep_odd(line, match, record)
        elif match[1].isdigit():
            _add_note(match[1], Line(line.number, (match[2] or match[3] or "").strip()), record)
        else:
            last = match[1]
            record.data[last] = Line(line.number, (match[2] or match[3] or "").strip())
    if more_items:
        first = record.data["I"]
        record.data["I"] = Line(first.number, "\n".join((first.text, *more_items)))
    return record


def _is_new(label: str, record: RawRecord) -> bool:
    """Is this a known label that has no value yet?"""
    if label.isdigit():
        return True
    text = record.data[label].text if label in record.data else ""
    is_nothing = not text or (text == "#" and label in REPEATED) or (label == "P" and not text.strip(": "))
    return label in LABELS and is_nothing


def _add_note(digit: str, line: Line, record: RawRecord) -> None:
    """Add a note: on the play if its line has come, else on the auction."""
    notes = record.notes["P" if "P" in record.data else "A"]
    if digit in notes:
        record.remarks.append(Remark(f"note {digit} is said twice", line.number))
    notes.setdefault(digit, []).append(line.text)


def _keep_odd(line: Line, match: re.Match[str] | None, record: RawRecord) -> None:
    if match is None or not is_labelled(line.text.rstrip()):
        text = f"{excerpt(line.text)!r} does not begin with a label"
    else:
        text = f"{match[1]} is said twice: {excerpt(line.text)!r} is left aside"
    if match is None or match[2]:
        record.odd.append(line.text.rstrip())
    record.remarks.append(Remark(text, line.number))


def is_labelled(line: str) -> bool:
    """Does a line begin with a known label?"""
    match = _LABELLED.fullmatch(line)
    return match is not None and match[1] in LABELS + _DIGITS


def _braced(first: Line, rest: Iterator[Line], record: RawRecord) -> str:
    """A text in braces, which may span several lines."""
    lines = [first.text[1:]]
    while not lines[-1].rstrip().endswith("}"):
        line = next(rest, None)
        if line is None:
            record.remarks.append(Remark("a comment has no closing brace", first.number))
            return "\n".join(lines)
        lines.append(line.text)
    return "\n".join(lines).rstrip().removesuffix("}")


_LONGEST = 200
"""Limit on the length of the hands: four hands take at most 71 characters."""
SEATS = {str(seat): seat for seat in Seat}
_HIDDEN_ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_VAGUE = re.compile(r"[xX?]")


class ParsedHands(NamedTuple):
    """The parsed line of the hands."""

    deal: Deal
    hidden: str = ""
    """The seats whose hands are hidden at first, in PBN's form."""
    faults: tuple[str, ...] = ()
    """Why the line, or a part of it, is not a deal."""


def read_hands(data: str) -> ParsedHands:
    """Read hands clockwise from a seat; the fourth may be omitted, but not its colon.

    >>> read_hands("W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:").deal[Seat.SOUTH]
    CardSet.parse('AKQJ.QJ872.J2.T7')
    >>> read_hands("N:AKxx...").faults
    ("North's hand has cards that are not named: AKxx...",)
    """
    first, *parts = re.split("([:;])", data.strip())
    seat = SEATS.get(first.strip().upper())
    if seat is None or len(data) > _LONGEST or len(parts) > 8 or not "".join(parts[1::2]).strip():
        return ParsedHands(Deal.unknown(), faults=("expected a seat and one to four hands",))
    written = {s: hand.strip() for s, hand in zip(seat.clockwise(), parts[1::2], strict=False)}
    covered = {s for s, sign in zip(seat.clockwise(), parts[::2], strict=False) if sign == ";"}
    hidden = "".join(str(s) for s in _HIDDEN_ORDER if s in covered)
    deal, faults = _deal(written)
    if len(written) == 4 and not written[seat.rho]:
        deal = deal.completed()
    return ParsedHands(deal, hidden, faults)


def _deal(written: dict[Seat, str]) -> tuple[Deal, tuple[str, ...]]:
    """The deal, as far as its cards are named, and every fault; an impossible deal becomes unknown."""
    hands, vague, faults = dict[Seat, CardSet](), list[str](), list[str]()
    for seat, hand in written.items():
        if _VAGUE.search(hand):
            vague.append(f"{seat.word}'s hand has cards that are not named: {hand}")
        elif hand:
            try:
                hands[seat] = CardSet.parse(hand)
            except DealError as error:
                faults += (f"{seat.word}: {fault}" for fault in error.faults)
    deal = attempt(faults, Deal.of, hands)
    return (Deal.unknown() if deal is None or faults else deal), (*vague, *faults)


def write_hands(deal: Deal, hidden: str = "") -> str:
    """Hands as Pavlicek writes them: West first, the fourth omitted; empty if none is known.

    >>> write_hands(Deal.parse("N:AK... - QJ... -"))
    'W::AK...::QJ...'
    """
    if not deal.known:
        return ""
    is_open = deal.completed() != deal
    first = next(seat for seat in Seat if deal.get(seat) is None).lho if is_open else Seat.WEST
    seats = first.clockwise()[: 3 if is_open else 4]
    text = str(first)
    for seat in seats:
        hand = deal.get(seat)
        left_out = hand is None or (deal.is_full and seat is seats[3])
        text += (";" if str(seat) in hidden else ":") + ("" if left_out else str(hand))
    return text
