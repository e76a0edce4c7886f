"""Routes of one method each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SEE_OTHER: Final = 303
"""The status that leads a browser on to a page, whatever it has asked."""

COMPRESSION: Final = 6
"""zlib's own default: level 9 takes twice the time for 1 % less of a page."""

Handler = Callable[[Request], Awaitable[Response]]


def get(path: str, handler: Handler, *, is_public: bool = False) -> Route:
    """Return a route that answers GET.

    is_public: whether everybody gets the same answer, which then is sent compressed. An answer
    with a secret would tell of it by its compressed length. Feeds are never compressed.

    Starlette lets such a route answer HEAD too, which would use up a ticket that nobody sees, and
    follow a feed whose events nobody gets.
    """
    compressed = [Middleware(GZipMiddleware, compresslevel=COMPRESSION)] if is_public else None
    route = Route(path, handler, methods=["GET"], middleware=compressed)
    assert route.methods is not None
    route.methods.discard("HEAD")
    return route


def post(path: str, handler: Handler) -> Route:
    """Return a route that answers POST."""
    return Route(path, handler, methods=["POST"])
