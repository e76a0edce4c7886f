"""The app: which address shows or does what.

::

    GET  /                       the table, for everybody
    GET  /seat/{token}           a seat's private page
    POST /seat/{token}/answer    choose an option of a prompt
    POST /seat/{token}/hands     move cards, touch pads, press buttons (simulated mats)
    POST /seat/{token}/command   concede, offers, corrections, takebacks, rematch
    GET  /judge/{token}          the judge's page
    GET  /judge/{token}/line     counts of the line to the mat
    POST /judge/{token}/ruling   let stand, take back, correct life, go on
    GET  /events/{viewer}        the feed of "public", of a seat's token or of the judge's
    GET  /rules/{id}             what a rule says
    GET  /enroll                 telling the table which sleeve holds which card
    POST /enroll/command
    GET  /healthz                whether the table is turned
    GET  /metrics                counts, for programs of this machine and the judge
    GET  /static/...             scripts and styles
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from msgspec import to_builtins
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from duelmat_host.app.answers import NotDone
from duelmat_host.errors import HostError, JournalError, NotKeptError

from .errors import UnknownPageError, WebError
from .events import BEAT_S
from .headers import LOOPBACK_HOSTS, Guard
from .pages import TEMPLATES, pages
from .post_routes import post_routes
from .seats import Seats
from .service import Service
from .status import status_routes

DECLINED: Final = 409
NOT_KEPT: Final = 503
STATIC: Final = Path(__file__).parent / "static"


def make_app(
    service: Service, *, hosts: tuple[str, ...] = LOOPBACK_HOSTS, beat_s: float = BEAT_S
) -> FastAPI:
    """The pages of one table, answering to these host names ("*" for any)."""
    app = FastAPI(title="Duelmat", docs_url=None, redoc_url=None, openapi_url=None)
    seats = Seats(service)
    app.include_router(pages(service, seats, beat_s))
    app.include_router(post_routes(service, seats))
    app.include_router(status_routes(service, seats))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Guard, hosts=hosts)
    app.add_exception_handler(WebError, _refused)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(HostError, _declined)
    return app


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, WebError)
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return TEMPLATES.TemplateResponse(
            request, "refused.html", {"message": str(fault)}, status_code=fault.status
        )
    return JSONResponse(to_builtins(NotDone(str(fault))), status_code=fault.status)


async def _declined(_: Request, fault: Exception) -> Response:
    """Answer what the table declines, or cannot do because its files cannot be written."""
    status = NOT_KEPT if isinstance(fault, JournalError | NotKeptError) else DECLINED
    return JSONResponse(to_builtins(NotDone(str(fault))), status_code=status)


async def _not_served(request: Request, fault: Exception) -> Response:
    """What the framework itself refuses, in the same words and form as what we refuse."""
    assert isinstance(fault, HTTPException)
    if fault.status_code == UnknownPageError.status:
        return await _refused(
            request,
            UnknownPageError(
                f"There is no page {request.url.path!r} here: the table is at the address /."
            ),
        )
    message = f"{fault.detail}: {request.method} is not how {request.url.path!r} is asked."
    return JSONResponse(
        to_builtins(NotDone(message)),
        status_code=fault.status_code,
        headers=fault.headers,
    )
