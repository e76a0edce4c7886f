"""The uses of a card that its owner alone is shown, and the time after which they are shown.

They are worked out step by step, so that others are served between the steps, and kept while
nothing changes. The time that they take depends on hidden cards: a page is told after whole steps
of time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from duelmat_engine import CardKey, Duel, Seat, is_key
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, card_option_steps, legal_first
from duelmat_host.showing.usable import SeatActs, seat_act_steps, takes_acts
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table

TOLD_STEP_S: Final = 0.15
"""A page is told after whole steps of this what a card may do: working it out takes 4 to 30 ms in
most games, and the time would say which card it is."""


class UsesCache:
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
            known[key] = await worked_out_uses(state, seat, place, held)
        return known[key]


async def worked_out_uses(
    state: TableState, seat: Seat, card: MatZone | CardKey, held: Sequence[CardKey] = ()
) -> list[CardOption]:
    """Return the uses of a card in the order in which they are shown.

    card: its zone, or in hand its key.
    held: the cards of the seat's hand, as far as they count.
    """
    found: list[CardOption] = []
    for option in card_option_steps(state, seat, card, held):
        await asyncio.sleep(0)
        if option is not None:
            found.append(option)
    return legal_first(found)


class ActsCache:
    """The moves of the deciding seat, as they were worked out last."""

    def __init__(self) -> None:
        self.is_due = asyncio.Event()
        """Set when everybody has been shown something new."""
        self._duel: Duel | None = None
        self._about: tuple[object, ...] = ()
        """All but the duel that it was worked out for."""
        self._found = SeatActs()

    def known(self, shown: Table, seat: Seat, held: Sequence[str]) -> SeatActs | None:
        """Return what a seat may do; None: it is not worked out yet."""
        duel = shown.state.duel
        if duel.decision is None or duel.decision.seat != seat:
            return SeatActs()
        is_known = self._duel is duel and self._about == (takes_acts(shown), seat, *held)
        return self._found if is_known else None

    async def work_out(self, shown: Table, seat: Seat, held: Sequence[str]) -> None:
        """Work out what a seat may do; others are served between the steps."""
        begun_s = asyncio.get_running_loop().time()
        found = SeatActs()
        for each in seat_act_steps(shown, seat, [CardKey(key) for key in held]):
            await asyncio.sleep(0)
            found = found if each is None else each
        await whole_steps(begun_s)
        self._duel, self._about = shown.state.duel, (takes_acts(shown), seat, *held)
        self._found = found


async def whole_steps(begun_s: float) -> None:
    """Wait until whole steps of time have passed."""
    passed_s = asyncio.get_running_loop().time() - begun_s
    await asyncio.sleep(-passed_s % TOLD_STEP_S)
