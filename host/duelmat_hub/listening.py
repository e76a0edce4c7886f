"""Listening: a hub process notices what other processes have changed in a shared database."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from duelmat_hub.errors import HubError
from duelmat_hub.hub import Hub
from duelmat_hub.people import People
from duelmat_hub.reporting import Reporting
from duelmat_hub.store import LINKS_ENDED, REPORTS_KEPT, Store

_AGAIN_S: Final = 1.0
"""A database that is gone is asked again after so long; one that is there, too, in case a
notification was lost with its connection."""
_log = logging.getLogger(__name__)


async def listen(hub: Hub, people: People, reporting: Reporting, store: Store) -> None:
    """Follow changes of other processes, as long as the hub runs."""
    async with asyncio.TaskGroup() as group:
        group.create_task(_look_again(hub, store), name="looking")
        if store.is_shared:
            group.create_task(_hear(hub, people, reporting, store), name="hearing")


async def _look_again(hub: Hub, store: Store) -> None:
    """Read at intervals: a failed store may be back, a notice may have been lost."""
    while True:
        await asyncio.sleep(_AGAIN_S)
        if store.is_shared or hub.trouble is not None:
            await _refresh(hub)


async def _hear(hub: Hub, people: People, reporting: Reporting, store: Store) -> None:
    """Read whenever the database reports a change."""
    while True:
        try:
            async for noticed in store.notices():
                if noticed == LINKS_ENDED:
                    people.forget()
                elif noticed == REPORTS_KEPT:
                    await reporting.refresh()
                else:
                    await _refresh(hub, noticed)
        except HubError as error:
            _log.debug("no notices: %s", error)
        await asyncio.sleep(_AGAIN_S)


async def _refresh(hub: Hub, noticed: int | None = None) -> None:
    try:
        await hub.refresh(noticed)
    except HubError as error:
        _log.debug("cannot read: %s", error)
