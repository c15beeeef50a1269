"""The WebSocket of a table: acts in, scenes out, and an answer to whatever comes."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from overtrick.core import OvertrickError
from overtrick.table import LogConflict, LogError, TableError
from overtrick.web.tables.host import UNREADABLE, Host, NoSuchTable, UnreadableTable
from overtrick.web.tables.hosted import Hosted
from overtrick.web.tables.watching import Watcher

__all__ = ["router"]

router = APIRouter()

_log = logging.getLogger(__name__)
_LONGEST = 2000
"""Characters of a message at most."""
_LARGEST = 2**53
"""Numbers below it are the same in the browser."""
_NO_TABLE = 4404
_LATER = 1013
_UNEXPECTED = "That did not work; nothing is lost."


@final
class _NoAct(TableError):
    """A message that is no act, with its number if it has one."""

    def __init__(self, why: str, number: int | None = None) -> None:
        super().__init__(why)
        self.number = number


@router.websocket("/ws/tables/{id}")
async def watch(socket: WebSocket, id: str) -> None:
    """A browser at a table; it is let in first, for only then it can be told why it must go."""
    await socket.accept()
    host: Host = socket.app.state.host
    with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
        try:
            hosted = await host.find(id)
        except NoSuchTable as error:
            await socket.close(_NO_TABLE, str(error))
        except UnreadableTable:
            await socket.close(_LATER, "The table cannot be read now.")
        else:
            await _serve(socket, hosted)


async def _serve(socket: WebSocket, hosted: Hosted) -> None:
    watcher = hosted.watch()
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            watcher.send(await _answer(hosted, message.get("text")))
    finally:
        hosted.leave(watcher)
        sending.cancel()


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await watcher.waiting.get()) is not None:
            text = json.dumps(message, ensure_ascii=False)
            await socket.send_text(text.encode("utf-8", "replace").decode())  # no half characters
        if socket.client_state is WebSocketState.CONNECTED:
            await socket.close(_LATER, "too slow: please come again")


async def _answer(hosted: Hosted, text: str | None) -> dict[str, object]:
    """What is answered to a message: done, or what is wrong."""
    number: int | None = None
    try:
        number, act, value, since = _read(text)
        await hosted.act(act, value, since)
    except _NoAct as error:
        return {"type": "error", "id": error.number, "text": str(error)}
    except OvertrickError as error:
        return {"type": "error", "id": number, "text": _words(error)}
    except Exception:
        _log.exception("an error at a table")
        return {"type": "error", "id": number, "text": _UNEXPECTED}
    return {"type": "done", "id": number}


def _words(error: OvertrickError) -> str:
    """What is wrong; a log that cannot be used names its file, which is the host's business."""
    if isinstance(error, LogError) and not isinstance(error, LogConflict):
        _log.error("the log of the tables: %s", error)
        return UNREADABLE
    return str(error)


def _read(text: str | None) -> tuple[int, str, str, int | None]:
    """A message of a browser."""
    if text is None:
        raise _NoAct("that message is no text")
    if len(text) > _LONGEST:
        raise _NoAct("that message is too long")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise _NoAct("that message is no JSON") from None
    number = _number(told.get("id")) if isinstance(told, dict) else None
    match told:
        case {"act": str(act), **rest} if number is not None:
            value, since = rest.get("value", ""), _number(rest.get("since"))
            if _is_value(value) and since == rest.get("since"):
                return number, act, str(value), since
    raise _NoAct("that message is not an act, with an id and a value", number)


def _number(told: object) -> int | None:
    if isinstance(told, int) and not isinstance(told, bool) and abs(told) < _LARGEST:
        return told
    return None


def _is_value(told: object) -> bool:
    return isinstance(told, str) or _number(told) is not None
