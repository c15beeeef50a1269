"""Events at a table as values, and log entries, each a line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import NoneType
from typing import Any, final, get_args, get_origin, get_type_hints

from overtrick.core import Call, Card, Deal, Meaning, OvertrickError, Result, Seat, Vul
from overtrick.table.errors import LogError
from overtrick.table.settings import Occupant, Scoring, TableSettings

__all__ = [
    "BoardDealt",
    "BoardEnded",
    "CallExplained",
    "CallMade",
    "CardPlayed",
    "ClaimAccepted",
    "ClaimMade",
    "ClaimRefused",
    "Conceded",
    "Entry",
    "Event",
    "Note",
    "TableOpened",
    "Undone",
    "event_object",
]


class Event:
    """Anything that happens at a table."""

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """The players sat down."""

    settings: TableSettings


@final
@dataclass(frozen=True, slots=True)
class BoardDealt(Event):
    """A board was dealt; each seat sees only its own hand."""

    number: int | None
    dealer: Seat
    vul: Vul
    deal: Deal


@final
@dataclass(frozen=True, slots=True)
class CallMade(Event):
    """A seat called, with the explanation of the call if there was one."""

    seat: Seat
    call: Call
    meaning: Meaning | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "meaning", self.meaning and _words_only(self.meaning))


@final
@dataclass(frozen=True, slots=True)
class CallExplained(Event):
    """A call that was made without an explanation was explained afterwards."""

    place: int
    """The place of the call in the auction, from 0."""
    meaning: Meaning

    def __post_init__(self) -> None:
        object.__setattr__(self, "meaning", _words_only(self.meaning))


def _words_only(meaning: Meaning) -> Meaning:
    """A meaning as saved in the log, without the system's data."""
    return meaning if type(meaning) is Meaning else Meaning(meaning.text, meaning.alerted)


@final
@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was played from the hand of a seat; dummy's are played by declarer."""

    seat: Seat
    card: Card


@final
@dataclass(frozen=True, slots=True)
class ClaimMade(Event):
    """A player claimed: declarer is to have this many tricks in all."""

    by: Seat
    tricks: int


@final
@dataclass(frozen=True, slots=True)
class ClaimAccepted(Event):
    """The claim was accepted."""


@final
@dataclass(frozen=True, slots=True)
class ClaimRefused(Event):
    """The claim was refused; the players learn the reason only when the board is over."""

    line: tuple[Card, ...] = ()
    """Best play from here, which falls short of the claim; empty in the event that a seat sees."""


@final
@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """A player gave the other side all the tricks that were left."""

    by: Seat


@final
@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Everything on the board after an entry was taken back."""

    to: int
    """The number of the entry."""


@final
@dataclass(frozen=True, slots=True)
class BoardEnded(Event):
    """A board was over, with this result and score."""

    result: Result
    score_ns: int


@final
@dataclass(frozen=True, slots=True)
class Note(Event):
    """A note for the log and for the seats it is addressed to."""

    text: str
    to: tuple[Seat, ...] = ()


# Events as JSON objects

Json = Any
"""A value as `json` returns it, before validation."""

_KINDS: dict[str, type[Event]] = {
    "opened": TableOpened,
    "dealt": BoardDealt,
    "call": CallMade,
    "explained": CallExplained,
    "card": CardPlayed,
    "claim": ClaimMade,
    "accepted": ClaimAccepted,
    "refused": ClaimRefused,
    "conceded": Conceded,
    "undone": Undone,
    "ended": BoardEnded,
    "note": Note,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_KEYS = {"number": "board", "occupants": "seats", "is_robot": "robot"}
"""Names in the log of fields that differ."""
_FIELDS: dict[type, list[tuple[str, str, Json]]] = {
    kind: [(name, _KEYS.get(name, name), hint) for name, hint in get_type_hints(kind).items()]
    for kind in (*_NAMES, Meaning, Occupant, TableSettings)
}
"""For each type written as an object: its fields, their names in the log, and their types."""


def event_object(event: Event) -> dict[str, Json]:
    """An event as an object with its kind and its fields.

    >>> event_object(CardPlayed(Seat.WEST, Card.parse("SK")))
    {'event': 'card', 'seat': 'W', 'card': 'SK'}
    """
    return {"event": _NAMES[type(event)], **_written(event)}


def _written(value: Json) -> Json:
    """A value as JSON: numbers, lists and objects as such, everything else as text."""
    if value is None or type(value) in (int, str, bool):
        return value
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    if type(value) in _FIELDS:
        return {key: _written(getattr(value, name)) for name, key, _ in _FIELDS[type(value)]}
    return value.value if isinstance(value, Scoring) else str(value)


def _read(hint: Json, value: Json) -> Json:
    """Read a value of a type, strictly: ``true`` is no number, and no field may be missing or unknown."""
    if hint in (int, str, bool):
        return _exactly(hint, value)
    if hint in _FIELDS:
        told, fields = _exactly(dict, value), _FIELDS[hint]
        if strange := told.keys() ^ {key for _, key, _ in fields}:
            raise LogError(f"an entry has no or a strange {sorted(map(str, strange))[0][:40]!r}")
        return hint(**{name: _read(each, told[key]) for name, key, each in fields})
    if NoneType in (kinds := get_args(hint)):
        return None if value is None else _read(kinds[0], value)
    origin: Json = get_origin(hint)
    if origin is tuple:
        return tuple(_read(kinds[0], each) for each in _exactly(list, value))
    return (Scoring if hint is Scoring else hint.parse)(_exactly(str, value))


def _exactly(kind: type, value: Json) -> Json:
    if type(value) is not kind:
        raise LogError(f"expected {kind.__name__}, found {type(value).__name__}")
    return value


def _read_object(text: str) -> dict[str, Json]:
    """A JSON object from its text."""
    try:
        told: dict[str, Json] = _exactly(dict, json.loads(text))
    except OvertrickError:
        raise LogError("an entry is not a JSON object") from None
    except (ValueError, RecursionError):
        raise LogError("an entry is not JSON") from None
    return told


# Entries of a log


@final
@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its place in the log and its time.

    >>> from overtrick.table import Conceded
    >>> from overtrick.core import Seat
    >>> str(Entry(9, datetime(2026, 5, 1, tzinfo=UTC), Conceded(Seat.WEST)))
    '{"number": 9, "time": "2026-05-01T00:00:00+00:00", "event": "conceded", "by": "W"}'
    """

    number: int
    time: datetime
    event: Event

    def __post_init__(self) -> None:
        if self.number < 1:
            raise LogError(f"entries are numbered from 1, not {self.number}")
        if self.time.utcoffset() != timedelta(0):
            raise LogError(f"the time of an entry is in UTC, not {self.time.isoformat()}")
        object.__setattr__(self, "time", self.time.astimezone(UTC))

    @staticmethod
    def parse(text: str) -> Entry:
        """Read the line that ``str`` writes; a damaged one is not quoted, as it may reveal cards.

        >>> Entry.parse('{"number": 1')
        Traceback (most recent call last):
        ...
        overtrick.table.errors.LogError: an entry is not JSON
        """
        told = _read_object(text)
        try:
            number, time = _exactly(int, told.pop("number")), datetime.fromisoformat(told.pop("time"))
            kind = told.pop("event", None)
            if kind not in _KINDS:
                raise LogError(f"{str(kind)[:40]!r} is not an event")
            return Entry(number, time, _read(_KINDS[kind], told))
        except LogError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise LogError(f"an entry is damaged ({type(error).__name__})") from None

    def __str__(self) -> str:
        told = {"number": self.number, "time": self.time.isoformat(), **event_object(self.event)}
        return json.dumps(told)
