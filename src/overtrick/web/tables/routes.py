"""The routes of tables: pages, forms, JSON and the WebSocket."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile, WebSocket
from fastapi.responses import RedirectResponse, Response
from starlette.websockets import WebSocketDisconnect, WebSocketState

from overtrick.core import Call, OvertrickError, Seat
from overtrick.formats import write
from overtrick.processes import Pool, WorkError
from overtrick.table import LogConflict, LogError, Scoring, Table, TableError
from overtrick.web.middleware import is_navigation
from overtrick.web.pages import error_words, render_page
from overtrick.web.tables.host import UNREADABLE, Host, NoSuchTable, TableRequest, UnreadableTable
from overtrick.web.tables.jobs import fit
from overtrick.web.tables.review import score_words
from overtrick.web.tables.scene import Snapshot, draw_regions, flags, person_at
from overtrick.web.tables.session import TableSession, Watcher
from overtrick.web.tables.store import TableStore
from overtrick.web.tables.uploads import Upload, read_boards

__all__ = ["router"]

router = APIRouter()

_log = logging.getLogger(__name__)
_PATIENCE = 3.0
"""Seconds that a page without scripts waits for robots."""
_LONGEST_CALL = 40
"""The most characters of a call."""
_MOST_REMEMBERED = 20
"""The most tables in a browser's cookie."""
_YEAR = 365 * 24 * 3600
_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_AIMS = {Scoring.IMPS: "for IMPs", Scoring.MATCHPOINTS: "for matchpoints", Scoring.POINTS: "for points"}
_LONGEST_MESSAGE = 2000
"""The most characters of a message."""
_LARGEST_NUMBER = 2**53
"""Integers below it are exact in the browser."""
_NO_TABLE = 4404
_LATER = 1013


def _host(request: Request | WebSocket) -> Host:
    host: Host = request.app.state.host
    return host


# Pages


@router.get("/")
async def begin(request: Request) -> Response:
    """The last table of this browser, or a new one for a person who comes here."""
    for id in _remembered(request):
        with suppress(NoSuchTable):
            return _to(request, await _host(request).find(id))
    if not is_navigation(request.headers):
        return RedirectResponse("/new", 303)
    return _to(request, await _host(request).open(TableRequest()))


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
        wanted = TableRequest(person, _scoring(scoring), _seed(seed), found.boards, found.left_out)
    except OvertrickError as error:
        status, said = 503 if isinstance(error, WorkError) else 400, error_words(error)
        kept = {"seat": seat, "scoring": scoring, "text": text}
        return render_page("new.html", status, wrong=said, others=await _others(request), **kept)
    return _to(request, await _host(request).open(wanted))


@router.get("/tables/{id}")
async def show_table(request: Request, id: str) -> Response:
    """The page of a table."""
    session = await _host(request).find(id)
    scene = session.scene()
    regions = draw_regions(scene, id)
    page = render_page("table.html", scene=scene, table=id, regions=regions, flags=flags(scene))
    return _remember(request, page, id)


@router.post("/tables/{id}/act")
async def act(
    request: Request,
    id: str,
    act: Annotated[str, Form()],
    value: Annotated[str, Form()] = "",
    since: Annotated[int | None, Form()] = None,
) -> Response:
    """An act of a page without scripts."""
    session = await _host(request).find(id)
    await session.act(act, value, since)
    await session.robots.settled(_PATIENCE)
    return _to(request, session)


@router.get("/tables/{id}/record.pbn")
async def record(request: Request, id: str) -> Response:
    """The boards of a table that are over."""
    session = await _host(request).find(id)
    written = io.BytesIO()
    await asyncio.to_thread(lambda: write(session.table.records(), written, "PBN"))
    headers = {"Content-Disposition": 'attachment; filename="overtrick.pbn"'}
    return Response(written.getvalue(), media_type="application/x-pbn", headers=headers)


# For scripts


@router.get("/api/tables/{id}")
async def scene(request: Request, id: str) -> dict[str, object]:
    """What may be seen of a table."""
    return asdict((await _host(request).find(id)).scene())


@router.get("/api/tables/{id}/meaning")
async def meaning(request: Request, id: str, call: str) -> dict[str, object]:
    """What a call would mean now, and whether the person's hand fits."""
    session = await _host(request).find(id)
    made = Call.parse(call[:_LONGEST_CALL])
    if session.seat is None:
        raise TableError("four robots play here: you watch")
    view = session.table.view(session.seat)
    if made not in view.legal_calls:
        raise TableError("that call cannot be made now")
    services = session.shared.services
    return await services.latest.run(id, lambda: services.speaker.run(fit, view, made, services.queue.mind))


# Static pages


@router.get("/new")
async def new_table(request: Request) -> Response:
    """Where to sit, what to play for, and boards of one's own; and the tables of this browser."""
    return render_page("new.html", others=await _others(request))


@router.get("/help")
def help_page(request: Request) -> Response:
    """How to play here, and the keys."""
    return render_page("help.html")


# Helpers


def _to(request: Request, session: TableSession) -> Response:
    id = session.table.id
    return _remember(request, RedirectResponse(f"/tables/{id}", 303), id)


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
    """The boards of an uploaded file or text; none if neither was given."""
    content = await file.read() if file is not None else b""
    if file is not None and file.filename and not content.strip():
        raise TableError("there is nothing in that file")
    content = content or text.encode("utf-8", "replace")
    if not content.strip():
        return Upload()
    readers: Pool = request.app.state.readers
    return await readers.run(read_boards, content, request.app.state.settings.boards)


# The browser's cookie with its tables, the last one first


def _remembered(request: Request) -> tuple[str, ...]:
    """The ids in a browser's cookie that are well-formed."""
    told = request.cookies.get(_cookie(request), "").split(".")
    return tuple(dict.fromkeys(each for each in told if _ID.fullmatch(each)))[:_MOST_REMEMBERED]


def _remember(request: Request, response: Response, id: str) -> Response:
    """Put a table first in the browser's cookie."""
    known = (id, *(each for each in _remembered(request) if each != id))[:_MOST_REMEMBERED]
    response.set_cookie(
        _cookie(request), ".".join(known), max_age=_YEAR, httponly=True, samesite="lax", path="/"
    )
    return response


def _cookie(request: Request) -> str:
    """The cookie's name with the port: cookies ignore ports, but each server has its own tables."""
    return f"tables-{request.url.port or request.url.scheme}"


async def _others(request: Request) -> list[dict[str, object]]:
    """The tables of a browser's cookie that can be read now."""
    found = list[dict[str, object]]()
    for id in _remembered(request):
        with suppress(OvertrickError):
            table = await _host(request).look_at(id)
            found.append(await asyncio.to_thread(_recent, table))
    return found


def _recent(table: Table) -> dict[str, object]:
    """A table to resume: its progress, and when it was last played, in this machine's time."""
    played = table.entries[-1].time.astimezone()
    when = f"{played.day} {played:%B %Y, %H:%M}"
    seat = person_at(table)
    where = "four robots" if seat is None else f"you are {seat.word}"
    moment = Snapshot.of(table, seat)
    number, score = moment.board.number, score_words(moment, TableStore(table))
    board = "A board" if number is None else f"Board {number}"
    words = ", ".join((board, where, _AIMS[table.settings.scoring], *((score,) if score else ())))
    return {"id": table.id, "words": words, "played": played, "when": when}


# The WebSocket of a table: actions in, scenes out, and an answer to every message


@router.websocket("/ws/tables/{id}")
async def watch(socket: WebSocket, id: str) -> None:
    """A browser at a table; it is let in first, for only then it can be told why it must go."""
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):  # the browser has gone
        try:
            session = await _host(socket).find(id)
        except NoSuchTable as error:
            await socket.close(_NO_TABLE, str(error))
        except UnreadableTable:
            await socket.close(_LATER, "The table cannot be read now.")
        else:
            await _serve(socket, session)


async def _serve(socket: WebSocket, session: TableSession) -> None:
    watcher = session.watch()
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            watcher.send(await _answer(session, message.get("text")))
    finally:
        session.leave(watcher)
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await watcher.waiting.get()) is not None:
            text = json.dumps(message, ensure_ascii=False)
            await socket.send_text(text.encode("utf-8", "replace").decode())  # no unpaired surrogates
        if socket.client_state is WebSocketState.CONNECTED:
            await socket.close(_LATER, "too slow: please come again")


async def _answer(session: TableSession, text: str | None) -> dict[str, object]:
    """The answer to a message: done, or the error."""
    number: int | None = None
    try:
        told = _read(text)
        number, act, value = _number(told.get("id")), told.get("act"), told.get("value", "")
        since, is_value = _number(told.get("since")), isinstance(value, str) or _number(value) is not None
        if number is None or not isinstance(act, str) or not is_value or since != told.get("since"):
            raise TableError("that message is not an act, with an id and a value")
        await session.act(act, str(value), since)
    except OvertrickError as error:
        return {"type": "error", "id": number, "text": _log_safe_words(error)}
    except Exception:
        _log.exception("an error at a table")
        return {"type": "error", "id": number, "text": "That did not work; nothing is lost."}
    return {"type": "done", "id": number}


def _log_safe_words(error: OvertrickError) -> str:
    """The error's message; log errors name the file, which only the host may see."""
    if isinstance(error, LogError) and not isinstance(error, LogConflict):
        _log.error("the log of the tables: %s", error)
        return UNREADABLE
    return str(error)


def _read(text: str | None) -> dict[str, object]:
    """A browser's message as an object; empty if it is none."""
    if text is None:
        raise TableError("that message is no text")
    if len(text) > _LONGEST_MESSAGE:
        raise TableError("that message is too long")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise TableError("that message is no JSON") from None
    return told if isinstance(told, dict) else {}


def _number(told: object) -> int | None:
    if isinstance(told, int) and not isinstance(told, bool) and abs(told) < _LARGEST_NUMBER:
        return told
    return None
