"""The head of a journal as everybody is shown it, to detect a cut-off end.

The chain of a journal whose last entries were removed is still valid, but it no longer has the
hash that the public page showed. The shown hash is that of the newest entry that everybody saw: it
changes when the duel does, and not when a seat alone is asked something or changes a setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_host.journal.chain import Entry

HEAD_DIGITS: Final = 32
"""The number of the hash's 64 digits that are shown, 128 bits: two journals with one take 2^64
hashes, which nobody makes for a duel, and 32 digits can still be copied by hand.
"""
WEAK_DIGITS: Final = 16
"""As many as earlier versions showed: 2^32 hashes find two journals with such a head."""
_OF_AN_EVENT: Final = frozenset(
    {"time", "more-time", "decided", "confirmed", "ruled", "looked", "taken-over", "gone"}
)
_SEEN_BY_ALL: Final = _OF_AN_EVENT | {"duel", "action", "takeback", "ruling", "rollback", "over"}
"""The kinds of entries that change the duel or its match for everybody."""


def shown_head(entries: Sequence[Entry]) -> str:
    """Return the head to show, in hex; "" before there is a head."""
    newest = next((entry for entry in reversed(entries) if entry.kind in _SEEN_BY_ALL), None)
    return "" if newest is None else short_head(newest.hash)


def short_head(digest: str) -> str:
    """Return a hash in as many digits as are shown."""
    return digest[:HEAD_DIGITS]


def is_weak(digits: str) -> bool:
    """Whether a noted head has fewer digits than are shown now."""
    return len(digits) < HEAD_DIGITS


def in_fours(head: str) -> str:
    """Return a head in groups, as it is copied by hand."""
    return " ".join(head[at : at + 4] for at in range(0, len(head), 4))
