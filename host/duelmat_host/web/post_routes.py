"""The addresses that do something: read, check, hand on, answer in one form.

Every answer is {"ok": true, ...} or {"ok": false, "message": sentence}; what the table itself
declines comes back as 409.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse

from .errors import IllegalBodyError, StaleAnswerError
from .requests import (
    Answer,
    CommandRequest,
    CorrectLife,
    EnrollRequest,
    HandsRequest,
    RulingRequest,
    decode_request,
    read_body,
    to_plain,
)
from .seats import Seats
from .service import PUBLIC, Json, Service

DECLINED = 409


def doings(service: Service, seats: Seats) -> APIRouter:
    """The POST addresses."""
    router = APIRouter()

    @router.post("/seat/{token}/answer")
    async def answer(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        choice: Answer = decode_request(await read_body(request), Answer)
        _check_answer(choice, service.seat_view(letter)["prompts"])
        return _told(await service.answer(letter, to_plain(choice)))

    @router.post("/seat/{token}/hands")
    async def hands(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        doing = decode_request(await read_body(request), HandsRequest)
        if not service.page()["simulated"]:
            raise IllegalBodyError(
                "Expected hands on the real mat, got a request to move cards of a simulated one: "
                "move the card itself."
            )
        seats.check_reach(letter, doing)
        return _told(await service.hands(letter, to_plain(doing)))

    @router.post("/seat/{token}/command")
    async def command(token: str, request: Request) -> JSONResponse:
        letter = seats.find(token)
        asked = decode_request(await read_body(request), CommandRequest)
        _check_player(asked, seats)
        return _told(await service.command(letter, to_plain(asked)))

    @router.post("/judge/{token}/ruling")
    async def ruling(token: str, request: Request) -> JSONResponse:
        seats.check_judge(token)
        ruled = decode_request(await read_body(request), RulingRequest)
        _check_player(ruled, seats)
        return _told(await service.ruling(to_plain(ruled)))

    @router.post("/enroll/command")
    async def enroll(request: Request) -> JSONResponse:
        step = decode_request(await read_body(request), EnrollRequest)
        return _told(await service.command(PUBLIC, {"do": "enroll", **to_plain(step)}))

    return router


def _check_player(asked: Any, seats: Seats) -> None:
    if isinstance(asked, CorrectLife) and asked.player not in seats.letters:
        raise IllegalBodyError(
            f"Expected a player of {', '.join(seats.letters)}, got {asked.player!r}."
        )


def _check_answer(choice: Answer, prompts: list[Json]) -> None:
    asked = next((prompt for prompt in prompts if prompt["id"] == choice.prompt), None)
    if asked is None:
        raise StaleAnswerError(
            f"Expected an answer to a question that is open, got one to {choice.prompt!r}: it has "
            "been answered or has changed."
        )
    if choice.option is None:
        if not asked.get("cancel"):
            raise IllegalBodyError("This question must be answered: one of its options, please.")
    elif choice.option >= len(asked["options"]):
        raise IllegalBodyError(
            f"Expected an option from 0 to {len(asked['options']) - 1}, got {choice.option}."
        )


def _told(answer: dict[str, Any]) -> JSONResponse:
    return JSONResponse(answer, status_code=200 if answer.get("ok") else DECLINED)
