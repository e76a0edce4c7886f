"""The sealed journals of tables in the store of an event, which no hub can open."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from sqlalchemy import Connection, insert, select

from duelmat_hub import tables
from duelmat_hub.store import Store
from duelmat_venue.reports import Batch
from duelmat_venue.sealed import SealedKey, SealedPart, SealedStream

PARTS_AT_ONCE: Final = 100
"""The parts of a sealed journal in one answer: about 250,000 bytes."""


def keep_sealed(
    connection: Connection,
    batches: Sequence[tuple[int, Batch]],
    fresh: AbstractSet[tuple[int, int]],
) -> None:
    """Keep the sealed parts of batches, and the keys of their streams.

    batches: each with the number of its stream.
    fresh: the reports that are kept with them, by stream and number; others have their parts.
    """
    parts = {
        (stream, part.n): {"stream": stream, "n": part.n, "body": part.body}
        for stream, batch in batches
        for part in batch.sealed
        if (stream, part.n) in fresh
    }
    if parts:
        connection.execute(insert(tables.sealed_parts), list(parts.values()))
    held = tables.sealed_keys
    for stream, batch in batches:
        for key in batch.keys:
            row = {"stream": stream, "recipient": key.recipient, "body": key.body}
            mine = (held.c.stream == stream, held.c.recipient == key.recipient)
            connection.execute(held.delete().where(*mine))
            connection.execute(insert(held), row)


class SealedStore:
    """The sealed journals in a store. Every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def table_keys(self, now_ms: int) -> dict[int, str]:
        """Return the public keys that tables have told whose links let them in."""
        held, told = tables.links.c, tables.table_keys
        wanted = (
            select(held.table_number, told.c.public_key)
            .join(told, told.c.link == held.digest)
            .where(held.table_number != 0, held.ended == 0, held.expires_ms > now_ms)
        )
        with self._store.transaction(reads=True) as connection:
            return {row.table_number: row.public_key for row in connection.execute(wanted)}

    def keep_table_key(self, link: str, key: str) -> None:
        """Keep the public key of the table with this link, in the place of the one before."""
        held = tables.table_keys
        with self._store.transaction() as connection:
            connection.execute(held.delete().where(held.c.link == link))
            connection.execute(insert(held), {"link": link, "public_key": key})

    def sealed_for(self, stream: str) -> frozenset[str]:
        """Return the public keys for which the store has the sealed key of a stream."""
        held = tables.sealed_keys.c
        wanted = select(held.recipient).where(held.stream == _number_of(stream))
        with self._store.transaction(reads=True) as connection:
            return frozenset(connection.execute(wanted).scalars())

    def read_sealed(self, stream: str, recipient: str, after: int, last: int) -> SealedStream:
        """Return the key of a stream for one table, and its next parts up to the last one."""
        key, part = tables.sealed_keys.c, tables.sealed_parts.c
        keys = select(key.recipient, key.body).where(
            key.stream == _number_of(stream), key.recipient == recipient
        )
        parts = (
            select(part.n, part.body)
            .where(part.stream == _number_of(stream), part.n > after, part.n <= last)
            .order_by(part.n)
            .limit(PARTS_AT_ONCE)
        )
        with self._store.transaction(reads=True) as connection:
            return SealedStream(
                stream,
                tuple(SealedKey(*row) for row in connection.execute(keys)),
                tuple(SealedPart(*row) for row in connection.execute(parts)),
            )


def _number_of(stream: str) -> Any:
    return select(tables.streams.c.number).where(tables.streams.c.id == stream).scalar_subquery()
