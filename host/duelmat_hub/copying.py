"""Copies of a running event: a backup from any database, and the restoring of it into any other.

A copy is taken row by row in one transaction, so that it is of one moment, and nobody waits for
it. It is an event's directory: a hub serves it as it is, also without the database's server.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, Table, func, insert, select, text

from duelmat_hub import tables
from duelmat_hub.errors import CopyError
from duelmat_hub.store import Store

_ROWS: Final = 1_000
"""Rows are copied so many at a time: of reports, about 2 MB."""


class Copied(Struct, frozen=True):
    """The content of a copy."""

    entries: int
    reports: int


_OF_ITS_PLACE: Final = (tables.schema, tables.event_time)
"""The tables that belong to a database and its clock, not to the event that is kept there."""


def copy_event(source: Store, target: Store, now_ms: int) -> Copied:
    """Copy an event into an empty store, whole or not at all. It is noted in the copy as `now_ms`.

    Raises: CopyError if there is no event in the source or one in the target, StoreError.
    """
    with source.transaction(reads=True) as reading, target.transaction() as writing:
        if source.is_shared:  # all tables as they are at one moment
            reading.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        if not _count(reading, tables.entries):
            raise CopyError("expected an event to copy, got an empty database")
        if _count(writing, tables.entries):
            raise CopyError(
                "expected an empty place for the copy, got one in which an event is kept"
            )
        for table in tables.metadata.sorted_tables:
            if table not in _OF_ITS_PLACE:
                _copy(reading, writing, table)
                _count_on(writing, table, target)
        writing.execute(insert(tables.copies), {"at_ms": now_ms})
        return Copied(_count(writing, tables.entries), _count(writing, tables.reports))


def _copy(reading: Connection, writing: Connection, table: Table) -> None:
    rows = reading.execution_options(yield_per=_ROWS).execute(
        select(table).order_by(*table.primary_key)
    )
    for some in rows.mappings().partitions():
        writing.execute(insert(table), [dict(row) for row in some])


def _count_on(writing: Connection, table: Table, target: Store) -> None:
    """Let a column that counts itself go on after the copied rows; SQLite's do."""
    column = table.autoincrement_column
    if target.is_shared and column is not None:
        newest = writing.execute(select(func.max(column))).scalar()
        if newest:
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            writing.execute(select(func.setval(sequence, newest)))


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar() or 0
