"""Pages: Jinja2 with everything escaped, and the page that says what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import final

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import overtrick
from overtrick.core import OvertrickError
from overtrick.explain.words_english import capital

__all__ = ["HERE", "Pages", "error_words", "minus", "wants_json"]

HERE = Path(__file__).parent
_LONGEST = 600
"""Characters of what is wrong at most."""
_QUOTED = 40
"""Characters of what was typed at most."""
_MINUS = re.compile(r"(?<!\w)-(?=\d)")


@final
class Pages:
    """The templates."""

    def __init__(self) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["version"] = overtrick.__version__
        self._environment.filters["minus"] = minus

    def page(self, name: str, status: int = 200, **values: object) -> HTMLResponse:
        """A whole page."""
        return HTMLResponse(self.drawn(name, **values), status)

    def drawn(self, name: str, **values: object) -> str:
        """A page or a part of one as text."""
        return self._environment.get_template(name).render(**values)

    def wrong(self, request: Request, text: str, status: int = 400) -> Response:
        """What is wrong, as a page or for scripts as JSON."""
        if wants_json(request):
            return JSONResponse({"error": text}, status)
        return self.page("error.html", status, text=text)


def minus(text: str) -> str:
    """Numbers with the sign that printers use, names with the hyphen they have.

    >>> print(minus("-3 IMPs, 5 IMPs to East-West"))
    −3 IMPs, 5 IMPs to East-West
    """
    return _MINUS.sub("−", text)


def error_words(error: OvertrickError) -> str:
    """What is wrong, as a sentence; what was typed is quoted in short, without signs that cannot be read.

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


def wants_json(request: Request) -> bool:
    """Is it a script that asks?"""
    return request.url.path.startswith("/api/")
