"""The table and two tools in a browser: `create_app` makes the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.web.settings import WebSettings

if TYPE_CHECKING:
    from overtrick.web.app import create_app

__all__ = ["WebSettings", "create_app"]


def __getattr__(name: str) -> object:
    """The server when it is wanted: the processes that work for it load this package too."""
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from overtrick.web.app import create_app

    return create_app
