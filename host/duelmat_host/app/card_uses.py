"""The ways of using a card, worked out while others are served, told after whole steps of time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from duelmat_host.showing.card_options import CardOption, legal_first

TOLD_STEP_S: Final = 0.15
"""A page is told after whole steps of this what a card may do: working it out takes 4 to 30 ms in
most games, and the time would say which card it is."""


async def worked_out(steps: Iterable[CardOption | None]) -> list[CardOption]:
    """Return the ways of using a card; others are served between the steps."""
    found: list[CardOption] = []
    for option in steps:
        await asyncio.sleep(0)
        if option is not None:
            found.append(option)
    return legal_first(found)


async def whole_steps(begun_s: float) -> None:
    """Wait until whole steps of time have passed."""
    passed_s = asyncio.get_running_loop().time() - begun_s
    await asyncio.sleep(-passed_s % TOLD_STEP_S)
