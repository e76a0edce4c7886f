"""TOML texts from outside: their tables, and the line on which each key and item stands.

tomllib takes time that grows with the square of a key's parts, reads numbers of any length, and
forgets where things stood: the first two are refused, the last is found by a walk over the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

Path = tuple[str | int, ...]
"""Keys and indices from the top: ("position", "a", "hand", 2)."""

KEY_PARTS: Final = 16
"""Of a dotted key or a table's header; files of ours have 4 at most."""
DEEPEST: Final = 32
"""Tables and lists within each other."""
NUMBER_BITS: Final = 64
"""As TOML itself asks of its readers."""

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_\\-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{KEY_PARTS}}}"
)
"""More parts than KEY_PARTS. It begins where a part can begin, so that looking takes no time that
grows with the square of the text."""

_LONG_NUMBER: Final = re.compile(
    r"0x[0-9A-Fa-f_]{17,}|0o[0-7_]{22,}|0b[01_]{65,}|(?<![\w.])[0-9][0-9_]{18,}"
)
"""Only to say where a number stands that was found to be too long."""
_TOKEN: Final = re.compile(
    r'"{3}(?:\\.|[^\\])*?"{3,5}|'
    r"'{3}.*?'{3,5}|"
    r'"(?:\\.|[^"\\])*"|'
    r"'[^']*'|\#[^\n]*|[\[\]{}=,.\n]|[^\s\[\]{}=,.\#\"']+",
    re.DOTALL,
)
"""A string, a comment, a sign or a word."""
_TOO_DEEP: Final = f"Tables or lists nested too deep, more than {DEEPEST}"


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises ValueError, with the place at the end as tomllib has it: "(at line 3, column 1)".
    """
    found = _LONG_KEY.search(text)
    if found is not None:
        raise ValueError(f"A key of more than {KEY_PARTS} parts {_at(text, found.start())}")
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"{_TOO_DEEP} (at line 1, column 1)") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # more digits than Python reads
        raise _too_long(text) from None
    if is_too_deep(tables):
        raise ValueError(f"{_TOO_DEEP} (at line 1, column 1)")
    for value, _ in _values(tables):
        if isinstance(value, int) and value.bit_length() > NUMBER_BITS:
            raise _too_long(text)
    return tables


def is_too_deep(tables: object) -> bool:
    """Whether tables and lists lie within each other more than DEEPEST deep."""
    return any(depth > DEEPEST for _, depth in _values(tables))


def _values(tables: object) -> Iterator[tuple[Any, int]]:
    """Yield every value in the tables, with its depth, down to one below the deepest allowed."""
    waiting: list[tuple[Any, int]] = [(tables, 0)]
    while waiting:
        value, depth = waiting.pop()
        yield value, depth
        if depth <= DEEPEST and isinstance(value, dict | list):
            items = value.values() if isinstance(value, dict) else value
            waiting += [(item, depth + 1) for item in items]


def _too_long(text: str) -> ValueError:
    found = _LONG_NUMBER.search(text)
    place = _at(text, found.start() if found else 0)
    return ValueError(f"A whole number of more than {NUMBER_BITS} bits {place}")


def _at(text: str, index: int) -> str:
    line = text.count("\n", 0, index) + 1
    return f"(at line {line}, column {index - text.rfind(chr(10), 0, index)})"


# Places


def toml_lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each key or item of a text that was read begins."""
    return _Walk(text).lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing around it that the text has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens with their lines, without comments; the last is empty."""
    at, line = 0, 1
    for found in _TOKEN.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        if found[0][0] != "#":
            yield found[0], line
    yield "", line


class _Walk:
    """One pass over a text that tomllib has accepted; `at` is the index of the next token."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        table: Path = ()
        while sign := self._past("\n"):
            if sign == "[":
                table = self._header()
            else:
                self._pair(table)

    def _past(self, separators: str) -> str:
        """Return the next token that is no separator."""
        while (token := self.tokens[self.at][0]) and token in separators:
            self.at += 1
        return token

    def _header(self) -> Path:
        """Note a header, and return its path with the running index of every list in it."""
        line = self.tokens[self.at][1]
        signs = 2 if self.tokens[self.at + 1][0] == "[" else 1
        self.at += signs
        path: Path = ()
        for part in self._key():
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
            path = (*path, part)
        self.at += signs
        if signs == 2:
            self.counts[path] = self.counts.get(path, 0) + 1
            self.lines.setdefault(path, line)
            path = (*path, self.counts[path] - 1)
        self.lines.setdefault(path, line)
        return path

    def _pair(self, table: Path) -> None:
        line = self.tokens[self.at][1]
        path = table
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self.at += 1  # the sign "="
        self._value(path)

    def _key(self) -> Iterator[str]:
        more = True
        while more:
            part = self.tokens[self.at][0]
            yield part[1:-1] if part[0] in "\"'" else part
            more = self.tokens[self.at + 1][0] == "."
            self.at += 2 if more else 1

    def _value(self, path: Path) -> None:
        sign = self.tokens[self.at][0]
        self.at += 1
        if sign == "[":
            index = 0
            while self._past(",\n") != "]":
                self.lines.setdefault((*path, index), self.tokens[self.at][1])
                self._value((*path, index))
                index += 1
            self.at += 1
        elif sign == "{":
            while self._past(",\n") != "}":
                self._pair(path)
            self.at += 1
        elif sign[0] not in "\"'":
            while self.tokens[self.at][0] not in ("", ",", "]", "}", "\n"):
                self.at += 1
