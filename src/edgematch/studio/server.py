"""Starting the server: the port, the names it answers to, the token, the browser."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from edgematch.errors import OptionError
from edgematch.studio.app import Settings, create_app
from edgematch.studio.security import LOOPBACK


def serve(
    host: str, port: int, *, open_browser: bool, read_only: bool, most_seconds: float, store: str | None,
    tell: Callable[[str], object],
) -> None:  # fmt: skip
    """Serve the page until interrupted; the first line that `tell` gets is the URL of the page."""
    listener = _listen(host, port)
    bound = listener.getsockname()[1]
    is_local = is_loopback(host)
    token = "" if is_local else secrets.token_urlsafe(18)
    shown = f"[{host}]" if ":" in host else host
    names = LOOPBACK if is_local else (*LOOPBACK, shown, socket.gethostname(), *_own_addresses(host))
    settings = Settings(
        hosts=tuple(
            host.lower()
            for name in names
            for host in ((f"{name}:{bound}", name) if bound == 80 else (f"{name}:{bound}",))
        ),
        token=token,
        is_read_only=read_only,
        most_seconds=most_seconds,
        store=store,
    )
    where = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{bound}/"  # noqa: S104 - compared, not bound
    url = f"{where}?token={token}" if token else where
    tell(url)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (url,)).start()
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        ws_max_size=1 << 16,
        limit_concurrency=256,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host name or IP number."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # who reads the URL may connect at once
    except OSError as problem:
        listener.close()
        raise OptionError(
            f"cannot listen on {host} port {port} ({problem.strerror or problem}); choose another --port, or 0 for any"
        ) from None
    return listener


def _own_addresses(host: str) -> tuple[str, ...]:
    """The IP numbers of this machine, for a server that listens on all of them."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return ()
    try:
        return tuple(sorted({str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}))
    except OSError:
        return ()
