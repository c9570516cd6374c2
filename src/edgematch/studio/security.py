"""What every request and WebSocket must pass before the application sees it.

A page on another site can make the browser send requests to a server on this machine, directly or by rebinding a name
to the loopback interface. So the Host header must name this server, an Origin header must be this server's own, and a
server that other machines can reach asks for a token. Bodies are bounded, and pages may load nothing from elsewhere.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

MOST_BODY = 4 << 20
"""Bytes of a request; the largest board file is a quarter of it."""

TOO_LARGE = (413, f"the request is larger than {MOST_BODY >> 20} MiB")
COOKIE = "edgematch-token"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        b"font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class Guard:
    """The ASGI layer in front of the application; an empty token means that none is needed."""

    app: App
    hosts: tuple[str, ...]
    token: str = ""

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Refuse what is not for this server, pass on the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
        reason = self._refusal(scope, headers)
        if reason:
            await _refuse(scope, send, *reason)
            return
        if scope["type"] == "http":
            body = await _whole_body(receive)
            if body is None:
                await _refuse(scope, send, *TOO_LARGE)
                return
            receive = _replayed(body, receive)
        set_cookie = self.token and self._query_token(scope)
        cookie = f"{cookie_name(scope)}={self.token}; HttpOnly; SameSite=Strict; Path=/" if set_cookie else ""
        await self.app(scope, receive, _with_headers(send, cookie))

    def _refusal(self, scope: MutableMapping[str, Any], headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        if host.lower() not in self.hosts:
            return 421, "this server does not answer for that host"
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "this request comes from another site"
        if scope["type"] == "websocket" and origin is None:
            return 403, "a WebSocket must say where it comes from"
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > MOST_BODY:
            return TOO_LARGE
        if self.token and not self._is_token(self._given_token(scope, headers)):
            return 401, "open the link that the server printed: it holds the token"
        return None

    def _given_token(self, scope: MutableMapping[str, Any], headers: dict[bytes, str]) -> str:
        name = cookie_name(scope)
        pairs = (part.strip().partition("=") for part in headers.get(b"cookie", "").split(";"))
        kept = next((value for key, _, value in pairs if key == name), "")
        return self._query_token(scope) or kept

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())

    def _query_token(self, scope: MutableMapping[str, Any]) -> str:
        query: bytes = scope.get("query_string", b"")
        return parse_qs(query.decode("latin-1")).get("token", [""])[0]


def cookie_name(scope: MutableMapping[str, Any]) -> str:
    """The cookie of the token: browsers share cookies between the ports of a machine, so it names the port."""
    return f"{COOKIE}-{(scope.get('server') or ('', 0))[1]}"


async def _whole_body(receive: Receive) -> bytes | None:
    """The body of a request, which may come without a length; None when it is larger than allowed."""
    parts, size, more = [], 0, True
    while more and size <= MOST_BODY:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message["type"] == "http.request" and message.get("more_body", False)
    return b"".join(parts) if size <= MOST_BODY else None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Hand a body that was read to the application, then whatever else arrives."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _with_headers(send: Send, cookie: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {key.lower() for key, _ in message["headers"]}
            added = [(key, value) for key, value in HEADERS.items() if key not in present]
            if cookie:
                added.append((b"set-cookie", cookie.encode()))
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending


async def _refuse(scope: MutableMapping[str, Any], send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = reason.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *HEADERS.items()]})
    await send({"type": "http.response.body", "body": body})
