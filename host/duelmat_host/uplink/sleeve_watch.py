"""SleeveWatch: whether players sit where their sleeves say, asked of the event only for strangers.

The hub is never told of a tag: it gives the marks of all, and the table looks among them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from duelmat_host.app.table_loop import TableLoop
from duelmat_host.uplink.check_in import strangers, swapped_seats, unknown_tags
from duelmat_host.uplink.hub_client import HubAwayError, HubRefusedError
from duelmat_host.uplink.uplink import Uplink

LOOK_S: Final = 0.5
"""The time between two looks at the mat: to lay a sleeve down takes longer."""


class SleeveWatch:
    """The sleeves at a table that belong elsewhere, in sentences for the people there."""

    def __init__(self, loop: TableLoop, uplink: Uplink, change: Callable[[], None]) -> None:
        """`change` is called when the sentences have changed."""
        self.notes: tuple[str, ...] = ()
        self._loop = loop
        self._uplink = uplink
        self._change = change
        self._seen: frozenset[str] = frozenset()
        """The unknown tags of which the event was asked."""
        self._strangers: tuple[str, ...] = ()

    async def run(self) -> None:
        """Look until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self._look()

    async def _look(self) -> None:
        table = self._loop.table.now
        tags = unknown_tags(table.seen.problems)
        if tags - self._seen:
            with suppress(HubAwayError, HubRefusedError):  # it is asked again in a moment
                owners = await self._uplink.client.owners()
                here = 0 if self._uplink.wanted is None else self._uplink.wanted.table
                self._seen, self._strangers = tags, tuple(strangers(tags, owners, here))
        elif not tags:
            self._seen, self._strangers = frozenset(), ()
        swapped = swapped_seats(table.state, table.layout)
        notes = self._strangers if swapped is None else (*self._strangers, swapped)
        if notes != self.notes:
            self.notes = notes
            self._change()
