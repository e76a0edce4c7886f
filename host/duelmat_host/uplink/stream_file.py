"""The streams of a table's duels, kept beside their journals: a restart goes on with them.

Kept are the present duel's and those of earlier duels: a hub that was restored from a backup may
lack what it had. How much of one it has, the hub itself says when it is asked.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec

from duelmat_files import replace_whole
from duelmat_files.outside import read_private_file
from duelmat_host.uplink.sealing import new_key
from duelmat_venue.lives import UNHEARD, Life
from duelmat_venue.reports import Number, StreamId

FILE_NAME: Final = "uplink.json"
_ID_BYTES: Final = 16
_LIMIT_BYTES: Final = 1_000_000
_MOST: Final = 2_000
"""The newest are kept. One takes about 350 bytes: more duels than a table plays at an event."""


class StreamState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stream: a duel as it is reported."""

    stream: StreamId
    journal: Annotated[str, msgspec.Meta(max_length=200)]
    """The name of the journal's file."""
    round: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    duel: Number
    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The key of its sealed parts, in hex."""
    takes: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")] = ""
    """The stream at another table in which its match was begun; empty: it was begun here."""
    life: Life = UNHEARD
    """The life of the event whose hub has acknowledged some of it last."""
    is_whole: bool = False
    """Whether that hub has all of it."""

    def is_of(self, journal: str, round_number: int, duel: int) -> bool:
        """Whether this duel of a match is reported in it."""
        return (self.journal, self.round, self.duel) == (journal, round_number, duel)


def new_stream(journal: str, round_number: int, duel: int, takes: str = "") -> StreamState:
    """Return a stream with an id that nobody else has.

    takes: the stream at another table in which the match was begun.
    """
    stream = secrets.token_hex(_ID_BYTES)
    return StreamState(stream, journal, round_number, duel, new_key().hex(), takes)


def read_streams(directory: Path) -> list[StreamState]:
    """Return the kept streams, the present duel's last; those that cannot be read are none."""
    try:
        content = read_private_file(directory / FILE_NAME, _LIMIT_BYTES)
        return msgspec.json.decode(content, type=list[StreamState])
    except (OSError, msgspec.MsgspecError):
        return []


def keep_streams(directory: Path, streams: list[StreamState]) -> None:
    """Keep streams. Raises OSError."""
    replace_whole(directory / FILE_NAME, msgspec.json.encode(streams[-_MOST:]))
