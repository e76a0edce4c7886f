"""From the bytes of a list to its text, however spreadsheets have written it."""

from __future__ import annotations

import codecs
from typing import Final

from duelmat_hub.errors import PlayerListError
from duelmat_message import say

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WINDOWS: Final = "cp1252"
"""Latin-1 as Windows has it: every letter of Latin-1, and signs where that has none."""


def text_of(content: bytes) -> str:
    """Return the text of a list: UTF-8, UTF-16 with its mark, else Latin-1.

    Raises PlayerListError for what is no text.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode(_WINDOWS, "replace")
    if "\0" in text:
        raise PlayerListError(
            say("Expected a list as text, got a file of another kind: save it as CSV first.")
        )
    return text


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise PlayerListError(
            say("Expected a whole text, got one that is cut off or damaged: save it anew.")
        ) from None
