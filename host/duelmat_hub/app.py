"""The app of a hub: its addresses behind their checks, and how refusals are answered."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from duelmat_hub.addresses import ADDRESSES, Address
from duelmat_hub.answers import Answers, Asked
from duelmat_hub.doors import Doors
from duelmat_hub.errors import BrokenStoreError, StoreError
from duelmat_hub.pages import Pages
from duelmat_hub.requests import Refused
from duelmat_message import say, words_of
from duelmat_message.errors import DuelmatError
from duelmat_serving.errors import UnknownPageError, WebError
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.languages import json_answer
from duelmat_serving.reader import language_of
from duelmat_serving.routes import get, post
from duelmat_serving.static_files import static_files
from duelmat_tournament.errors import ChangedError, NotAllowedError, RefusedError

STATIC: Final = Path(__file__).parent / "static"


def make_app(
    answers: Answers,
    doors: Doors,
    pages: Pages,
    *,
    hosts: tuple[str, ...] = LOOPBACK_HOSTS,
    address: str = "",
    language: str = ENGLISH_CODE,
) -> Starlette:
    """Return the app of a hub; `hosts`, `address` and `language` as for the pages of a table."""
    refusals = Refusals(pages)
    kinds = (WebError, RefusedError, StoreError, BrokenStoreError, DuelmatError)
    app = Starlette(
        routes=[
            *(_route(each, answers, doors) for each in ADDRESSES),
            static_files(STATIC),
        ],
        middleware=[Middleware(Guard, hosts=hosts, address=address)],
        exception_handlers={
            **dict.fromkeys(kinds, refusals.refused),
            HTTPException: refusals.not_served,
            Exception: refusals.failed,
        },
    )
    app.state.language = language
    return app


def _route(address: Address, answers: Answers, doors: Doors) -> Route:
    """Return the route of an address, which checks who asks before it answers."""

    async def answer(request: Request) -> Response:
        person = await doors.find(request, address.roles)
        return await address.answer(answers, Asked(request, person, address.path))

    return (get if address.method == "GET" else post)(address.path, answer)


class Refusals:
    """The answers to refused requests: in words for a person, as JSON for a script."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    async def refused(self, request: Request, fault: Exception) -> Response:
        """Answer a request that is refused: in words for a person, as JSON for a script."""
        status = _status_of(fault)
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            page = self._pages.refused(words_of(fault), language_of(request))
            return HTMLResponse(page, status_code=status)
        refused = Refused(words_of(fault), isinstance(fault, ChangedError))
        return json_answer(request, refused, status)

    async def not_served(self, request: Request, fault: Exception) -> Response:
        assert isinstance(fault, HTTPException)
        words = UnknownPageError(say("There is no such page: begin at the address of the event."))
        answer = await self.refused(request, words)
        answer.status_code = fault.status_code
        return answer

    async def failed(self, request: Request, _: Exception) -> Response:
        """Answer a request in which the program itself failed; the server logs the place."""
        words = say("The hub has made a mistake, which is in its log. Nothing was done.")
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(self._pages.refused(words), status_code=500)
        return JSONResponse(to_builtins(Refused(words)), status_code=500)


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
