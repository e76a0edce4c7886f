"""The app of a table: its addresses, its scripts and styles, and how refusals are answered."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from duelmat_files.errors import NotKeptError
from duelmat_host.errors import AccessFileError, JournalError
from duelmat_message import (
    say,
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_serving.answers import NotDone
from duelmat_serving.errors import NoSessionError, UnknownPageError, WebError
from duelmat_serving.feed_response import BEAT_S
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.languages import json_answer
from duelmat_serving.static_files import static_files

from .doors import AGAIN
from .page_templates import TEMPLATES
from .routes import table_routes
from .service import Service

DECLINED: Final = 409
NOT_KEPT: Final = 503
STATIC: Final = Path(__file__).parent / "static"


def make_app(
    service: Service,
    *,
    hosts: tuple[str, ...] = LOOPBACK_HOSTS,
    address: str = "",
    beat_s: float = BEAT_S,
    language: str = ENGLISH_CODE,
) -> Starlette:
    """Return the pages of one table.

    hosts: the names under which the pages answer, besides the address that a connection came to.
    address: how others reach the pages, for new links and for whoever asks under a foreign name;
    empty: as whoever asks for a link does.
    language: the code of the language for browsers that ask for none of ours.
    """
    app = Starlette(
        routes=[*table_routes(service, beat_s=beat_s, address=address), static_files(STATIC)],
        middleware=[Middleware(Guard, hosts=hosts, address=address)],
        exception_handlers={
            WebError: _refused,
            HTTPException: _not_served,
            DuelmatError: _declined,
        },
    )
    app.state.language = language
    return app


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, WebError)
    if _wants_page(request):
        if isinstance(fault, NoSessionError) and AGAIN not in request.query_params:
            # a strict cookie is left out when another site's link leads here, not the next time
            again = f"{request.url.path}?{AGAIN}"
            return TEMPLATES.TemplateResponse(
                request, "again.html", {"again": again}, status_code=fault.status
            )
        return TEMPLATES.TemplateResponse(
            request, "refused.html", {"message": words_of(fault)}, status_code=fault.status
        )
    return json_answer(request, NotDone(words_of(fault)), fault.status)


async def _declined(request: Request, fault: Exception) -> Response:
    """Answer a request that the table declines, or whose files cannot be written."""
    is_kept = not isinstance(fault, AccessFileError | JournalError | NotKeptError)
    status = DECLINED if is_kept else NOT_KEPT
    message = words_of(fault)
    if isinstance(fault, AccessFileError):  # its path is for whoever started the table
        message = say(
            "The table could not write down who may open its pages ({reason}): tell whoever "
            "started it to look after its disk, then try again.",
            reason=fault.reason,
        )
    if _wants_page(request):
        facts = {"heading": say("The table cannot do that now"), "message": message}
        return TEMPLATES.TemplateResponse(request, "refused.html", facts, status_code=status)
    return json_answer(request, NotDone(message), status)


def _wants_page(request: Request) -> bool:
    """Whether a person reads the answer, and not a script."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


async def _not_served(request: Request, fault: Exception) -> Response:
    """Return the framework's own refusal in the same words and form as ours."""
    assert isinstance(fault, HTTPException)
    if fault.status_code == UnknownPageError.status:
        return await _refused(
            request,
            UnknownPageError(
                say(
                    "There is no page {path!r} here: the table is at the address /.",
                    path=request.url.path,
                )
            ),
        )
    message = say(
        "{fault}: {method} is not how {path!r} is asked.",
        fault=fault.detail,
        method=request.method,
        path=request.url.path,
    )
    answer = json_answer(request, NotDone(message), fault.status_code)
    answer.headers.update(fault.headers or {})
    return answer
