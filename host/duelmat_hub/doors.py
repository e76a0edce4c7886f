"""Doors: who asks an address, and may. Links become cookies, which let in."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from duelmat_hub.day import Day, HeldEvent, cookie_of
from duelmat_hub.pages import Pages
from duelmat_hub.people import LINK_S, Person
from duelmat_message import listed, say
from duelmat_serving.admission import Rank, hold_slot
from duelmat_serving.errors import NoSessionError, UnknownPageError
from duelmat_serving.request_language import language_of
from duelmat_serving.routes import SEE_OTHER
from duelmat_serving.sessions import set_cookie
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import PROGRAMS, Role, role_words

ROLE_HEADER: Final = "x-duelmat-role"
"""The role in which a page asks: a browser may have sessions in several roles."""
_SHOWN: Final = "duelmat-shown"
"""A cookie that is there when a browser shows its strict cookies."""
_AGAIN: Final = "again"
"""The mark of a link's address that was asked for once more."""
_INSTEAD: Final = "instead"
"""The mark of a link that somebody wants to use in place of another; without cookies, as a page
of another site could ask with it, it counts for nothing."""
_HOMES: Final = {
    Role.ORGANISER: "/desk",
    Role.HEAD_JUDGE: "/floor",
    Role.JUDGE: "/floor",
    Role.SCOREKEEPER: "/scores",
    Role.PLAYER: "/me",
}


_REFUSED: Final = {
    Role.TABLE: say(
        "This link lets no table in: it has ended or is too old. The desk makes a new one on its "
        "page of links; the duel goes on without the event until then."
    ),
    Role.CHECK_IN: say(
        "This link lets no check-in in: it has ended or is too old. The desk makes a new one on "
        "its page of links; what was read is kept until then."
    ),
}
"""The refusals of programs whose link has ended."""


class Doors:
    """The doors of one event's pages."""

    def __init__(self, event: HeldEvent, day: Day, pages: Pages) -> None:
        self._event = event
        self._hub = event.hub
        self._people = event.people
        self._day = day
        self._pages = pages

    async def find(self, request: Request, allowed: frozenset[Role] | None) -> Person | None:
        """Find the person who asks; None at an address for everybody.

        Raises NoSessionError, CrowdedError.

        allowed: the roles that may ask; None: everybody.
        """
        if allowed is None:
            return None
        if allowed & PROGRAMS:
            program = await self._find_program(request, allowed)
            if program is not None:
                return program
        wished = request.headers.get(ROLE_HEADER)
        roles = [role for role in Role if role in allowed and wished in (None, role.value)]
        for role in roles:
            found = await self.let_in(request, role)
            if found is not None:
                person, session = found
                rank = Rank.PLAYER if role is Role.PLAYER else Rank.STAFF
                hold_slot(request, rank, person.link, session)
                await self._know(person.actor.player)
                return person
        names = listed(sorted(map(role_words, allowed)), "or")
        raise NoSessionError(
            say(
                "This is for the {names}: open it with the link that you were given. Public "
                "pages are at the address of the event.",
                names=names,
            )
        )

    async def _find_program(self, request: Request, allowed: frozenset[Role]) -> Person | None:
        """Return the program that asks with its link's secret; None: no program asks."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not secret:
            return None
        person = await self._people.find_program(secret.strip())
        if person is None or person.actor.role not in allowed & PROGRAMS:
            raise NoSessionError(_REFUSED[Role.TABLE if Role.TABLE in allowed else Role.CHECK_IN])
        hold_slot(request, Rank.STAFF, person.link)
        return person

    async def let_in(self, request: Request, role: Role) -> tuple[Person, str] | None:
        """Return the person whom a browser's session in a role lets in, and the session: one of
        this event, or else of another that the hub serves. Raises StoreError.
        """
        session = self._session(request, role)
        person = await self._people.find(session) if session else None
        if person is not None and person.actor.role is role:
            return person, session
        return await self._day.let_in(self._event, request, role)

    def _session(self, request: Request, role: Role) -> str:
        """Return the session of a browser in a role at this event; empty: none."""
        return request.cookies.get(self._cookie(role), "")

    async def _know(self, player: PlayerId) -> None:
        """Refresh the event if the player is unknown: another process may have registered them."""
        event = self._hub.event
        if player != NO_PLAYER and (event is None or player not in event.players):
            await self._hub.refresh()

    def _cookie(self, role: Role) -> str:
        return cookie_of(self._hub.mark, role)

    async def enter(self, request: Request) -> Response:
        """Begin a session by a link for a browser that shows its cookies, and ask first if the
        browser is already signed in as another person.

        A browser omits strict cookies when another site leads here: only a page of our own can see
        the browser's sessions.
        """
        person = await self._people.invited(request.path_params["secret"])
        if person is None:
            raise UnknownPageError(
                say(
                    "This link lets nobody in: it has ended or is too old. Ask the organiser for "
                    "a new one.",
                )
            )
        role = person.actor.role
        if role is Role.CHECK_IN:
            raise UnknownPageError(
                say(
                    "This link is for the mat at the desk, not for a browser: give it to "
                    "`duelmat enroll --event` there.",
                )
            )
        if role is Role.TABLE:
            raise UnknownPageError(
                say(
                    "This link is for the program at table {table}, not for a browser: give it to "
                    "`duelmat play --event` there.",
                    table=person.actor.table,
                )
            )
        session = self._session(request, role)
        if not session and _SHOWN not in request.cookies:
            return self._reload(request)
        known = await self._people.find(session) if session else None
        is_other = known is not None and known.actor != person.actor
        if known is not None and is_other and _INSTEAD not in request.query_params:
            home = self._pages.place.root + _HOMES[known.actor.role]
            return HTMLResponse(
                self._pages.switch_person(known, person, home, language_of(request))
            )
        if known is None or known.link != person.link:
            session = await self._people.enter(person)
        answer = RedirectResponse(self._pages.place.root + _HOMES[role], SEE_OTHER)
        set_cookie(answer, request, self._cookie(role), session, path="/", max_age_s=LINK_S)
        return answer

    def _reload(self, request: Request) -> Response:
        """Return a page that reloads itself, whereupon the browser shows its cookies."""
        is_first = _AGAIN not in request.query_params
        answer = HTMLResponse(self._pages.cookie_check(language_of(request), reloads=is_first))
        path = f"{self._pages.place.root}/in"
        set_cookie(answer, request, _SHOWN, "1", path=path, max_age_s=LINK_S)
        return answer
