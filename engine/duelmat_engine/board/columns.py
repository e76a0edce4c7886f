"""Fields without end: columns numbered from the centre (0) to both sides.

A column has one zone of each row for every player, so "a.m-1", "a.s-1" and "b.m-1" stand in one.
Cards are laid in, or next to, columns that hold a card; the first one is laid in the centre. How
many columns a table can show is a limit of that table and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain
from typing import Final

from duelmat_engine.caches import cached_while_unmoved
from duelmat_engine.names import (
    ROW_KINDS,
    SEAT_LETTERS,
    Seat,
    ZoneName,
    zone_index,
    zone_kind,
    zone_seat,
)
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import CardsByZone

CENTRE: Final = 0
_INDEX: Final = re.compile(r"0|-?[1-9][0-9]{0,3}")


def occupied(zones: CardsByZone, freed: Collection[str] = ()) -> list[int]:
    """The columns that hold a card of anybody, from left to right."""
    names = chain.from_iterable(_rows(zones, None).values())
    return sorted({zone_index(name) for name in names if name not in freed})


def beside(there: Collection[int]) -> list[int]:
    """Return these columns and those next to them, from left to right."""
    return sorted({column + side for column in there for side in (-1, 0, 1)})


def held(zones: CardsByZone, seat: Seat, kind: str) -> tuple[ZoneName, ...]:
    """The zones of a player's row that hold cards, from left to right."""
    return _rows(zones, None).get((seat, kind), ())


@cached_while_unmoved
def _rows(zones: CardsByZone, _: None) -> dict[tuple[Seat, str], tuple[ZoneName, ...]]:
    """The zones that hold cards, from left to right, by their row."""
    rows: dict[tuple[Seat, str], list[ZoneName]] = {}
    for name, pieces in zones.items():
        if pieces and zone_kind(name) in ROW_KINDS:
            rows.setdefault((zone_seat(name), zone_kind(name)), []).append(name)
    return {row: tuple(sorted(names, key=zone_index)) for row, names in rows.items()}


def is_zone(game: Game, name: str, players: int) -> bool:
    """Whether a zone of that name stands on a table of so many players."""
    return is_row_zone(game, name, players) or (
        name[:1] in tuple(SEAT_LETTERS[:players])
        and name[1:2] == "."
        and name[2:] in game.rules.zones.piles
    )


def is_row_zone(game: Game, name: str, players: int) -> bool:
    """Whether it is a zone of a row; one without end goes on to both sides."""
    if name[:1] not in tuple(SEAT_LETTERS[:players]) or name[1:2] != ".":
        return False
    kind = zone_kind(name)
    count = game.rules.zones.rows.get(kind)
    if count is None or not _INDEX.fullmatch(name[2 + len(kind) :]):
        return False
    return count == 0 or 1 <= zone_index(name) <= count
