"""The addresses of tables: pages, forms and JSON."""

from __future__ import annotations

import asyncio
import io
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from overtrick.core import Call, OvertrickError, Seat
from overtrick.formats import write
from overtrick.table import Scoring, TableError
from overtrick.web.guard import is_navigation
from overtrick.web.pages import Pages, error_words
from overtrick.web.settings import WebSettings
from overtrick.web.tables.host import Host, NoSuchTable, Wanted
from overtrick.web.tables.hosted import Hosted
from overtrick.web.tables.jobs import fit
from overtrick.web.tables.latest import Latest
from overtrick.web.tables.remembered import others, remember, remembered
from overtrick.web.tables.uploads import Upload, read_boards
from overtrick.web.tables.watching import as_json, drawn, flags
from overtrick.web.workers import WorkError, Workers

__all__ = ["router"]

router = APIRouter()

_PATIENCE = 3.0
"""Seconds that a page without scripts waits for robots."""
_LONGEST = 40
"""Characters of a call at most."""


def _host(request: Request) -> Host:
    host: Host = request.app.state.host
    return host


# Pages


@router.get("/")
async def begin(request: Request) -> Response:
    """The last table of this browser, or a new one for a person who comes here."""
    for id in remembered(request):
        with suppress(NoSuchTable):
            return _to(request, await _host(request).find(id))
    if not is_navigation(request.headers):
        return RedirectResponse("/new", 303)
    return _to(request, await _host(request).open(Wanted()))


@router.post("/tables")
async def open_table(
    request: Request,
    seat: Annotated[str, Form()] = "S",
    scoring: Annotated[str, Form()] = "imps",
    seed: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """A new table, as it is wanted."""
    try:
        found = await _boards(request, text, file)
        person = None if seat == "watch" else Seat.parse(seat)
        wanted = Wanted(person, _scoring(scoring), _seed(seed), found.boards, found.left_out)
    except OvertrickError as error:
        status, said = 503 if isinstance(error, WorkError) else 400, error_words(error)
        kept = {"seat": seat, "scoring": scoring, "text": text}
        return _pages(request).page("new.html", status, wrong=said, others=await others(request), **kept)
    return _to(request, await _host(request).open(wanted))


@router.get("/tables/{id}")
async def show_table(request: Request, id: str) -> Response:
    """The page of a table."""
    hosted, pages = await _host(request).find(id), _pages(request)
    scene = hosted.scene()
    regions = drawn(pages, scene, id)
    page = pages.page("table.html", scene=scene, table=id, regions=regions, flags=flags(scene))
    return remember(request, page, id)


@router.post("/tables/{id}/act")
async def act(
    request: Request,
    id: str,
    act: Annotated[str, Form()],
    value: Annotated[str, Form()] = "",
    since: Annotated[int | None, Form()] = None,
) -> Response:
    """An act of a page without scripts."""
    hosted = await _host(request).find(id)
    await hosted.act(act, value, since)
    await hosted.robots.settled(_PATIENCE)
    return _to(request, hosted)


@router.get("/tables/{id}/record.pbn")
async def record(request: Request, id: str) -> Response:
    """The boards of a table that are over."""
    hosted = await _host(request).find(id)
    written = io.BytesIO()
    await asyncio.to_thread(lambda: write(hosted.table.records(), written, "PBN"))
    headers = {"Content-Disposition": 'attachment; filename="overtrick.pbn"'}
    return Response(written.getvalue(), media_type="application/x-pbn", headers=headers)


# For scripts


@router.get("/api/tables/{id}")
async def scene(request: Request, id: str) -> dict[str, object]:
    """What may be seen of a table."""
    return as_json((await _host(request).find(id)).scene())


@router.get("/api/tables/{id}/meaning")
async def meaning(request: Request, id: str, call: str) -> dict[str, object]:
    """What a call would mean now, and whether the person's hand fits."""
    hosted = await _host(request).find(id)
    made = Call.parse(call[:_LONGEST])
    if hosted.seat is None:
        raise TableError("four robots play here: you watch")
    view = hosted.table.view(hosted.seat)
    if made not in view.legal_calls:
        raise TableError("that call cannot be made now")
    services, latest = hosted.services, _latest(request)
    found = await latest.ask(id, lambda: services.speaker.run(fit, view, made, services.queue.mind))
    return {"call": str(made), "meaning": found.sentence, "fits": found.is_fit, "why": found.why}


# Helpers


def _to(request: Request, hosted: Hosted) -> Response:
    id = hosted.table.id
    return remember(request, RedirectResponse(f"/tables/{id}", 303), id)


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


def _latest(request: Request) -> Latest:
    latest: Latest = request.app.state.latest
    return latest


def _scoring(name: str) -> Scoring:
    found = {each.value: each for each in (Scoring.IMPS, Scoring.MATCHPOINTS)}.get(name)
    if found is None:
        raise TableError(f"‘{name[:40]}’ is no scoring: expected imps or matchpoints")
    return found


def _seed(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isascii() or not text.strip().isdigit() or len(text) > 40:
        raise TableError(f"‘{text[:40]}’ is no seed: expected a number")
    return int(text)


async def _boards(request: Request, text: str, file: UploadFile | None) -> Upload:
    """The boards of a file, or of a text; none if neither was given."""
    content = await file.read() if file is not None else b""
    if file is not None and file.filename and not content.strip():
        raise TableError("there is nothing in that file")
    content = content or text.encode("utf-8", "replace")
    if not content.strip():
        return Upload()
    readers: Workers = request.app.state.readers
    settings: WebSettings = request.app.state.settings
    return await readers.run(read_boards, content, settings.boards)
