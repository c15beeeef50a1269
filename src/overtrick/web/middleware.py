"""Middleware: Host and Origin checks, size and time limits for bodies, security headers."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from ipaddress import ip_address
from typing import final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overtrick.web.pages import error_response
from overtrick.web.settings import WebSettings

__all__ = ["SecurityMiddleware", "is_navigation"]

_log = logging.getLogger(__name__)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_FOREIGN = ("cross-site", "same-site")
"""Values of Sec-Fetch-Site for requests from another site's page; another port is the same site."""
_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect")),
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
"""Headers of every response."""
_PASSED_OVER = 50
"""How many times the allowed size of an overlong body is read and discarded before it is refused."""


class _Refusal(Exception):
    """The refusal to read the rest of a body."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@final
class SecurityMiddleware:
    """Checks every request, HTTP and WebSocket alike, and always answers."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = {_host_of(each) for each in (*_LOOPBACK, settings.host, *settings.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with a reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        why = self._refusal(scope)
        if why is not None:
            await _refuse(scope, send, why)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        body = _LimitedBody(receive, self._settings)
        answer = _Response(send, body)
        try:
            await self._app(scope, body, answer)
        except (_Refusal, ClientDisconnect):
            pass
        except Exception:
            if answer.has_begun:
                raise
            _log.exception("an error while %s was answered", scope["path"])
            await self._wrong(scope, answer, 500, "Something went wrong here. Nothing is lost.")
        if body.refused is not None and not answer.has_begun:  # whatever the application made of the error
            refused, body.refused = body.refused, None
            await self._wrong(scope, answer, refused.status, str(refused))

    async def _wrong(self, scope: Scope, answer: _Response, status: int, why: str) -> None:
        """Answer with a page, or JSON, that explains the error; the rest of the request is not read."""
        page = error_response(Request(scope), why, status)
        page.headers["connection"] = "close"
        await page(scope, _nothing, answer)

    def _refusal(self, scope: Scope) -> str | None:
        """The reason to refuse this request; None if it is ours."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return f"this server does not answer to {host!r}"
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host.lower():
            return f"pages of {origin!r} may not ask here"
        is_foreign = scope["type"] == "http" and headers.get("sec-fetch-site") in _FOREIGN
        if is_foreign and not (scope["method"] == "GET" and is_navigation(headers)):
            return "other pages may only link to this one"
        return None


def is_navigation(headers: Headers) -> bool:
    """Is this a person's navigation to a page, as far as the browser's headers tell?"""
    mode, to = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
    if mode is None and to is None and "sec-fetch-site" not in headers:
        return True
    return (mode, to) == ("navigate", "document")


# Names


def _host_of(name: str) -> str:
    """A name or an address as browsers write it in the Host header."""
    plain = name.strip("[]")
    try:
        address = ip_address(plain)
    except ValueError:
        return name.lower()
    return f"[{address}]" if address.version == 6 else str(address)


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


def _netloc(origin: str) -> str | None:
    """Host and port of an Origin header; None if it is invalid."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


# Bodies and responses


@final
class _LimitedBody:
    """A body that is read up to limits of size and time."""

    def __init__(self, receive: Receive, settings: WebSettings) -> None:
        self._receive = receive
        self._settings = settings
        self._left = settings.body
        self._end = asyncio.get_running_loop().time() + settings.body_seconds
        self._is_complete = False
        self.refused: _Refusal | None = None

    async def __call__(self) -> Message:
        """The next part of the body; an error beyond the limits."""
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise self._refusal(408, "That came too slowly. Please send it again.") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            await self._pass_over(message)
            raise self._refusal(413, f"That is more than {self._settings.body:,} bytes.")
        self._is_complete = not message.get("more_body", False)
        return message

    async def _pass_over(self, message: Message) -> None:
        """Read and discard some more: a client that is cut off while sending never sees the response."""
        left = _PASSED_OVER * self._settings.body
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._end):
                while message.get("more_body", False) and left > 0:
                    message = await self._receive()
                    left -= len(message.get("body", b""))

    def _refusal(self, status: int, why: str) -> _Refusal:
        self.refused = _Refusal(status, why)
        return self.refused


@final
class _Response:
    """A response with the common headers; suppressed if the body was refused."""

    def __init__(self, send: Send, body: _LimitedBody) -> None:
        self._send = send
        self._body = body
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        """Send the next part."""
        if self._body.refused is not None and not self.has_begun:
            return
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _refuse(scope: Scope, send: Send, why: str) -> None:
    """Refuse in one plain line, as our pages are not for other sites."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why[:100]})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    headers += [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})
