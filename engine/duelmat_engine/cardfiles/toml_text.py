"""TOML texts from outside: what would take a reader's time or memory is refused beforehand.

tomllib takes time that grows with the square of a key's parts, and numbers of any length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

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
