"""Reading JSON texts from outside; the errors name line and column."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, Final

import msgspec

from duelmat_message import shortened, words_of

from .reading import DEEPEST, is_too_deep

_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]')


def read_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises ValueError: a JSONDecodeError with the place of a syntax error or of a key that its
    table has already, or one in words for values that nobody writes: a number of more than 64
    bits, half a character, tables nested too deep.
    """
    try:
        value = msgspec.json.decode(text)
    except (ValueError, RecursionError) as error:
        raise _fault(text, error) from None
    if is_too_deep(value):
        raise ValueError(_TOO_DEEP)
    check_keys(text)
    return value


def check_keys(text: str) -> None:
    """Raise a JSONDecodeError at a key that its table has already; the JSON can be read."""
    if again := repeated_key(text):
        raise json.JSONDecodeError(again[0], text, again[1])


_TOO_DEEP = f"tables or lists nested too deep, more than {DEEPEST}"


def _fault(text: str, error: Exception) -> ValueError:
    """Return the error of the standard library's reader, which names the line, if it fails too."""
    constants: list[str] = []
    large: list[str] = []

    def number(written: str) -> float:
        value = float(written)
        if isinf(value):
            large.append(written)
        return value

    try:
        value = json.loads(text, parse_float=number, parse_constant=constants.append)
    except json.JSONDecodeError as placed:
        return placed
    except RecursionError:
        return ValueError(_TOO_DEEP)
    except ValueError:
        return ValueError("a whole number of more than 64 bits")
    if constants:
        return ValueError(f"{constants[0]}, which is no number in JSON")
    if large:
        return ValueError(f"the number {large[0]}, which is out of range")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return ValueError("half of a character")
    return ValueError(words_of(error))


def repeated_key(text: str) -> tuple[str, int] | None:
    """Return the fault of the first key that stands twice in one object of a JSON text, and where.

    None: none does. The text has been read before: it is whole and not nested too deep.
    """
    repeats = False

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeats
        found = dict(pairs)
        repeats = repeats or len(found) < len(pairs)
        return found

    json.loads(text, object_pairs_hook=note, parse_int=float)
    return _first_repeated(text) if repeats else None


def _first_repeated(text: str) -> tuple[str, int] | None:
    keys: list[set[str]] = []
    """The keys so far of each object around the present place; a list has none."""
    last, at = "", 0
    for token in _JSON_TOKEN.finditer(text):
        match token[0]:
            case "{" | "[":
                keys.append(set())
            case "}" | "]":
                keys.pop()
            case ":":
                if last in keys[-1]:
                    return f"the key {_quoted(last)} stands twice in one table", at
                keys[-1].add(last)
            case ",":
                pass
            case string:
                last, at = json.loads(string), token.start()
    return None


def _quoted(key: str) -> str:
    return shortened('"' + key.replace("\n", " ") + '"')
