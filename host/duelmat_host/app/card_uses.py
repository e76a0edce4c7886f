"""The ways of using a card, worked out while others are served, shown after whole time steps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from duelmat_engine import CardKey, Seat, is_key
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, card_option_steps, legal_first
from duelmat_host.table.state import TableState

TOLD_STEP_S: Final = 0.15
"""A page is told after whole steps of this what a card may do: working it out takes 4 to 30 ms in
most games, and the time would say which card it is."""


class CardUses:
    """The ways of using cards in one state of a table, as seats have asked for them."""

    def __init__(self) -> None:
        self._state: TableState | None = None
        self._known: dict[tuple[Seat, str, tuple[CardKey, ...]], list[CardOption]] = {}

    async def of(
        self, state: TableState, seat: Seat, card: str, held: Sequence[CardKey]
    ) -> list[CardOption]:
        """Return the uses of a card for a seat, and the reasons against further uses.

        card: the card's zone, or in hand its key.
        held: the cards of the seat's hand.
        """
        if self._state is not state:
            self._state, self._known = state, {}
        known, key = self._known, (seat, card, tuple(held))
        if key not in known:
            place = CardKey(card) if is_key(card) else MatZone(card)
            known[key] = await worked_out(card_option_steps(state, seat, place, held))
        return known[key]


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
