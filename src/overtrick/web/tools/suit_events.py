"""A suit combination worked out piece by piece: the odds, the line for each goal, then the whole answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import final

from pydantic import BaseModel

from overtrick.core import OvertrickError
from overtrick.web.tools.events import BEAT, Event, Progress
from overtrick.web.tools.suit_asked import Problem
from overtrick.web.tools.suit_models import SuitOdds
from overtrick.web.tools.suit_work import answered, goal_told, odds_told
from overtrick.web.workers import Workers

__all__ = ["worked_out"]


@final
@dataclass(frozen=True)
class _Piece:
    """A piece of work, and what it is called while it is done."""

    event: str
    words: str
    work: Callable[..., BaseModel]
    given: tuple[object, ...]


async def worked_out(problem: Problem, analysts: Workers) -> AsyncIterator[Event]:
    """`progress`, `odds`, `goal`s, `answer` or `wrong`; for those who have gone no other piece is begun."""
    pieces, place = [_Piece("odds", "Finding the odds", odds_told, (problem,))], 0
    try:
        while place < len(pieces):
            piece = pieces[place]
            job = asyncio.ensure_future(analysts.run(piece.work, *piece.given))
            try:
                while not job.done():
                    yield Event("progress", _progress(piece, place, len(pieces)))
                    await asyncio.wait([job], timeout=BEAT)
                found = await job
            finally:
                job.cancel()
            yield Event(piece.event, found)
            if isinstance(found, SuitOdds):
                pieces += _after(problem, found)
            place += 1
    except OvertrickError as error:
        yield Event("wrong", Progress(words=str(error)))


def _progress(piece: _Piece, place: int, pieces: int) -> Progress:
    """So many pieces done; how many there are is not known before the odds are."""
    return Progress(words=piece.words, done=place, of=pieces if place else 0)


def _after(problem: Problem, odds: SuitOdds) -> list[_Piece]:
    goals = [goal.tricks for goal in odds.goals]
    told = [_Piece("goal", f"The line for {_tricks(goal)}", goal_told, (problem, goal)) for goal in goals]
    return [*told, _Piece("answer", "What else is as good", answered, (problem,))]


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
