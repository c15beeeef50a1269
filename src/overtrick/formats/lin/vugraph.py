"""Writing many boards as a vugraph file: a head with event, results and players, then the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from overtrick.formats.lin.header import EVENT_FIELDS, FILLERS, SCORINGS, room_names, whole_number
from overtrick.formats.lin.notation import SEATING, list_text, listed, result_text
from overtrick.formats.lin.writer import board_pairs, names_text, pairs_text
from overtrick.formats.record import Record

__all__ = ["event_text", "is_plain", "vugraph_lines"]

_ROOMS = {"Open": "o", "Closed": "c"}
_LONGEST_SEGMENT = 1000
"""More boards than this from the first to the last are listed one by one."""
_SCORING_LETTERS = {name: letter for letter, name in SCORINGS.items()}


def is_plain(record: Record) -> bool:
    """Can a record do without a head?"""
    return not event_text(record).strip(",") and record.tag("Room") not in _ROOMS


def event_text(record: Record) -> str:
    """The ``vg`` of a record, as far as its tags give it."""
    rest = record.tag("LIN_vg") or "," * (len(EVENT_FIELDS) - 1)
    fields = rest.split(",")
    if len(fields) != len(EVENT_FIELDS):
        return rest
    for place, name in enumerate(EVENT_FIELDS):
        value = (record.tag(name) if name else None) or ""
        if value:
            fields[place] = list_text([_SCORING_LETTERS.get(value, value) if name == "Scoring" else value])
    return ",".join(fields)


def vugraph_lines(records: Iterable[Record]) -> Iterator[str]:
    """The lines of a file; the boards of one event must fit into the memory."""
    for event, boards in groupby(records, event_text):
        yield from _Segment(event, list(boards)).lines()


@dataclass(slots=True)
class _Segment:
    """Boards of one event that follow one another."""

    event: str
    records: list[Record]

    def lines(self) -> Iterator[str]:
        places, is_listed = self._places()
        results, spoken = self._results(places)
        names = self._names()
        yield pairs_text([("vg", self._event_with_boards(places) if is_listed else self.event)])
        yield pairs_text([("rs", ",".join(results))])
        yield pairs_text([("pn", list_text(names))])
        if is_listed:
            yield pairs_text([("bn", ",".join(map(str, places)))])
        yield pairs_text([("pg", "")])
        for record, result in zip(self.records, spoken, strict=True):
            pairs = [("qx", record.tag("LIN_qx") or f"{self._letter(record)}{record.board.number or ''}")]
            here = {seat: name for seat in SEATING if (name := record.tag(seat.word))}
            if record.tag("LIN_pn") or room_names(names, _is_closed(record)) != here:
                pairs.append(("pn", record.tag("LIN_pn") or names_text(record)))
            yield pairs_text([*pairs, *board_pairs(record, result)])

    def _places(self) -> tuple[dict[int, int], bool]:
        """The place of each board among the results, and whether the boards have to be listed."""
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
        """The results for the head, and for each board what it has to say itself."""
        slots, taken, spoken = [""] * (2 * len(places)), set[int](), list[str | None]()
        for record in self.records:
            result = "" if record.board.result is None else result_text(record.board.result)
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

    def _names(self) -> list[str]:
        """The players of the first board, or of the first board in each room."""
        if not self._has_rooms():
            return listed(names_text(self.records[0]))
        rooms = {_is_closed(record): listed(names_text(record)) for record in reversed(self.records)}
        return [*rooms.get(False, [""] * len(SEATING)), *rooms.get(True, FILLERS)]

    def _has_rooms(self) -> bool:
        return any(record.tag("Room") in _ROOMS for record in self.records)

    def _letter(self, record: Record) -> str:
        return _ROOMS.get(record.tag("Room") or "", "" if self._has_rooms() else "o")


def _is_closed(record: Record) -> bool:
    return record.tag("Room") == "Closed"
