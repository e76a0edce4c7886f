"""Bodies of requests: read whole, bounded, and decoded as the type that is wanted.

A body of another shape is refused with a sentence and an example.
"""

from __future__ import annotations

from json import JSONDecodeError
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request

from duelmat_message import composed, say, unfit_character, words_of
from duelmat_toml.jsontext import check_keys

from .errors import (
    HalfRequestError,
    IllegalBodyError,
    TooLargeError,
    UnreadableBodyError,
    WrongTypeError,
)

_QUOTED: Final = 40
"""The characters of an unfit text that are shown: enough to find it."""
BODY_LIMIT_BYTES: Final = 4096
"""The longest honest request, a life correction with its reason, needs about 300."""


async def read_body(request: Request, limit_bytes: int = BODY_LIMIT_BYTES) -> bytes:
    """The body of a JSON request, refused before it can fill the memory."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise WrongTypeError(
            say(
                "Expected a body of type application/json, got {type!r}: set the Content-Type "
                "header.",
                type=content_type or "none",
            )
        )
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit_bytes:
                raise TooLargeError(
                    say(
                        "Expected at most {bytes} bytes, got more: no request needs that many.",
                        bytes=limit_bytes,
                    )
                )
    except ClientDisconnect:
        raise HalfRequestError(say("Expected a whole request, got a part of one.")) from None
    return bytes(body)


def decode_body(body: bytes, kind: Any, example: str, *, has_lines: bool = False) -> Any:
    """Return the request in a body, of the wanted kind; its texts are fit to be kept and shown.

    has_lines: whether texts may be broken into lines.
    """
    try:
        asked = msgspec.json.decode(body, type=kind)
        check_keys(str(body, "utf-8"))  # msgspec.Raw has no decode
        entered = _entered(body, has_lines)
        if entered is not body:
            asked = msgspec.json.decode(entered, type=kind)
    except (msgspec.ValidationError, JSONDecodeError) as fault:
        raise IllegalBodyError(
            say(
                "Expected a request such as {example}; {fault:inner}. Nothing was done.",
                example=example,
                fault=words_of(fault),
            )
        ) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableBodyError(
            say(
                "Expected JSON such as {example}, got a body that cannot be read: {fault:inner}. "
                "Nothing was done.",
                example=example,
                fault=words_of(fault),
            )
        ) from fault
    return asked


def _entered(body: bytes, has_lines: bool) -> bytes:
    """Return a body with its texts as they are kept. Raises IllegalBodyError for one unfit."""

    def taken(value: Any) -> Any:
        match value:
            case str():
                if unfit := unfit_character(value, has_lines=has_lines):
                    raise IllegalBodyError(
                        say(
                            "Expected texts without control characters and signs that turn the "
                            "direction of writing, got {unfit} in {text!r}. Nothing was done.",
                            unfit=unfit,
                            text=value[:_QUOTED],
                        )
                    )
                return composed(value)
            case list():
                return [taken(each) for each in value]
            case dict():
                return {key: taken(each) for key, each in value.items()}
            case _:
                return value

    read = msgspec.json.decode(body)
    kept = taken(read)
    return body if kept == read else msgspec.json.encode(kept)
