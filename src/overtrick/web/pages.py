"""Pages: Jinja2 with everything escaped, and the page that says what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import final

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import overtrick

__all__ = ["HERE", "Pages", "wants_json"]

HERE = Path(__file__).parent


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


def wants_json(request: Request) -> bool:
    """Is it a script that asks?"""
    return request.url.path.startswith("/api/")
