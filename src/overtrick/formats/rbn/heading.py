"""Conversion of the header lines of RBN (date, place, event, players, board) to PBN tags and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import final

__all__ = ["LABELS", "PLACES", "REPEATED", "Tags", "data_of", "one_line", "tags_of"]

Tags = dict[str, str]

PLACES = {
    "D": "Date",
    "T": "RBN_T",
    "L": "Site",
    "E": "Event",
    "F": "Scoring",
    "S": "Stage",
    "K": "HomeTeam",
    "N": "North",
    "B": "Board",
    "H": "Deal",
    "A": "Auction",
    "C": "Contract",
    "P": "Play",
    "R": "Result",
    "M": "RBN_M",
    "I": "RBN_I",
}
"""The labels in their standard order, each with the tag that names it as the place of a comment."""
LABELS = "".join(PLACES)
REPEATED = LABELS[:10]
"""The labels whose values hold for the following records too, until they are stated again."""

_SCORING = {
    "I": "IMP",
    "B": "BAM",
    "T": "TotalPoints",
    "M": "MP",
    "N": "Instant",
    "R": "Rubber",
    "C": "Chicago",
    "A": "Cavendish",
    "P": "PlusOrFishfood",
}
_STAGES = {"F": "Final", "P": "Playoff", "S": "Semifinal", "Q": "Quarterfinal", "I": "Initial"}
_ROOMS = {"O": "Open", "C": "Closed"}
_DATE = re.compile(r"C?([0-9?]{4})([0-9?]{2})?([0-9?]{2})?(?:[0-9]{2})?(?::([0-9]{6}))?")
_PBN_DATE = re.compile(r"([0-9?]{4})\.([0-9?]{2})\.([0-9?]{2})")


@final
@dataclass(frozen=True, slots=True)
class _Heading:
    names: tuple[str, ...]
    read: Callable[[str], Tags]
    write: Callable[[Tags], str]

    def said(self, data: str) -> Tags:
        """The tags of a line that have a value."""
        return {name: value for name, value in self.read(data).items() if value}


def tags_of(label: str, data: str) -> Tags:
    """The PBN tags of a line.

    The line itself is kept too, as ``RBN_x``, if it cannot be restored from the tags.

    >>> tags_of("E", "Spingold"), tags_of("S", "S:3")
    ({'Event': 'Spingold'}, {'Stage': 'Semifinal, segment 3', 'RBN_S': 'S:3'})
    """
    tags = _HEADINGS[label].said(data)
    if data != _HEADINGS[label].write(tags):
        tags[f"RBN_{label}"] = data
    return tags


def data_of(label: str, tags: Mapping[str, str]) -> str:
    """The line for some tags; empty if they have no values.

    >>> data_of("N", {"North": "Jan", "South": "Joe", "Room": "Open"})
    'Jan+Joe::O'
    """
    heading = _HEADINGS[label]
    ours = {name: tags[name] for name in heading.names if tags.get(name)}
    kept = tags.get(f"RBN_{label}", "")
    return one_line(kept if kept and heading.said(kept) == ours else heading.write(ours))


def one_line(text: str) -> str:
    """A text with line breaks replaced by spaces, stripped."""
    return re.sub(r"[\r\n]+", " ", text).strip()


def _letter_of(word: str, words: Mapping[str, str]) -> str:
    """The letter that stands for a word, if one does."""
    return next((letter for letter, each in words.items() if each == word), "")


# Date and time


def _read_date(data: str) -> Tags:
    match = _DATE.fullmatch(data)
    if match is None:
        return {}
    year, month, day, time = match.groups("")
    tags = {"Date": f"{year}.{month or '??'}.{day or '??'}"}
    if time:
        tags["Time"] = f"{time[:2]}:{time[2:4]}:{time[4:]}"
    return tags


def _write_date(tags: Tags) -> str:
    match = _PBN_DATE.fullmatch(tags.get("Date", ""))
    if match is None:
        return ""
    year, month, day = match.groups()
    date = year + (month if (month, day) != ("??", "??") else "") + (day if day != "??" else "")
    time = tags.get("Time", "").replace(":", "")
    return f"{date}:{time}" if re.fullmatch("[0-9]{6}", time) else date


# Texts with fields: a colon separates, a double colon stands for a colon


def _fields(data: str) -> list[str]:
    return [field.replace("\0", ":").strip() for field in data.replace("::", "\0").split(":")]


def _colons_doubled(text: str) -> str:
    return text.replace(":", "::")


def _text_heading(name: str) -> _Heading:
    return _Heading(
        (name,),
        lambda data: {name: ", ".join(field for field in _fields(data) if field)},
        lambda tags: _colons_doubled(tags.get(name, "")),
    )


def _read_stage(data: str) -> Tags:
    stage, *segment = _fields(data)
    words = _STAGES.get(stage, stage)
    if re.fullmatch("[0-9]+", stage):
        words = f"Session {stage}"
    elif re.fullmatch("R[0-9]+", stage):
        words = f"Round of {stage[1:]}"
    return {"Stage": f"{words}, segment {', '.join(segment)}" if segment else words}


def _write_stage(tags: Tags) -> str:
    stage = tags.get("Stage", "")
    if match := re.fullmatch("(?:Session |Round of )([0-9]+)", stage):
        return match[1] if stage.startswith("S") else f"R{match[1]}"
    return _letter_of(stage, _STAGES) or _colons_doubled(stage)


# Form of scoring


def _read_scoring(data: str) -> Tags:
    form, *modifiers = data.split(":")
    words = [_SCORING.get(form, form)]
    if form == "X":
        words = ["IMP"] if modifiers == ["Butler"] else ["IMP", "Cross"]
    return {"Scoring": ";".join(words + modifiers)}


def _write_scoring(tags: Tags) -> str:
    words = tags.get("Scoring", "").split(";")
    if words == ["IMP", "Butler"]:
        return "X:Butler"
    if words[:2] == ["IMP", "Cross"]:
        return ":".join(["X", *words[2:]])
    return ":".join([_letter_of(words[0], _SCORING) or words[0], *words[1:]])


# Teams and players


def _read_teams(data: str) -> Tags:
    home, visit, *_ = [*data.split(":"), ""]
    return _given(HomeTeam=home, VisitTeam=visit)


def _write_teams(tags: Tags) -> str:
    teams = (tags.get("HomeTeam", ""), tags.get("VisitTeam", ""))
    return ":".join(team.replace(":", ";") for team in teams).rstrip(":")


def _read_players(data: str) -> Tags:
    ns, ew, place, *_ = [*data.split(":"), "", ""]
    north, south = _pair(ns)
    west, east = _pair(ew)
    table = "" if place in _ROOMS else place
    return _given(North=north, South=south, West=west, East=east, Room=_ROOMS.get(place, ""), Table=table)


def _pair(names: str) -> tuple[str, str]:
    """The names of two partners; a single name without a plus stands for both, as for programs."""
    first, plus, second = names.partition("+")
    return (first, second) if plus else (names, names)


def _write_players(tags: Tags) -> str:
    sides = (("North", "South"), ("West", "East"))
    pairs = [_write_pair(tags.get(first, ""), tags.get(second, "")) for first, second in sides]
    place = _letter_of(tags.get("Room", ""), _ROOMS) or tags.get("Table", "")
    return ":".join((*pairs, place.replace(":", ";"))).rstrip(":")


def _write_pair(first: str, second: str) -> str:
    """Two names as text; separators within names are replaced, since they would read as other players."""
    first, second = (name.replace("+", "&").replace(":", ";") for name in (first, second))
    return first if first == second else f"{first}+{second}"


def _given(**tags: str) -> Tags:
    return {name: value.strip() for name, value in tags.items() if value.strip()}


# The number of the board


def _read_board(data: str) -> Tags:
    number, _, _ = data.partition(":")
    return {"Board": str(int(number)) if re.fullmatch("[0-9]{1,9}", number) else data}


_HEADINGS = {
    "D": _Heading(("Date", "Time"), _read_date, _write_date),
    "L": _text_heading("Site"),
    "E": _text_heading("Event"),
    "F": _Heading(("Scoring",), _read_scoring, _write_scoring),
    "S": _Heading(("Stage",), _read_stage, _write_stage),
    "K": _Heading(("HomeTeam", "VisitTeam"), _read_teams, _write_teams),
    "N": _Heading(("North", "South", "West", "East", "Room", "Table"), _read_players, _write_players),
    "B": _Heading(("Board",), _read_board, lambda tags: tags.get("Board", "")),
} | {label: _Heading((), lambda data: {}, lambda tags: "") for label in "TMI"}
