"""The table and two tools in a browser: `create_app` makes the server."""

from __future__ import annotations

from overtrick.web.app import create_app
from overtrick.web.settings import WebSettings

__all__ = ["WebSettings", "create_app"]
