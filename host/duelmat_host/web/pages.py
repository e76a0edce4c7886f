"""The addresses that show something: pages drawn on the server, and the feed that keeps them."""

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duelmat_engine import UnknownNameError
from duelmat_host.app.access import ENROLLING, JUDGE
from duelmat_host.app.page_facts import PageFacts
from duelmat_host.app.shown_head import HEAD_DIGITS, in_fours
from duelmat_host.showing.rule_views import rule_view
from duelmat_message import (
    say,
    words_of,
)
from duelmat_serving.admission import Rank, hold_place
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.feed_response import FeedResponse
from duelmat_serving.headers import is_overheard
from duelmat_serving.language.catalogs import language
from duelmat_serving.language.titles import TITLES
from duelmat_serving.languages import json_answer
from duelmat_serving.qr_svg import qr_svg
from duelmat_serving.reader import language_of
from duelmat_serving.script_words import script_words

from .doors import AGAIN, SEE_OTHER, Doors, page_path
from .drawing import draw
from .events import feed
from .page_templates import TEMPLATES
from .service import PUBLIC, Service

LastId = Annotated[str | None, Header()]

HEAD: Final = re.compile(rf"[0-9a-f]{{{HEAD_DIGITS}}}")
SVG: Final = "image/svg+xml"
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

        return FeedResponse(feed(service, viewer, last_id, beat_s, is_open, language_of(request)))

    @router.get("/")
    async def table(request: Request) -> Response:
        return shown(
            request, "table.html", drawing=draw(service.page(), PUBLIC), feed=f"/events/{PUBLIC}"
        )

    @router.get("/events/public")
    async def public_events(request: Request, last_event_id: LastId = None) -> Response:
        hold_place(request, Rank.SPECTATOR)
        return followed(PUBLIC, request, last_event_id)

    @router.get("/open/{ticket}")
    async def ticket(request: Request, ticket: str) -> Response:
        return await doors.redeem(ticket, request)

    @router.get("/seat/{name}")
    async def seat(request: Request, name: str) -> Response:
        if name not in doors.letters:
            return await doors.enter_seat(name, request)
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
        return json_answer(request, service.line())

    @router.get(
        "/judge/events",
        dependencies=[Depends(doors.check_judge)],
    )
    async def judge_events(request: Request, last_event_id: LastId = None) -> Response:
        return followed(JUDGE, request, last_event_id)

    @router.get("/judge/{link}")
    async def enter_judge(request: Request, link: str) -> Response:
        return await doors.enter(JUDGE, link, request)

    @router.get("/enroll")
    async def enroll(request: Request) -> Response:
        doors.check_enrolling(request)
        if AGAIN in request.query_params:
            return RedirectResponse(request.url.path, SEE_OTHER)
        spots = [zone for zone in draw(service.page(), PUBLIC).zones if zone.stack]
        said = language_of(request).said
        cards = [{"code": card.code, "name": said(card.name)} for card in service.cards().cards]
        return shown(request, "enroll.html", spots=spots, cards=cards)

    @router.get("/enroll/{link}")
    async def enter_enrolling(request: Request, link: str) -> Response:
        return await doors.enter(ENROLLING, link, request)

    @router.get("/cards")
    async def cards(request: Request) -> Response:
        return json_answer(request, service.cards())

    @router.get("/art/{code}")
    async def picture(code: str) -> Response:
        found = service.picture(code)
        if found is None:
            raise UnknownPageError(say("This table has no picture of a card {code!r}.", code=code))
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "no-cache"}
        return Response(found.content, media_type=found.media_type, headers=headers)

    @router.get("/head/{digits}")
    async def head_as_code(digits: str) -> Response:
        if not HEAD.fullmatch(digits):
            raise UnknownPageError(
                say("Expected the {number} digits of a head, got others.", number=HEAD_DIGITS)
            )
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(qr_svg(in_fours(digits.upper())), media_type=SVG, headers=headers)

    @router.get("/rules/{rule}")
    async def rule(request: Request, rule: str) -> Response:
        try:
            return json_answer(request, rule_view(rule))
        except UnknownNameError as unknown:
            raise UnknownPageError(say("{fault}.", fault=words_of(unknown))) from unknown

    @router.get("/words/{code}")
    async def words(request: Request, code: str) -> Response:
        if code not in TITLES:
            raise UnknownPageError(
                say("The pages have no words of a language {code!r}.", code=code)
            )
        return json_answer(request, script_words(language(code)))

    return router


def _names(page: PageFacts) -> dict[str, str]:
    return {seat.letter: seat.name for seat in page.seats}
