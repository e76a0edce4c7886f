"""Pages drawn on the server, the feeds that keep them, and what their scripts ask for."""

from __future__ import annotations

import re
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from duelmat_engine import UnknownNameError
from duelmat_host.app.shown_head import HEAD_DIGITS, in_fours
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.view_types import OVERLAY, PUBLIC
from duelmat_message import (
    say,
    words_of,
)
from duelmat_serving.admission import Rank, hold_slot
from duelmat_serving.errors import OutdatedPageError, UnknownPageError
from duelmat_serving.feed_response import FeedResponse
from duelmat_serving.headers import is_overheard
from duelmat_serving.languages import json_answer
from duelmat_serving.overlay_looks import BEAT_S as OVERLAY_BEAT_S
from duelmat_serving.overlay_looks import read_looks
from duelmat_serving.qr_svg import qr_svg
from duelmat_serving.request_language import language_of

from .doors import HOST, Doors, page_path
from .drawing import draw
from .events import feed
from .page_templates import TEMPLATES
from .service import Service

HEAD: Final = re.compile(rf"[0-9a-f]{{{HEAD_DIGITS}}}")
SVG: Final = "image/svg+xml"
OVERLAY_PARTS: Final = ("life", "phase", "card", "chain")
"""The parts of an overlay that its address may leave out."""
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself may be dressed, and do nothing else."""


class Pages:
    """The pages of one table, and the feeds that keep them."""

    def __init__(self, service: Service, doors: Doors, beat_s: float, *, chooses: bool) -> None:
        """`chooses`: whether a page chooses what is played."""
        self._chooses = chooses
        self._service = service
        self._doors = doors
        self._beat_s = beat_s

    async def table(self, request: Request) -> Response:
        """Show the table to everybody."""
        drawing = draw(self._service.page(), PUBLIC)
        return self._shown(request, "table.html", drawing=drawing)

    async def seat(self, request: Request, letter: str) -> Response:
        """Show a seat's private page."""
        page = self._service.page()
        others = [other for other in self._doors.letters if other != letter]
        return self._shown(
            request,
            "seat.html",
            drawing=draw(page, letter),
            letter=letter,
            base=page_path(letter),
            others=others,
            # On one screen both players use this browser: the other's page is a curtain away.
            next_page=page_path(others[0]) if page.one_screen else None,
            chooses=self._chooses and letter == HOST,
        )

    async def judge(self, request: Request, viewer: str) -> Response:
        """Show the judge's page."""
        drawing = draw(self._service.page(), PUBLIC)
        return self._shown(request, "judge.html", drawing=drawing, base=page_path(viewer))

    async def line(self, request: Request, _: str) -> Response:
        """Return counts of the line to the mat."""
        return json_answer(request, self._service.line())

    async def enroll(self, request: Request, _: str) -> Response:
        """Show the page on which cards are enrolled: which sleeve holds which card."""
        page = self._service.page()
        sensed = {zone["id"] for zone in page.geometry["zones"] if zone["is_sensed"]}
        spots = [zone for zone in draw(page, PUBLIC).zones if zone.stack and zone.id in sensed]
        said = language_of(request).said
        faces = self._service.cards.faces.cards
        cards = [{"code": card.code, "name": said(card.name)} for card in faces]
        tags = page.geometry["sleeve_tags"]
        return self._shown(request, "enroll.html", spots=spots, cards=cards, sleeve_tags=tags)

    async def overlay(self, request: Request) -> Response:
        """Show the overlay of a stream: `/overlay?corner=top-left&size=large`."""
        looks = read_looks(request.query_params, "/overlay", OVERLAY_PARTS)
        facts = {"looks": looks, "page": self._service.page(), "beat_ms": in_ms(OVERLAY_BEAT_S)}
        return TEMPLATES.TemplateResponse(request, "overlay.html", facts)

    async def feed(self, request: Request, viewer: str) -> Response:
        """Return a viewer's feed. Raises CrowdedError, OutdatedPageError."""
        edition = self._service.page().edition
        if request.query_params.get("page", edition) != edition:
            raise OutdatedPageError(
                say("This page shows another duel than is played now: open it again.")
            )
        is_for_all = viewer in (PUBLIC, OVERLAY)
        if is_for_all:
            hold_slot(request, Rank.SPECTATOR)

        def is_open() -> bool:
            return is_for_all or self._doors.is_open(viewer, request)

        def is_newest() -> bool:
            return viewer not in self._doors.letters or self._doors.is_newest(viewer, request)

        last_id = request.headers.get("last-event-id")
        beat_s = OVERLAY_BEAT_S if viewer == OVERLAY else self._beat_s
        language = language_of(request)
        shown = feed(self._service, viewer, last_id, beat_s, is_open, is_newest, language)
        return FeedResponse(shown)

    async def cards(self, request: Request) -> Response:
        """Return the faces of the game's cards."""
        return json_answer(request, self._service.cards.faces)

    async def art(self, request: Request) -> Response:
        """Return a user's own picture of a card. Raises UnknownPageError."""
        code = request.path_params["code"]
        found = self._service.cards.picture(code)
        if found is None:
            raise UnknownPageError(say("This table has no picture of a card {code!r}.", code=code))
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "no-cache"}
        return Response(found.content, media_type=found.media_type, headers=headers)

    async def head(self, request: Request) -> Response:
        """Return the head of a journal as a QR code. Raises UnknownPageError."""
        digits = request.path_params["digits"]
        if not HEAD.fullmatch(digits):
            raise UnknownPageError(
                say("Expected the {number} digits of a head, got others.", number=HEAD_DIGITS)
            )
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(qr_svg(in_fours(digits.upper())), media_type=SVG, headers=headers)

    async def rule(self, request: Request) -> Response:
        """Answer with the text of a rule. Raises UnknownPageError."""
        try:
            return json_answer(request, rule_view(request.path_params["rule"]))
        except UnknownNameError as unknown:
            raise UnknownPageError(say("{fault}.", fault=words_of(unknown))) from unknown

    def _shown(self, request: Request, name: str, **facts: Any) -> Response:
        page = self._service.page()
        shown = {
            "page": page,
            "names": page.names,
            "beat_ms": in_ms(self._beat_s),
            "is_overheard": is_overheard(request),
            **facts,
        }
        return TEMPLATES.TemplateResponse(request, name, shown)


def in_ms(duration_s: float) -> int:
    return round(duration_s * 1000)
