"""Who may sit where: names of teams, chairs of rooms, and why somebody has no seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

from overtrick.core import Seat, Side
from overtrick.table.matches import Room as RoomOf
from overtrick.table.matches import Team
from overtrick.wire.errors import WireError
from overtrick.wire.manager.chair import Chair
from overtrick.wire.manager.room import Room
from overtrick.wire.messages import VERSION, Connecting

__all__ = ["Seating", "team_of"]


@final
class Seating:
    """The rooms of a session and the two teams; in the closed room they sit the other way."""

    def __init__(self, rooms: Sequence[Room], names: dict[Team, str] | None = None) -> None:
        self._rooms = rooms
        self._names = dict(names or {})
        self._agreed = frozenset(self._names)
        """Teams of a session that goes on: their names are in its log."""

    def teams(self, room: Room) -> tuple[str, str]:
        """The names of North-South and East-West in a room."""
        ns, ew = (self._names.get(team_of(room, side), "") for side in Side)
        return ns, ew

    def place(self, asked: Connecting, rooms: Iterable[Room]) -> tuple[Room, Chair]:
        """The chair for a player at the door of some rooms; if there is none, an error says why."""
        if asked.version != VERSION:
            raise WireError(f"this table speaks protocol version {VERSION}, not {asked.version}")
        wanted = [(room, chair) for room in rooms for chair in room.chairs.values() if _is(chair, asked.seat)]
        free = [(room, chair) for room, chair in wanted if chair.is_free]
        free.sort(key=_last_choice)
        if not free:
            raise WireError("no seat is free" if asked.seat is None else f"{asked.seat.word} is taken")
        ours = [each for each in free if self._name_of(*each) == asked.team]
        unnamed = [each for each in free if self._name_of(*each) is None]
        if not ours and not unnamed:
            names = sorted({str(self._name_of(*each)) for each in free})
            raise WireError(
                f"Team name mismatch: the free seat is of {' and '.join(names)}, not {asked.team}"
            )
        room, chair = (ours or unnamed)[0]
        self._names[team_of(room, chair.seat.side)] = asked.team
        return room, chair

    def vacate(self, room: Room, chair: Chair) -> None:
        """Forget the name of a team that has left before the first board."""
        team = team_of(room, chair.seat.side)
        if room.has_begun or team in self._agreed:
            return
        if not any(each.connection for each in self._chairs(team)):
            self._names.pop(team, None)

    def name_house(self, name: str) -> None:
        """Name the teams that robots of the house play for, where nobody else has."""
        for team in Team:
            if all(chair.is_house for chair in self._chairs(team)):
                self._names.setdefault(team, name)

    def _chairs(self, team: Team) -> list[Chair]:
        return [
            chair
            for room in self._rooms
            for chair in room.chairs.values()
            if team_of(room, chair.seat.side) is team
        ]

    def _name_of(self, room: Room, chair: Chair) -> str | None:
        return self._names.get(team_of(room, chair.seat.side))


def team_of(room: Room, side: Side) -> Team:
    """Which team a side of a room is."""
    return RoomOf(room.name).team(side)


def _last_choice(place: tuple[Room, Chair]) -> tuple[bool, bool]:
    """Where there is nothing left to play comes last, and before that a chair that somebody sits in."""
    room, chair = place
    return room.is_over, chair.connection is not None


def _is(chair: Chair, seat: Seat | None) -> bool:
    return seat is None or chair.seat is seat
