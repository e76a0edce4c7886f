"""Doors: who may come in to which page. Links and tickets become cookies, which let in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duelmat_host.app.access import ENROLLING
from duelmat_host.showing.view_types import JUDGE
from duelmat_message import Text, say
from duelmat_serving.admission import Rank, hold_slot
from duelmat_serving.errors import NoSessionError, UnknownPageError
from duelmat_serving.routes import SEE_OTHER, Handler
from duelmat_serving.sessions import set_cookie
from duelmat_serving.work_queue import WorkQueue

from .service import Service

COOKIE_S: Final = 7 * 86_400
"""A browser forgets its session after a week; the link lets it in again."""
HOST: Final = "a"
"""The seat of whoever started the table: its page chooses what is played."""
AGAIN: Final = "again"
"""The mark of a page that is asked for once more: a browser that came by another site's link
leaves a strict cookie out the first time."""

ViewerHandler = Callable[[Request, str], Awaitable[Response]]
"""A function that answers a request of a viewer: a seat's letter, the judge, everybody."""


class Doors:
    """The doors of one table's pages."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._queue = WorkQueue()
        """The queue of changes to links and sessions, which are written to the disk."""

    @property
    def letters(self) -> list[str]:
        return [seat.letter for seat in self._service.page().seats]

    @staticmethod
    def all_as(viewer: str, answer: ViewerHandler) -> Handler:
        """Return a handler that admits everybody as this viewer."""

        async def enter(request: Request) -> Response:
            return await answer(request, viewer)

        return enter

    def seat(self, answer: ViewerHandler) -> Handler:
        """Return a handler that admits the holder of a seat's session to the seat's addresses.

        The handler raises UnknownPageError, NoSessionError, CrowdedError, like those below.
        """

        async def enter(request: Request) -> Response:
            letter = request.path_params["letter"]
            if letter not in self.letters:
                raise _no_seat()
            return await self._enter_as(letter, request, answer, _no_session_of_seat())

        return enter

    def seat_or_link(self, answer: ViewerHandler) -> Handler:
        """Return a handler of a seat's page that also begins a session by the seat's link."""
        seated = self.seat(answer)

        async def enter(request: Request) -> Response:
            letter = request.path_params["letter"]
            if letter in self.letters:
                return await seated(request)
            return await self._begin(letter, self.letters, request, _no_seat())

        return enter

    def judge(self, answer: ViewerHandler) -> Handler:
        """Return a handler that admits the holder of the judge's session."""
        refusal = say(
            "The judge's page opens with the judge's own link. It was shown where this table "
            'was started, as "The judge\'s page"; whoever started the table hands it to the '
            "judge."
        )

        async def enter(request: Request) -> Response:
            return await self._enter_as(JUDGE, request, answer, refusal)

        return enter

    def enrolling(self, answer: ViewerHandler) -> Handler:
        """Return a handler that admits the holder of the enrolling page's session."""
        refusal = say(
            "Sleeves are enrolled on a page with a link of its own: it was shown where this "
            'table was started, as "Enrolling".'
        )

        async def enter(request: Request) -> Response:
            return await self._enter_as(ENROLLING, request, answer, refusal)

        return enter

    def is_open(self, viewer: str, request: Request) -> bool:
        """Whether the browser has a session of this page."""
        access = self._service.access
        return access.is_open(viewer, request.cookies.get(access.cookie(viewer), ""))

    def is_newest(self, viewer: str, request: Request) -> bool:
        """Whether no other browser has sat down at this seat after this one."""
        access = self._service.access
        return access.is_newest(viewer, request.cookies.get(access.cookie(viewer), ""))

    def is_judge(self, link: str) -> bool:
        """Whether this is the judge's own link."""
        return self._service.access.find(link, [JUDGE]) is not None

    async def _enter_as(
        self, viewer: str, request: Request, answer: ViewerHandler, refusal: Text
    ) -> Response:
        if not self.is_open(viewer, request):
            raise NoSessionError(refusal)
        rank = Rank.PLAYER if viewer in self.letters else Rank.STAFF
        hold_slot(request, rank, viewer, request.cookies[self._service.access.cookie(viewer)])
        if AGAIN in request.query_params and request.method == "GET":
            return RedirectResponse(request.url.path, SEE_OTHER)
        return await answer(request, viewer)

    async def enter_judge(self, request: Request) -> Response:
        """Begin a session by the judge's link. Raises UnknownPageError."""
        return await self._begin(request.path_params["link"], [JUDGE], request, _no_link())

    async def enter_enrolling(self, request: Request) -> Response:
        """Begin a session by the link of the enrolling page. Raises UnknownPageError."""
        return await self._begin(request.path_params["link"], [ENROLLING], request, _no_link())

    async def _begin(
        self, link: str, among: list[str], request: Request, unknown: UnknownPageError
    ) -> Response:
        access = self._service.access
        viewer = access.find(link, among)
        if viewer is None:
            raise unknown
        entered = await self._queue.do(viewer, partial(access.enter, link, among))
        if entered is None:  # the link was replaced meanwhile
            raise unknown
        return self._entered(*entered, request)

    async def redeem(self, request: Request) -> Response:
        """Begin a session by a ticket. Raises UnknownPageError."""
        ticket = request.path_params["ticket"]
        begun = await self._queue.do(ticket, partial(self._service.access.redeem, ticket))
        if not begun:
            raise UnknownPageError(
                say(
                    "This address works once and for a minute, and no more. Use the link that "
                    "was shown where this table was started. If you have not opened it before, "
                    "somebody else has tried to; what they opened is closed again."
                )
            )
        return self._entered(min(begun), begun, request)

    async def renew(self, letter: str) -> str:
        """Return a new link for a seat. Raises AccessFileError."""
        return await self._queue.do(JUDGE, partial(self._service.access.renew, letter))

    def _entered(self, viewer: str, begun: Mapping[str, str], request: Request) -> Response:
        """Give the browser its sessions, and redirect it to the page without a secret."""
        answer = RedirectResponse(page_path(viewer), SEE_OTHER)
        for each, secret in begun.items():
            name, path = self._service.access.cookie(each), page_path(each)
            set_cookie(answer, request, name, secret, path=path, max_age_s=COOKIE_S)
        return answer


def page_path(viewer: str) -> str:
    """Return the address of a page that is opened by a session."""
    return f"/{viewer}" if viewer in (JUDGE, ENROLLING) else f"/seat/{viewer}"


def link_base(request: Request, address: str) -> str:
    """Return the beginning of a link for people.

    address: how others reach the pages; empty: as whoever asks for the link does.
    """
    return address or f"{request.url.scheme}://{request.headers['host']}/"


def _no_seat() -> UnknownPageError:
    return UnknownPageError(
        say(
            "This address opens no seat of this table. Use your newest link: it was shown where "
            "the table was started, or the judge gave it to you. Or watch from the public page."
        )
    )


def _no_session_of_seat() -> Text:
    return say(
        "This browser does not sit at this seat, or its link was replaced. Use the newest link "
        "that you were given for your seat, or watch from the public page."
    )


def _no_link() -> UnknownPageError:
    return UnknownPageError(
        say(
            "This address opens nothing: expected the page's own link, as it was shown "
            "where this table was started. A seat's link does not open it."
        )
    )
