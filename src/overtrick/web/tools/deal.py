"""The page *deal* and the endpoints beneath it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from overtrick.core import DealError, Meaning, NotationError, OvertrickError, Seat
from overtrick.web.pages import Pages
from overtrick.web.settings import WebSettings
from overtrick.web.tables.jobs import Mind
from overtrick.web.tools import deal_solving
from overtrick.web.tools.deal_analysis import Event, analysis
from overtrick.web.tools.deal_asked import Asked, path_of, reading_of, stand_of
from overtrick.web.tools.deal_drawing import auction_shown
from overtrick.web.tools.deal_links import asked_for, asked_for_all, path_to
from overtrick.web.tools.deal_models import BoardRead, DealRead, MeaningsFound, PositionFound, Solved
from overtrick.web.tools.deal_page import page_of, position_of, solved_shown
from overtrick.web.tools.deal_reading import Reading, boards_in
from overtrick.web.tools.deal_results import par_of, solved
from overtrick.web.tools.deal_stand import Stand
from overtrick.web.workers import Workers

__all__ = ["router"]

router = APIRouter()
Address = Annotated[Asked, Query()]
_LITTLE = 12_000
"""Bytes."""


# Pages


@router.get("/deal", include_in_schema=False)
async def show(request: Request, asked: Address) -> Response:
    """The page: a box to paste into, and the board that the address carries."""
    if asked.is_empty:
        return _drawn(request, "")
    try:
        return await _board_page(request, asked, reading_of(asked, _most(request)), asked.given)
    except OvertrickError as error:
        return _drawn(request, asked.given, wrong=str(error))


@router.post("/deal", include_in_schema=False)
async def paste(
    request: Request, text: Annotated[str, Form()] = "", file: Annotated[UploadFile | None, File()] = None
) -> Response:
    """What was pasted or loaded; a set that fits into an address goes there."""
    content = await file.read() if file is not None else b""
    kept = text if text.strip() and not content else content.decode("utf-8", "replace")
    try:
        given = content or text.encode()
        reading = await _understood(request, given)
        asked = asked_for_all(given)
        if asked is None and len(reading.records) == 1:
            asked = asked_for(reading.records[0])
        if asked is not None:
            return RedirectResponse(path_of(asked), 303)
        return await _board_page(request, asked_for(reading.records[0]), reading, "")
    except OvertrickError as error:
        return _drawn(request, kept, wrong=str(error))


async def _board_page(request: Request, asked: Asked, reading: Reading, text: str) -> Response:
    stand = stand_of(asked, reading)
    page = await page_of(asked, reading, stand, request.app.state.analysts)
    return _drawn(request, text, page=page)


def _drawn(request: Request, text: str, wrong: str = "", page: object = None) -> Response:
    pages: Pages = request.app.state.pages
    return pages.page("deal.html", 400 if wrong else 200, text=text, wrong=wrong, page=page)


# Endpoints


@router.get("/api/deal")
async def read_deal(request: Request, asked: Address) -> DealRead:
    """What was understood of a board, or of several, in any format."""
    return _read(_reading(request, asked))


@router.post("/api/deal")
async def read_text(request: Request) -> DealRead:
    """What was understood of a text, or of a file, sent as it is."""
    content = await request.body()
    return _read(await _understood(request, content))


@router.get("/api/deal/solve")
async def solve(request: Request, asked: Address) -> Solved:
    """The double-dummy table and par."""
    stand = _solvable(request, asked)
    table = await deal_solving.table(stand.deal)
    return solved(table, par_of(stand, table))


@router.get("/api/deal/play")
async def play(request: Request, asked: Address) -> PositionFound:
    """Every legal card of a position and what comes of it."""
    found = await position_of(_solvable(request, asked))
    if found is None:
        raise NotationError("there is no contract: say strain and declarer, or strain and leader")
    return found


@router.get("/api/deal/analysis")
async def analyse(request: Request, asked: Address) -> StreamingResponse:
    """Server-sent events: `progress`, `table`, `par`, `auction`, `squeeze`, `done` or `wrong`."""
    stand = _solvable(request, asked)
    told = _told(request, asked, stand)
    return StreamingResponse(told, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _told(request: Request, asked: Asked, stand: Stand) -> AsyncIterator[str]:
    """Events as the browser reads them, each with what it changes on the page, drawn."""
    settings: WebSettings = request.app.state.settings
    mind = Mind(settings.system, settings.play)
    async for event in analysis(asked, stand, request.app.state.analysts, mind):
        if await request.is_disconnected():
            return
        told = event.told.model_dump() | {"html": await _html(request, asked, stand, event)}
        yield f"event: {event.name}\ndata: {json.dumps(told)}\n\n"


async def _html(request: Request, asked: Asked, stand: Stand, event: Event) -> str:
    pages: Pages = request.app.state.pages
    if event.name == "table":
        table = await deal_solving.table(stand.deal)
        return pages.drawn("deal/solved.html", solved=solved_shown(asked, stand, table))
    if isinstance(event.told, MeaningsFound) and stand.board.auction is not None:
        told = [None if text is None else Meaning(text) for text in event.told.meanings]
        shown = auction_shown(stand.board.dealer, stand.board.auction, told, event.told.system)
        return pages.drawn("deal/auction.html", auction=shown)
    if event.name == "squeeze":
        return pages.drawn("deal/squeeze.html", squeeze=event.told)
    return ""


async def _understood(request: Request, content: bytes) -> Reading:
    """What was sent: a little is read at once, a file by a process that has ten seconds for it."""
    if len(content) <= _LITTLE:
        return boards_in(content, _most(request))
    readers: Workers = request.app.state.readers
    return await readers.run(boards_in, content, _most(request))


def _most(request: Request) -> int:
    most: int = request.app.state.settings.boards
    return most


def _reading(request: Request, asked: Asked) -> Reading:
    if asked.is_empty:
        raise NotationError("which deal? Give deal=, or boards in any format as text=")
    return reading_of(asked, _most(request))


def _solvable(request: Request, asked: Asked) -> Stand:
    stand = stand_of(asked, _reading(request, asked))
    if not stand.is_solvable:
        raise DealError("double dummy needs four hands of equal length", text=str(stand.deal))
    return stand


def _read(reading: Reading) -> DealRead:
    boards = tuple(
        BoardRead(
            place=place,
            number=record.board.number,
            dealer=str(record.board.dealer),
            vul=str(record.board.vul),
            deal=str(record.board.deal),
            auction=None if record.board.auction is None else str(record.board.auction),
            contract=None if record.board.contract is None else str(record.board.contract),
            play=() if record.board.play is None else tuple(map(str, record.board.play.cards)),
            names={str(seat): name for seat in Seat if (name := record.tag(seat.word))},
            path=path_to(record),
        )
        for place, record in enumerate(reading.records, 1)
    )
    return DealRead(format=reading.format, boards=boards, warnings=reading.warnings)
