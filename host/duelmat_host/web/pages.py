"""The addresses that show something: pages drawn on the server, and the feed that keeps them."""

from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.templating import Jinja2Templates

from duelmat_engine import UnknownNameError, rule_words
from duelmat_host.app.access import ENROLLING, JUDGE
from duelmat_host.app.page_facts import PageFacts
from duelmat_host.serving.errors import UnknownPageError
from duelmat_host.serving.feed_response import FeedResponse
from duelmat_host.serving.headers import is_overheard
from duelmat_host.showing.view_types import RuleView

from .doors import AGAIN, SEE_OTHER, Doors, page_path
from .drawing import draw
from .events import feed
from .service import PUBLIC, Service

LastId = Annotated[str | None, Header()]

TEMPLATES: Final = Jinja2Templates(directory=Path(__file__).parent / "templates")

PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself may be dressed, and do nothing else."""


def pages(service: Service, doors: Doors, beat_s: float) -> APIRouter:
    """The GET addresses."""
    router = APIRouter()

    def shown(request: Request, name: str, **facts: Any) -> Response:
        page = service.page()
        return TEMPLATES.TemplateResponse(
            request,
            name,
            {
                "page": page,
                "names": _names(page),
                "beat_ms": round(beat_s * 1000),
                "is_overheard": is_overheard(request),
                **facts,
            },
        )

    def followed(viewer: str, request: Request, last_id: str | None) -> Response:
        def is_open() -> bool:
            return viewer == PUBLIC or doors.is_open(viewer, request)

        return FeedResponse(feed(service, viewer, last_id, beat_s, is_open))

    @router.get("/")
    async def table(request: Request) -> Response:
        return shown(
            request, "table.html", drawing=draw(service.page(), PUBLIC), feed=f"/events/{PUBLIC}"
        )

    @router.get("/events/public")
    async def public_events(request: Request, last_event_id: LastId = None) -> Response:
        return followed(PUBLIC, request, last_event_id)

    @router.get("/open/{ticket}")
    async def ticket(request: Request, ticket: str) -> Response:
        return doors.redeem(ticket, request)

    @router.get("/seat/{name}")
    async def seat(request: Request, name: str) -> Response:
        if name not in doors.letters:
            return doors.enter_seat(name, request)
        doors.check_seat(name, request)
        if AGAIN in request.query_params:
            return RedirectResponse(request.url.path, SEE_OTHER)
        page = service.page()
        others = [other for other in doors.letters if other != name]
        return shown(
            request,
            "seat.html",
            drawing=draw(page, name),
            letter=name,
            base=page_path(name),
            others=others,
            # On one screen both players use this browser: the other's page is a curtain away.
            next_page=page_path(others[0]) if page.one_screen else None,
        )

    def sitting(letter: str, request: Request) -> str:
        doors.check_seat(letter, request)
        return letter

    @router.get("/seat/{letter}/events")
    async def seat_events(
        request: Request,
        viewer: Annotated[str, Depends(sitting)],
        last_event_id: LastId = None,
    ) -> Response:
        return followed(viewer, request, last_event_id)

    @router.get("/judge")
    async def judge(request: Request) -> Response:
        doors.check_judge(request)
        if AGAIN in request.query_params:
            return RedirectResponse(request.url.path, SEE_OTHER)
        return shown(request, "judge.html", drawing=draw(service.page(), PUBLIC), base="/judge")

    @router.get("/judge/line")
    async def line(request: Request) -> Response:
        doors.check_judge(request)
        return JSONResponse(to_builtins(service.line()))

    @router.get(
        "/judge/events",
        dependencies=[Depends(doors.check_judge)],
    )
    async def judge_events(request: Request, last_event_id: LastId = None) -> Response:
        return followed(JUDGE, request, last_event_id)

    @router.get("/judge/{link}")
    async def enter_judge(request: Request, link: str) -> Response:
        return doors.enter(JUDGE, link, request)

    @router.get("/enroll")
    async def enroll(request: Request) -> Response:
        doors.check_enrolling(request)
        if AGAIN in request.query_params:
            return RedirectResponse(request.url.path, SEE_OTHER)
        spots = [zone for zone in draw(service.page(), PUBLIC).zones if zone.stack]
        cards = [{"code": card.code, "name": card.name} for card in service.cards().cards]
        return shown(request, "enroll.html", spots=spots, cards=cards)

    @router.get("/enroll/{link}")
    async def enter_enrolling(request: Request, link: str) -> Response:
        return doors.enter(ENROLLING, link, request)

    @router.get("/cards")
    async def cards() -> JSONResponse:
        return JSONResponse(to_builtins(service.cards()))

    @router.get("/art/{code}")
    async def picture(code: str) -> Response:
        found = service.picture(code)
        if found is None:
            raise UnknownPageError(f"This table has no picture of a card {code!r}.")
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "no-cache"}
        return Response(found.content, media_type=found.media_type, headers=headers)

    @router.get("/rules/{rule}")
    async def rule(rule: str) -> Response:
        try:
            return JSONResponse(to_builtins(RuleView(rule, _statement(rule))))
        except UnknownNameError as unknown:
            raise UnknownPageError(f"{unknown}.") from unknown

    return router


def _statement(rule: str) -> str:
    """Return the words of a rule; rulings that rest on a reading alone carry its id (G-43)."""
    return f"{rule_words(rule)}."


def _names(page: PageFacts) -> dict[str, str]:
    return {seat.letter: seat.name for seat in page.seats}
