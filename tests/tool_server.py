"""A real server on a free port of this machine, for tests of the tool pages."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from overtrick.web import WebSettings, create_app

__all__ = ["served"]


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that lives as long as the block."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = create_app(WebSettings(workers=1))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
    ready = threading.Event()
    startup = server.startup

    async def announced(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = announced  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    if not ready.wait(60):
        raise RuntimeError("the server did not start")
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(30)
