"""An RBN file cut into records, and a record into what its labels say."""

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
"""Characters of one record at most, so that no file can fill the memory."""
_DIGITS = "0123456789"
_LABELLED = re.compile(r"([A-Z0-9])(?:\s+(.*)|(#))?", re.DOTALL)


class Line(NamedTuple):
    """The data of a label and the number of its line."""

    number: int
    text: str


@final
@dataclass(slots=True)
class RawRecord:
    """A record as its labels tell it, before anything is understood."""

    line: int
    """The number of its first line."""
    data: dict[str, Line] = field(default_factory=dict)
    notes: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {"A": {}, "P": {}})
    """The notes of the auction and of the play, by their digits."""
    comments: list[Comment] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Lines that are no part of a record, exactly as they stand."""
    remarks: list[Remark] = field(default_factory=list)

    def notes_on(self, section: str) -> dict[str, str]:
        """The notes of a section by their digits; one that is said twice is both texts."""
        return {digit: "; ".join(filter(None, texts)) for digit, texts in self.notes[section].items()}


def raw_records(file: BinaryIO) -> Iterator[RawRecord]:
    """Each record of a file, with the comments that stood alone before it."""
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
    """The lines between blank lines; a record without end is cut."""
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
    """Put each line of a record in its place."""
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
    """Is this a label of ours that has said nothing yet?"""
    if label.isdigit():
        return True
    text = record.data[label].text if label in record.data else ""
    is_nothing = not text or (text == "#" and label in REPEATED) or (label == "P" and not text.strip(": "))
    return label in LABELS and is_nothing


def _add_note(digit: str, line: Line, record: RawRecord) -> None:
    """A note on the play, once there is play, and on the auction before."""
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
    """Does a line begin with one of our labels?"""
    match = _LABELLED.fullmatch(line)
    return match is not None and match[1] in LABELS + _DIGITS


def _braced(first: Line, rest: Iterator[Line], record: RawRecord) -> str:
    """A text in braces, over as many lines as it takes."""
    lines = [first.text[1:]]
    while not lines[-1].rstrip().endswith("}"):
        line = next(rest, None)
        if line is None:
            record.remarks.append(Remark("a comment has no closing brace", first.number))
            return "\n".join(lines)
        lines.append(line.text)
    return "\n".join(lines).rstrip().removesuffix("}")


_LONGEST = 200
"""Four hands take at most 71 characters; far more than that is something else."""
SEATS = {str(seat): seat for seat in Seat}
_HIDDEN_ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_VAGUE = re.compile(r"[xX?]")


class ParsedHands(NamedTuple):
    """What the line of the hands says."""

    deal: Deal
    hidden: str = ""
    """The seats whose hands a reader should not see at first, as PBN lists them."""
    faults: tuple[str, ...] = ()
    """Why the line cannot be held as a deal, or not all of it."""


def read_hands(data: str) -> ParsedHands:
    """Read hands clockwise from a seat; the last of four may be left out, but not its colon.

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
    """The deal, as far as its hands are named, and every fault; an impossible deal is unknown."""
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
    """Write hands as Pavlicek does: West first, the last of four left out; nothing if none is known.

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
