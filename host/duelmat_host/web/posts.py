"""Requests that do something: read, check, hand on, answer in one form.

Every answer is Done or NotDone; what the table itself declines comes back as 409.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from duelmat_host.app.access import LinkRenewed, RenewLink
from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.practice_desk import AskHint, ChangeLevel
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, CorrectLife, Ruling
from duelmat_message import say
from duelmat_serving.answers import Done
from duelmat_serving.bodies import BodyForm
from duelmat_serving.errors import IllegalBodyError
from duelmat_serving.languages import json_answer

from .doors import Doors, link_base
from .hand_check import check_hand_request
from .service import Service

_ANSWER: Final = BodyForm[Answer](Answer, '{"prompt": "3.0", "option": 0}')
_USES: Final = BodyForm[AskUses](AskUses, '{"card": "a.m1"}')
_HANDS: Final = BodyForm[HandRequest](HandRequest, '{"do": "turn", "zone": "a.m1"}')
_COMMAND: Final = BodyForm[Command](Command, '{"do": "offer-draw"}')
_HINT: Final = BodyForm[AskHint](AskHint, "{}")
_LEVEL: Final = BodyForm[ChangeLevel](ChangeLevel, '{"level": "medium"}')
_ENROLL: Final = BodyForm[EnrollRequest](EnrollRequest, '{"step": "look", "spot": "a.grave"}')
_LINK: Final = BodyForm[RenewLink](RenewLink, '{"seat": "a"}')
_RULING: Final = BodyForm[Ruling](Ruling, '{"do": "back", "reason": "shown too early"}')


class Posts:
    """The requests of one table's pages."""

    def __init__(self, service: Service, doors: Doors, address: str) -> None:
        self._service = service
        self._doors = doors
        self._address = address

    async def answer(self, request: Request, letter: str) -> Response:
        """Choose an option of a prompt."""
        await self._service.answer(letter, await _ANSWER.read(request))
        return json_answer(request, Done())

    async def hands(self, request: Request, letter: str) -> Response:
        """Move cards, touch pads and press buttons of a simulated mat."""
        movement = await _HANDS.read(request)
        if not self._service.page().simulated:
            raise IllegalBodyError(say("This table stands on a real mat: move the card itself."))
        check_hand_request(self._service.page(), letter, movement)
        await self._service.hands(letter, movement)
        return json_answer(request, Done())

    async def uses(self, request: Request, letter: str) -> Response:
        """Answer with the uses of a seat's own card, and the reasons against further uses."""
        asked = await _USES.read(request)
        return json_answer(request, await self._service.uses(letter, asked))

    async def command(self, request: Request, letter: str) -> Response:
        """Concede, offer, correct life, take back, ask for a rematch."""
        asked = await _COMMAND.read(request)
        self._check_player(asked)
        await self._service.command(letter, asked)
        return json_answer(request, Done())

    async def hint(self, request: Request, letter: str) -> Response:
        """Answer with what the strong opponent would consider in the seat's place."""
        await _HINT.read(request)
        return json_answer(request, await self._service.practice.hint(letter))

    async def level(self, request: Request, _: str) -> Response:
        """Have the opponent play at another level."""
        self._service.practice.change_level(await _LEVEL.read(request))
        return json_answer(request, Done())

    async def ruling(self, request: Request, _: str) -> Response:
        """Let stand, take back, correct life, go on."""
        ruled = await _RULING.read(request)
        self._check_player(ruled)
        await self._service.ruling(ruled)
        return json_answer(request, Done())

    async def links(self, request: Request, _: str) -> Response:
        """Return a new link for a seat."""
        asked = await _LINK.read(request)
        self._check_seat(asked.seat)
        link = await self._doors.renew(asked.seat)
        base = link_base(request, self._address)
        return json_answer(request, LinkRenewed(f"{base}seat/{link}"))

    async def enroll(self, request: Request, _: str) -> Response:
        """Look at a sleeve, name its card, or undo that."""
        step = await _ENROLL.read(request)
        return json_answer(request, await self._service.enroll(step))

    def _check_player(self, asked: Command | Ruling) -> None:
        if isinstance(asked, CorrectLife):
            self._check_seat(asked.player)

    def _check_seat(self, letter: str) -> None:
        letters = self._doors.letters
        if letter not in letters:
            raise IllegalBodyError(
                say(
                    "Expected a player of {seats}, got {letter!r}.",
                    seats=", ".join(letters),
                    letter=letter,
                )
            )
