"""The addresses of duels that are over: for everybody, for a seat, and for the judge.

Each viewer has a page, the file that can be shared, the same page as one file, and the summary
that the table's own pages show when a duel has just ended; and a list of all.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from duelmat_host.app.access import JUDGE
from duelmat_host.app.replay_file import write_replay
from duelmat_host.showing.replay_types import Replay
from duelmat_message import say
from duelmat_serving.admission import client_of
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.reader import language_of
from duelmat_serving.turns import Turns

from .doors import AGAIN, SEE_OTHER, Doors, page_path
from .replay_page import duels_page, replay_page, single_page, summary_part
from .service import PUBLIC, Service

MOST_DIGITS: Final = 9
PARTS: Final = ("", "summary", "file", "page")
"""The parts of a duel's address: its page, summary, file to share, and page as one file."""
SINGLE_PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)
"""A page in one file brings its scripts along; opened from here it is nobody's page."""


def replay_routes(service: Service, doors: Doors) -> APIRouter:
    """Return the addresses of duels that are over."""
    router = APIRouter()
    turns = Turns()

    async def listed_duels(request: Request, viewer: str) -> Response:
        base = "" if viewer == PUBLIC else page_path(viewer)
        names = {seat.letter: seat.name for seat in service.page().seats}
        duels = await service.played()
        return HTMLResponse(duels_page(duels, names, base, language_of(request)))

    async def shown(request: Request, viewer: str, number: str, part: str) -> Response:
        language = language_of(request)
        if not number.isdecimal() or len(number) > MOST_DIGITS or part not in PARTS:
            raise _unknown(number[:60], part[:60])
        base = "" if viewer == PUBLIC else page_path(viewer)
        page = f"{base}/duel/{int(number)}"
        if part == "summary":
            facts = await service.summary(int(number))
            names = {seat.letter: seat.name for seat in service.page().seats}
            duels = f"{base}/duels" if int(number) > 1 else ""
            return HTMLResponse(summary_part(facts, names, page, language, duels=duels))
        replay = await service.replay(int(number), viewer, language)
        client = viewer if viewer != PUBLIC else client_of(request)
        match part:
            case "file":
                return _saved(write_replay(replay, language), replay, "json")
            case "page":
                single = await turns.do(client, partial(single_page, replay, language))
                answer = _saved(single.encode(), replay, "html")
                answer.headers["content-security-policy"] = SINGLE_PAGE_POLICY
                return answer
            case _:
                ways = {
                    "home": base or "/",
                    "duels": f"{base}/duels",
                    "file": f"{page}/file",
                    "page_file": f"{page}/page",
                }
                drawn = await turns.do(client, partial(replay_page, replay, language, **ways))
                return HTMLResponse(drawn)

    @router.get("/duels")
    async def public_duels(request: Request) -> Response:
        return await listed_duels(request, PUBLIC)

    @router.get("/seat/{letter}/duels")
    async def seat_duels(request: Request, letter: str) -> Response:
        doors.check_seat(letter, request)
        return _again(request) or await listed_duels(request, letter)

    @router.get("/judge/duels")
    async def judge_duels(request: Request) -> Response:
        doors.check_judge(request)
        return _again(request) or await listed_duels(request, JUDGE)

    @router.get("/duel/{number}")
    @router.get("/duel/{number}/{part}")
    async def public(request: Request, number: str, part: str = "") -> Response:
        return await shown(request, PUBLIC, number, part)

    @router.get("/seat/{letter}/duel/{number}")
    @router.get("/seat/{letter}/duel/{number}/{part}")
    async def seat(request: Request, letter: str, number: str, part: str = "") -> Response:
        doors.check_seat(letter, request)
        return _again(request) or await shown(request, letter, number, part)

    @router.get("/judge/duel/{number}")
    @router.get("/judge/duel/{number}/{part}")
    async def judge(request: Request, number: str, part: str = "") -> Response:
        doors.check_judge(request)
        return _again(request) or await shown(request, JUDGE, number, part)

    return router


def _unknown(number: str, part: str) -> UnknownPageError:
    if not part:
        return UnknownPageError(
            say(
                "Expected an address such as /duel/1, or /duel/1/file for the file to share, got "
                "{number!r}.",
                number=number,
            )
        )
    return UnknownPageError(
        say(
            "Expected an address such as /duel/1, or /duel/1/file for the file to share, got "
            "{number!r} and {part!r}.",
            number=number,
            part=part,
        )
    )


def _again(request: Request) -> Response | None:
    """Return the way to the address without the mark of a second try."""
    if AGAIN in request.query_params:
        return RedirectResponse(request.url.path, SEE_OTHER)
    return None


def _saved(content: bytes, replay: Replay, ending: str) -> Response:
    """Return content that the browser saves under a name that says what it is."""
    whose = "" if replay.seen_by == PUBLIC else f"-{replay.seen_by}"
    name = f"duelmat-duel-{replay.number}{whose}.{ending}"
    media = "text/html; charset=utf-8" if ending == "html" else "application/json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media, headers=headers)
