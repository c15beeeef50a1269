"""Running the server: finding a free port, reporting the address when ready, a clean shutdown."""

from __future__ import annotations

import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from typing import final

import uvicorn

from overtrick.core import OvertrickError
from overtrick.web.app import create_app
from overtrick.web.settings import WebSettings

__all__ = ["Server", "listening"]

_TRIES = 20
"""Ports tried after the requested one."""
_LAST_PORT = 65535
_MESSAGE = 1_000_000
"""The most bytes of a WebSocket message; shorter ones that are still too long get an answer."""
_HEADERS = 64_000
"""The most bytes of an address and its headers: an address may carry a board, with its calls' meanings."""
_CONNECTIONS = 800
"""The most connections, fewer than the files that a process may have open."""
_SECONDS_IDLE = 15
_SECONDS_TO_END = 2


def listening(settings: WebSettings) -> socket.socket:
    """A socket on the port of the settings or, if that is in use, on the next free one."""
    if not 0 <= settings.port <= _LAST_PORT:
        raise OvertrickError(f"there is no port {settings.port}: expected one from 0 to {_LAST_PORT}")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = min(settings.port + (_TRIES if settings.port else 0), _LAST_PORT)
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
                http="h11",
                h11_max_incomplete_event_size=_HEADERS,
                limit_concurrency=_CONNECTIONS,
                timeout_keep_alive=_SECONDS_IDLE,
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
        """Start serving, and report the address."""
        await super().startup(sockets)
        if self.started:  # in a thread, as opening a browser may take a while
            Thread(target=self._ready, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down without log messages about interrupted requests."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `_until_signal`: the first one ends the server, and more have no effect."""
        yield

    def run_until_ended(self) -> None:
        """Serve until a signal."""
        try:
            with _until_signal(self._end):
                self.run(sockets=[self._bound])
        finally:
            self._bound.close()

    def _end(self) -> None:
        self.should_exit = True


@contextmanager
def _until_signal(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` on SIGINT and SIGTERM within the context, and ignore them afterwards."""
    if current_thread() is not main_thread():
        yield
        return
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda number, frame: end())
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a closed browser or process must not end the server
    try:
        yield
    finally:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)
