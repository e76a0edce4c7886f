"""The addresses that show something: pages drawn on the server, and the feed that keeps them."""

from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.templating import Jinja2Templates

from duelmat_engine.errors import UnknownNameError
from duelmat_engine.speech.explain import rule_words
from duelmat_host.app.page_facts import PageFacts
from duelmat_host.showing.view_types import RuleView

from .drawing import draw
from .errors import UnknownPageError
from .events import FeedResponse, feed
from .seats import Seats
from .service import PUBLIC, Service

TEMPLATES: Final = Jinja2Templates(directory=Path(__file__).parent / "templates")


def pages(service: Service, seats: Seats, beat_s: float) -> APIRouter:
    """The GET addresses."""
    router = APIRouter()

    def shown(request: Request, name: str, **facts: Any) -> Response:
        page = service.page()
        return TEMPLATES.TemplateResponse(
            request,
            name,
            {"page": page, "names": _names(page), "beat_ms": round(beat_s * 1000), **facts},
        )

    @router.get("/")
    async def table(request: Request) -> Response:
        return shown(
            request, "table.html", drawing=draw(service.page(), PUBLIC), feed=f"/events/{PUBLIC}"
        )

    @router.get("/seat/{token}")
    async def seat(request: Request, token: str) -> Response:
        letter = seats.find(token)
        page = service.page()
        others = [other for other in seats.letters if other != letter]
        return shown(
            request,
            "seat.html",
            drawing=draw(page, letter),
            feed=f"/events/{token}",
            letter=letter,
            token=token,
            others=others,
            # On one screen both players use this browser: the other's page is a curtain away.
            next_token=service.token(others[0]) if page.one_screen else None,
        )

    @router.get("/judge")
    async def no_judge() -> Response:
        raise UnknownPageError(
            "The judge's page opens with the judge's own link. It was shown where this table was "
            'started, as "The judge\'s page"; whoever started the table hands it to the judge.'
        )

    @router.get("/judge/{token}")
    async def judge(request: Request, token: str) -> Response:
        seats.check_judge(token)
        drawing = draw(service.page(), PUBLIC)
        return shown(request, "judge.html", drawing=drawing, feed=f"/events/{token}", token=token)

    @router.get("/judge/{token}/line")
    async def line(token: str) -> Response:
        seats.check_judge(token)
        return JSONResponse(to_builtins(service.line()))

    @router.get("/enroll")
    async def enroll(request: Request) -> Response:
        spots = [zone for zone in draw(service.page(), PUBLIC).zones if zone.stack]
        cards = to_builtins(service.page().cards)
        return shown(request, "enroll.html", spots=spots, cards=cards)

    @router.get("/rules/{rule}")
    async def rule(rule: str) -> Response:
        try:
            return JSONResponse(to_builtins(RuleView(rule, _statement(rule))))
        except UnknownNameError as unknown:
            raise UnknownPageError(f"{unknown}.") from unknown

    def known_viewer(viewer: str) -> str:
        return seats.find_viewer(viewer)

    @router.get("/events/{viewer}")
    async def events(
        viewer: Annotated[str, Depends(known_viewer)],
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        return FeedResponse(feed(service, viewer, last_event_id, beat_s))

    return router


def _statement(rule: str) -> str:
    """What a rule says; rulings that rest on a reading alone carry its id (G-43)."""
    return f"{rule_words(rule)}."


def _names(page: PageFacts) -> dict[str, str]:
    return {seat.letter: seat.name for seat in page.seats}
