"""What every answer carries and every request must bear: the guard around the whole app.

A page on another site could make a browser ask us (cross-site requests) or answer to a name that
it points at this machine (DNS rebinding); both are turned away before any page sees them.
"""

from __future__ import annotations

from typing import Final

from msgspec import to_builtins
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duelmat_host.app.answers import NotDone

from .errors import ForeignHostError, ForeignOriginError, WebError

LOOPBACK_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_FIXED: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer",  # a seat's address is its secret
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Wraps the app: own names and own pages only, strict headers on all that goes out."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                for name, value in _FIXED.items():
                    headers[name] = value
                is_static = scope["path"].startswith("/static/")
                headers["cache-control"] = "no-cache" if is_static else "no-store"
                message["headers"] = headers.raw
            await send(message)

        try:
            self._check(Headers(scope=scope), scope["method"])
        except WebError as refused:
            answer = JSONResponse(to_builtins(NotDone(str(refused))), status_code=refused.status)
            await answer(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _check(self, headers: Headers, method: str) -> None:
        host = headers.get("host", "")
        if "*" not in self._hosts and _without_port(host) not in self._hosts:
            raise ForeignHostError(
                f"Expected to be asked as {' or '.join(self._hosts)}, got {host!r}: open the "
                "page by one of these names, or start the table with this name allowed."
            )
        if method in ("GET", "HEAD"):
            return
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise ForeignOriginError(
                f"Expected a request of this table's own pages, got one of {origin!r}: "
                "nothing was done."
            )


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdigit() else host.lower()
