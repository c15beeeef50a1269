"""Running the server: a free port, the address told when it is ready, a clean end."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import final

import uvicorn

from overtrick.core import OvertrickError
from overtrick.web.app import create_app
from overtrick.web.settings import WebSettings

__all__ = ["Server", "listening"]

_TRIES = 20
"""Ports after the one that was asked for."""
_MESSAGE = 16_000
"""Bytes of a WebSocket's message at most."""
_SECONDS_TO_END = 2


def listening(settings: WebSettings) -> socket.socket:
    """A socket on the port of the settings or, if that is in use, on the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = settings.port + (_TRIES if settings.port else 0)
    for port in range(settings.port, last + 1):
        try:
            return socket.create_server((settings.host, port), family=family, backlog=128)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise OvertrickError(f"cannot listen on {settings.host}:{port}: {error.strerror}") from None
    raise OvertrickError(f"all ports from {settings.port} to {last} are in use")


@final
class Server(uvicorn.Server):
    """The server on a socket; `ready` is called with its address once it answers."""

    def __init__(self, settings: WebSettings, bound: socket.socket, ready: Callable[[str], None]) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(settings),
                log_level="warning",
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=_MESSAGE,
                timeout_graceful_shutdown=_SECONDS_TO_END,
            )
        )
        self._bound = bound
        self._ready = ready
        host, port = bound.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{port}/"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().run_in_executor(None, self._ready, self.address)

    def run_until_ended(self) -> None:
        """Serve until somebody ends it."""
        try:
            self.run(sockets=[self._bound])
        except KeyboardInterrupt:  # how a person ends it
            return
        finally:
            self._bound.close()
