"""The head of a vugraph file: the event, results and players for all boards that follow."""

from __future__ import annotations

import re
from collections.abc import Iterable

from overtrick.core import Seat
from overtrick.formats.lin.notation import SEATING, Pair, listed

__all__ = ["EVENT_FIELDS", "FILLERS", "HEAD_TAGS", "SCORINGS", "Head", "room_names", "whole_number"]

EVENT_FIELDS = ("Event", "Stage", "Scoring", "", "", "HomeTeam", "", "VisitTeam", "")
"""The PBN names of the fields of ``vg``; those without are the first and last board, and carry-overs."""
HEAD_TAGS = ("vg", "rs", "pn", "bn")
SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
FILLERS = [seat.word for seat in SEATING]
"""The names that BBO writes for players of a room that does not exist."""
MOST_DEALS_KEPT = 256
"""Limit on the deals kept for the other room: more than any segment has."""


def whole_number(text: str) -> int | None:
    """A text as a number from 1 up; None for any other text.

    >>> whole_number("16"), whole_number("0"), whole_number("7a")
    (16, None, None)
    """
    return int(text) if re.fullmatch("[0-9]{1,9}", text.strip()) and int(text) else None


def event_tags(value: str) -> tuple[list[tuple[str, str]], str]:
    """The tags of a ``vg`` value, and the rest of it, which has no PBN names; all of it if not nine fields.

    >>> event_tags("Cup,Final,I,1,16,Reds,0,Blues,3.5")[0][2:]
    [('Scoring', 'IMP'), ('HomeTeam', 'Reds'), ('VisitTeam', 'Blues')]
    >>> event_tags("Cup,Final,I,1,16,Reds,0,Blues,3.5")[1]
    ',,,1,16,,0,,3.5'
    """
    fields = value.split(",")
    if len(fields) != len(EVENT_FIELDS):
        return [], value
    texts = listed(value)
    tags = [(name, text) for name, text in zip(EVENT_FIELDS, texts, strict=True) if name and text]
    tags = [(name, SCORINGS.get(text, text) if name == "Scoring" else text) for name, text in tags]
    rest = ["" if name else part for name, part in zip(EVENT_FIELDS, fields, strict=True)]
    return tags, ",".join(rest) if any(rest) else ""


def room_names(names: list[str], is_closed: bool) -> dict[Seat, str]:
    """The players of one room, from a list of four or eight.

    >>> room_names(["a", "b", "c", "d", "South", "West", "North", "East"], is_closed=True)[Seat.NORTH]
    'c'
    """
    has_own = is_closed and len(names) > 4 and names[4:8] != FILLERS
    here = names[4:8] if has_own else names[:4]
    return {seat: name for seat, name in zip(SEATING, here, strict=False) if name}


class Head:
    """The data for all boards of a file, from the pairs before the first board."""

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        said = dict[str, Pair]()
        for pair in pairs:
            said.setdefault(pair.tag, pair)
        results, boards = said.get("rs", Pair("rs", "")), said.get("bn", Pair("bn", ""))
        self.players = said.get("pn")
        self.names = [] if self.players is None else listed(self.players.value)
        self.results = [item.strip() for item in results.value.split(",")]
        self.line_of_results = results.line
        self.used = set[int]()
        """The places of the results already assigned to boards."""
        numbers = map(whole_number, boards.value.split(","))
        self.places = {number: place for place, number in enumerate(numbers) if number is not None}
        """The place of each board among the results, if the boards are listed."""
        self.first: int | None = None
        """The first board, if they are not listed."""
        self.event = said.get("vg")
        self.event_tags, self.event_rest = self._event("" if self.event is None else self.event.value)
        """The PBN tags for ``vg``, and the rest of its value."""
        self.deals = dict[int, dict[str, Pair]]()
        """For each board its ``md`` and ``sv``, in case the other room leaves them out."""

    def _event(self, value: str) -> tuple[list[tuple[str, str]], str]:
        tags, rest = event_tags(value)
        fields = rest.split(",")
        if len(fields) == len(EVENT_FIELDS):
            self.first = whole_number(fields[3])
            if self.places:  # the boards are listed, so that the first and the last say nothing new
                rest = ",".join([*fields[:3], "", "", *fields[5:]])
        return tags, rest if rest.strip(",") else ""

    @property
    def has_rooms(self) -> bool:
        """Does the list of players have places for two rooms?"""
        return len(self.names) >= 8

    def result(self, number: int | None, is_closed: bool) -> str:
        """The result of a board in a room; empty if there is none."""
        if number is None:
            return ""
        if self.first is None:
            self.first = number
        place = self.places.get(number, -1) if self.places else number - self.first
        slot = 2 * place + is_closed
        if not 0 <= slot < len(self.results):
            return ""
        self.used.add(slot)
        return self.results[slot]

    def results_left(self) -> list[str]:
        """The results not assigned to any board of the file."""
        return [item for slot, item in enumerate(self.results) if item and slot not in self.used]

    def remember(self, number: int, said: dict[str, Pair]) -> dict[str, Pair]:
        """The pairs of a board, completed from the other room; they are kept for the other room in turn."""
        known = self.deals.pop(number, {}) | said
        self.deals[number] = known
        if len(self.deals) > MOST_DEALS_KEPT:
            del self.deals[next(iter(self.deals))]
        return known
