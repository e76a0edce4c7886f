"""Bodies of requests: read whole, bounded, and decoded as the type that is wanted.

A body of another shape is refused with a sentence and an example.
"""

from __future__ import annotations

from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any, Final, Generic, TypeVar

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request

from duelmat_message import composed, say, unfit_character, words_of
from duelmat_parsing.jsontext import check_keys

from .errors import (
    HalfRequestError,
    IllegalBodyError,
    TooLargeError,
    UnreadableBodyError,
    WrongTypeError,
)

T = TypeVar("T")

_QUOTED: Final = 40
"""The characters of an unfit text that are shown: enough to find it."""
BODY_LIMIT_BYTES: Final = 4096
"""The longest honest request, a life correction with its reason, needs about 300."""


def has_body(headers: Headers) -> bool:
    """Whether a request has a body, by its headers."""
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


async def read_body(request: Request, limit_bytes: int = BODY_LIMIT_BYTES) -> bytes:
    """Read the body of a JSON request, and refuse a larger one than allowed while it arrives."""
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


def decode_body(
    body: bytes, kind: type[T], example: str, *, has_lines: bool = False, by_program: bool = False
) -> T:
    """Return the request of the wanted kind in a body, with texts fit to be kept and shown.

    has_lines: whether texts may be broken into lines.
    by_program: whether Duelmat has written it. It is not searched for keys that stand twice, of
    which the last one counts: that takes half the time of reading a table's reports.
    """
    try:
        asked = msgspec.json.decode(body, type=kind)
        if not by_program:
            check_keys(str(body, "utf-8"))
    except (msgspec.ValidationError, JSONDecodeError) as fault:  # JSON's: a key twice
        raise _illegal(example, fault) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableBodyError(
            say(
                "Expected JSON such as {example}, got a body that cannot be read: {fault:inner}. "
                "Nothing was done.",
                example=example,
                fault=words_of(fault),
            )
        ) from fault
    sent = msgspec.to_builtins(asked)
    kept = _composed(sent, has_lines)
    return asked if kept == sent else convert_body(kept, kind, example)


@dataclass(frozen=True)
class BodyForm(Generic[T]):
    """The form of one kind of request: `BodyForm[Command](Command, '{"do": "concede"}')`."""

    kind: Any
    """A type, or a union of types, of which T says what is read."""
    example: str
    """A request of this kind, for whoever has sent another."""

    async def read(self, request: Request) -> T:
        """Return the request in a body. Raises WebError for another one."""
        return self.decode(await read_body(request))

    def decode(self, body: bytes, *, has_lines: bool = False) -> T:
        """Return the request in a body; `has_lines`: texts may be broken into lines."""
        asked: T = decode_body(body, self.kind, self.example, has_lines=has_lines)
        return asked


def convert_body(sent: Any, kind: type[T], example: str) -> T:
    """Return a part of a body that has been decoded, as the wanted kind."""
    try:
        return msgspec.convert(sent, kind)
    except msgspec.ValidationError as fault:
        raise _illegal(example, fault) from fault


def _illegal(example: str, fault: Exception) -> IllegalBodyError:
    return IllegalBodyError(
        say(
            "Expected a request such as {example}; {fault:inner}. Nothing was done.",
            example=example,
            fault=words_of(fault),
        )
    )


def _composed(value: Any, has_lines: bool) -> Any:
    """Return a value with its texts as they are kept. Raises IllegalBodyError for one unfit."""
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
            return [_composed(each, has_lines) for each in value]
        case dict():
            return {key: _composed(each, has_lines) for key, each in value.items()}
        case _:
            return value
