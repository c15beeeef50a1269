"""The addresses of tables: pages, forms, JSON and the WebSocket."""

from __future__ import annotations

import asyncio
import io
import json
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile, WebSocket
from fastapi.responses import RedirectResponse, Response
from starlette.websockets import WebSocketDisconnect, WebSocketState

from overtrick.core import Call, OvertrickError, Seat
from overtrick.formats import write
from overtrick.table import Scoring, TableError
from overtrick.web.pages import Pages
from overtrick.web.settings import WebSettings
from overtrick.web.tables.host import Host, NoSuchTable, Wanted
from overtrick.web.tables.hosted import Hosted
from overtrick.web.tables.jobs import fit
from overtrick.web.tables.kept import FileBoard
from overtrick.web.tables.uploads import read_boards
from overtrick.web.tables.watching import Watcher, as_json, drawn, flags
from overtrick.web.workers import Workers

__all__ = ["router"]

router = APIRouter()

_COOKIE = "table"
_YEAR = 365 * 24 * 3600
_PATIENCE = 3.0
"""Seconds that a page without scripts waits for robots."""
_LONGEST = 2000
"""Characters of a message at most."""


def _host(request: Request | WebSocket) -> Host:
    host: Host = request.app.state.host
    return host


# Pages


@router.get("/")
async def begin(request: Request) -> Response:
    """The table of this browser, or a new one."""
    with suppress(NoSuchTable):
        return _to(await _host(request).find(request.cookies.get(_COOKIE, "")))
    return _to(await _host(request).open(Wanted()))


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
    content = await file.read() if file is not None else b""
    boards = await _boards(request, content or text.encode())
    person = None if seat == "watch" else Seat.parse(seat)
    wanted = Wanted(person, _scoring(scoring), _seed(seed), boards)
    return _to(await _host(request).open(wanted))


@router.get("/tables/{id}")
async def show_table(request: Request, id: str) -> Response:
    """The page of a table."""
    hosted, pages = await _host(request).find(id), _pages(request)
    scene = hosted.scene()
    regions = drawn(pages, scene, id)
    page = pages.page("table.html", scene=scene, table=id, regions=regions, flags=flags(scene))
    return _with_cookie(page, id)


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
    return _to(hosted)


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
    services = hosted.services
    found = await services.speaker.run(fit, view, made, services.queue.mind)
    return {"call": str(made), "meaning": found.sentence, "fits": found.is_fit, "why": found.why}


# The WebSocket


@router.websocket("/ws/tables/{id}")
async def watch(socket: WebSocket, id: str) -> None:
    """A browser at a table."""
    try:
        hosted = await _host(socket).find(id)
    except NoSuchTable:
        await socket.close(4404, "There is no such table here.")
        return
    await socket.accept()
    watcher = hosted.watch()
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                watcher.send(await _answer(hosted, await socket.receive_text()))
    finally:
        hosted.leave(watcher)
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await watcher.waiting.get()) is not None:
            await socket.send_text(json.dumps(message, ensure_ascii=False))
        if socket.client_state is WebSocketState.CONNECTED:
            await socket.close(1013, "too slow: please come again")


async def _answer(hosted: Hosted, text: str) -> dict[str, object]:
    """What is answered to a message: done, or what is wrong."""
    number: object = None
    try:
        number, act, value, since = _read(text)
        await hosted.act(act, value, since)
    except OvertrickError as error:
        return {"type": "error", "id": number, "text": str(error)}
    return {"type": "done", "id": number}


def _read(text: str) -> tuple[int, str, str, int | None]:
    """A message of a browser."""
    if len(text) > _LONGEST:
        raise TableError("that message is too long")
    try:
        told = json.loads(text)
    except ValueError:
        raise TableError("that message is no JSON") from None
    match told:
        case {"id": int(number), "act": str(act), **rest}:
            value, since = rest.get("value", ""), rest.get("since")
            if isinstance(value, str | int) and isinstance(since, int | None):
                return number, act, str(value), since
    raise TableError("that message is not an act, with an id and a value")


# Helpers


def _to(hosted: Hosted) -> Response:
    id = hosted.table.id
    return _with_cookie(RedirectResponse(f"/tables/{id}", 303), id)


def _with_cookie(response: Response, id: str) -> Response:
    response.set_cookie(_COOKIE, id, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


def _scoring(name: str) -> Scoring:
    found = {each.value: each for each in (Scoring.IMPS, Scoring.MATCHPOINTS)}.get(name)
    if found is None:
        raise TableError(f"{name[:40]!r} is no scoring: expected imps or matchpoints")
    return found


def _seed(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isascii() or not text.strip().isdigit() or len(text) > 40:
        raise TableError(f"{text[:40]!r} is no seed: expected a number")
    return int(text)


async def _boards(request: Request, content: bytes) -> tuple[FileBoard, ...]:
    if not content.strip():
        return ()
    readers: Workers = request.app.state.readers
    settings: WebSettings = request.app.state.settings
    return await readers.run(read_boards, content, settings.boards)
