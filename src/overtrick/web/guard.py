"""Who may ask: the right Host, no foreign Origin, no large body; and what every answer carries."""

from __future__ import annotations

from typing import final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.web.settings import WebSettings

__all__ = ["Guard"]

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none at all, forms would be sent with the Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""In every answer."""


class _TooLarge(Exception):
    """A body beyond the limit."""


@final
class Guard:
    """A wall around the application, for HTTP and WebSocket alike."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._limit = settings.body
        self._hosts = {*_LOOPBACK, settings.host.lower(), *(name.lower() for name in settings.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        why = self._refusal(Headers(scope=scope))
        if why is not None:
            await _refuse(scope, send, 403, why)
            return
        has_begun = is_refused = False

        async def refuse_size() -> None:
            nonlocal is_refused
            if not has_begun and not is_refused:
                is_refused = True
                await _refuse(scope, send, 413, f"that is more than {self._limit:,} bytes")

        body = _Limited(receive, self._limit)

        async def answer(message: Message) -> None:
            nonlocal has_begun
            if body.is_too_large and not has_begun:  # whatever was made of the error
                await refuse_size()
                return
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, body, answer)
        except _TooLarge:
            await refuse_size()

    def _refusal(self, headers: Headers) -> str | None:
        """Why this request is none of ours."""
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return f"this server does not answer to {host!r}"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return f"pages of {origin!r} may not ask here"
        return None


def _name(host: str) -> str:
    """A Host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


@final
class _Limited:
    """A body that is read up to a limit."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit
        self.is_too_large = False

    async def __call__(self) -> Message:
        """The next part; an error beyond the limit."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.is_too_large = True
            raise _TooLarge
        return message


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why[:100]})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    headers += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})
