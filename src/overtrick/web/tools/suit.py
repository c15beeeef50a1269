"""The page *suit combination* and the JSON beneath it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field

from overtrick.core import OvertrickError
from overtrick.web.pages import Pages
from overtrick.web.tools.events import EventStream, streamed, written
from overtrick.web.tools.suit_asked import Asked, Faults, Problem, understood
from overtrick.web.tools.suit_events import worked_out
from overtrick.web.tools.suit_models import SuitAnswer
from overtrick.web.tools.suit_view import View
from overtrick.web.tools.suit_work import answered
from overtrick.web.workers import WorkError, Workers

__all__ = ["router"]

router = APIRouter()

_EXAMPLES = (
    ("AQT98", "5432", ""),
    ("AJ9", "764", "2"),
    ("KJ32", "A954", "3"),
    ("AJ98", "K32", "matchpoints"),
    ("Q62", "AT743", "4"),
)
"""Where there is something to see, for those who have nothing to type."""


class SuitFault(BaseModel):
    """What is wrong with a question."""

    error: str
    fields: dict[str, str] = Field(description="What is wrong with each field")


@router.get("/suit", include_in_schema=False)
async def suit_page(request: Request, asked: Annotated[Asked, Query()]) -> HTMLResponse:
    """The page: the question, and the answer if there is a question."""
    if asked.is_empty:
        return _page(request, asked)
    try:
        return _page(request, asked, await _answer(request, asked))
    except Faults as error:
        return _page(request, asked, faults=error.fields, status=400)
    except OvertrickError as error:
        status, said = 503 if isinstance(error, WorkError) else 400, str(error)
        return _page(request, asked, faults={"": f"{said[:1].upper()}{said[1:]}."}, status=status)


@router.get(
    "/api/suit",
    summary="How to play a suit combination",
    response_model=SuitAnswer,
    responses={400: {"model": SuitFault, "description": "What is wrong, field by field"}},
)
async def suit_answer(request: Request, asked: Annotated[Asked, Query()]) -> Response:
    """Every goal with its odds and line, and one line in full: first plays, layouts and tree."""
    try:
        return JSONResponse((await _answer(request, asked)).model_dump())
    except Faults as error:
        return JSONResponse(SuitFault(error=str(error), fields=error.fields).model_dump(), 400)


@router.get(
    "/api/suit/events",
    summary="Follow the work on a suit combination",
    response_class=EventStream,
    responses={400: {"model": SuitFault, "description": "What is wrong, field by field"}},
)
async def suit_events(request: Request, asked: Annotated[Asked, Query()]) -> Response:
    """Server-sent events: `progress`, `odds`, a `goal` for each goal, `answer` or `wrong`."""
    try:
        problem = understood(asked)
    except Faults as error:
        return JSONResponse(SuitFault(error=str(error), fields=error.fields).model_dump(), 400)
    return streamed(_told(request, problem))


async def _told(request: Request, problem: Problem) -> AsyncIterator[str]:
    async for event in worked_out(problem, request.app.state.analysts):
        if await request.is_disconnected():
            return
        yield written(event.name, event.told.model_dump())


async def _answer(request: Request, asked: Asked) -> SuitAnswer:
    analysts: Workers = request.app.state.analysts
    return await analysts.run(answered, understood(asked))


def _page(
    request: Request,
    asked: Asked,
    found: SuitAnswer | None = None,
    faults: Mapping[str, str] = MappingProxyType({}),
    status: int = 200,
) -> HTMLResponse:
    pages: Pages = request.app.state.pages
    return pages.page(
        "suit.html",
        status,
        asked=asked,
        found=found,
        faults=faults,
        open_path=[part for part in asked.path.split(".") if part.isdecimal()],
        examples=[Asked(north=north, south=south, goal=goal) for north, south, goal in _EXAMPLES],
        view=None if found is None else View.of(found),
    )
