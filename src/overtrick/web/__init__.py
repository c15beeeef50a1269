"""The table and two tools in a browser: `create_app` makes the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.web.settings import WebSettings

if TYPE_CHECKING:
    from overtrick.web.app import create_app

__all__ = ["WebSettings", "create_app"]


def __getattr__(name: str) -> object:
    """Load the server on first use: its worker processes import this package too, but do not need it."""
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from overtrick.web.app import create_app

    return create_app
