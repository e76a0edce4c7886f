"""A mat under a drawn camera: what hands do to it is filmed, and told by what the pictures say."""

from __future__ import annotations

from typing import Final

import numpy as np

from duelmat_bench.camera.drawing import Card, Shot, Studio, laid
from duelmat_camera.following import Follower
from duelmat_camera.markers import marker_of
from duelmat_camera.sleeves import sides_of
from duelmat_engine import CardKey
from duelmat_hardware import Mat
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import HostError
from duelmat_host.link.rig import RigClient
from duelmat_host.players.simulated_mat import RigMat
from duelmat_host.sensing.layout import MatZone

PICTURE_MS: Final = 100
PATIENCE: Final = 20
"""Pictures until what a hand did must be told: two seconds."""
CARELESS: Final = (8.0, 8.0, 10.0)
"""Millimetres to the right and down, and degrees, at most."""
WEBCAM: Final = Shot(
    keystone=0.12,
    tilt_deg=2.0,
    light=0.8,
    slope=0.15,
    glare=((0.7, 0.3, 30.0),),
    blur_px=0.7,
    noise=5.0,
    jpeg=85,
)


class NotSeenError(HostError):
    """What a hand did is not told, whatever many pictures are taken."""


class FilmedMat(RigMat):
    """A mat that hands reach, and that a camera alone sees."""

    def __init__(self, rig: RigClient, registry: Registry, mat: Mat, seed: int = 1) -> None:
        super().__init__(rig, registry)
        self.pictures = 0
        self._mat = mat
        self._studio = Studio(mat)
        self._random = np.random.default_rng(seed)
        self._follower = Follower(mat, sides_of(registry), rig)
        self._lying: dict[CardKey, tuple[MatZone, str, int, Card]] = {}

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        sleeve = self.registry.sleeve(key)
        assert sleeve is not None, key
        marker = marker_of(sleeve.up if face_up else sleeve.down)
        assert marker is not None, key
        off = self._random.uniform(-1, 1, 3) * CARELESS
        self._lying.pop(key, None)
        card = laid(self._mat, zone, marker, 90 if turn else 0, off=off)
        self._lying[key] = zone, "up" if face_up else "down", 90 if turn else 0, card
        self._film()

    def lift(self, key: CardKey) -> None:
        del self._lying[key]
        self._film()

    def _film(self) -> None:
        """Take pictures, the first with a hand in it, until what lies there is told."""
        wanted = [(zone, key, face, turn) for key, (zone, face, turn, _) in self._lying.items()]
        cards = [card for *_, card in self._lying.values()]
        moving, _ = self._studio.draw(cards, WEBCAM, self._random, hands=1)
        still, _ = self._studio.draw(cards, WEBCAM, self._random)
        for number in range(PATIENCE):
            picture = still if number else moving
            self.pictures += 1
            self._follower.take(picture, self.pictures * PICTURE_MS)
            told = [
                (zone, card.side.sleeve, card.side.face, card.turn)
                for zone, pile in self._follower.watcher.told.items()
                for card in pile
            ]
            if sorted(told) == sorted(wanted):
                return
        raise NotSeenError(f"expected the camera to tell {wanted}, got {told}")
