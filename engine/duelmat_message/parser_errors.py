"""Messages for what parsers of TOML, JSON, CSV and the like complain of.

Their words are listed in catalogs under a context of their own; the language finds the pattern of
those that quote a file (`language/catalogs.py`).
"""

from __future__ import annotations

from duelmat_message import Text, named, words_of

_LONGEST = 300


def fault_of(error: Exception) -> Text:
    """Return what a parser says of a text, as a message."""
    said = words_of(error)
    return said if isinstance(said, Text) else named("parser", said[:_LONGEST])
