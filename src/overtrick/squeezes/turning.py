"""Turning what is said of an ending round the table, so that engines may think North and South attack."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from overtrick.core import Card, CardSet, Deal, Play, Seat, Side

__all__ = ["turned"]

V = TypeVar("V")
_AS_THEY_ARE = (Card, CardSet, str, int, float)


def turned(value: V, places: int) -> V:
    """The same said of seats so many places to the left.

    >>> turned((Seat.NORTH, Side.NS), 1)
    (Seat.EAST, Side.EW)
    """
    return cast(V, _turned(value, places))


def _turned(value: Any, places: int) -> Any:
    match value:
        case Seat():
            return value.next(places)
        case Side():
            return Side(value + places & 1)
        case Deal():
            hands = [value.hands[seat - places & 3] for seat in range(4)]
            return Deal((hands[0], hands[1], hands[2], hands[3]))
        case Play():
            return Play(_turned(value.start, places), value.strain, value.leader.next(places), value.cards)
        case tuple() | frozenset():
            return type(value)(_turned(part, places) for part in value)
        case dict():
            return {_turned(key, places): _turned(part, places) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, (type, *_AS_THEY_ARE)):
        parts = {part.name: _turned(getattr(value, part.name), places) for part in fields(value) if part.init}
        return type(value)(**parts)
    return value
