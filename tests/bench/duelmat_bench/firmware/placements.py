"""Cards laid by lot on the simulated mat, and what firmware and tracker make of their tags.

The whole mat is full each time, one card or pile on every zone with antennas: a coil without a
card is out of tune and hears less of what lies beside it. Tags need up to 20 % more or less than
the usual one. Couplings are those of the rig, which has them from `duelmat_hardware.reach`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from duelmat_bench.firmware.measure import CPYTHON, measure
from duelmat_bench.table.geometry import (
    SLEEVES,
    Laid,
    Outcome,
    outcomes_of,
    shares,
)
from duelmat_hardware import Mat, ZoneKind, board_config, field_config
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.reach import NEEDS_A_PER_M
from duelmat_host.cards import Face
from duelmat_host.errors import RigStartError
from duelmat_host.link.events import Antenna, AntennaState
from duelmat_rig.electronics.errors import StartError

THRESHOLD_SPREAD: Final = 0.2
"""Tags need so much more or less than the usual one, evenly spread."""
SETTLE_MS: Final = 2500
LIFTED_MS: Final = 700
_CARDS_AT_ONCE: Final = 300
"""Of one process, about; what it is told must fit a command line."""

Request = dict[str, Any]


class Matful(msgspec.Struct, frozen=True):
    """All that lies on the mat at once."""

    laid: tuple[Laid, ...]
    """The lowest card of every zone."""
    requests: tuple[Request, ...]
    """To the hands, from the lowest card to the topmost."""


def measure_placements(
    mat: Mat,
    placements: int,
    wakes_a_per_m: float,
    seed: int = 1,
    *,
    pile: int = 1,
    slid_mm: float = 0.0,
    workers: int = 1,
) -> dict[str, Any]:
    """Shares of what comes of so many placements, with tags that wake in about that field.

    pile: cards on each other; slid_mm: how far each lies off the lowest one, at most.

    Raises: RigStartError
    """
    lot = random.Random(seed)
    matfuls = []
    left = placements
    while left > 0:
        matfuls.append(_matful(mat, lot, wakes_a_per_m, pile, slid_mm, left))
        left -= len(matfuls[-1].laid)
    at_once = max(1, _CARDS_AT_ONCE // len(matfuls[0].requests))
    runs = [matfuls[at : at + at_once] for at in range(0, len(matfuls), at_once)]
    kinds = {zone.id: zone.kind.value for zone in mat.zones}
    counts: dict[str, Counter[Outcome]] = {}
    with TemporaryDirectory(prefix="duelmat-placements-") as place:
        board, field = Path(place) / "board.json", Path(place) / "field.json"
        board.write_text(json.dumps(board_config(mat)), encoding="utf-8")
        field.write_text(json.dumps(field_config(mat)), encoding="utf-8")
        with ThreadPoolExecutor(workers) as pool:
            for matful, seen in (
                pair
                for found in pool.map(lambda run: _seen(run, board, field, seed), runs)
                for pair in found
            ):
                outcomes = outcomes_of(mat, matful.laid, seen)
                for card, outcome in zip(matful.laid, outcomes, strict=True):
                    counts.setdefault(kinds[card.zone], Counter())[outcome] += 1
    total = sum(counts.values(), Counter[Outcome]())
    return {
        "mat": mat.name,
        "placements": total.total(),
        "cards_a_pile": pile,
        "slid_mm": slid_mm,
        "wakes_a_per_m": wakes_a_per_m,
        "wrong_placements": total[Outcome.WRONG],
        **shares(total),
        **{kind: shares(counts[kind]) for kind in sorted(counts)},
    }


def _matful(
    mat: Mat, lot: random.Random, wakes_a_per_m: float, pile: int, slid_mm: float, most: int
) -> Matful:
    zones = [zone for zone in mat.zones if zone.antennas]
    if most < len(zones):
        zones = lot.sample(zones, most)
    sleeves = iter(lot.sample(SLEEVES, len(zones) * pile))
    laid, requests = [], []
    for zone in zones:
        is_turning = zone.kind in {ZoneKind.MONSTER, ZoneKind.EXTRA_MONSTER}
        turn = lot.choice((0, 90, 180, 270) if is_turning else (0, 180))
        size = lot.choice(mat.sleeves).name
        dx_mm, dy_mm = (lot.uniform(-ASTRAY_MM, ASTRAY_MM) for _ in "xy")
        tilt_deg = lot.uniform(-ASKEW_DEG, ASKEW_DEG)
        for height in range(pile):
            sleeve = next(sleeves)
            face = lot.choice((Face.UP, Face.DOWN))
            if not height:
                laid.append(Laid(zone.id, sleeve.key, face, turn))
            x, y = (lot.uniform(-slid_mm, slid_mm) if height else 0.0 for _ in "xy")
            least, greatest = 1 - THRESHOLD_SPREAD, 1 + THRESHOLD_SPREAD
            needs = [lot.uniform(least, greatest) * wakes_a_per_m / NEEDS_A_PER_M for _ in "ud"]
            requests.append(
                {
                    "sleeve": str(sleeve.key),
                    "up_uid": sleeve.up.hex(),
                    "down_uid": sleeve.down.hex() if mat.sleeve_tags > 1 else None,
                    "zone": zone.id,
                    "face": "up" if face is Face.UP else "down",
                    "turn": turn,
                    "dx_mm": round(dx_mm + x, 2),
                    "dy_mm": round(dy_mm + y, 2),
                    "tilt_deg": round(tilt_deg, 2),
                    "size": size,
                    "needs": [round(each, 3) for each in needs],
                }
            )
    return Matful(tuple(laid), tuple(requests))


def _seen(
    run: list[Matful], board: Path, field: Path, seed: int
) -> list[tuple[Matful, dict[int, Antenna]]]:
    """Lay some matfuls one after the other; each with what the antennas tell of it."""
    options: Request = {
        "matfuls": [matful.requests for matful in run],
        "settle_ms": SETTLE_MS,
        "lifted_ms": LIFTED_MS,
    }
    try:
        found = measure("placements", CPYTHON, board, field, seed=seed, **options)
    except StartError as error:
        raise RigStartError(str(error)) from error
    if found["resets"]:
        raise RigStartError(f"expected a board that runs on, got {found['resets']} resets of it")
    return [
        (
            matful,
            {
                antenna: Antenna(AntennaState(state), tuple(map(bytes.fromhex, uids)))
                for antenna, state, uids in told
            },
        )
        for matful, told in zip(run, found["told"], strict=True)
    ]
