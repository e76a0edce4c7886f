"""Listening: a hub process notices what other processes have added to a shared database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from duelmat_hub.errors import HubError
from duelmat_hub.hub import Hub
from duelmat_hub.store import Store

_AGAIN_S: Final = 1.0
"""A database that is gone is asked again after so long; one that is there, too, in case a
notification was lost with its connection."""
_log = logging.getLogger(__name__)


async def listen(hub: Hub, store: Store) -> None:
    """Read what others add, as long as the hub runs."""
    waking = asyncio.Event()
    waiting = None
    if store.is_shared:
        waiting = asyncio.create_task(_wait_for_notices(store, waking), name="notices")
    try:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_AGAIN_S):
                    await waking.wait()
            waking.clear()
            if not store.is_shared and not hub.trouble:
                continue
            try:
                await hub.refresh()
            except HubError as error:
                _log.debug("cannot read: %s", error)
    finally:
        if waiting is not None:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


async def _wait_for_notices(store: Store, waking: asyncio.Event) -> None:
    """Set `waking` whenever the database says that entries were added."""
    while True:
        try:
            async for _ in store.notices():
                waking.set()
        except HubError as error:
            _log.debug("no notices: %s", error)
        await asyncio.sleep(_AGAIN_S)
