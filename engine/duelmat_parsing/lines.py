"""The lines on which the keys and items of a TOML or JSON text stand, which its parser forgets.

The text has been parsed before: only what is no fault is looked for, and only where a line is
wanted, after something in it was found wrong.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

Path = tuple[str | int, ...]
"""Keys and indices from the top: ("position", "a", "hand", 2)."""
_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'  # a text over several lines may end with quotes of its own
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|#[^\n]*"
    r"|[\n\[\]{}=:,.]"
    r"""|[^\s\[\]{}=:,."'#]+""",
    re.DOTALL,
)


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each key and item of a text that `read_toml` reads."""
    places = _Places(text, lambda quoted: tomllib.loads(f"key = {quoted}")["key"])
    table: Path = ()
    while places.word:
        if places.word == "[":
            table = places.pass_header()
        elif places.word == "\n":
            places.step()
        else:
            places.pass_pair(table, "=")
    return places.lines


def json_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each key and item of a text that `read_json` reads."""
    places = _Places(text, json.loads)
    places.pass_root()
    return places.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing around it that the text has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Places:
    """One pass over the tokens of a text, which notes the line of each key and item."""

    def __init__(self, text: str, unquoted: Callable[[str], Any]) -> None:
        self.lines: dict[Path, int] = {}
        self.word = ""
        """The present token of the text; empty at the end."""
        self._unquoted = unquoted
        self._text = text
        self._tokens = _TOKEN.finditer(text)
        self._at = 0
        self._line = 1
        self._last: dict[Path, int] = {}
        """The index of the last table of each list of tables."""
        self.step()

    def step(self) -> None:
        """Go on to the next token that is no comment."""
        self.word = ""
        for found in self._tokens:
            if found[0][0] != "#":
                self._line += self._text.count("\n", self._at, found.start())
                self._at = found.start()
                self.word = found[0]
                return

    def pass_header(self) -> Path:
        """Pass a table's header, and return its path with the index in every list on the way."""
        line = self._line
        path: Path = ()
        self.step()
        is_list = self.word == "["
        for part in self._key("]"):
            inner = (self._last[path],) if path in self._last else ()
            path = (*path, *inner, part)
        if is_list:
            self._last[path] = self._last.get(path, -1) + 1
            path = (*path, self._last[path])
            self.step()
        self._note(path, 0, line)
        return path

    def pass_root(self) -> None:
        """Pass the one value that a JSON text is."""
        self._pass_line_ends()
        self.lines[()] = self._line
        self.pass_value((), ":")

    def pass_pair(self, table: Path, sign: str) -> None:
        """Pass a key with its value, noting the tables, too, that it makes when it has dots."""
        line = self._line
        path = (*table, *self._key(sign))
        self._note(path, len(table), line)
        self.pass_value(path, sign)

    def pass_value(self, path: Path, sign: str) -> None:
        """Pass a value and all within; the sign stands between keys and values."""
        if self._pass_line_ends() not in ("[", "{"):
            while self.word not in ("", "\n", ",", "]", "}"):
                self.step()
            return
        is_list, index = self.word == "[", 0
        self.step()
        while self._pass_line_ends() not in ("]", "}"):
            if self.word == ",":
                self.step()
            elif is_list:
                self._note((*path, index), len(path), self._line)
                self.pass_value((*path, index), sign)
                index += 1
            else:
                self.pass_pair(path, sign)
        self.step()

    def _pass_line_ends(self) -> str:
        while self.word == "\n":
            self.step()
        return self.word

    def _key(self, end: str) -> list[str]:
        """Pass a key and the sign that ends it, and return its parts without quotes."""
        parts = []
        while self.word != end:
            if self.word[0] in "\"'":
                parts.append(self._unquoted(self.word))
            elif self.word not in ("\n", ".", "["):
                parts.append(self.word)
            self.step()
        self.step()
        return parts

    def _note(self, path: Path, known: int, line: int) -> None:
        """Note a path and what lies around it, but for the first `known` parts."""
        for end in range(known + 1, len(path) + 1):
            self.lines.setdefault(path[:end], line)
