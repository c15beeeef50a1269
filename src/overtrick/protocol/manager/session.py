"""A session: its doors, its rooms, and the play in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import final

from overtrick.core import Board, Seat
from overtrick.core.rotation import rotated
from overtrick.protocol.codec import read
from overtrick.protocol.manager.chair import Chair
from overtrick.protocol.manager.connection import Connection, Door, accept_nobody, listening
from overtrick.protocol.manager.room import Room, Think
from overtrick.protocol.manager.rules import DEFAULT_RULES, Rules
from overtrick.protocol.manager.session_log import LoggedRoom, RoomPlan, open_table, team_names
from overtrick.protocol.messages import VERSION, BoardHeader, Connecting, ProtocolError, Refused
from overtrick.table import Log, LogError
from overtrick.table.matches import Room as RoomOf
from overtrick.table.matches import Team

__all__ = ["Door", "Seating", "Session", "SessionPlan", "team_of"]

# Seating


@final
class Seating:
    """The rooms of a session and the two teams, which sit the other way in the closed room."""

    def __init__(self, rooms: Sequence[Room], names: dict[Team, str] | None = None) -> None:
        self._rooms = rooms
        self._names = dict(names or {})
        self._agreed = frozenset(self._names)
        """The teams of a resumed session, whose names are in its log."""

    def teams(self, room: Room) -> tuple[str, str]:
        """The names of North-South and East-West in a room."""
        ns, ew = (self._names.get(team_of(room, seat), "") for seat in (Seat.NORTH, Seat.EAST))
        return ns, ew

    def place(self, asked: Connecting, rooms: Iterable[Room]) -> tuple[Room, Chair]:
        """The chair for a player who asks at a door of these rooms; an error if there is none."""
        if asked.version != VERSION:
            raise ProtocolError(f"this table speaks protocol version {VERSION}, not {asked.version}")
        places = [(room, chair) for room in rooms for chair in room.chairs.values() if chair.is_free]
        free = [(room, chair) for room, chair in places if asked.seat in (None, chair.seat)]
        # finished rooms come last, and before them chairs in which somebody sits
        free.sort(key=lambda place: (place[0].is_over, place[1].connection is not None))
        if not free:
            raise ProtocolError("no seat is free" if asked.seat is None else f"{asked.seat.word} is taken")
        fitting = [each for name in (asked.team, None) for each in free if self._name_of(*each) == name]
        if not fitting:
            names = sorted({str(self._name_of(*each)) for each in free})
            raise ProtocolError(
                f"Team name mismatch: the free seat is of {' and '.join(names)}, not {asked.team}"
            )
        room, chair = fitting[0]
        self._names[team_of(room, chair.seat)] = asked.team
        return room, chair

    def vacate(self, room: Room, chair: Chair) -> None:
        """Forget the name of a team that left before the first board."""
        team = team_of(room, chair.seat)
        if room.has_begun or team in self._agreed:
            return
        if not any(each.connection for each in self._chairs(team)):
            self._names.pop(team, None)

    def name_house(self, name: str) -> None:
        """Name the teams of house robots that have no name yet."""
        for team in Team:
            if all(chair.is_house for chair in self._chairs(team)):
                self._names.setdefault(team, name)

    def _chairs(self, team: Team) -> list[Chair]:
        places = [(room, chair) for room in self._rooms for chair in room.chairs.values()]
        return [chair for room, chair in places if team_of(room, chair.seat) is team]

    def _name_of(self, room: Room, chair: Chair) -> str | None:
        return self._names.get(team_of(room, chair.seat))


def team_of(room: Room, seat: Seat) -> Team:
    """The team that a seat of a room belongs to."""
    return RoomOf(room.name).team(seat.side)


# The session


_HELLO = 10.0
"""Seconds for a new connection to identify itself."""
_MOST_STRANGERS = 32
"""The most connections that have not yet identified themselves."""
_LATECOMERS = 0.05
"""Seconds for connections that were accepted when the doors closed."""
_ROUNDS = 10
"""The least rounds of the event loop in that time, which a busy machine may spend on one."""
_EXPECTED = 'expected a line like Connecting "team" as North using protocol version 18'
HOUSE = "overtrick"
"""The team name of house robots."""


@final
@dataclass(frozen=True)
class SessionPlan:
    """The plan of a session: boards, rooms, rules and house robots."""

    boards: tuple[Board, ...]
    rules: Rules = DEFAULT_RULES
    is_match: bool = False
    """Are there two tables at once, with the teams sitting the other way at the second?"""
    is_turned: bool = False
    """Is there one table, at which the boards are played again with the seats turned?"""
    house: tuple[Seat, ...] = ()
    """The seats of house robots; at the second table, those of the same team sit one place to the left."""
    how: str | None = None
    """The configuration of these robots, logged for a resumed session."""

    def __post_init__(self) -> None:
        for board in self.boards:  # find faults now rather than in mid-session
            BoardHeader(board.number or 0, board.dealer, board.vul)

    def rooms(self) -> list[RoomPlan]:
        """The plan of each room; the teams have no names yet."""
        first = RoomPlan(
            name=RoomOf.OPEN.value,
            teams=("", ""),
            boards=self.boards,
            house=self.house,
            is_of_match=self.is_match,
            rules=self.rules,
            how=self.how,
        )
        if self.is_turned:
            again = tuple(rotated(board, 1) for board in self.boards)
            return [replace(first, boards=(*self.boards, *again), turned_from=len(self.boards))]
        if self.is_match:
            house = tuple(seat.lho for seat in self.house)
            return [first, replace(first, name=RoomOf.CLOSED.value, house=house)]
        return [first]

    @staticmethod
    def of(logged: Sequence[LoggedRoom], rules: Rules | None = None) -> SessionPlan:
        """The plan of a resumed session, by its original rules unless others are given."""
        first = logged[0].plan
        if first.name != RoomOf.OPEN.value:
            raise ProtocolError("this log holds a closed room without its open room")
        boards = first.boards if first.turned_from is None else first.boards[: first.turned_from]
        agreed = rules or first.rules or DEFAULT_RULES
        is_turned = first.turned_from is not None
        return SessionPlan(boards, agreed, first.is_of_match, is_turned, first.house, first.how)


@final
class Session:
    """A running manager, started from a plan or resumed from a log."""

    def __init__(
        self,
        plan: SessionPlan,
        log: Log,
        think: Think,
        logged: Sequence[LoggedRoom] = (),
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        """House robots act by `think`; `say` gets a report of players that come, go or fail."""
        self._log = log
        self._planned = plan.rooms()
        self.rooms = [Room(planned.name, plan.rules, think, planned.house, say) for planned in self._planned]
        self._logged = {each.plan.name: each for each in logged}
        for room in self.rooms:
            room.is_over = room.name in self._logged and self._logged[room.name].is_done
        self._seating = Seating(self.rooms, team_names(logged))
        self._strangers = 0
        self._serving = dict[asyncio.Task[None], Connection]()
        self._line_end = plan.rules.line_end
        self._is_over = False

    async def run(
        self, doors: Sequence[Door], ready: Callable[[list[int]], None], ended: Callable[[Room], None]
    ) -> None:
        """Play the session: `ready` gets the ports to connect to, `ended` the room of each finished board."""
        servers, ports = list[asyncio.Server](), list[int]()
        try:
            for door in doors if self._awaited else ():
                servers += (opened := await self._opened(door))
                ports.append(opened[0].sockets[0].getsockname()[1])
            ready(ports)
            await self._all_seated()
            self._open_tables()
            async with asyncio.TaskGroup() as playing:
                for room in self.rooms:
                    playing.create_task(room.play(ended))
        finally:
            await self._close(servers)

    @property
    def logged(self) -> list[LoggedRoom]:
        """The rooms that have begun, in this run or an earlier one, the open room first."""
        begun = {room.name: LoggedRoom(room.plan, room.table) for room in self.rooms if room.has_begun}
        return [(self._logged | begun)[room.name] for room in self.rooms if room.name in self._logged | begun]

    # Before the first board

    @property
    def _awaited(self) -> list[Room]:
        """The rooms with boards to play and an empty seat; none if house robots fill all seats."""
        return [room for room in self.rooms if not room.is_full and not room.is_over]

    async def _all_seated(self) -> None:
        self._seating.name_house(HOUSE)
        while awaited := self._awaited:
            awaited[0].changed.clear()
            await awaited[0].changed.wait()

    def _open_tables(self) -> None:
        for room, planned in zip(self.rooms, self._planned, strict=True):
            logged = self._logged.get(room.name)
            if logged is None:
                plan = replace(planned, teams=self._seating.teams(room))
                logged = LoggedRoom(plan, open_table(plan, self._log))
            room.open(logged.plan, logged.table)

    # Doors

    async def _opened(self, door: Door) -> list[asyncio.Server]:
        rooms = [room for room in self.rooms if door.room in (None, room.name)]
        served = partial(self._serve, rooms)
        return [await asyncio.start_server(served, sock=each) for each in await listening(door)]

    async def _close(self, servers: Sequence[asyncio.Server]) -> None:
        """Close the doors and all connections, including those just being accepted."""
        self._is_over = True
        accept_nobody(servers)
        for connection in tuple(self._serving.values()):
            connection.close("the table was closed")
        try:
            for _ in range(_ROUNDS):
                await asyncio.sleep(_LATECOMERS / _ROUNDS)
        finally:
            for server in servers:
                server.close()
        while self._serving:
            await asyncio.wait(tuple(self._serving))

    # Players

    async def _serve(
        self, rooms: Sequence[Room], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serve one connection, from its first line to its last."""
        connection, task = Connection(reader, writer, self._line_end), asyncio.current_task()
        assert task is not None  # it runs in a task
        self._serving[task] = connection
        task.add_done_callback(self._serving.pop)
        try:
            found = None if self._is_over else await self._welcomed(connection, rooms)
            if found is not None:
                await self._heard(connection, *found)
        except LogError:  # its room cannot write either, and reports it when it ends the session
            pass
        finally:
            connection.close("it has left")
            await connection.closed()

    async def _welcomed(self, connection: Connection, rooms: Sequence[Room]) -> tuple[Room, Chair] | None:
        """Seat a new player; None if it is refused."""
        if self._strangers >= _MOST_STRANGERS:
            connection.send(Refused("too many are at the door"))
            return None
        self._strangers += 1
        try:
            line = await asyncio.wait_for(connection.next(), _HELLO)
            asked = None if line is None else read(line)
            if not isinstance(asked, Connecting):
                raise ProtocolError(_EXPECTED)
            room, chair = self._seating.place(asked, rooms)
            while room.has_begun and chair.pause:
                await asyncio.sleep(chair.pause)
                if connection.is_gone:
                    return None
                room, chair = self._seating.place(asked, rooms)
        except (ProtocolError, TimeoutError) as error:
            connection.send(Refused(str(error) or "nothing was said"))
            return None
        finally:
            self._strangers -= 1
        chair.sit(connection, asked.team)
        room.greet(chair, asked.team)
        return room, chair

    async def _heard(self, connection: Connection, room: Room, chair: Chair) -> None:
        """Listen to a player until it leaves."""
        try:
            while (line := await connection.next()) is not None and chair.connection is connection:
                chair.hear(line)
                await chair.heard()
                await asyncio.sleep(0)  # a burst of lines must not keep the others waiting
        finally:
            if chair.leave(connection):
                self._seating.vacate(room, chair)
                room.changed.set()
