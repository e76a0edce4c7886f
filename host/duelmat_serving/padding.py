"""Padding: what one person alone is sent takes whole steps of bytes.

TLS hides what is said, not how much of it is said: without padding, the lengths of card names tell
a hand to whoever sees the encrypted bytes pass. Blanks behind JSON mean nothing.
"""

from __future__ import annotations

from typing import Final

STEP_BYTES: Final = 8_192
"""In the games that come along, hand, questions and the uses of a touched card take 6.6 kB of a
seat's view at most (names in Japanese, the largest of 2,000 views), so that they fit in one step.
"""


def padded(content: bytes, hidden_bytes: int | None = None) -> bytes:
    """Return JSON with as many blanks behind it as make its hidden part whole steps.

    hidden_bytes: the length of what others must not learn anything about; None: all of it.
    """
    hidden = len(content) if hidden_bytes is None else hidden_bytes
    return content + b" " * (-hidden % STEP_BYTES)
