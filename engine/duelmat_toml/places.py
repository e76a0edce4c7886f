"""The line on which each key and item of a TOML text stands; tomllib forgets them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Final

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Path = tuple[str | int, ...]
"""Keys and indices from the top: ("position", "a", "hand", 2)."""
_TOML: Final = Language(tree_sitter_toml.language())


def toml_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each key and item of a text that `read_toml` reads."""
    places = _Places()
    for node in _parts(Parser(_TOML).parse(text.encode()).root_node):
        if node.type == "pair":
            places.note_pair(node, ())
        elif node.type in ("table", "table_array_element"):
            header, *pairs = _parts(node)
            table = places.note_header(header, is_list=node.type != "table")
            for pair in pairs:
                places.note_pair(pair, table)
    return places.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing around it that the text has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Places:
    """A walk over the syntax tree of a text gathers here what it finds."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self._last: dict[Path, int] = {}
        """The index of the last table of each list of tables."""

    def note_header(self, header: Node, *, is_list: bool) -> Path:
        """Note a table's header, and return its path with the index in every list on the way."""
        path: Path = ()
        for part in _key(header):
            inner = (self._last[path],) if path in self._last else ()
            path = (*path, *inner, part)
        if is_list:
            self._last[path] = self._last.get(path, -1) + 1
            path = (*path, self._last[path])
        self._note(path, header, 0)
        return path

    def note_pair(self, pair: Node, table: Path) -> None:
        """Note a key, the tables that it makes when it has dots, and all in its value."""
        key, value = _parts(pair)
        path = (*table, *_key(key))
        self._note(path, pair, len(table))
        self._note_value(value, path)

    def _note_value(self, value: Node, path: Path) -> None:
        if value.type == "array":
            for index, item in enumerate(_parts(value)):
                self._note((*path, index), item, len(path))
                self._note_value(item, (*path, index))
        elif value.type == "inline_table":
            for pair in _parts(value):
                self.note_pair(pair, path)

    def _note(self, path: Path, node: Node, known: int) -> None:
        """Note a path and what lies around it, but for the first `known` parts."""
        for end in range(known + 1, len(path) + 1):
            self.lines.setdefault(path[:end], node.start_point.row + 1)


def _parts(node: Node) -> list[Node]:
    return [part for part in node.named_children if part.type != "comment"]


def _key(node: Node) -> Iterator[str]:
    """Yield the parts of a key, which has few (`KEY_PARTS`), without quotes."""
    if node.type == "dotted_key":
        for part in node.named_children:
            yield from _key(part)
    else:
        text = (node.text or b"").decode()
        yield text if node.type == "bare_key" else tomllib.loads(f"key = {text}")["key"]
