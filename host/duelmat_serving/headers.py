"""The guard around the whole app: what every answer carries and every request must bear.

A body that has not been read whole when its request is answered is not read on.

A page on another site could make a browser ask us (cross-site requests) or answer to a name that
it points at this machine (DNS rebinding); both are turned away before any page sees them.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Final

from msgspec import to_builtins
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duelmat_message import (
    Text,
    listed,
    say,
    words_of,
)
from duelmat_serving.answers import NotDone
from duelmat_serving.request_language import language_of

from .bodies import has_body
from .errors import ForeignHostError, ForeignOriginError, TooLargeError, WebError

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
    """A wrapper of the app: own names and own pages only, strict headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], address: str = "") -> None:
        """Args:
        hosts: the names under which the pages are asked.
        address: the address that people were given; empty if there is none.

        """
        self._app = app
        self._hosts = hosts
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        given = Headers(scope=scope)
        is_whole = not has_body(given)

        async def receive_noted() -> Message:
            nonlocal is_whole
            message = await receive()
            is_whole = is_whole or not message.get("more_body", False)
            return message

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                if not is_whole:  # the rest, which may have no end, is not waited for
                    headers["connection"] = "close"
                for name, value in _FIXED.items():
                    headers.setdefault(name, value)  # an answer may bring a stricter one
                is_static = scope["path"].startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if is_static else "no-store")
                message["headers"] = headers.raw
            await send(message)

        try:
            self._check(given, scope["method"], own_address(scope))
        except WebError as refused:
            said = to_builtins(
                NotDone(words_of(refused)), enc_hook=language_of(Request(scope)).encoded
            )
            answer = JSONResponse(said, status_code=refused.status)
            await answer(scope, receive, send_guarded)
            return
        await self._app(scope, receive_noted, send_guarded)

    def _check(self, headers: Headers, method: str, own: str) -> None:
        host = headers.get("host", "")
        # no other site's name can lead to an address written out
        if _without_port(host) not in (*self._hosts, own):
            raise ForeignHostError(self._foreign(host))
        if method in ("GET", "HEAD"):
            if has_body(headers):  # no handler would read it to its end
                raise TooLargeError(say("Expected a request without a body, got one with a body."))
            return
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise ForeignOriginError(
                say(
                    "Expected a request of this table's own pages, got one of {origin!r}: "
                    "nothing was done.",
                    origin=origin,
                )
            )

    def _foreign(self, host: str) -> Text:
        hosts = listed(self._hosts, "or")
        if not self._address:
            return say(
                "Expected to be asked as {hosts}, got {host!r}: open the page by one of these "
                "names, or start the table with --host-name and this one.",
                hosts=hosts,
                host=host,
            )
        return say(
            "Expected to be asked as {hosts}, got {host!r}: open the page by one of these names, "
            "or start the table with --host-name and this one. The table printed this one: "
            "{address}",
            hosts=hosts,
            host=host,
            address=self._address,
        )


def own_address(scope: Scope) -> str:
    """Return the address of this machine that a connection came to, as it stands in a URL."""
    try:
        address = ip_address((scope.get("server") or ("",))[0])
    except ValueError:  # a socket file has none
        return ""
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return f"[{address}]" if mapped is None else str(mapped)
    return str(address)


def is_overheard(connection: HTTPConnection) -> bool:
    """Whether others in the network can read what passes on a connection."""
    if connection.url.scheme == "https":
        return False
    own = own_address(connection.scope).strip("[]")
    return own != "" and not ip_address(own).is_loopback


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdigit() else host.lower()
