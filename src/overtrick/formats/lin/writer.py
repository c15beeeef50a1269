"""Writing one board as LIN pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from overtrick.core import Board, Meaning
from overtrick.formats.lin import notation
from overtrick.formats.lin.header import EVENT_FIELDS, FILLERS, SCORINGS, room_names, whole_number
from overtrick.formats.lin.reader import KEPT_FIRST, count_in, unread_parts
from overtrick.formats.record import Record

__all__ = ["is_plain", "single_board", "vugraph_lines", "without_certain_story"]


_KEPT = re.compile("LIN_([a-z0-9]{2})")
TextPair = tuple[str, str]


def single_board(record: Record) -> str:
    """A board on one line, as BBO writes the boards that a member played."""
    own = record.tag("LIN_rs")
    result = record.board.result
    said = own if own is not None else None if result is None else notation.result_text(result)
    names = record.tag("LIN_pn") or names_text(record)
    return pairs_text([("pn", names), *board_pairs(record, said)])


def pairs_text(pairs: list[TextPair]) -> str:
    """Pairs as LIN text.

    >>> pairs_text([("st", ""), ("nt", "either|or")])
    'st||nt|either%PIPE%or|'
    """
    return "".join(f"{tag}|{notation.value_text(value)}|" for tag, value in pairs)


def names_text(record: Record) -> str:
    """The names of the four players, starting with South."""
    return notation.list_text([record.tag(seat.word) or "" for seat in notation.SEATING])


def board_pairs(record: Record, result: str | None) -> list[TextPair]:
    """The pairs of a board from ``st`` on, with a result unless it stands in the head."""
    board, tag = record.board, record.tag
    deal = f"{notation.DEALER_DIGITS[board.dealer]}{notation.deal_text(board.deal)}"
    heading = tag("Board") if board.number is None else str(board.number)
    pairs = [
        ("st", ""),
        ("md", tag("LIN_md") or deal),
        ("sv", tag("LIN_sv") or notation.VUL_LETTERS[board.vul]),
    ]
    if tag("LIN_ah") or heading:
        pairs.append(("ah", tag("LIN_ah") or f"Board {heading}"))
    if result is not None:
        pairs.append(("rs", result))
    pairs += _kept(record)
    comments = _Comments(record)
    pairs += [*comments.before_the_calls(), *comments.misplaced(board)]
    pairs += [*_calls(record, comments), ("pg", ""), *_cards(board, comments)]
    claim = tag("LIN_mc") or (None if board.claim is None else str(board.claim.tricks))
    return pairs if claim is None else [*pairs, ("mc", claim), ("pg", "")]


def _kept(record: Record) -> Iterator[TextPair]:
    """The unknown tags, as they were read."""
    for name, value in record.tags:
        match = _KEPT.fullmatch(name)
        if match is not None and name not in KEPT_FIRST:
            yield match[1], value


class _Comments:
    """The comments of a record, removed place by place as they are written."""

    def __init__(self, record: Record) -> None:
        self.left = dict[str, list[str]]()
        for comment in record.comments:
            self.left.setdefault(comment.place, []).append(comment.text)

    def misplaced(self, board: Board) -> Iterator[TextPair]:
        """The comments on places that do not exist or for which LIN has no place."""
        places = _places(board) if self.left else set[str]()
        for place in [place for place in self.left if place not in places]:
            yield from (("at", f"{place}: {text}") for text in self.left.pop(place))

    def at(self, kind: str, last: int, size: int = 1) -> Iterator[TextPair]:
        """The comments on one call or card, or on several in one unread value."""
        if not self.left:
            return
        for number in range(last - size + 1, last + 1):
            first, *others = self.left.pop(f"{kind} {number}", ("",))
            if first:
                yield "nt", first
            yield from (("at", text) for text in others)

    def before_the_calls(self) -> Iterator[TextPair]:
        """The comments on the board as a whole."""
        yield from (("at" if place else "nt", text) for place, text in enumerate(self.left.pop("", ())))


def _places(board: Board) -> set[str]:
    """The names of all calls and cards, the unread ones included."""
    calls = 0 if board.auction is None else len(board.auction)
    calls += sum(count_in(part, notation.CALL) for part in unread_parts(board.unread_calls))
    cards = 0 if board.play is None else len(board.play.cards)
    cards += sum(count_in(part, notation.CARD) for part in unread_parts(board.unread_cards))
    return {f"call {turn + 1}" for turn in range(calls)} | {f"card {turn + 1}" for turn in range(cards)}


def _calls(record: Record, comments: _Comments) -> Iterator[TextPair]:
    board = record.board
    calls = () if board.auction is None else board.auction.calls
    for turn, (call, meaning) in enumerate(zip_longest(calls, board.meanings), 1):
        yield "mb", notation.call_text(call) + ("!" if meaning is not None and meaning.alerted else "")
        if meaning is not None and (meaning.text or not meaning.alerted):
            yield "an", meaning.text
        yield from comments.at("call", turn)
    notes = [(mark.place, mark.note) for mark in record.marks if mark.note is not None]
    count = len(calls)
    for part in unread_parts(board.unread_calls):
        yield "mb", part
        size = count_in(part, notation.CALL)
        count += size
        yield from (("an", note) for place, note in notes if place == f"call {count}")
        yield from comments.at("call", count, size)


def _cards(board: Board, comments: _Comments) -> Iterator[TextPair]:
    cards = [] if board.play is None else [(str(card), 1) for card in board.play.cards]
    cards += [(part, count_in(part, notation.CARD)) for part in unread_parts(board.unread_cards)]
    count = 0
    for text, size in cards:
        yield "pc", text
        count += size
        yield from comments.at("card", count, size)
        if count % 4 == 0:
            yield "pg", ""


_ROOMS = {"Open": "o", "Closed": "c"}
_LONGEST_SEGMENT = 1000
"""If the numbers span more boards than this, the boards are listed one by one."""
_SCORING_LETTERS = {name: letter for letter, name in SCORINGS.items()}


def is_plain(record: Record) -> bool:
    """Can a record be written without a head?"""
    return not event_text(record).strip(",") and record.tag("Room") not in _ROOMS


def event_text(record: Record) -> str:
    """The value of ``vg`` from the tags of a record."""
    rest = record.tag("LIN_vg") or "," * (len(EVENT_FIELDS) - 1)
    fields = rest.split(",")
    if len(fields) != len(EVENT_FIELDS):
        return rest
    for place, name in enumerate(EVENT_FIELDS):
        value = (record.tag(name) if name else None) or ""
        if value:
            fields[place] = notation.list_text(
                [_SCORING_LETTERS.get(value, value) if name == "Scoring" else value]
            )
    return ",".join(fields)


def vugraph_lines(records: Iterable[Record]) -> Iterator[str]:
    """The lines of a file; the boards of one event must fit into memory."""
    for event, boards in groupby(records, event_text):
        yield from _Segment(event, list(boards)).lines()


@dataclass(slots=True)
class _Segment:
    """Consecutive boards of one event, written under one head."""

    event: str
    records: list[Record]

    def lines(self) -> Iterator[str]:
        places, is_listed = self._places()
        results, spoken = self._results(places)
        has_rooms = any(record.tag("Room") in _ROOMS for record in self.records)
        names = self._names(has_rooms)
        yield pairs_text([("vg", self._event_with_boards(places) if is_listed else self.event)])
        yield pairs_text([("rs", ",".join(results))])
        yield pairs_text([("pn", notation.list_text(names))])
        if is_listed:
            yield pairs_text([("bn", ",".join(map(str, places)))])
        yield pairs_text([("pg", "")])
        for record, result in zip(self.records, spoken, strict=True):
            letter = _ROOMS.get(record.tag("Room") or "", "" if has_rooms else "o")
            pairs = [("qx", record.tag("LIN_qx") or f"{letter}{record.board.number or ''}")]
            here = {seat: name for seat in notation.SEATING if (name := record.tag(seat.word))}
            if record.tag("LIN_pn") or room_names(names, _is_closed(record)) != here:
                pairs.append(("pn", record.tag("LIN_pn") or names_text(record)))
            yield pairs_text([*pairs, *board_pairs(record, result)])

    def _places(self) -> tuple[dict[int, int], bool]:
        """The place of each board among the results, and whether the boards must be listed."""
        fields = self.event.split(",")
        numbers = list(dict.fromkeys(record.board.number for record in self.records if record.board.number))
        if len(fields) == len(EVENT_FIELDS):
            first, last = whole_number(fields[3]), whole_number(fields[4])
            if first and last and last - first < _LONGEST_SEGMENT:
                boards = range(first, last + 1)
                if all(number in boards for number in numbers):
                    return {number: number - first for number in boards}, False
        return {number: place for place, number in enumerate(numbers)}, True

    def _event_with_boards(self, places: dict[int, int]) -> str:
        fields = self.event.split(",")
        if len(fields) == len(EVENT_FIELDS) and places:
            fields[3:5] = str(min(places)), str(max(places))
        return ",".join(fields)

    def _results(self, places: dict[int, int]) -> tuple[list[str], list[str | None]]:
        """The results for the head, and for each board the result to write with the board, if any."""
        slots, taken, spoken = [""] * (2 * len(places)), set[int](), list[str | None]()
        for record in self.records:
            result = "" if record.board.result is None else notation.result_text(record.board.result)
            slot = 2 * places.get(record.board.number or 0, -1) + _is_closed(record)
            if (kept := record.tag("LIN_rs")) is not None:
                spoken.append(kept)
            elif slot < 0 or slot in taken:
                spoken.append(result)
            else:
                slots[slot] = result
                spoken.append(None)
                taken.add(slot)
        return slots, spoken

    def _names(self, has_rooms: bool) -> list[str]:
        """The players of the first board, or of the first board in each room."""
        if not has_rooms:
            return notation.listed(names_text(self.records[0]))
        rooms = {_is_closed(record): notation.listed(names_text(record)) for record in reversed(self.records)}
        return [*rooms.get(False, [""] * len(notation.SEATING)), *rooms.get(True, FILLERS)]


def _is_closed(record: Record) -> bool:
    return record.tag("Room") == "Closed"


_MOST_TEXT = 1 << 16
"""Records with less text than this are far below the limits at which a reader cuts."""


def without_certain_story(record: Record) -> Record:
    """The record without its auction and play, if LIN certainly carries both and nothing else needs them.

    >>> from overtrick.core import Auction, Seat, Vul
    >>> told = Record(Board(1, Seat.NORTH, Vul.NONE, auction=Auction.parse("N: 1C P")), (("North", "Nell"),))
    >>> without_certain_story(told) == Record(Board.numbered(1), (("North", "Nell"),))
    True
    """
    board, comments = record.board, record.comments
    meanings = [meaning for meaning in board.meanings if meaning is not None]
    texts = [value for _, value in record.tags] + [comment.text for comment in comments]
    texts += [meaning.text for meaning in meanings]
    if (
        (board.unread_calls or board.unread_cards)
        or (board.play is not None and (board.contract is None or not board.deal.is_full))
        or not all(type(meaning) is Meaning and _is_plain(meaning.text) for meaning in meanings)
        or sum(map(len, texts)) >= _MOST_TEXT
        or any(comment.place.startswith(("call ", "card ")) for comment in comments)
        or any(name.startswith("LIN_") for name, _ in record.tags)
    ):
        return record
    return replace(record, board=replace(board, auction=None, meanings=(), play=None))


def _is_plain(text: str) -> bool:
    return text.isprintable() and "%" not in text
