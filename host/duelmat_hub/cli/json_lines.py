"""The line on which each value of a JSON text stands, so that a fault in it can be found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from duelmat_toml import Path

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


class _Token(NamedTuple):
    text: str
    line: int


def json_lines(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each key and item of a JSON text that was read."""
    lines: dict[Path, int] = {}
    path: list[str | int] = []
    """The key or index of each list and object around the present place, and of the place."""
    is_key: list[bool] = []
    for token in _tokens(text):
        match token.text:
            case "{" | "[":
                path.append("" if token.text == "{" else 0)
                is_key.append(token.text == "{")
            case "}" | "]":
                path.pop()
                is_key.pop()
            case ",":
                last = path[-1]
                is_key[-1] = isinstance(last, str)
                path[-1] = "" if isinstance(last, str) else last + 1
            case ":":
                is_key[-1] = False
                continue
            case string if is_key and is_key[-1]:
                path[-1] = json.loads(string)
        if path and token.text not in ("}", "]", ","):
            _note(lines, path, token)
    return lines


def _note(lines: dict[Path, int], path: list[str | int], token: _Token) -> None:
    place = tuple(path[:-1]) if token.text in ("{", "[") else tuple(path)
    lines.setdefault(place, token.line)


def _tokens(text: str) -> Iterator[_Token]:
    line, at = 1, 0
    for found in _TOKEN.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        yield _Token(found[0], line)
