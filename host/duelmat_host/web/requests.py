"""Requests of pages: a body is read whole, bounded, and decoded as the type that the table takes.

A body of another shape is refused with a sentence and an example.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request

from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.links import RenewLink
from duelmat_host.app.table_service import Answer
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, Ruling

from .errors import (
    HalfRequestError,
    IllegalBodyError,
    TooLargeError,
    UnreadableBodyError,
    WrongTypeError,
)

BODY_LIMIT_BYTES: Final = 4096
"""The longest honest request, a life correction with its reason, needs about 300."""

EXAMPLES: Final[dict[Any, str]] = {
    Answer: '{"prompt": "3.0", "option": 0}',
    HandRequest: '{"do": "turn", "zone": "a.m1"}',
    Command: '{"do": "offer-draw"}',
    EnrollRequest: '{"step": "look", "spot": "a.grave"}',
    RenewLink: '{"seat": "a"}',
    Ruling: '{"do": "back", "reason": "shown too early"}',
}


async def read_body(request: Request) -> bytes:
    """The body of a JSON request, refused before it can fill the memory."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise WrongTypeError(
            f"Expected a body of type application/json, got {content_type or 'none'!r}: "
            "set the Content-Type header."
        )
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > BODY_LIMIT_BYTES:
                raise TooLargeError(
                    f"Expected at most {BODY_LIMIT_BYTES} bytes, got more: no request needs that "
                    "many."
                )
    except ClientDisconnect:
        raise HalfRequestError("Expected a whole request, got a part of one.") from None
    return bytes(body)


def decode_request(body: bytes, kind: Any) -> Any:
    """The request in a body, of the wanted kind."""
    example = EXAMPLES[kind]
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as fault:
        raise IllegalBodyError(
            f"Expected a request such as {example}; {_in_words(fault)}. Nothing was done."
        ) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableBodyError(
            f"Expected JSON such as {example}, got a body that cannot be read: "
            f"{_in_words(fault)}. Nothing was done."
        ) from fault


def _in_words(fault: Exception) -> str:
    text = str(fault).rstrip(".")
    return text[:1].lower() + text[1:]
