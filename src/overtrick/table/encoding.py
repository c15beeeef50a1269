"""Events as JSON objects and back; whatever is not exactly one is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from overtrick.core import Call, Card, Deal, Meaning, OvertrickError, Result, Seat, Vul
from overtrick.table.errors import LogError
from overtrick.table.events import (
    BoardDealt,
    BoardEnded,
    CallExplained,
    CallMade,
    CardPlayed,
    ClaimAccepted,
    ClaimMade,
    ClaimRefused,
    Conceded,
    Event,
    Note,
    TableOpened,
    Undone,
)
from overtrick.table.settings import Occupant, Scoring, TableSettings

__all__ = ["event_object", "exactly", "read_event", "read_object"]

Json = Any
"""What `json` reads: the one place where nothing is known of a value yet."""
Codec = tuple[Callable[[Any], Json], Callable[[Json], object]]
"""How a field is written, and how it is read."""


def exactly(kind: type, value: Json) -> Json:
    """A value that must be of one kind, and ``true`` is no number."""
    if type(value) is not kind:
        raise LogError(f"expected {kind.__name__}, found {type(value).__name__}")
    return value


def _written(parse: Callable[[str], object]) -> Codec:
    """A value that is its own text."""
    return str, lambda value: parse(exactly(str, value))


def _list_of(codec: Codec) -> Codec:
    write, read = codec
    return (
        lambda values: [write(value) for value in values],
        lambda values: tuple(read(value) for value in exactly(list, values)),
    )


def _or_none(codec: Codec) -> Codec:
    write, read = codec
    return (
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
    )


def _as_it_is(kind: type) -> Codec:
    return (lambda value: value), (lambda value: exactly(kind, value))


def _read_meaning(value: Json) -> Meaning:
    told = exactly(dict, value)
    _expect_keys(told, {"text", "alerted"})
    return Meaning(exactly(str, told["text"]), exactly(bool, told["alerted"]))


def _read_occupant(value: Json) -> Occupant:
    told = exactly(dict, value)
    _expect_keys(told, {"name", "robot"})
    return Occupant(exactly(str, told["name"]), exactly(bool, told["robot"]))


def _settings_object(settings: TableSettings) -> Json:
    seated = [{"name": each.name, "robot": each.is_robot} for each in settings.occupants]
    return {"seats": seated, "scoring": settings.scoring.value, "seed": settings.seed}


def _read_settings(value: Json) -> TableSettings:
    told = exactly(dict, value)
    _expect_keys(told, {"seats", "scoring", "seed"})
    seated = [_read_occupant(each) for each in exactly(list, told["seats"])]
    if len(seated) != len(Seat):
        raise LogError(f"a table has four seats, not {len(seated)}")
    seed = None if told["seed"] is None else exactly(int, told["seed"])
    return TableSettings((seated[0], seated[1], seated[2], seated[3]), Scoring(told["scoring"]), seed)


SEAT, CARD, NUMBER, WORDS = (
    _written(Seat.parse),
    _written(Card.parse),
    _as_it_is(int),
    _as_it_is(str),
)
MEANING: Codec = (lambda meaning: {"text": meaning.text, "alerted": meaning.alerted}), _read_meaning

_KINDS: dict[str, tuple[type, dict[str, Codec]]] = {
    "opened": (TableOpened, {"settings": (_settings_object, _read_settings)}),
    "dealt": (
        BoardDealt,
        {
            "number": _or_none(NUMBER),
            "dealer": SEAT,
            "vul": _written(Vul.parse),
            "deal": _written(Deal.parse),
        },
    ),
    "call": (CallMade, {"seat": SEAT, "call": _written(Call.parse), "meaning": _or_none(MEANING)}),
    "explained": (CallExplained, {"place": NUMBER, "meaning": MEANING}),
    "card": (CardPlayed, {"seat": SEAT, "card": CARD}),
    "claim": (ClaimMade, {"by": SEAT, "tricks": NUMBER}),
    "accepted": (ClaimAccepted, {}),
    "refused": (ClaimRefused, {"line": _list_of(CARD)}),
    "conceded": (Conceded, {"by": SEAT}),
    "undone": (Undone, {"to": NUMBER}),
    "ended": (BoardEnded, {"result": _written(Result.parse), "score_ns": NUMBER}),
    "note": (Note, {"text": WORDS, "to": _list_of(SEAT)}),
}
_NAMES = {kind: name for name, (kind, _) in _KINDS.items()}


def event_object(event: Event) -> dict[str, Json]:
    """An event as an object with its kind and its fields.

    >>> event_object(CardPlayed(Seat.WEST, Card.parse("SK")))
    {'event': 'card', 'seat': 'W', 'card': 'SK'}
    """
    name = _NAMES[type(event)]
    fields = _KINDS[name][1]
    told = {field: write(getattr(event, field)) for field, (write, _) in fields.items()}
    return {"event": name, **({"board": told.pop("number")} if name == "dealt" else {}), **told}


def read_event(told: Mapping[str, Json]) -> Event:
    """The event of an object; no field may be missing, and none be strange."""
    if told.get("event") not in _KINDS:
        raise LogError(f"{str(told.get('event'))[:40]!r} is not an event")
    kind, fields = _KINDS[told["event"]]
    given = {("number" if field == "board" else field): value for field, value in told.items()}
    _expect_keys(given, {"event", *fields})
    event: Event = kind(**{field: read(given[field]) for field, (_, read) in fields.items()})
    return event


def read_object(text: str) -> dict[str, Json]:
    """A JSON object from its text."""
    try:
        told: dict[str, Json] = exactly(dict, json.loads(text))
    except OvertrickError:
        raise LogError("an entry is not a JSON object") from None
    except (ValueError, RecursionError):
        raise LogError("an entry is not JSON") from None
    return told


def _expect_keys(told: Mapping[str, Json], wanted: set[str]) -> None:
    if strange := set(told) ^ wanted:
        raise LogError(f"an entry has no or a strange {sorted(map(str, strange))[0][:40]!r}")
