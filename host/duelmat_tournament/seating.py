"""Seating: tables and chairs of a round, by the hall's rooms and what players have fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from duelmat_tournament.entries import PairedTable
from duelmat_tournament.event import Event
from duelmat_tournament.hall import Chair
from duelmat_tournament.names import PlayerId, TableNumber


def tables_for(event: Event, pairs: Sequence[tuple[PlayerId, PlayerId]]) -> list[TableNumber]:
    """Return the table of each pair; the pairs are those of a round, the best first.

    A player with a fixed table plays there, and the opponent too; of two who meet, and both have
    one, the better player does. All others sit down in order at the tables that are left.
    """
    found: dict[int, TableNumber] = {}
    for at, pair in enumerate(pairs):
        taken = set(found.values())
        table = next((each for each in fixed_tables(event, pair) if each not in taken), None)
        if table is not None:
            found[at] = table
    taken = set(found.values())
    others = (table for table in _numbers(event) if table not in taken)
    return [found[at] if at in found else next(others) for at in range(len(pairs))]


def with_chairs(event: Event, paired: PairedTable) -> PairedTable:
    """Return two who meet with their chairs, if one of them has a fixed one.

    Of two with fixed chairs the one whose fixed table this is decides, else the better one. The
    order of the two stays: the pairing, its reason and who goes first are as without chairs.
    """
    pair = paired.first, paired.second
    fixed = [event.players[each] for each in pair if event.players[each].fixed_chair]
    if not fixed:
        return paired
    decides = min(fixed, key=lambda each: each.fixed_table != paired.table)
    is_at_a = decides.fixed_chair is Chair.A
    return replace(paired, chair_a=next(p for p in pair if (p == decides.id) is is_at_a))


def fixed_tables(event: Event, pair: tuple[PlayerId, PlayerId]) -> list[TableNumber]:
    """Return the fixed tables of a pair, that of the better player first."""
    tables = (event.players[player].fixed_table for player in pair)
    return [table for table in tables if table]


def _numbers(event: Event) -> Iterator[TableNumber]:
    """Yield the numbers of tables in order: those of the rooms, then the ones after them all."""
    for room in event.rooms:
        yield from map(TableNumber, range(room.first, room.last + 1))
    after = 1 + max((room.last for room in event.rooms), default=event.first_table - 1)
    yield from map(TableNumber, count(after))
