"""Responses to browsers: pages by Jinja2 with everything escaped, errors, and server-sent events."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import overtrick
from overtrick.core import OvertrickError
from overtrick.core.english import capital
from overtrick.web.scene import SceneCard, SceneHand

__all__ = [
    "HERE",
    "EventStream",
    "error_response",
    "error_words",
    "event_text",
    "minus",
    "render",
    "render_page",
    "streamed",
]

HERE = Path(__file__).parent
_LONGEST = 600
"""The most characters of an error message."""
_QUOTED = 40
"""The most characters of quoted input."""
_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def render(name: str, **values: object) -> str:
    """Render a page, or a part of one, as text."""
    return _ENVIRONMENT.get_template(name).render(**values)


def render_page(name: str, status: int = 200, **values: object) -> HTMLResponse:
    """Render a whole page."""
    return HTMLResponse(render(name, **values), status)


def error_response(request: Request, text: str, status: int = 400) -> Response:
    """An error response: a page, or JSON for scripts."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, status)
    return render_page("error.html", status, text=text)


def held(hand: SceneHand, suit: str) -> list[SceneCard]:
    """The cards of a suit in a hand."""
    return [card for cards in hand.suits for card in cards if card.suit == suit]


def minus(text: str) -> str:
    """A text with typographic minus signs before numbers; hyphens in names stay.

    >>> print(minus("-3 IMPs, 5 IMPs to East-West"))
    −3 IMPs, 5 IMPs to East-West
    """
    return _MINUS.sub("−", text)


def error_words(error: OvertrickError) -> str:
    """The message of an error as a sentence; input is quoted in short, without unprintable characters.

    >>> print(error_words(OvertrickError("this is no board", text="hello" + chr(10) + chr(0) + "world")))
    This is no board in ‘hello world’.
    """
    told = capital("; ".join(error.faults))
    told = told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
    if error.text is None:
        return told if told.endswith((".", "?", "!")) else f"{told}."
    readable = "".join(sign if sign.isprintable() and sign != "\ufffd" else " " for sign in error.text)
    quoted = " ".join(readable.split())
    quoted = quoted if len(quoted) <= _QUOTED else f"{quoted[: _QUOTED - 1]}…"
    return f"{told} in ‘{quoted}’." if quoted else f"{told}."


# Server-sent events


class EventStream(StreamingResponse):
    """A response of server-sent events, with the media type that the API description shows."""

    media_type = "text/event-stream"


def event_text(name: str, told: Mapping[str, object]) -> str:
    """An event in the text form of server-sent events."""
    return f"event: {name}\ndata: {json.dumps(told)}\n\n"


def streamed(events: AsyncIterator[str]) -> EventStream:
    """A response that streams events as they come, without caching."""
    return EventStream(events, headers={"Cache-Control": "no-store"})


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals["version"] = overtrick.__version__
_ENVIRONMENT.filters |= {"minus": minus, "held": held}
