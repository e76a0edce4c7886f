"""The addresses that do something: read, check, hand on, answer in one form.

Every answer is Done or NotDone; what the table itself declines comes back as 409.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.links import LinkRenewed, RenewLink
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, CorrectLife, Ruling
from duelmat_message import say
from duelmat_serving.answers import Done
from duelmat_serving.errors import IllegalBodyError
from duelmat_serving.languages import json_answer

from .doors import Doors
from .requests import read_request
from .seats import Seats
from .service import Service


def post_routes(service: Service, doors: Doors, address: str) -> APIRouter:
    """Return the POST addresses."""
    router = APIRouter()
    seats = Seats(service)

    @router.post("/seat/{letter}/answer")
    async def answer(letter: str, request: Request) -> Response:
        doors.check_seat(letter, request)
        await service.answer(letter, await read_request(request, Answer))
        return json_answer(request, Done())

    @router.post("/seat/{letter}/hands")
    async def hands(letter: str, request: Request) -> Response:
        doors.check_seat(letter, request)
        movement = await read_request(request, HandRequest)
        if not service.page().simulated:
            raise IllegalBodyError(
                say(
                    "Expected hands on the real mat, got a request to move cards of a simulated "
                    "one: move the card itself."
                )
            )
        seats.check_reach(letter, movement)
        await service.hands(letter, movement)
        return json_answer(request, Done())

    @router.post("/seat/{letter}/uses")
    async def uses(letter: str, request: Request) -> Response:
        doors.check_seat(letter, request)
        asked = await read_request(request, AskUses)
        return json_answer(request, await service.uses(letter, asked))

    @router.post("/seat/{letter}/command")
    async def command(letter: str, request: Request) -> Response:
        doors.check_seat(letter, request)
        asked = await read_request(request, Command)
        _check_player(asked, doors)
        await service.command(letter, asked)
        return json_answer(request, Done())

    @router.post("/judge/ruling")
    async def ruling(request: Request) -> Response:
        doors.check_judge(request)
        ruled = await read_request(request, Ruling)
        _check_player(ruled, doors)
        await service.ruling(ruled)
        return json_answer(request, Done())

    @router.post("/judge/links")
    async def links(request: Request) -> Response:
        doors.check_judge(request)
        asked = await read_request(request, RenewLink)
        _check_seat(asked.seat, doors)
        link = await doors.renew(asked.seat)
        base = address or f"{request.url.scheme}://{request.headers['host']}/"
        return json_answer(request, LinkRenewed(f"{base}seat/{link}"))

    @router.post("/enroll/command")
    async def enroll(request: Request) -> Response:
        doors.check_enrolling(request)
        step = await read_request(request, EnrollRequest)
        return json_answer(request, await service.enroll(step))

    return router


def _check_player(asked: Any, doors: Doors) -> None:
    if isinstance(asked, CorrectLife):
        _check_seat(asked.player, doors)


def _check_seat(letter: str, doors: Doors) -> None:
    if letter not in doors.letters:
        raise IllegalBodyError(
            say(
                "Expected a player of {seats}, got {letter!r}.",
                seats=", ".join(doors.letters),
                letter=letter,
            )
        )
