"""The progress of each receiver, kept in the store beside the log.

Messages follow from the log, so that a place in it is all that a hub needs to go on where another
one has ended. No address and no secret is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs
from sqlalchemy import insert, select, update

from duelmat_hub import tables
from duelmat_hub.store import Store

_HELD: Final = tables.webhooks
_FIELDS: Final = ("entry", "part", "sent", "lost", "trouble")


class Progress(Struct, frozen=True):
    """The progress of a receiver."""

    entry: int
    """The entry whose messages are told next; those of all before it are done with."""
    part: int = 0
    """The number of this entry's messages that are done with."""
    sent: int = 0
    lost: int = 0
    """Messages that were given up."""
    trouble: str = ""
    """A trouble of `sending`, or the status with which the last try was refused; empty: none."""

    @property
    def place(self) -> tuple[int, int]:
        """Return the place of the message that is told next."""
        return self.entry, self.part


class ProgressStore:
    """The progress of receivers in a store. Every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, names: Iterable[str], entry: int) -> dict[str, Progress]:
        """Return the progress of each receiver; one that is new is told from this entry on."""
        with self._store.transaction() as connection:
            self._store.take_turns(connection)  # two hubs may know the same new receiver
            known = {row.name: _progress(row) for row in connection.execute(select(_HELD))}
            found = {name: known.get(name) or Progress(entry) for name in names}
            for name in found.keys() - known.keys():
                row = {"name": name, **structs.asdict(found[name]), "holder": "", "until_ms": 0}
                connection.execute(insert(_HELD), row)
        return found

    def hold(
        self, name: str, holder: str, own: Progress, now_ms: int, until_ms: int
    ) -> tuple[Progress, bool]:
        """Keep the progress that a hub knows of a receiver, and keep the receiver to that hub.

        holder: the hub.
        until_ms: the moment until which no other hub may tell the receiver anything.

        Returns: the newest progress, and whether the receiver is this hub's. If it is not,
        nothing was kept.
        """
        mine = _HELD.c.name == name
        with self._store.transaction() as connection:
            row = connection.execute(select(_HELD).where(mine).with_for_update()).one()
            kept = _progress(row)
            is_others = row.holder != holder and row.until_ms > now_ms
            if is_others and self._store.is_shared:  # the lock of a directory has one hub
                return kept, False
            newest = max(own, kept, key=lambda each: each.place)  # its own of two that are equal
            held = {**structs.asdict(newest), "holder": holder, "until_ms": until_ms}
            connection.execute(update(_HELD).where(mine).values(held))
        return newest, True

    def release(self, holder: str) -> None:
        """Let other hubs tell the receivers of this one."""
        mine = _HELD.c.holder == holder
        with self._store.transaction() as connection:
            connection.execute(update(_HELD).where(mine).values(until_ms=0))


def _progress(row: object) -> Progress:
    return Progress(*(getattr(row, field) for field in _FIELDS))
