"""The simulated mat as hands reach it: sleeves with tags on the rig's field."""

from __future__ import annotations

from duelmat_engine.names import CardKey
from duelmat_host.cards.registry import Registry
from duelmat_host.link.rig import RigClient


class RigMat:
    """What hands do, said to the rig."""

    def __init__(self, rig: RigClient, registry: Registry) -> None:
        self.rig = rig
        self.registry = registry

    def place(self, key: CardKey, zone: str, *, face_up: bool, turn: int) -> None:
        sleeve = self.registry.sleeve(key)
        assert sleeve is not None, key
        up, down = sleeve.tags
        self.rig.place(
            key, up, down, zone, face="up" if face_up else "down", turn=90 if turn else 0
        )

    def lift(self, key: CardKey) -> None:
        self.rig.lift(key)

    def touch(self, pad: str) -> None:
        self.rig.touch(pad)

    def press(self, button: str) -> None:
        self.rig.button(button)
