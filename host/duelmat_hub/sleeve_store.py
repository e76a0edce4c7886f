"""The sleeves of players' decks in the store of an event, by their digests."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import insert, select

from duelmat_hub import tables
from duelmat_hub.store import Store
from duelmat_venue.sleeves import SleevedDeck, sleeves_digest


class SleeveStore:
    """The sleeves that one store holds; those with a digest never change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, SleevedDeck] = {}

    def keep(self, deck: SleevedDeck) -> str:
        """Keep a deck's sleeves, and return their digest. Raises StoreError."""
        digest = sleeves_digest(deck)
        held = tables.sleeves.c.digest
        with self._store.transaction() as connection:
            if connection.execute(select(held).where(held == digest)).first() is None:
                row = {"digest": digest, "body": msgspec.json.encode(deck).decode()}
                connection.execute(insert(tables.sleeves), row)
        return digest

    def read(self, digests: Collection[str]) -> dict[str, SleevedDeck]:
        """Return the sleeves with these digests, as far as there are any. Raises StoreError."""
        unknown = set(digests) - self._known.keys()
        if unknown:
            chosen = select(tables.sleeves).where(tables.sleeves.c.digest.in_(unknown))
            with self._store.transaction(reads=True) as connection:
                for row in connection.execute(chosen):
                    self._known[row.digest] = msgspec.json.decode(row.body, type=SleevedDeck)
        return {digest: self._known[digest] for digest in digests if digest in self._known}
