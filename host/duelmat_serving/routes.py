"""Routes of one method each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SEE_OTHER: Final = 303
"""The status that leads a browser on to a page, whatever it has asked."""

Handler = Callable[[Request], Awaitable[Response]]


def get(path: str, handler: Handler) -> Route:
    """Return a route that answers GET.

    Starlette lets such a route answer HEAD too, which would use up a ticket that nobody sees, and
    follow a feed whose events nobody gets.
    """
    route = Route(path, handler, methods=["GET"])
    assert route.methods is not None
    route.methods.discard("HEAD")
    return route


def post(path: str, handler: Handler) -> Route:
    """Return a route that answers POST."""
    return Route(path, handler, methods=["POST"])
