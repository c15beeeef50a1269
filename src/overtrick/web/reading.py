"""Pages that are only read: the form for a new table, and the help."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from overtrick.web.pages import Pages
from overtrick.web.tables.remembered import others

__all__ = ["router"]

router = APIRouter()


@router.get("/new")
async def new_table(request: Request) -> Response:
    """Where to sit, what to play for, and boards of one's own; and the tables of this browser."""
    return _pages(request).page("new.html", others=await others(request))


@router.get("/help")
def help_page(request: Request) -> Response:
    """How to play here, and the keys."""
    return _pages(request).page("help.html")


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages
