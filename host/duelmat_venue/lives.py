"""The life of an event: which event it is, and which copy of its database the hub keeps.

A hub that was restored from a backup knows less than tables do that have gone on since: by its
life they notice, and report again what it lacks. By it they also keep earlier events to
themselves.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct


class Life(Struct, frozen=True, forbid_unknown_fields=True):
    """A life of an event."""

    event: Annotated[str, Meta(max_length=64)] = ""
    """The beginning of the event's first hash; empty: no event was heard of."""
    copied_ms: Annotated[int, Meta(ge=0, le=10**14)] = 0
    """The moment at which its database was made as a copy of another; 0: it is none."""


UNHEARD: Final = Life()
"""The life of a stream of which no hub was heard yet."""
