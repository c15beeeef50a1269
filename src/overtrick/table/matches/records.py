"""The boards of a match as records of files, one for each room."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.core import Seat
from overtrick.formats import Record
from overtrick.table.matches.comparing import Comparison
from overtrick.table.matches.results import Results
from overtrick.table.matches.rooms import Match, Room, Team

__all__ = ["records"]


def records(results: Results) -> Iterator[Record]:
    """Both rooms of every board, with the teams, the calls explained, and the IMPs."""
    for compared in results.boards:
        for room in Room:
            yield Record(compared.played(room).board, tuple(_tags(results.match, compared, room)))


def _tags(match: Match, compared: Comparison, room: Room) -> Iterator[tuple[str, str]]:
    yield "Event", f"overtrick match, seed {match.seed}"
    yield "Room", room.value.capitalize()
    yield from ((seat.word, match.name(room.team(seat.side))) for seat in Seat)
    yield "HomeTeam", match.name(Team.A)
    yield "VisitTeam", match.name(Team.B)
    yield "Scoring", "IMP"
    yield "ScoreIMP", f"NS {compared.imps if room is Room.OPEN else -compared.imps}"
