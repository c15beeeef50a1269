"""The deal page and its endpoints."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from overtrick.core import DealError, NotationError, OvertrickError
from overtrick.processes import Pool, WorkError
from overtrick.web.pages import EventStream, error_words, event_text, render, render_page, streamed
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind
from overtrick.web.tools.deal_analysis import analysis
from overtrick.web.tools.deal_models import DealRead, MeaningsFound, PositionFound, Solved
from overtrick.web.tools.deal_page import (
    BoardPage,
    Data,
    as_json,
    calls_of,
    leads_to,
    listed,
    page_of,
    read_as_json,
    solved_position,
    solved_table,
)
from overtrick.web.tools.deal_position import Position, par_of, solved
from overtrick.web.tools.deal_query import DealQuery, Reading, position_of, reading_of, shortened
from overtrick.web.tools.events import Event

__all__ = ["router"]

router = APIRouter()
Address = Annotated[DealQuery, Query()]
Sorted = TypeVar("Sorted")
_JSON = "application/json"
_LITTLE = 1_000
"""Input up to this many bytes, about a board, is read without a worker process."""


# Pages


@router.get("/deal", include_in_schema=False)
async def show(request: Request, query: Address) -> Response:
    """The page: a box to paste into, and the board, or the boards, that the address carries."""
    if query.is_empty:
        return _drawn("")
    try:
        reading = reading_of(query, request.app.state.settings.boards)
        if len(reading.records) > 1 and query.board is None:
            content = query.given.encode("utf-8", "replace")
            return _drawn(query.given, boards=await _read(request, listed, content))
        position = position_of(query, reading)
        page = await page_of(
            query, reading, position, request.app.state.double_dummy, request.app.state.analysts
        )
        return _drawn(query.given, page=page)
    except OvertrickError as error:
        return _drawn(query.given, wrong=error)


@router.post("/deal", include_in_schema=False)
async def paste(
    request: Request, text: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, File()] = None
) -> Response:
    """What was pasted or loaded; what fits into an address goes there."""
    content = await file.read() if file is not None else b""
    kept = text if text.strip() and not content else content.decode("utf-8", "replace")
    try:
        found = await _read(request, leads_to, content or text.encode("utf-8", "replace"))
    except OvertrickError as error:
        return _drawn(kept, wrong=error)
    return RedirectResponse(found, 303) if isinstance(found, str) else _drawn("", boards=found)


def _drawn(
    text: str, wrong: OvertrickError | None = None, page: BoardPage | None = None, boards: Data | None = None
) -> Response:
    status = 200 if wrong is None else 503 if isinstance(wrong, WorkError) else 400
    said = "" if wrong is None else error_words(wrong)
    return render_page("deal.html", status, text=text, wrong=said, page=page, boards=boards)


# Endpoints


@router.get("/api/deal", summary="Read boards from an address", response_model=DealRead)
async def read_deal(request: Request, query: Address) -> Response:
    """What was understood of a board, or of several, in any format."""
    reading = _reading(request, query)
    if len(reading.records) == 1:
        return Response(as_json(reading), media_type=_JSON)
    content = query.given.encode("utf-8", "replace")
    return Response(await _read(request, read_as_json, content), media_type=_JSON)


@router.post("/api/deal", summary="Read boards from a text or a file", response_model=DealRead)
async def read_text(request: Request) -> Response:
    """What was understood of a text, or of a file, sent as it is."""
    return Response(await _read(request, read_as_json, await request.body()), media_type=_JSON)


@router.get("/api/deal/solve", summary="Solve a deal")
async def solve(request: Request, query: Address) -> Solved:
    """The double-dummy table and par."""
    position = _solvable(request, query)
    table = await request.app.state.double_dummy.table(position.deal)
    return solved(table, par_of(position, table))


@router.get("/api/deal/play", summary="Solve a position in the play")
async def play(request: Request, query: Address) -> PositionFound:
    """Every legal card of a position and what comes of it."""
    found = await solved_position(_solvable(request, query), request.app.state.double_dummy)
    if found is None:
        raise NotationError("there is no contract: say strain and declarer, or strain and leader")
    return found


@router.get("/api/deal/analysis", summary="Follow the analysis of a deal", response_class=EventStream)
async def analyse(request: Request, query: Address) -> EventStream:
    """Server-sent events: `progress`, `table`, `par`, `auction`, `squeeze`, `done` or `wrong`."""
    position = _solvable(request, query)
    return streamed(_event_stream(request, shortened(query, _reading(request, query)), position))


async def _event_stream(request: Request, query: DealQuery, position: Position) -> AsyncIterator[str]:
    """Server-sent events, each with the rendered regions of the page that it changes."""
    settings: WebSettings = request.app.state.settings
    mind = Mind(settings.system, settings.play)
    async for event in analysis(
        query, position, request.app.state.double_dummy, request.app.state.analysts, mind
    ):
        if await request.is_disconnected():
            return
        told = event.data.model_dump() | {"html": await _html(request, query, position, event)}
        yield event_text(event.name, told)


async def _html(request: Request, query: DealQuery, position: Position, event: Event) -> str:
    if event.name == "table":
        table = await request.app.state.double_dummy.table(position.deal)
        return render("deal/solved.html", solved=solved_table(query, position, table))
    if isinstance(event.data, MeaningsFound) and position.board.auction is not None:
        calls = calls_of(position.board.auction, event.data.meanings)
        dealer, system = str(position.board.dealer), event.data.system
        return render("regions/auction.html", dealer=dealer, calls=calls, system=system)
    if event.name == "squeeze":
        return render("deal/squeeze.html", squeeze=event.data)
    return ""


async def _read(request: Request, sort_out: Callable[[bytes, int], Sorted], content: bytes) -> Sorted:
    """Sort out the input: a little at once, more in a worker process with a time limit of ten seconds."""
    if len(content) <= _LITTLE:
        return sort_out(content, request.app.state.settings.boards)
    readers: Pool = request.app.state.readers
    return await readers.run(sort_out, content, request.app.state.settings.boards)


def _reading(request: Request, query: DealQuery) -> Reading:
    if query.is_empty:
        raise NotationError("which deal? Give deal=, or boards in any format as text=")
    return reading_of(query, request.app.state.settings.boards)


def _solvable(request: Request, query: DealQuery) -> Position:
    position = position_of(query, _reading(request, query))
    if position.fault:
        raise DealError(position.fault, text=str(position.deal))
    return position
