"""A mat file as TOML text, from its tables."""

import json
from typing import Any


def dumped(table: dict[str, Any]) -> bytes:
    """A table as TOML, each top-level key on a line of its own."""
    return "".join(f"{json.dumps(key)} = {_inline(table[key])}\n" for key in table).encode()


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_inline(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    return str(value).lower()
