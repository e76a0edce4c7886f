"""The page that chooses what is played, and the page with a seat's link for another device."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duelmat_engine import base_name, find_ruleset, ruleset_names
from duelmat_host.app.seating import PEOPLE
from duelmat_host.app.start_desk import StartDesk, StartRequest
from duelmat_message import named, say
from duelmat_serving.answers import Done
from duelmat_serving.bodies import BodyForm
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.headers import LOOPBACK_HOSTS
from duelmat_serving.languages import json_answer
from duelmat_serving.qr_svg import qr_svg
from duelmat_serving.request_language import language_of
from duelmat_serving.routes import SEE_OTHER, Handler

from .doors import HOST, Doors, ViewerHandler, link_base, page_path
from .page_templates import TEMPLATES
from .service import Service

_START: Final = BodyForm[StartRequest](
    StartRequest, '{"game": "ocg", "against": "medium", "names": ["Ana", "Ben"]}'
)


class Started(Done, frozen=True):
    """The duel that was chosen begins."""

    go: str
    """The address of the page to go on with."""


class Start:
    """The pages of choosing what is played."""

    def __init__(self, service: Service, doors: Doors, desk: StartDesk, address: str) -> None:
        self._service = service
        self._doors = doors
        self._desk = desk
        self._address = address

    def or_start(self, shown: Handler) -> Handler:
        """Return a handler of everybody's page that leads to the choice while that is open."""

        async def enter(request: Request) -> Response:
            return self._to_start() if self._desk.waits else await shown(request)

        return enter

    def seat_or_start(self, shown: ViewerHandler) -> ViewerHandler:
        """Return a handler of a seat's page that leads to the choice while that is open."""

        async def enter(request: Request, letter: str) -> Response:
            if self._desk.waits and letter == HOST:
                return self._to_start()
            return await shown(request, letter)

        return enter

    @staticmethod
    def _to_start() -> Response:
        return RedirectResponse(f"{page_path(HOST)}/start", SEE_OTHER)

    async def choice(self, request: Request, letter: str) -> Response:
        """Show what may be played. Raises UnknownPageError for a seat that does not choose."""
        self._check_host(letter)
        desk, language = self._desk, language_of(request)
        games = [
            {
                "name": name,
                "title": language.said(named("ruleset", find_ruleset(name).title)),
                "decks": desk.shelf.names(name),
            }
            for name in ruleset_names()
        ]
        facts = {
            "base": page_path(letter),
            "games": games,
            "now": desk.setup,
            "game": base_name(desk.setup.ruleset),
            "turn": desk.turn,
            "waits": desk.waits,
            "against": desk.against,
        }
        return TEMPLATES.TemplateResponse(request, "start.html", facts)

    async def begin(self, request: Request, letter: str) -> Response:
        """Begin the duel that is wanted, and answer with the page to go on with."""
        self._check_host(letter)
        wanted = await _START.read(request)
        await self._desk.begin(wanted)
        access, letters = self._service.access, self._doors.letters
        go = page_path(letter)
        if wanted.against == "screen":
            access.share(letters)
            go = f"/open/{access.new_ticket(letter)}"
        else:
            access.share(())
            for other in letters:
                if other != letter:  # whoever sat there does not see another's hand
                    await self._doors.renew(other)
            if wanted.against in PEOPLE:
                go = f"{go}/links"
        return json_answer(request, Started(go))

    async def links(self, request: Request, letter: str) -> Response:
        """Show the link of a seat, to sit there with another device; and who is still awaited."""
        access, page = self._service.access, self._service.page()
        base = link_base(request, self._address)
        seats = [seat for seat in page.seats if seat.letter == letter]
        if letter == HOST and not page.one_screen:
            seats += [
                seat
                for seat in page.seats
                if seat.letter != letter
                and not seat.is_opponent
                and not access.sessions.digests.get(seat.letter)
            ]
        links = [(seat, f"{base}seat/{access.links[seat.letter]}") for seat in seats]
        facts: dict[str, Any] = {
            "base": page_path(letter),
            "links": [(seat, link, qr_svg(link)) for seat, link in links],
            "letter": letter,
            "is_local": urlsplit(base).netloc.rpartition(":")[0] in LOOPBACK_HOSTS,
        }
        return TEMPLATES.TemplateResponse(request, "links.html", facts)

    @staticmethod
    def _check_host(letter: str) -> None:
        if letter != HOST:
            raise UnknownPageError(
                say("What is played is chosen on the page of the seat that opened the table.")
            )
