"""Names and numbers by which an event speaks of its players, tables and rounds."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NewType

PlayerId = NewType("PlayerId", int)
"""A player's number in the event, from 1 in the order of registration."""
RoundNumber = NewType("RoundNumber", int)
"""From 1; the rounds of the cut go on counting after those of Swiss."""
TableNumber = NewType("TableNumber", int)
"""The number that stands on a table."""
CallId = NewType("CallId", int)
"""The number of a judge call or deck check, from 1."""
PenaltyId = NewType("PenaltyId", int)
"""The number of a penalty, from 1."""
RulingId = NewType("RulingId", int)
"""The number of a ruling that a judge has given a table from afar, from 1."""
TimeMs = NewType("TimeMs", int)
"""A moment: milliseconds of UTC since 1970, from the clock of whoever enters something."""

NO_PLAYER: Final = PlayerId(0)
"""The number in place of a player where there is none: the other side of a bye."""
NO_TABLE: Final = TableNumber(0)
"""The number in place of a table where there is none."""


def drawn(seed: str, *words: object) -> int:
    """Draw a number for these words, which is the same everywhere for the same seed."""
    text = "\x1f".join((seed, *map(str, words)))
    return int.from_bytes(sha256(text.encode()).digest()[:8])
