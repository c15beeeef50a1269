"""Rotation of seats, sides, vulnerability, deals, plays, and of values that contain them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from overtrick.core.card import Card
from overtrick.core.cardset import CardSet
from overtrick.core.deal import Deal
from overtrick.core.play import Play
from overtrick.core.seat import Seat, Side, Vul

__all__ = ["rotated"]

V = TypeVar("V")
_OTHER_SIDE = {Vul.NONE: Vul.NONE, Vul.NS: Vul.EW, Vul.EW: Vul.NS, Vul.BOTH: Vul.BOTH}
_WITHOUT_SEATS = (Card, CardSet, str, int, float)


def rotated(value: V, steps: int) -> V:
    """The same value with every seat in it moved this many places to the left.

    >>> rotated((Seat.NORTH, Side.NS, Vul.NS), 1)
    (Seat.EAST, Side.EW, Vul.EW)
    >>> from overtrick.core import Board
    >>> board = Board.parse("Board 2\\nDeal N:AK... QJ... T9... 87...")
    >>> other = rotated(board, 1)
    >>> str(other.deal), other.dealer, other.vul, rotated(other, -1) == board
    ('N:87... AK... QJ... T9...', Seat.SOUTH, Vul.EW, True)
    """
    return cast(V, _rotated(value, steps))


def _rotated(value: Any, steps: int) -> Any:
    match value:
        case Seat():
            return value.next(steps)
        case Side():
            return Side(value + steps & 1)
        case Vul():
            return _OTHER_SIDE[value] if steps % 2 else value
        case Deal():
            return value.rotated(steps)
        case Play():
            return Play(value.start.rotated(steps), value.strain, value.leader.next(steps), value.cards)
        case tuple() | frozenset():
            return type(value)(_rotated(part, steps) for part in value)
        case dict():
            return {_rotated(key, steps): _rotated(part, steps) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, (type, *_WITHOUT_SEATS)):
        parts = {part.name: _rotated(getattr(value, part.name), steps) for part in fields(value) if part.init}
        return type(value)(**parts)
    return value
