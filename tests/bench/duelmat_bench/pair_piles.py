"""Piles of cards with plain pairs: which stickers still answer, and whose answers first.

Stickers on each other are coupled circuits that take each other out of tune. All of them and the
coil are solved together, as they are before the first one wakes.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from duelmat_bench.pairs import THRESHOLD_SPREAD, WITHIN
from duelmat_hardware.geometry import Point, Rect
from duelmat_hardware.pairs import MONSTER, PAIR, PairZone
from duelmat_hardware.physics.film import QUALITY_LOADED, turn_nh
from duelmat_hardware.physics.loops import Loop, linked_nh, own_nh
from duelmat_hardware.physics.shield import Spread
from duelmat_hardware.physics.waking import waking_flux
from duelmat_hardware.physics.windows import Floats

CARD_MM: Final = 0.9
"""From card to card in a pile: a sleeve with a card and stickers in it."""
_HERE: Final = Point(0, 0)
_TURN: Final = Rect(0, 0, PAIR.sticker.w_mm - 2, PAIR.sticker.h_mm - 2)
"""A sticker's mean turn."""


class Laid(msgspec.Struct, frozen=True):
    """One card of a pile, as Spread has it."""

    dx_mm: float
    dy_mm: float
    turn_deg: float
    is_face_up: bool


def measure_piles(
    piles: int, cards: int, slid_mm: float, wakes_a_per_m: float, seed: int = 1
) -> dict[str, Any]:
    """Return shares of piles in a monster zone that are heard at all, and as what."""
    lot = np.random.default_rng(seed)
    heard = lowest = 0
    for _ in range(piles):
        at = lot.uniform(-1, 1, 3) * (WITHIN[0], WITHIN[0], WITHIN[1])
        pile = []
        for height in range(cards):
            x, y = lot.uniform(-slid_mm, slid_mm, 2) if height else (0.0, 0.0)
            pile.append(Laid(at[0] + x, at[1] + y, at[2], bool(lot.integers(2))))
        needs = wakes_a_per_m * lot.uniform(
            1 - THRESHOLD_SPREAD, 1 + THRESHOLD_SPREAD, (1, 2 * cards)
        )
        drives = (needs / reached(MONSTER, pile)).min(axis=0)
        heard += bool(drives.min() <= 1)
        lowest += bool(drives.min() <= 1 and drives.argmin() < 2)
    return {
        "piles": piles,
        "cards_a_pile": cards,
        "slid_mm": slid_mm,
        "heard": round(heard / piles, 4),
        "lowest_card_first": round(lowest / piles, 4),
    }


def reached(zone: PairZone, pile: list[Laid]) -> Floats:
    """Return the field (A/m) that P and Q of each card are worth at full power, for each coil."""
    sticker, own = zone.pair.sticker, turn_nh(zone.pair.sticker)
    places = [
        (card, at, zone.above_mm + height * CARD_MM)
        for height, card in enumerate(pile)
        for at in zone.pair.places(is_face_up=card.is_face_up)
    ]
    middles = [_middle(card, at) for card, at, _ in places]
    count = len(places)
    between = np.diag(np.full(count, own / QUALITY_LOADED, dtype=complex))
    for i in range(count):
        for j in range(i):
            beside = middles[j] - middles[i]
            x, y = _turned(float(beside[0]), float(beside[1]), -places[i][0].turn_deg)
            turn = places[j][0].turn_deg - places[i][0].turn_deg
            apart = max(places[i][2] - places[j][2], 0.01)
            linked = linked_nh(
                (Loop(_TURN, 1),), sticker, _HERE, Spread((x,), (y,), (turn,)), apart
            )
            between[i, j] = between[j, i] = 1j * linked[0]
    found = []
    for coil in zone.coils:
        to_coil = np.array(
            [
                linked_nh(
                    coil, sticker, at, Spread((card.dx_mm,), (card.dy_mm,), (card.turn_deg,)), mm
                )[0]
                for card, at, mm in places
            ]
        )
        whole = np.block(
            [
                [np.array([[own_nh(coil) / zone.quality]]), 1j * to_coil[None, :]],
                [1j * to_coil[:, None], between],
            ]
        )
        driven = np.zeros(count + 1, dtype=complex)
        driven[0] = own_nh(coil) / zone.quality * zone.full_drive_a
        currents = np.linalg.solve(whole, driven)[1:]
        found.append(np.abs(currents) * own / QUALITY_LOADED / waking_flux(sticker, 1.0))
    return np.array(found)


def _middle(card: Laid, at: Point) -> Floats:
    x, y = _turned(at.x_mm, at.y_mm, card.turn_deg)
    return np.array([card.dx_mm + x, card.dy_mm + y])


def _turned(x: float, y: float, turn_deg: float) -> tuple[float, float]:
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return float(x * cos - y * sin), float(x * sin + y * cos)
