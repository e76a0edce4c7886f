"""Sealed journals as one process of the hub has them: which table can open what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from duelmat_hub.errors import StoreError
from duelmat_hub.sealed_store import SealedStore
from duelmat_venue.sealed import SealedStream

_LOOK_S: Final = 1.0
"""Seconds between two looks at the keys that other processes were told, and at ended links."""
_log = logging.getLogger(__name__)


class SealedJournals:
    """The sealed journals of an event's tables."""

    def __init__(self, store: SealedStore, clock_ms: Callable[[], int]) -> None:
        """`clock_ms` gives milliseconds of UTC."""
        self.keys: Mapping[int, str] = {}
        """The public key of each table that has told one and may come in."""
        self._store = store
        self._clock_ms = clock_ms
        self._change: Callable[[set[int]], None] = lambda _: None

    def notify(self, change: Callable[[set[int]], None]) -> None:
        """Call `change` from now on with the tables whose keys have changed."""
        self._change = change

    async def run(self) -> None:
        """Notice the keys that other processes were told, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                await self.refresh()
            except StoreError as error:
                _log.debug("cannot read the keys of tables: %s", error)

    async def refresh(self) -> None:
        """Read the keys of tables. Raises StoreError."""
        keys = await asyncio.to_thread(self._store.table_keys, self._clock_ms())
        changed = {table for table, _ in keys.items() ^ self.keys.items()}
        if changed:
            self.keys = keys
            self._change(changed)

    async def learn(self, table: int, link: str, key: str) -> None:
        """Keep the public key that a table's program has told. Raises StoreError."""
        if self.keys.get(table) != key:
            await asyncio.to_thread(self._store.keep_table_key, link, key)
            await self.refresh()

    async def sealed_for(self, stream: str) -> frozenset[str]:
        """Return the public keys of those who can open a stream. Raises StoreError."""
        return await asyncio.to_thread(self._store.sealed_for, stream)

    async def parts(self, table: int, stream: str, after: int, last: int) -> SealedStream:
        """Return the next parts of a stream for a table. Raises StoreError."""
        key = self.keys.get(table, "")
        return await asyncio.to_thread(self._store.read_sealed, stream, key, after, last)
