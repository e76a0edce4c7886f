"""Keys that stand twice in one object of a JSON text, where readers would keep the last alone."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from duelmat_engine.cardfiles.form import shown
from duelmat_message import say

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]')


class RepeatedKey(NamedTuple):
    """A key that its object has already, and where it stands again."""

    key: str
    at: int
    """Index of its quotation mark in the text."""

    @property
    def told(self) -> str:
        """The fault in words."""
        return say("the key {key} stands twice in one table", key=shown(self.key))


def repeated_key(text: str) -> RepeatedKey | None:
    """Return the first key that stands twice in one object of a JSON text; None: none does.

    The text has been read before: it is whole and not nested too deep.
    """
    repeats = False

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeats
        found = dict(pairs)
        repeats = repeats or len(found) < len(pairs)
        return found

    json.loads(text, object_pairs_hook=note, parse_int=float)
    return _first(text) if repeats else None


def _first(text: str) -> RepeatedKey | None:
    keys: list[set[str]] = []
    """The keys so far of each object around the present place; a list has none."""
    last = RepeatedKey("", 0)
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "{" | "[":
                keys.append(set())
            case "}" | "]":
                keys.pop()
            case ":":
                if last.key in keys[-1]:
                    return last
                keys[-1].add(last.key)
            case ",":
                pass
            case string:
                last = RepeatedKey(json.loads(string), token.start())
    return None
