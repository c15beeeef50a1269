"""The tables that a browser remembers in a cookie, the last one first."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import final

from fastapi import Request
from fastapi.responses import Response

from overtrick.core import OvertrickError
from overtrick.table import Scoring, Table
from overtrick.web.tables.endings import score_words
from overtrick.web.tables.host import Host
from overtrick.web.tables.hosted import person_at
from overtrick.web.tables.kept import Kept
from overtrick.web.tables.moments import Moment

__all__ = ["Remembered", "others", "remember", "remembered"]

_MOST = 20
_AIMS = {Scoring.IMPS: "for IMPs", Scoring.MATCHPOINTS: "for matchpoints", Scoring.POINTS: "for points"}
_YEAR = 365 * 24 * 3600
_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


@final
@dataclass(frozen=True)
class Remembered:
    """A table to go back to, and how far it is."""

    id: str
    words: str
    played: datetime
    """When something happened there last, in the time of this machine."""

    @property
    def when(self) -> str:
        """When it was played last: `16 November 2026, 17:39`."""
        return f"{self.played.day} {self.played:%B %Y, %H:%M}"


def remembered(request: Request) -> tuple[str, ...]:
    """The ids that a browser brings along, as far as they can be any."""
    told = request.cookies.get(_cookie(request), "").split(".")
    return tuple(dict.fromkeys(each for each in told if _ID.fullmatch(each)))[:_MOST]


def remember(request: Request, response: Response, id: str) -> Response:
    """Let the browser remember a table before those that it knows."""
    known = (id, *(each for each in remembered(request) if each != id))[:_MOST]
    response.set_cookie(
        _cookie(request), ".".join(known), max_age=_YEAR, httponly=True, samesite="lax", path="/"
    )
    return response


def _cookie(request: Request) -> str:
    """Its name tells the port, for cookies do not: servers on two ports have tables of their own."""
    return f"tables-{request.url.port or request.url.scheme}"


async def others(request: Request) -> list[Remembered]:
    """The tables that a browser remembers and that can be read now."""
    host: Host = request.app.state.host
    found = list[Remembered]()
    for id in remembered(request):
        with suppress(OvertrickError):
            table = await host.look_at(id)
            found.append(await asyncio.to_thread(_of, table))
    return found


def _of(table: Table) -> Remembered:
    return Remembered(table.id, _words(table), table.entries[-1].time.astimezone())


def _words(table: Table) -> str:
    """How far a table is: its board, what is played for, and the score so far."""
    seat = person_at(table)
    where = "four robots" if seat is None else f"you are {seat.word}"
    moment = Moment.of(table, seat)
    number, score = moment.board.number, score_words(moment, Kept(table))
    board = "A board" if number is None else f"Board {number}"
    return ", ".join((board, where, _AIMS[table.settings.scoring], *((score,) if score else ())))
