"""The hall: its tables by rooms."""

from __future__ import annotations

from enum import Enum
from itertools import pairwise
from typing import Annotated, Final

from msgspec import Struct

from duelmat_message import say
from duelmat_tournament.bounds import ShortText, bound, broken_bound, number
from duelmat_tournament.names import TableNumber

LAST_TABLE: Final = 100_000
AnyTable = Annotated[TableNumber, number(1, LAST_TABLE)]
MOST_ROOMS: Final = 50
"""Spans of tables, more than a hall has rows."""


class Chair(Enum):
    """A chair of a table."""

    A = "A"
    """At a mat its first side, elsewhere the chair that the hall has marked so."""
    B = "B"
    """The one opposite."""


class Room(Struct, frozen=True, omit_defaults=True):
    """Tables whose numbers follow each other."""

    first: TableNumber
    last: TableNumber
    name: ShortText = ""
    """The room in which they stand; empty: it has no name."""


def _are_rooms(rooms: tuple[Room, ...]) -> bool:
    spans = sorted((room.first, room.last) for room in rooms)
    return (
        len(rooms) <= MOST_ROOMS
        and all(1 <= first <= last <= LAST_TABLE for first, last in spans)
        and all(one[1] < other[0] for one, other in pairwise(spans))
        and all(broken_bound(room) is None for room in rooms)
    )


Rooms = Annotated[
    tuple[Room, ...],
    bound(
        _are_rooms,
        say(
            "at most {count} rooms with tables from 1 to {last}, the first before the last, and "
            "no table in two rooms",
            count=MOST_ROOMS,
            last=f"{LAST_TABLE:,}",
        ),
    ),
]
