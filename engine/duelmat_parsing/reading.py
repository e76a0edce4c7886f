"""The tables of a TOML text.

tomllib takes time that grows with the square of a key's parts and reads numbers of any length:
both are refused.
"""

from __future__ import annotations

import re
import tomllib
from ast import literal_eval
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
_PLACED: Final = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)
"""The messages of tomllib: what is wrong, and where."""
_TUPLE: Final = re.compile(r"\(['\"].*?\)(?=(?: twice)? \(at )")
"""A key as tomllib's messages have it: a tuple of Python."""
_TOO_DEEP: Final = f"Tables or lists nested too deep, more than {DEEPEST}"


class TomlError(ValueError):
    """A text that is no TOML, or has more than anybody writes; as text it ends with the place."""

    def __init__(self, message: str, text: str) -> None:
        """Keep what is wrong and where.

        message: as tomllib has it: "Invalid value (at line 3, column 1)".
        text: all that was read.
        """
        super().__init__(message)
        found = _PLACED.fullmatch(message)
        self.fault: str = found[1] if found else message
        """It says what is wrong, in English, without the place."""
        self.line: int = int(found[2]) if found and found[2] else text.rstrip().count("\n") + 1
        """Counted from 1; the last one with anything in it where the end is meant."""


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises: TomlError, also for what tomllib would read, but nobody writes: a key of more than
    KEY_PARTS parts, a whole number of more than NUMBER_BITS bits, tables nested too deep, half of
    a pair of surrogates.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _error("Half of a character", text, error.start) from None
    found = _LONG_KEY.search(text)
    if found is not None:
        raise _error(f"A key of more than {KEY_PARTS} parts", text, found.start())
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise _error(_TOO_DEEP, text, 0) from None
    except tomllib.TOMLDecodeError as error:
        raise TomlError(_TUPLE.sub(_header, str(error)), text) from None
    except ValueError:  # more digits than Python reads
        raise _too_long(text) from None
    if is_too_deep(tables):
        raise _error(_TOO_DEEP, text, 0)
    for value, _ in _values(tables):
        if isinstance(value, int) and value.bit_length() > NUMBER_BITS:
            raise _too_long(text)
    return tables


def _header(key: re.Match[str]) -> str:
    """Return a key as the header of its table."""
    return f"[{'.'.join(literal_eval(key[0]))}]"


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


def _too_long(text: str) -> TomlError:
    found = _LONG_NUMBER.search(text)
    index = found.start() if found else 0
    return _error(f"A whole number of more than {NUMBER_BITS} bits", text, index)


def _error(fault: str, text: str, index: int) -> TomlError:
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    return TomlError(f"{fault} (at line {line}, column {column})", text)
