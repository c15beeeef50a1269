"""A proxy for the sockets between a browser and a table: they can be cut, and their messages changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

__all__ = ["Message", "SocketProxy"]

Message = dict[str, Any]


class SocketProxy:
    """All sockets that a page opens."""

    def __init__(self, page: Page, changed: Callable[[Message], Message] = lambda message: message) -> None:
        self.opened = list[WebSocketRoute]()
        self.heard = list[Message]()
        self.refusal: int | None = None
        """The code with which a new wire is closed at once."""
        self._changed = changed
        page.route_web_socket(re.compile("/ws/tables/"), self._routed)

    def cut(self, code: int) -> None:
        """Close the wire as a server does."""
        self.opened[-1].close(code=code)

    def says(self, message: Message) -> None:
        """Say something that the server did not."""
        self.opened[-1].send(json.dumps(message))

    def _routed(self, wire: WebSocketRoute) -> None:
        self.opened.append(wire)
        if self.refusal is not None:
            wire.close(code=self.refusal)
            return
        server = wire.connect_to_server()
        server.on_message(lambda text: self._pass(wire, str(text)))

    def _pass(self, wire: WebSocketRoute, text: str) -> None:
        message = self._changed(json.loads(text))
        self.heard.append(message)
        wire.send(json.dumps(message))
