"""What a page may ask for: every request's shape, and the sentence for a body that has another.

A body is read whole, bounded, decoded by type, and given on as the plain dict that the table
takes; names that the table would not know are refused here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request

from .errors import (
    HalfRequestError,
    IllegalBodyError,
    TooLargeError,
    UnreadableBodyError,
    WrongTypeError,
)
from .service import Json

BODY_LIMIT_BYTES: Final = 4096
"""The longest honest request, a life correction with its reason, needs about 300."""

CardKey = Annotated[str, Meta(pattern=r"^[a-d]:[A-Za-z0-9_/-]{1,40}$")]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,24}$")]
Uid = Annotated[str, Meta(pattern=r"^([0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})$")]
Code = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_/-]{1,40}$")]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
Face = Literal["up", "down"]
Turn = Literal[0, 90]
Pile = Literal["grave", "banished", "extra"]


class _Doing(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """One request; which one stands in `do`."""


class Place(_Doing, frozen=True, tag="place", rename={"source": "from"}, kw_only=True):
    """Lay a card on a zone: one of the hand (card) or one that lies on the mat (from)."""

    zone: Name
    card: CardKey | None = None
    source: Name | None = None
    face: Face | None = None
    turn: Turn | None = None


class TurnCard(_Doing, frozen=True, tag="turn"):
    zone: Name


class Flip(_Doing, frozen=True, tag="flip"):
    zone: Name


class Take(_Doing, frozen=True, tag="take"):
    zone: Name
    to: Literal["hand", "grave", "banished", "extra", "pile"]


class Draw(_Doing, frozen=True, tag="draw"):
    pass


class Shuffle(_Doing, frozen=True, tag="shuffle"):
    pass


class Touch(_Doing, frozen=True, tag="touch"):
    pad: Name


class Press(_Doing, frozen=True, tag="button"):
    name: Name


class Stack(_Doing, frozen=True, tag="stack"):
    """Put the card on a landing spot onto the stack beside it."""

    spot: Name


class Fetch(_Doing, frozen=True, tag="fetch", rename={"source": "from"}, kw_only=True):
    """Take a card out of an own stack and lay it on a zone."""

    card: CardKey
    source: Pile
    zone: Name
    face: Face | None = None
    turn: Turn | None = None


HandsRequest = Place | TurnCard | Flip | Take | Draw | Shuffle | Touch | Press | Stack | Fetch


class Concede(_Doing, frozen=True, tag="concede"):
    pass


class OfferDraw(_Doing, frozen=True, tag="offer-draw"):
    pass


class AcceptDraw(_Doing, frozen=True, tag="accept-draw"):
    pass


class CorrectLife(_Doing, frozen=True, tag="life"):
    player: Name
    life: Annotated[int, Meta(ge=0, le=99_999_999)]
    """As many digits as the mat's display has."""
    reason: Reason


class Takeback(_Doing, frozen=True, tag="takeback"):
    pass


class Agree(_Doing, frozen=True, tag="agree"):
    pass


class Refuse(_Doing, frozen=True, tag="refuse"):
    pass


class AskMe(_Doing, frozen=True, tag="ask-me"):
    """Whether this seat is asked for answers to its own plays as well."""

    always: bool


class Rematch(_Doing, frozen=True, tag="rematch"):
    pass


class CallJudge(_Doing, frozen=True, tag="judge"):
    """Call a judge, or send the one away whom this seat has called."""


CommandRequest = (
    Concede
    | OfferDraw
    | AcceptDraw
    | CorrectLife
    | Takeback
    | Agree
    | Refuse
    | AskMe
    | Rematch
    | CallJudge
)


class LetStand(_Doing, frozen=True, tag="stand"):
    """A refused play stands: which, by its place among those disputed."""

    play: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=400)]
    """What the judge read there: another play may be disputed by now."""
    reason: Reason


class TakenBack(_Doing, frozen=True, tag="back"):
    """The refused play, or else the last play, is taken back."""

    reason: Reason


class GoOn(_Doing, frozen=True, tag="go-on"):
    """There is nothing to rule."""


RulingRequest = LetStand | TakenBack | CorrectLife | GoOn


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag_field="step", tag="look"):
    """What lies on the enrolling spot?"""

    spot: Name


class NameCard(Struct, frozen=True, forbid_unknown_fields=True, tag_field="step", tag="name"):
    """The sleeve with these two tags holds this card."""

    up: Uid
    down: Uid
    deck: Name
    code: Code


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="step", tag="undo"):
    """Forget the sleeve enrolled last."""


EnrollRequest = Look | NameCard | Undo


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """A prompt's option by its place, or none of them (cancel)."""

    prompt: int | Annotated[str, Meta(min_length=1, max_length=80)]
    option: Annotated[int, Meta(ge=0, le=9999)] | None


EXAMPLES: Final[dict[Any, str]] = {
    Answer: '{"prompt": "p1", "option": 0}',
    HandsRequest: '{"do": "turn", "zone": "a.m1"}',
    CommandRequest: '{"do": "offer-draw"}',
    EnrollRequest: '{"step": "look", "spot": "a.grave"}',
    RulingRequest: '{"do": "back", "reason": "shown too early"}',
}

T = TypeVar("T")


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


def to_plain(request: Struct) -> Json:
    """The dict that the table takes, without the fields that were not said."""
    plain: Json = msgspec.to_builtins(request)
    return plain


def _in_words(fault: Exception) -> str:
    text = str(fault).rstrip(".")
    return text[:1].lower() + text[1:]
