"""Pages that are only read: the form for a new table, and the help."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from overtrick.web.pages import Pages

__all__ = ["router"]

router = APIRouter()


@router.get("/new")
def new_table(request: Request) -> Response:
    """Where to sit, what to play for, and boards of one's own."""
    return _page(request, "new.html")


@router.get("/help")
def help_page(request: Request) -> Response:
    """How to play here, and the keys."""
    return _page(request, "help.html")


def _page(request: Request, name: str) -> Response:
    pages: Pages = request.app.state.pages
    return pages.page(name)
