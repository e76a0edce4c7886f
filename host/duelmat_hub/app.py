"""The app of a hub: its addresses behind their checks, and how refusals are answered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from duelmat_hub.addresses import ADDRESSES, Address
from duelmat_hub.doors import Doors
from duelmat_hub.errors import BrokenStoreError, ForeignStreamError, StoreError, UnsureError
from duelmat_hub.handlers import Asked, Handlers
from duelmat_hub.pages import Pages
from duelmat_hub.requests import Changed, Question
from duelmat_message import say, words_of
from duelmat_message.errors import DuelmatError
from duelmat_serving.answers import NotDone
from duelmat_serving.errors import WebError
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.refusals import Refusals
from duelmat_serving.request_language import language_of
from duelmat_serving.routes import get, post
from duelmat_serving.static_files import static_files
from duelmat_tournament.errors import ChangedError, NotAllowedError, RefusedError

STATIC: Final = Path(__file__).parent / "static"


def make_app(
    handlers: Handlers,
    doors: Doors,
    pages: Pages,
    *,
    hosts: tuple[str, ...] = LOOPBACK_HOSTS,
    address: str = "",
    language: str = ENGLISH_CODE,
    others: Mapping[str, Starlette] | None = None,
) -> Starlette:
    """Return the app of an event, with `hosts`, `address` and `language` as for a table's pages.

    others: the apps of other events, by the roots of their addresses.
    """

    def page(request: Request, message: str, status: int) -> Response:
        return HTMLResponse(pages.refused(message, language_of(request)), status)

    refusals = Refusals(page)

    async def refused(request: Request, fault: Exception) -> Response:
        kind: type[NotDone] = NotDone
        if isinstance(fault, ChangedError | UnsureError):
            kind = Changed if isinstance(fault, ChangedError) else Question
        return refusals.answer(request, kind(words_of(fault)), _status_of(fault))

    async def failed(request: Request, _: Exception) -> Response:
        words = say("The hub has made a mistake, which is in its log. Nothing was done.")
        return refusals.answer(request, NotDone(words), 500)

    kinds = (
        WebError,
        RefusedError,
        StoreError,
        BrokenStoreError,
        ForeignStreamError,
        UnsureError,
        DuelmatError,
    )
    app = Starlette(
        routes=[
            *(_route(each, handlers, doors) for each in ADDRESSES),
            *(Mount(root, app) for root, app in (others or {}).items()),
            static_files(STATIC),
        ],
        middleware=[Middleware(Guard, hosts=hosts, address=address)],
        exception_handlers={
            **dict.fromkeys(kinds, refused),
            HTTPException: refusals.not_served,
            Exception: failed,  # the server logs where it was
        },
    )
    app.state.language = language
    app.state.address = address.rstrip("/")
    return app


def _route(address: Address, handlers: Handlers, doors: Doors) -> Route:
    """Return the route of an address, which checks who asks before it answers."""

    async def answer(request: Request) -> Response:
        person = await doors.find(request, address.roles)
        return await address.handler(handlers, Asked(request, person, address.path))

    if address.method != "GET":
        return post(address.path, answer)
    is_public = address.roles is None and address.handler is not Handlers.enter
    return get(address.path, answer, is_public=is_public)


def _status_of(fault: Exception) -> int:
    match fault:
        case WebError():
            return fault.status
        case NotAllowedError():
            return 403
        case StoreError() | BrokenStoreError():
            return 503
        case DuelmatError():  # a deck list with faults
            return 422
    return 409
