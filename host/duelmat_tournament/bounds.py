"""Bounds of what people enter, each with its words; `deciding` refuses what does not keep them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, inspect

from duelmat_message import LINE_ENDS, NEVER, say, say_as

LONGEST_NAME: Final = 200
"""Characters of a name or label: twice what the longest names of people have, and short enough for
a page that lists thousands.
"""
LONGEST_TEXT: Final = 2_000
"""Characters of a ruling, a note or an announcement: a printed page, more than anybody reads on a
phone. Entries are never deleted, so all that is written stays in the log.
"""

MOST_MEMBERS: Final = 3
"""The players of the largest team."""
_KEY: Final = "bound"
_LINES: Final = rf"[^{NEVER}]*"
_ONE_LINE: Final = rf"(?!\s)[^{NEVER}{LINE_ENDS}]*(?<!\s)"
_VISIBLE: Final = r"(?=[\s\S]*[^\s\u00ad\u115f\u1160\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff])"


class Bound(NamedTuple):
    """The values that may be entered, as a predicate and in words."""

    is_kept: Callable[[Any], object]
    """The check of a value; its result is true for the values that may be entered."""
    words: str
    """The values that may be, as they stand behind "expected"."""


def bound(is_kept: Callable[[Any], object], words: str) -> Meta:
    """Return an annotation that bounds the values of a type."""
    return Meta(extra={_KEY: Bound(is_kept, words)})


def _text(longest: int, pattern: str, words: str) -> Meta:
    fitting = re.compile(pattern)

    def is_kept(text: str) -> bool:
        return len(text) <= longest and fitting.fullmatch(text) is not None

    return bound(is_kept, words)


def number(low: int, high: int) -> Meta:
    """Return the bound of a number."""
    return bound(
        lambda value: low <= value <= high,
        say("a number from {low} to {high}", low=f"{low:,}", high=f"{high:,}"),
    )


def _is_name(text: str) -> bool:
    is_short = 0 < len(text) <= LONGEST_NAME
    return is_short and re.fullmatch(_VISIBLE + _ONE_LINE, text) is not None


Name = Annotated[
    str,
    _text(
        LONGEST_NAME,
        _VISIBLE + _ONE_LINE,
        say(
            "1 to {count} characters on one line, without blanks around them or signs that nobody "
            "sees",
            count=LONGEST_NAME,
        ),
    ),
]
Names = Annotated[
    tuple[str, ...],
    bound(
        lambda names: len(names) <= MOST_MEMBERS and all(map(_is_name, names)),
        say("at most {count} names, each on one line", count=MOST_MEMBERS),
    ),
]


def _is_id(text: str) -> bool:
    return len(text) <= LONGEST_NAME and re.fullmatch(_ONE_LINE, text) is not None


Ids = Annotated[
    tuple[str, ...],
    bound(
        lambda ids: len(ids) <= MOST_MEMBERS and all(map(_is_id, ids)),
        say("at most {count} ids, each on one line", count=MOST_MEMBERS),
    ),
]
ShortText = Annotated[
    str,
    _text(
        LONGEST_NAME,
        _ONE_LINE,
        say(
            "at most {count} characters on one line, without blanks around them or signs that "
            "nobody sees",
            count=LONGEST_NAME,
        ),
    ),
]
Text = Annotated[
    str,
    _text(
        LONGEST_TEXT,
        _LINES,
        say("at most {count} characters and no control characters", count=f"{LONGEST_TEXT:,}"),
    ),
]
NeededText = Annotated[
    str,
    _text(
        LONGEST_TEXT,
        _VISIBLE + _LINES,
        say("1 to {count} characters and no control characters", count=f"{LONGEST_TEXT:,}"),
    ),
]
Shown = Annotated[
    str, bound(re.compile("[0-9a-f]{64}").fullmatch, "the digest of what was shown: 64 hex digits")
]


_FIELDS: Final[dict[str, str]] = {
    "about": say_as("field", "About"),
    "byes": say_as("field", "Byes"),
    "closes_ms": say_as("field", "Closes"),
    "code": say_as("field", "Code"),
    "cut": say_as("field", "Cut"),
    "external_id": say_as("field", "Id"),
    "first_table": say_as("field", "First table"),
    "infraction": say_as("field", "Infraction"),
    "label": say_as("field", "Label"),
    "member_ids": say_as("field", "Ids of the players"),
    "members": say_as("field", "Players"),
    "name": say_as("field", "Name"),
    "note": say_as("field", "Note"),
    "rooms": say_as("field", "Rooms"),
    "rounds": say_as("field", "Rounds"),
    "ruling": say_as("field", "Ruling"),
    "seconds": say_as("field", "Seconds"),
    "seed": say_as("field", "Seed"),
    "team": say_as("field", "Team"),
    "text": say_as("field", "Text"),
    "why": say_as("field", "Why"),
}
"""The fields that people fill in, as they are called; others are written by programs."""


def broken_bound(entered: Struct) -> str | None:
    """Return a sentence about the first field outside its bounds; None if there is none."""
    for field, each in _bounds(type(entered)):
        if not each.is_kept(getattr(entered, field)):
            return say(
                "{field}: expected {words}.",
                field=_FIELDS.get(field, field.replace("_", " ").capitalize()),
                words=each.words,
            )
    return None


@cache
def _bounds(kind: type[Struct]) -> tuple[tuple[str, Bound], ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found: list[tuple[str, Bound]] = []
    for field in info.fields:
        notes = field.type.extra if isinstance(field.type, inspect.Metadata) else None
        if notes and _KEY in notes:
            found.append((field.name, notes[_KEY]))
    return tuple(found)
