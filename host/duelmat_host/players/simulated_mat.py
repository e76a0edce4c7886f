"""The simulated mat as hands reach it: sleeves with tags in the rig's field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal

from duelmat_engine import CardKey
from duelmat_host.cards.registry import Registry
from duelmat_host.link.rig import RigClient
from duelmat_host.players.hands import Lying
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.zone_map import PadName

PRESS_MS = 450
"""The time that a simulated finger presses: on a busy machine the board reads its buttons seldom.
"""
STILL_MS = 700
"""The time from a card to a finger beside it: until 300 ms after the board has noticed the card it
takes a contact for the hand that moves it. The rest is for noticing.
"""


class RigMat:
    """A mat whose rig is given the movements of hands.

    What the mat has no pad or button for is done at the page, as at a real mat.
    """

    def __init__(
        self, rig: RigClient, registry: Registry, controls: Collection[str] | None = None
    ) -> None:
        """`controls` are the names of the pads and buttons that the mat has; None: of all."""
        self.rig = rig
        self.registry = registry
        self.touch_page: Callable[[PadName], None] = lambda _: None
        """Called for a touch where the mat has no pad; set by whoever runs the table."""
        self.press_page: Callable[[str], None] = lambda _: None
        """Called for a press where the mat has no button."""
        self._controls = None if controls is None else frozenset(controls)

    def reconnect(self, rig: RigClient) -> None:
        """Reach the rig that was started in place of the one before."""
        self.rig.close()
        self.rig = rig

    def know(self, registry: Registry) -> None:
        """Lay the cards of another duel from now on, in their sleeves."""
        self.registry = registry

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        sleeve = self.registry.sleeve(key)
        assert sleeve is not None, key
        face: Literal["up", "down"] = "up" if face_up else "down"
        down = None if sleeve.has_one_tag else sleeve.down
        self.rig.place(key, sleeve.up, down, zone, face=face, turn=90 if turn else 0)

    def lift(self, key: CardKey) -> None:
        self.rig.lift(key)

    def touch(self, pad: PadName) -> None:
        if self._has(pad):
            self.rig.touch(pad, PRESS_MS, still_ms=STILL_MS)
        else:
            self.touch_page(pad)

    def press(self, button: str) -> None:
        if self._has(button):
            self.rig.button(button, PRESS_MS)
        else:
            self.press_page(button)

    def _has(self, control: str) -> bool:
        return self._controls is None or control in self._controls

    def lay_out(self, lying: Mapping[CardKey, Lying]) -> None:
        """Lay exactly these cards so: to finish a movement, or to restore a restarted mat."""
        there = {
            card["sleeve"]: (card["zone"], card["face"] == "up", card["turn"] % 180 != 0)
            for card in self.rig.look()["cards"]
        }
        for key in there.keys() - lying.keys():
            self.lift(CardKey(key))
        for key, card in lying.items():
            if there.get(key) != (card.zone, card.face_up, card.turn != 0):
                self.place(key, card.zone, face_up=card.face_up, turn=card.turn)
