"""The tables of a file in UTF-8, TOML or JSON; of what is no such text, the line and the fault."""

from __future__ import annotations

import json
from typing import Any, Final

from duelmat_message import lowered, words_of

from .jsontext import read_json
from .reading import TomlError, read_toml
from .structs import shown

_LONGEST: Final = 300
"""Characters of what a parser says, which may quote its text."""


class BrokenTextError(ValueError):
    """A content that holds no tables."""

    def __init__(self, line: int, expected: str, got: str, advice: str) -> None:
        self.line = line
        """Counted from 1; 0: the text as a whole."""
        self.expected = expected
        self.got = got
        self.advice = advice
        super().__init__(f"expected {expected}, got {got}")


def decode_text(content: bytes) -> str:
    """Return the text of a content in UTF-8. Raises BrokenTextError."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        got = f"the byte 0x{content[error.start]:02x}"
        advice = "Save the file as UTF-8."
        raise BrokenTextError(line, "text in UTF-8", got, advice) from None


def read_tables(text: str, example: str, *, is_json: bool = False) -> dict[str, Any]:
    """Return the tables of a text in TOML, or of one in JSON. Raises BrokenTextError.

    example: a line or two of such a text.
    """
    form = "JSON" if is_json else "TOML"
    try:
        value = read_json(text) if is_json else read_toml(text)
    except TomlError as error:
        line, fault = error.line, error.fault
    except json.JSONDecodeError as error:
        line, fault = error.lineno, error.msg
    except ValueError as error:
        line, fault = 0, words_of(error)
    else:
        if isinstance(value, dict):
            return value
        line, form, fault = 1, "a table", ""
    got = f"a slip: {lowered(fault[:_LONGEST])}" if fault else shown(value)
    raise BrokenTextError(line, form, got, f"Write it as in: {example}")
