"""TOML texts from outside: their tables, and the line on which each key stands.

tomllib takes time that grows with the square of a key's parts, reads numbers of any length, and
forgets where things stood: the first two are refused, the last is found by a walk over the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from duelmat_message import named, say

Path = tuple[str | int, ...]
"""Keys and indices from the top: ("infractions", 2, "penalty")."""

LONGEST: Final = 200_000
"""Characters of a text; a policy has about 6,000."""
KEY_PARTS: Final = 16
"""Of a dotted key or a table's header; files of ours have one."""
DEEPEST: Final = 32
"""Tables and lists within each other, below which no lines are noted."""

_PART: Final = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_\\-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{KEY_PARTS}}}"
)
"""More parts than KEY_PARTS. It begins where a part can begin, so that looking takes no time that
grows with the square of the text."""
_LONG_NUMBER: Final = re.compile(r"(?<!\w)[0-9][0-9_]{4000,}")
"""More digits than Python reads; only to say on which line."""


class TomlFault(Struct, frozen=True):
    """The reason why a text is not read at all."""

    line: int
    expected: str
    got: str
    advice: str


def read_toml(text: str) -> dict[str, Any] | TomlFault:
    """Return the tables of a text, or the reason why it has none that can be used."""
    if len(text) > LONGEST:
        words = say("at most {most:,} characters", most=LONGEST)
        advice = say("Take out what does not belong there.")
        return TomlFault(1, words, f"{len(text):,}", advice)
    found = _LONG_KEY.search(text)
    if found is not None:
        line = _line_at(text, found.start())
        words = say("keys of at most {most} parts between dots", most=KEY_PARTS)
        advice = say("Write a key as in: {example}", example="best_of = 3")
        return TomlFault(line, words, say("one with more"), advice)
    try:
        return tomllib.loads(text)
    except RecursionError:
        got = say("hundreds of lists or tables within each other")
        return TomlFault(1, say("a file in TOML"), got, say("Flatten them."))
    except tomllib.TOMLDecodeError as error:
        return _syntax_fault(text, str(error))
    except ValueError:  # more digits than Python reads
        found = _LONG_NUMBER.search(text)
        line = _line_at(text, found.start() if found else 0)
        got = say("thousands of them")
        return TomlFault(line, say("a number of a few digits"), got, say("Shorten it."))


def _syntax_fault(text: str, message: str) -> TomlFault:
    reason, _, place = message.rpartition(" (at ")
    line = re.match(r"line (\d+)", place)
    number = int(line[1]) if line else text.rstrip().count("\n") + 1
    advice = say(
        "A line reads as in: {number}, or: {text}; everything else begins with #.",
        number="best_of = 3",
        text='title = "A title"',
    )
    fault = named("parser", (reason or message)[:100])
    got = say("one with a slip: {fault:inner}", fault=fault)
    return TomlFault(number, say("a file in TOML"), got, advice)


def _line_at(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each key and item of a text that `read_toml` has read."""
    return _Walk(text).lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing around it that the text has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


_TOKEN: Final = re.compile(
    r'(?P<string>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<left_out>#[^\n]*|[ \t\r]+)"
    r"|(?P<newline>\n)"
    r"""|(?P<word>[^\s\[\]{},="'#.]+)"""
    r"|(?P<sign>.)",
    re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


_END: Final = _Token("end", "", 0)


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "left_out":
            yield _Token(kind, found[0], line)
        line += found[0].count("\n")


class _Walk:
    """One pass over the tokens of a sound text."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens = list(_tokens(text))
        self._at = 0
        self._counts: dict[Path, int] = {}
        table: Path = ()
        while self._skipped("\n").kind != "end":
            table = self._header() if self._peek().text == "[" else self._pair(table)

    def _header(self) -> Path:
        line = self._take().line
        is_list = self._peek().text == "["
        if is_list:
            self._take()
        path = self._resolved(self._key(()))
        self._take()
        if is_list:
            self._take()
            self._note(path, line)
            index = self._counts[path] = self._counts.get(path, -1) + 1
            path = (*path, index)
        for end in range(1, len(path) + 1):
            self._note(path[:end], line)
        return path

    def _resolved(self, path: Path) -> Path:
        """Return a header's path with the index of the last table of every list in it."""
        full: Path = ()
        for number, part in enumerate(path):
            full = (*full, part)
            if full in self._counts and number < len(path) - 1:
                full = (*full, self._counts[full])
        return full

    def _pair(self, table: Path) -> Path:
        line = self._peek().line
        path = self._key(table)
        for end in range(len(table) + 1, len(path) + 1):
            self._note(path[:end], line)
        self._take()  # the sign "="
        self._value(path)
        return table

    def _key(self, table: Path) -> Path:
        parts: list[str | int] = []
        while self._peek().text not in ("=", "]", ""):
            token = self._take()
            if token.kind == "string":
                parts.append(tomllib.loads(f"key = {token.text}")["key"])
            elif token.kind == "word":
                parts.append(token.text)
        return (*table, *parts)

    def _value(self, path: Path) -> None:
        first = self._peek()
        if first.text == "[" and len(path) < DEEPEST:
            self._take()
            index = 0
            while self._skipped("\n,").text not in ("]", ""):
                self._note((*path, index), self._peek().line)
                self._value((*path, index))
                index += 1
            self._take()
        elif first.text == "{" and len(path) < DEEPEST:
            self._take()
            while self._skipped("\n,").text not in ("}", ""):
                self._pair(path)
            self._take()
        else:
            self._skip_value()

    def _skip_value(self) -> None:
        """Pass over a text, a number or whatever stands too deep."""
        depth = 0
        while self._peek().kind != "end":
            text = self._peek().text
            if depth == 0 and text in ("\n", ",", "]", "}"):
                return
            depth += (text in ("[", "{")) - (text in ("]", "}"))
            self._take()

    def _skipped(self, signs: str) -> _Token:
        """Return the next token that is none of these."""
        while self._peek().text and self._peek().text in signs:
            self._take()
        return self._peek()

    def _peek(self) -> _Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _take(self) -> _Token:
        token = self._peek()
        self._at += 1
        return token

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)
