"""The suit page and its JSON endpoints."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field

from overtrick.core import Odds, OvertrickError
from overtrick.core.english import capital, counted
from overtrick.processes import Pool, WorkError
from overtrick.web.pages import EventStream, event_text, render_page, streamed
from overtrick.web.tools.events import BEAT, Event, Model, Progress
from overtrick.web.tools.suit_answer import answer_of, goal_record, suit_odds
from overtrick.web.tools.suit_models import (
    LayoutRecord,
    LineRecord,
    SuitAnswer,
    SuitOdds,
)
from overtrick.web.tools.suit_query import Faults, Problem, SuitQuery, problem_of

__all__ = ["router"]

router = APIRouter()
_Piece = tuple[str, str, Callable[..., BaseModel], tuple[object, ...]]
"""A piece of work: event, words for the progress, job, and its arguments besides the problem."""

_EXAMPLES = (
    ("AQT98", "5432", ""),
    ("AJ9", "764", "2"),
    ("KJ32", "A954", "3"),
    ("AJ98", "K32", "matchpoints"),
    ("Q62", "AT743", "4"),
)
"""Interesting examples for the page."""


class SuitFault(Model):
    """What is wrong with a question."""

    error: str
    fields: dict[str, str] = Field(description="What is wrong with each field")


Address = Annotated[SuitQuery, Query()]
_WRONG: dict[int | str, dict[str, object]] = {
    400: {"model": SuitFault, "description": "What is wrong, field by field"}
}


@router.get("/suit", include_in_schema=False)
async def suit_page(request: Request, query: Address) -> HTMLResponse:
    """The page: the question, and the answer if there is a question."""
    if query.is_empty:
        return _page(query)
    try:
        return _page(query, await _answer(request, query))
    except OvertrickError as error:
        faults = error.fields if isinstance(error, Faults) else {"": f"{capital(str(error))}."}
        return _page(query, faults=faults, status=503 if isinstance(error, WorkError) else 400)


@router.get(
    "/api/suit", summary="How to play a suit combination", response_model=SuitAnswer, responses=_WRONG
)
async def suit_answer(request: Request, query: Address) -> Response:
    """Every goal with its odds and line, and one line in full: first plays, layouts and tree."""
    try:
        return JSONResponse((await _answer(request, query)).model_dump())
    except Faults as error:
        return _faulty(error)


@router.get(
    "/api/suit/events",
    summary="Follow the work on a suit combination",
    response_class=EventStream,
    responses=_WRONG,
)
async def suit_events(request: Request, query: Address) -> Response:
    """Server-sent events: `progress`, `odds`, a `goal` for each goal, `answer` or `wrong`."""
    try:
        return streamed(_event_stream(request, problem_of(query)))
    except Faults as error:
        return _faulty(error)


def _faulty(error: Faults) -> JSONResponse:
    return JSONResponse({"error": str(error), "fields": error.fields}, 400)


async def _event_stream(request: Request, problem: Problem) -> AsyncIterator[str]:
    async for event in answer_events(problem, request.app.state.analysts):
        if await request.is_disconnected():
            return
        yield event_text(event.name, event.data.model_dump())


async def _answer(request: Request, query: SuitQuery) -> SuitAnswer:
    analysts: Pool = request.app.state.analysts
    return await analysts.run(answer_of, problem_of(query))


def _page(
    query: SuitQuery, found: SuitAnswer | None = None, faults: dict[str, str] | None = None, status: int = 200
) -> HTMLResponse:
    return render_page(
        "suit.html",
        status,
        asked=query,
        found=found,
        faults=faults or {},
        open_path=[part for part in query.path.split(".") if part.isdecimal()],
        examples=[SuitQuery(north=north, south=south, goal=goal) for north, south, goal in _EXAMPLES],
        view=None if found is None else _view(found),
    )


# The answer piece by piece


async def answer_events(problem: Problem, analysts: Pool) -> AsyncIterator[Event]:
    """Events `progress`, `odds`, `goal`s, `answer` or `wrong`; stops once the browser has gone."""
    pieces, done = list[_Piece]([("odds", "Finding the odds", suit_odds, ())]), 0
    try:
        while done < len(pieces):
            name, words, work, given = pieces[done]
            job = asyncio.ensure_future(analysts.run(work, problem, *given))
            try:
                while not job.done():  # the number of pieces is unknown until the odds are known
                    progress = Progress(words=words, done=done, of=len(pieces) if done else 0)
                    yield Event("progress", progress)
                    await asyncio.wait([job], timeout=BEAT)
                found = await job
            finally:
                job.cancel()
            yield Event(name, found)
            if isinstance(found, SuitOdds):
                pieces += _after(found)
            done += 1
    except OvertrickError as error:
        yield Event("wrong", Progress(words=str(error)))


def _after(odds: SuitOdds) -> Iterator[_Piece]:
    for tricks in (goal.tricks for goal in odds.goals):
        yield "goal", f"The line for {counted(tricks, 'trick')}", goal_record, (tricks,)
    yield "answer", "What else is as good", answer_of, ()


# The answer arranged for its page


def _view(found: SuitAnswer) -> dict[str, object]:
    """The data of an answer for the page, besides its texts.

    Of the certain goals only the largest is shown; bars show chances relative to certainty, or tricks
    relative to the maximum; layouts are grouped by division.
    """
    line = found.chosen
    sure = [goal for goal in found.goals if goal.probability == 1][1:]
    values = [play.value for play in line.first_plays]
    return {
        "goals": [goal for goal in found.goals if goal not in sure or str(goal.tricks) == line.goal],
        "most": 1.0 if line.goal.isdecimal() else max(values, default=1.0) or 1.0,
        "divisions": list(_divisions(line)),
        "total": _total(line),
    }


def _divisions(line: LineRecord) -> Iterator[dict[str, object]]:
    """The layouts grouped by division of the defenders' cards."""
    tricks = [layout.tricks for layout in line.layouts if layout.tricks is not None]
    most, fewest = max(tricks, default=0), min(tricks, default=0)
    for (west, east), group in groupby(line.layouts, key=lambda each: (each.west_length, each.east_length)):
        layouts = list(group)
        cells = [_cell(each, most, fewest) for each in layouts]
        yield {"west": west, "east": east, "percent": _percent(layouts), "cells": cells}


def _total(line: LineRecord) -> str:
    """The number of layouts in which the line succeeds, and their total chance."""
    if line.layouts[0].makes is None:
        return f"{len(line.layouts)} layouts, with the tricks that the line takes in each."
    made = [layout for layout in line.layouts if layout.makes]
    return f"The line succeeds in {len(made)} of {len(line.layouts)} layouts: {_percent(made)}."


def _percent(layouts: Sequence[LayoutRecord]) -> str:
    return Odds.of(sum((Fraction(layout.fraction) for layout in layouts), Fraction(0))).percent


def _cell(layout: LayoutRecord, most: int, fewest: int) -> dict[str, str]:
    """One layout: the holdings, a sign and a colour for the line's result, and a sentence."""
    west, east = ("—" if cards == "-" else cards.replace("T", "10") for cards in (layout.west, layout.east))
    tricks = "" if layout.tricks is None else counted(layout.tricks, "trick")
    if layout.makes is None:
        sign, does = str(layout.tricks), tricks
        tone = "good" if layout.tricks == most else "bad" if layout.tricks == fewest else "fair"
    else:
        sign, tone = ("✓", "good") if layout.makes else ("✗", "bad")
        does = ("succeeds" if layout.makes else "fails") + (f" with {tricks}" if tricks else "")
    exactly = "" if layout.probability == 1 else f" (exactly {layout.fraction})"
    words = f"West {west}, East {east}: {does}. {layout.percent}{exactly}."
    return {"west": west, "east": east, "percent": layout.percent, "sign": sign, "tone": tone, "words": words}
