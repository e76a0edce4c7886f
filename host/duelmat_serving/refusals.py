"""Refusals: a request that is refused is answered with a page for people, or JSON for scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from duelmat_message import Text, listed, say
from duelmat_serving.answers import NotDone
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.languages import json_answer

_WRONG_METHOD: Final = 405

RefusalPage = Callable[[Request, str, int], Response]
"""A function that returns the page with a message, answered with a status."""


class Refusals:
    """The answers of one app to the requests that it refuses."""

    def __init__(self, page: RefusalPage) -> None:
        self._page = page

    def answer(self, request: Request, refused: NotDone, status: int) -> Response:
        """Answer a refused request in the form that the request wants."""
        if wants_page(request):
            return self._page(request, refused.message, status)
        return json_answer(request, refused, status)

    async def not_served(self, request: Request, fault: Exception) -> Response:
        """Answer a request that no address serves, in place of Starlette's own answer."""
        assert isinstance(fault, HTTPException)
        answer = self.answer(request, NotDone(_not_served(request, fault)), fault.status_code)
        answer.headers.update(fault.headers or {})
        return answer


def wants_page(request: Request) -> bool:
    """Whether a person reads the answer, and not a script."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def _not_served(request: Request, fault: HTTPException) -> Text:
    path, method = request.url.path, request.method
    if fault.status_code == UnknownPageError.status:
        return say("There is no page {path!r} here: begin at the address /.", path=path)
    if fault.status_code == _WRONG_METHOD:
        known = listed((fault.headers or {}).get("Allow", "").split(", "), "or")
        return say(
            "{path!r} is not asked by {method}, but by {known}.",
            path=path,
            method=method,
            known=known,
        )
    return say("{path!r} is not served: {fault}.", path=path, fault=fault.detail)
