"""The app: its addresses, and what each of them shows or does.

::

    GET  /                       the table, for everybody
    GET  /events/public          its feed
    GET  /seat/{link}            lets this browser in to the seat: a cookie, and on to /seat/a
    GET  /seat/a                 a seat's private page, by its cookie, as all below it
    GET  /seat/a/events          its feed
    POST /seat/a/answer          choose an option of a prompt
    POST /seat/a/hands           move cards, touch pads, press buttons (simulated mats)
    POST /seat/a/command         concede, offers, corrections, takebacks, rematch
    GET  /judge/{link}           lets this browser in to the judge's page
    GET  /judge                  the judge's page, by its cookie
    GET  /judge/events           its feed
    GET  /judge/line             counts of the line to the mat
    POST /judge/ruling           let stand, take back, correct life, go on
    POST /judge/links            a new link for a seat
    GET  /enroll/{link}          lets this browser in to the enrolling page
    GET  /enroll                 telling the table which sleeve holds which card, by its cookie
    POST /enroll/command
    GET  /healthz                whether the table is turned
    GET  /metrics                counts, for whoever has the judge's secret
    GET  /open/{ticket}          lets in as a link does, once and within a minute
    POST /seat/a/uses            what may be done with a card of one's own, and why not more
    GET  /cards                  the faces of the game's cards
    GET  /art/{code}             a user's own picture of a card
    GET  /overlay                what a stream shows: /overlay?corner=top-left&size=large
    GET  /events/overlay         its feed
    GET  /rules/{id}             what a rule says
    GET  /words/{language}       what the scripts say, in that language
    GET  /duel/{n}               a duel that is over, step by step; also below /seat/a and /judge
    GET  /duel/{n}/summary       its summary alone
    GET  /duel/{n}/file          the same as a file to share
    GET  /duel/{n}/page          the same as one page that needs no server
    GET  /duels                  the duels that are over; also below /seat/a and /judge
    GET  /static/...             scripts and styles
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from duelmat_files.errors import NotKeptError
from duelmat_host.errors import AccessFileError, JournalError
from duelmat_message import (
    say,
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_serving.answers import NotDone
from duelmat_serving.errors import NoSessionError, UnknownPageError, WebError
from duelmat_serving.headers import LOOPBACK_HOSTS, Guard
from duelmat_serving.language.titles import ENGLISH_CODE
from duelmat_serving.languages import json_answer

from .doors import AGAIN, Doors
from .events import BEAT_S
from .overlay import overlay_routes
from .page_templates import TEMPLATES
from .pages import pages
from .post_routes import post_routes
from .replay_routes import replay_routes
from .service import Service
from .status import status_routes

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
) -> FastAPI:
    """Return the pages of one table.

    hosts: the names under which they answer, besides the address that a connection came to.
    address: how others reach the pages, for new links and for whoever asks under a foreign name;
    empty: as whoever asks for a link does.
    language: the code of the language for browsers that ask for none of ours.
    """
    app = FastAPI(title="Duelmat", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.language = language
    doors = Doors(service)
    app.include_router(replay_routes(service, doors))  # /judge/duels is no judge's link
    app.include_router(pages(service, doors, beat_s))
    app.include_router(post_routes(service, doors, address))
    app.include_router(overlay_routes(service))
    app.include_router(status_routes(service, doors))
    # Compressed, for phones; what holds a secret never is, as its length would tell of it.
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC)), name="static")
    app.add_middleware(Guard, hosts=hosts, address=address)
    app.add_exception_handler(WebError, _refused)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(DuelmatError, _declined)
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
    """Answer what the table declines, or cannot do because its files cannot be written."""
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
