"""The addresses that do something: read, check, hand on, answer in one form.

Every answer is Done or NotDone; what the table itself declines comes back as 409.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse

from duelmat_host.app.answers import Done
from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.table_service import Answer
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, CorrectLife, Ruling

from .errors import IllegalBodyError
from .requests import decode_request, read_body
from .seats import Seats
from .service import Service


def post_routes(service: Service, seats: Seats) -> APIRouter:
    """Return the POST addresses."""
    router = APIRouter()

    @router.post("/seat/{token}/answer")
    async def answer(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        await service.answer(letter, decode_request(await read_body(request), Answer))
        return _done()

    @router.post("/seat/{token}/hands")
    async def hands(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        movement = decode_request(await read_body(request), HandRequest)
        if not service.page().simulated:
            raise IllegalBodyError(
                "Expected hands on the real mat, got a request to move cards of a simulated one: "
                "move the card itself."
            )
        seats.check_reach(letter, movement)
        await service.hands(letter, movement)
        return _done()

    @router.post("/seat/{token}/command")
    async def command(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        asked = decode_request(await read_body(request), Command)
        _check_player(asked, seats)
        await service.command(letter, asked)
        return _done()

    @router.post("/judge/{token}/ruling")
    async def ruling(token: str, request: Request) -> JSONResponse:
        seats.check_judge(token)
        ruled = decode_request(await read_body(request), Ruling)
        _check_player(ruled, seats)
        await service.ruling(ruled)
        return _done()

    @router.post("/enroll/command")
    async def enroll(request: Request) -> JSONResponse:
        step = decode_request(await read_body(request), EnrollRequest)
        return JSONResponse(to_builtins(await service.enroll(step)))

    return router


def _check_player(asked: Any, seats: Seats) -> None:
    if isinstance(asked, CorrectLife) and asked.player not in seats.letters:
        raise IllegalBodyError(
            f"Expected a player of {', '.join(seats.letters)}, got {asked.player!r}."
        )


def _done() -> JSONResponse:
    return JSONResponse(to_builtins(Done()))
