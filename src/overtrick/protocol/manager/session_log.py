"""Session data in the log of a table: notes beside the events, which a resumed manager reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, final

from overtrick.core import Board, OvertrickError, Seat, Side
from overtrick.formats import Record
from overtrick.formats.json_lines import as_json, from_json
from overtrick.protocol.manager.rules import Clocks, LineEnd, OnFailure, Rules
from overtrick.protocol.messages import ProtocolError
from overtrick.table import Entry, Log, Note, Occupant, Scoring, Table, TableSettings
from overtrick.table.matches import Room as RoomOf
from overtrick.table.matches import Team

__all__ = [
    "LoggedRoom",
    "RoomPlan",
    "forfeits",
    "log_clocks",
    "log_forfeit",
    "logged_clocks",
    "logged_rooms",
    "open_table",
    "team_names",
]


@final
@dataclass(frozen=True)
class RoomPlan:
    """The plan of one room: its boards and its players."""

    name: str
    """``open`` or ``closed``."""
    teams: tuple[str, str]
    """The names of North-South's and East-West's teams."""
    boards: tuple[Board, ...]
    turned_from: int | None = None
    """The place from which the boards repeat the earlier ones, with the seats turned."""
    house: tuple[Seat, ...] = ()
    """The seats of house robots."""
    is_of_match: bool = False
    """Is there another room?"""
    rules: Rules | None = None
    """None in logs of earlier versions."""
    how: str | None = None
    """The configuration of house robots, in the words with which the session was started."""


@final
@dataclass(frozen=True)
class LoggedRoom:
    """A table in a log, with its plan."""

    plan: RoomPlan
    table: Table

    @property
    def is_done(self) -> bool:
        """Have all its boards been played?"""
        return len(self.table.state.ended) == len(self.plan.boards)


def open_table(plan: RoomPlan, log: Log) -> Table:
    """A new table for a room, whose first note is the plan for a resumed manager."""
    seated = tuple(Occupant(plan.teams[seat.side] or "?", seat in plan.house) for seat in Seat)
    table = Table.open(TableSettings(seated, Scoring.IMPS), log)
    told = vars(plan) | {
        "boards": [as_json(Record(board)) for board in plan.boards],
        "house": [str(seat) for seat in plan.house],
        "rules": None if plan.rules is None else asdict(plan.rules),
    }
    table.note(json.dumps({"manager": told}))
    return table


def logged_rooms(log: Log) -> list[LoggedRoom]:
    """The tables of a manager in a log, the open room first."""
    found = list[LoggedRoom]()
    for name in log.tables():
        table = Table.resume(log, name)
        for told in _notes(table.entries, "manager"):
            found.append(LoggedRoom(_plan(told), table))
    if not found:
        raise ProtocolError("this log holds no table of a manager")
    return sorted(found, key=lambda each: each.plan.name, reverse=True)


def team_names(logged: Iterable[LoggedRoom]) -> dict[Team, str]:
    """The names of a session's teams in its log."""
    told = ((RoomOf(each.plan.name), zip(Side, each.plan.teams, strict=True)) for each in logged)
    return {room.team(side): name for room, sides in told for side, name in sides}


def _plan(told: Any) -> RoomPlan:
    try:
        ns, ew = map(str, told["teams"])
        return RoomPlan(
            name=str(told["name"]),
            teams=(ns, ew),
            boards=tuple(from_json(each).board for each in told["boards"]),
            turned_from=told["turned_from"],
            house=tuple(map(Seat.parse, told["house"])),
            is_of_match=bool(told["is_of_match"]),
            rules=None if told.get("rules") is None else _rules(told["rules"]),
            how=None if told.get("how") is None else str(told["how"]),
        )
    except (KeyError, TypeError, ValueError, OvertrickError):
        raise ProtocolError("the note with the boards of the manager is damaged") from None


def _rules(told: Any) -> Rules:
    names = {"on_failure": OnFailure(told["on_failure"]), "line_end": LineEnd(told["line_end"])}
    return Rules(**(told | names))


# Clocks


def log_clocks(table: Table, clocks: Clocks) -> None:
    """Log the time that the pairs have used."""
    told = {str(side): [round(clocks.board[side], 3), round(clocks.before[side], 3)] for side in Side}
    table.note(json.dumps({"clocks": told | {"ended": len(table.state.ended)}}))


def logged_clocks(table: Table) -> Clocks:
    """The clocks as last logged; on a new board, the time of the last one is in the total."""
    clocks, ended = Clocks(), len(table.state.ended)
    for told in _notes(table.entries, "clocks"):
        for side in Side:
            clocks.board[side], clocks.before[side] = map(float, told[str(side)])
        ended = told.get("ended", ended)
    if ended < len(table.state.ended):
        clocks.next_board()
    return clocks


# Forfeits


def log_forfeit(table: Table, side: Side) -> None:
    """Log that a pair forfeits the board in play."""
    dealt = table.state.board_in_play.dealt
    table.note(json.dumps({"forfeit": {"side": str(side), "dealt": dealt}}))


def forfeits(entries: Iterable[Entry]) -> dict[int, Side]:
    """The side that forfeited each board, by the number of the entry that dealt it."""
    return {int(told["dealt"]): Side.parse(told["side"]) for told in _notes(entries, "forfeit")}


def _notes(entries: Iterable[Entry], name: str) -> Iterator[Any]:
    for entry in entries:
        if isinstance(entry.event, Note) and not entry.event.to:
            try:
                told = json.loads(entry.event.text)
            except ValueError:
                continue
            if isinstance(told, dict) and name in told:
                yield told[name]
