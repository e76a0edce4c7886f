"""Bounds of what people enter, each with its words; `deciding` refuses what does not keep them.

Control characters and line ends would break the lines in which names are shown, and the signs that
turn the direction of writing would reach into the text behind them; names of scripts that are
written from right to left do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct, inspect

LONGEST_NAME: Final = 200
LONGEST_TEXT: Final = 2_000

_KEY: Final = "bound"
_TURNING: Final = r"\u202a-\u202e\u2066-\u2069"
_NEVER: Final = rf"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_TURNING}"
_LINES: Final = rf"[^{_NEVER}]*"
_ONE_LINE: Final = rf"(?!\s)[^{_NEVER}\t\n\r\u2028\u2029]*(?<!\s)"
_VISIBLE: Final = r"(?=[\s\S]*[^\s\u00ad\u115f\u1160\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff])"
_ONE_LINE_WORDS: Final = "on one line, without blanks around them or signs that nobody sees"


class Bound(NamedTuple):
    """Tells which values may be entered."""

    is_kept: Callable[[Any], object]
    """The check of a value; its result is true for the values that may be entered."""
    words: str
    """The values that may be, as they stand behind "expected"."""


def bound(is_kept: Callable[[Any], object], words: str) -> Meta:
    """Return what a type is annotated with whose values keep a bound."""
    return Meta(extra={_KEY: Bound(is_kept, words)})


def _text(longest: int, pattern: str, words: str) -> Meta:
    fitting = re.compile(pattern)

    def is_kept(text: str) -> bool:
        return len(text) <= longest and fitting.fullmatch(text) is not None

    return bound(is_kept, words)


def number(low: int, high: int) -> Meta:
    """Return the bound of a number."""
    return bound(lambda value: low <= value <= high, f"a number from {low:,} to {high:,}")


Name = Annotated[
    str,
    _text(LONGEST_NAME, _VISIBLE + _ONE_LINE, f"1 to {LONGEST_NAME} characters {_ONE_LINE_WORDS}"),
]
ShortText = Annotated[
    str, _text(LONGEST_NAME, _ONE_LINE, f"at most {LONGEST_NAME} characters {_ONE_LINE_WORDS}")
]
Text = Annotated[
    str,
    _text(LONGEST_TEXT, _LINES, f"at most {LONGEST_TEXT:,} characters and no control characters"),
]
NeededText = Annotated[
    str,
    _text(
        LONGEST_TEXT,
        _VISIBLE + _LINES,
        f"1 to {LONGEST_TEXT:,} characters and no control characters",
    ),
]


def broken_bound(entered: Struct) -> str:
    """Return a sentence about the first field that does not keep its bound; empty if all do."""
    for field, each in _bounds(type(entered)):
        if not each.is_kept(getattr(entered, field)):
            return f"{field.replace('_', ' ').capitalize()}: expected {each.words}."
    return ""


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
