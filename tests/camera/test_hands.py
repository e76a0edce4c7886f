"""Hands over a mat full of cards: in drawn pictures, one after the other."""

from __future__ import annotations

import numpy as np

from duelmat_bench.camera.drawing import Shot, Studio
from duelmat_bench.camera.placements import some_cards
from duelmat_camera.reading import PictureReader
from duelmat_camera.sleeves import stranger
from duelmat_camera.watching import Watcher
from duelmat_hardware import load_mat, mat_file

PICTURE_MS = 100
RESTING = 4
"""Pictures in which hands stay where they are: longer than a card must lie to be told."""


def test_hands_that_come_and_go_take_nothing_away_and_add_nothing() -> None:
    """However they hide cards and the markers of zones; what was told stays told."""
    mat = load_mat(mat_file("mini"))
    random = np.random.default_rng(5)
    studio, reader = Studio(mat), PictureReader(mat)
    watcher = Watcher(mat, {})
    cards = some_cards(mat, random)
    drawn = [card for card, _ in cards.values()]
    shot = Shot(keystone=0.1, light=0.8, blur_px=0.6, noise=5.0)
    lying = {zone: (stranger(card.marker), turn) for zone, (card, turn) in cards.items()}
    now_ms, hidden = 0, 0
    for hands in (0, 2, 3, 2, 3):
        picture, covered = studio.draw(drawn, shot, random, hands)
        hidden += sum(studio.is_covered(card, covered) for card in drawn)
        reading = reader.read(picture)
        for _ in range(RESTING):
            now_ms += PICTURE_MS
            watcher.take(reading, now_ms)
        told = {
            zone: (pile[-1].side, pile[-1].turn) for zone, pile in watcher.told.items() if pile
        }
        assert told == lying
        assert all(len(pile) <= 1 for pile in watcher.told.values())
    assert hidden > 8
