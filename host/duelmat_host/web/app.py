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
from duelmat_host.app.start_desk import StartDesk
from duelmat_host.errors import AccessFileError, JournalError
from duelmat_message import (
    say,
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_serving.answers import NotDone
from duelmat_serving.errors import NoSessionError, WebError
from duelmat_serving.feed_response import BEAT_S
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.refusals import Refusals, wants_page
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
    desk: StartDesk | None = None,
    *,
    hosts: tuple[str, ...] = LOOPBACK_HOSTS,
    address: str = "",
    beat_s: float = BEAT_S,
    language: str = ENGLISH_CODE,
) -> Starlette:
    """Return the pages of one table.

    desk: where is chosen what is played; None: that is settled.
    hosts: the names under which the pages answer, besides the address that a connection came to.
    address: how others reach the pages, for new links and for whoever asks under a foreign name;
    empty: as whoever asks for a link does.
    language: the code of the language for browsers that ask for none of ours.
    """
    app = Starlette(
        routes=[
            *table_routes(service, desk, beat_s=beat_s, address=address),
            static_files(STATIC),
        ],
        middleware=[Middleware(Guard, hosts=hosts, address=address)],
        exception_handlers={
            WebError: _refused,
            HTTPException: _NOT_HERE.not_served,
            DuelmatError: _declined,
        },
    )
    app.state.language = language
    return app


def _page(request: Request, message: str, status: int, **facts: str) -> Response:
    shown = {"message": message, **facts}
    return TEMPLATES.TemplateResponse(request, "refused.html", shown, status_code=status)


def _cannot_now(request: Request, message: str, status: int) -> Response:
    return _page(request, message, status, heading=say("The table cannot do that now"))


_NOT_HERE: Final = Refusals(_page)
_NOT_NOW: Final = Refusals(_cannot_now)


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, WebError)
    if (
        isinstance(fault, NoSessionError)
        and wants_page(request)
        and AGAIN not in request.query_params
    ):
        # a strict cookie is left out when another site's link leads here, not the next time
        again = {"again": f"{request.url.path}?{AGAIN}"}
        return TEMPLATES.TemplateResponse(request, "again.html", again, status_code=fault.status)
    return _NOT_HERE.answer(request, NotDone(words_of(fault)), fault.status)


async def _declined(request: Request, fault: Exception) -> Response:
    """Answer a request that the table declines, or whose files cannot be written."""
    is_kept = not isinstance(fault, AccessFileError | JournalError | NotKeptError)
    message = words_of(fault)
    if isinstance(fault, AccessFileError):  # its path is for whoever started the table
        message = say(
            "The table could not write down who may open its pages ({reason}). Tell whoever "
            "started it to look after its disk, then try again.",
            reason=fault.reason,
        )
    return _NOT_NOW.answer(request, NotDone(message), DECLINED if is_kept else NOT_KEPT)
