"""Characters that no text from outside may hold, and how they are shown where one holds some.

Control characters move a terminal's cursor, break lines and end texts in databases; the signs that
turn the direction of writing reach into what stands behind a text. Names of scripts that are
written from right to left do without them.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""A control character, or half of a character."""
_LONGEST: Final = 60
"""Characters of a wrong value or key that are shown."""
_TURNING: Final = r"\u202a-\u202e\u2066-\u2069"
NEVER: Final = rf"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_TURNING}"
"""The characters that no text may hold, as they stand in a set of a regular expression."""
LINE_ENDS: Final = r"\t\n\r\u2028\u2029"
"""The characters that a text of one line may not hold either."""
_UNFIT: Final = re.compile(f"[{NEVER}]")
_UNFIT_IN_LINE: Final = re.compile(f"[{NEVER}{LINE_ENDS}]")


def unfit_character(text: str, *, has_lines: bool = False) -> str:
    """Return the first character that a text may not hold, as in U+0000; "" if there is none.

    has_lines: whether it may be broken into lines.
    """
    found = (_UNFIT if has_lines else _UNFIT_IN_LINE).search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def composed(text: str) -> str:
    """Return a text in the form in which texts are kept and compared: NFC."""
    return normalize("NFC", text)


def escaped(text: str) -> str:
    """Return a text as it may go to a terminal: what would steer that is written as its number."""
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text).replace("\r", "\\u000d")


def shortened(text: str) -> str:
    """Return a text as a message quotes it: cut off where it is too long, with escapes for what a
    terminal would obey.
    """
    if CONTROL.search(text):
        text = CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
