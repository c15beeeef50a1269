"""The page *deal* and the endpoints beneath it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from overtrick.core import DealError, Meaning, NotationError, OvertrickError
from overtrick.web.pages import Pages, error_words
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind
from overtrick.web.tools.deal_analysis import analysis
from overtrick.web.tools.deal_asked import Asked, reading_of, stand_of
from overtrick.web.tools.deal_drawing import auction_shown
from overtrick.web.tools.deal_links import shortened
from overtrick.web.tools.deal_list import BoardList, as_json, leads_to, listed, read_as_json
from overtrick.web.tools.deal_models import DealRead, MeaningsFound, PositionFound, Solved
from overtrick.web.tools.deal_page import Page, page_of, position_of, solved_shown
from overtrick.web.tools.deal_reading import Reading
from overtrick.web.tools.deal_results import par_of, solved
from overtrick.web.tools.deal_solving import DoubleDummy
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.tools.events import Event, EventStream, streamed, written
from overtrick.web.workers import WorkError, Workers

__all__ = ["router"]

router = APIRouter()
Address = Annotated[Asked, Query()]
Sorted = TypeVar("Sorted")
_JSON = "application/json"
_LITTLE = 1_000
"""Bytes that are read at once: a board."""


# Pages


@router.get("/deal", include_in_schema=False)
async def show(request: Request, asked: Address) -> Response:
    """The page: a box to paste into, and the board, or the boards, that the address carries."""
    if asked.is_empty:
        return _drawn(request, "")
    try:
        reading = reading_of(asked, _most(request))
        if len(reading.records) > 1 and asked.board is None:
            content = asked.given.encode("utf-8", "replace")
            return _drawn(request, asked.given, boards=await _read(request, listed, content))
        page = await page_of(asked, reading, stand_of(asked, reading), _solver(request), _analysts(request))
        return _drawn(request, asked.given, page=page)
    except OvertrickError as error:
        return _drawn(request, asked.given, wrong=error)


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
        return _drawn(request, kept, wrong=error)
    return RedirectResponse(found, 303) if isinstance(found, str) else _drawn(request, "", boards=found)


def _drawn(
    request: Request,
    text: str,
    wrong: OvertrickError | None = None,
    page: Page | None = None,
    boards: BoardList | None = None,
) -> Response:
    pages: Pages = request.app.state.pages
    status = 200 if wrong is None else 503 if isinstance(wrong, WorkError) else 400
    said = "" if wrong is None else error_words(wrong)
    return pages.page("deal.html", status, text=text, wrong=said, page=page, boards=boards)


# Endpoints


@router.get("/api/deal", summary="Read boards from an address", response_model=DealRead)
async def read_deal(request: Request, asked: Address) -> Response:
    """What was understood of a board, or of several, in any format."""
    reading = _reading(request, asked)
    if len(reading.records) == 1:
        return Response(as_json(reading), media_type=_JSON)
    content = asked.given.encode("utf-8", "replace")
    return Response(await _read(request, read_as_json, content), media_type=_JSON)


@router.post("/api/deal", summary="Read boards from a text or a file", response_model=DealRead)
async def read_text(request: Request) -> Response:
    """What was understood of a text, or of a file, sent as it is."""
    return Response(await _read(request, read_as_json, await request.body()), media_type=_JSON)


@router.get("/api/deal/solve", summary="Solve a deal")
async def solve(request: Request, asked: Address) -> Solved:
    """The double-dummy table and par."""
    stand = _solvable(request, asked)
    table = await _solver(request).table(stand.deal)
    return solved(table, par_of(stand, table))


@router.get("/api/deal/play", summary="Solve a position in the play")
async def play(request: Request, asked: Address) -> PositionFound:
    """Every legal card of a position and what comes of it."""
    found = await position_of(_solvable(request, asked), _solver(request))
    if found is None:
        raise NotationError("there is no contract: say strain and declarer, or strain and leader")
    return found


@router.get("/api/deal/analysis", summary="Follow the analysis of a deal", response_class=EventStream)
async def analyse(request: Request, asked: Address) -> EventStream:
    """Server-sent events: `progress`, `table`, `par`, `auction`, `squeeze`, `done` or `wrong`."""
    stand = _solvable(request, asked)
    return streamed(_told(request, shortened(asked, _reading(request, asked)), stand))


async def _told(request: Request, asked: Asked, stand: Stand) -> AsyncIterator[str]:
    """Events as the browser reads them, each with what it changes on the page, drawn."""
    settings: WebSettings = request.app.state.settings
    mind = Mind(settings.system, settings.play)
    async for event in analysis(asked, stand, _solver(request), _analysts(request), mind):
        if await request.is_disconnected():
            return
        told = event.told.model_dump() | {"html": await _html(request, asked, stand, event)}
        yield written(event.name, told)


async def _html(request: Request, asked: Asked, stand: Stand, event: Event) -> str:
    pages: Pages = request.app.state.pages
    if event.name == "table":
        table = await _solver(request).table(stand.deal)
        return pages.drawn("deal/solved.html", solved=solved_shown(asked, stand, table))
    if isinstance(event.told, MeaningsFound) and stand.board.auction is not None:
        told = [None if text is None else Meaning(text) for text in event.told.meanings]
        shown = auction_shown(stand.board.dealer, stand.board.auction, told, event.told.system)
        return pages.drawn("deal/auction.html", auction=shown)
    if event.name == "squeeze":
        return pages.drawn("deal/squeeze.html", squeeze=event.told)
    return ""


async def _read(request: Request, sort_out: Callable[[bytes, int], Sorted], content: bytes) -> Sorted:
    """What was sent, sorted out: a little at once, more by a process that has ten seconds for it."""
    if len(content) <= _LITTLE:
        return sort_out(content, _most(request))
    readers: Workers = request.app.state.readers
    return await readers.run(sort_out, content, _most(request))


def _most(request: Request) -> int:
    most: int = request.app.state.settings.boards
    return most


def _solver(request: Request) -> DoubleDummy:
    solver: DoubleDummy = request.app.state.double_dummy
    return solver


def _analysts(request: Request) -> Workers:
    analysts: Workers = request.app.state.analysts
    return analysts


def _reading(request: Request, asked: Asked) -> Reading:
    if asked.is_empty:
        raise NotationError("which deal? Give deal=, or boards in any format as text=")
    return reading_of(asked, _most(request))


def _solvable(request: Request, asked: Asked) -> Stand:
    stand = stand_of(asked, _reading(request, asked))
    if stand.fault:
        raise DealError(stand.fault, text=str(stand.deal))
    return stand
