"""The stream of a table's present duel, kept beside its journal: a restart goes on with it.

How much of it the hub has, the hub itself says when it is asked.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec

from duelmat_files import replace_whole
from duelmat_files.outside import read_private_file
from duelmat_venue.reports import Number, StreamId

FILE_NAME: Final = "uplink.json"
_ID_BYTES: Final = 16
_LIMIT_BYTES: Final = 4_096
"""A stream takes about 150."""


class StreamState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stream: a duel as it is reported."""

    stream: StreamId
    journal: Annotated[str, msgspec.Meta(max_length=200)]
    """The name of the journal's file."""
    round: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    duel: Number


def new_stream(journal: str, round_number: int, duel: int) -> StreamState:
    """Return a stream with an id that nobody else has."""
    return StreamState(secrets.token_hex(_ID_BYTES), journal, round_number, duel)


def read_stream(directory: Path) -> StreamState | None:
    """Return the kept stream; None: there is none that can be read, and a new one is begun."""
    try:
        content = read_private_file(directory / FILE_NAME, _LIMIT_BYTES)
        return msgspec.json.decode(content, type=StreamState)
    except (OSError, msgspec.MsgspecError):
        return None


def keep_stream(directory: Path, state: StreamState) -> None:
    """Keep a stream. Raises OSError."""
    replace_whole(directory / FILE_NAME, msgspec.json.encode(state))
