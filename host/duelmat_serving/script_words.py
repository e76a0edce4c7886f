"""The words of the pages' scripts in other languages than English, which stands in the scripts.

`language/script_messages.json` lists what they say; a test compares it with them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from msgspec.json import decode

import duelmat_serving.language
from duelmat_serving.language.catalogs import Language

CONTEXT_END: Final = "\x04"
"""The separator behind a message's context, where it has one, in gettext's own files."""
_LIST: Final = files(duelmat_serving.language) / "script_messages.json"
MESSAGES: Final = decode(_LIST.read_bytes(), type=list[str | list[str]])
"""Every message of the scripts; one that counts has two forms."""

Translations = dict[str, str | dict[str, str]]
"""Messages by their English; one that counts has its forms by plural category."""


@cache
def script_words(language: Language) -> Translations:
    """Return the scripts' messages in this language, without untranslated ones."""
    found: Translations = {}
    for message in MESSAGES:
        one = message if isinstance(message, str) else message[0]
        *context, words = one.split(CONTEXT_END)
        forms = language.forms("".join(context), words)
        if forms:
            found[one] = forms["other"] if isinstance(message, str) else forms
    return found
