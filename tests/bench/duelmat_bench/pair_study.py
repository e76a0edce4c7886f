"""Weighs coils, stickers and heights for plain pairs, one thing changed at a time.

`python -m duelmat_bench.pair_study` prints for each what is told of cards in a monster zone up to
12 mm and 15 degrees off (ADR 0071). Nothing of it has been measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from duelmat_bench.pairs import WITHIN, counted
from duelmat_bench.table.geometry import Outcome, shares
from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.pairs import (
    ABOVE_MM,
    MONSTER,
    PAIR,
    Pair,
    PairZone,
    halves,
)
from duelmat_hardware.physics.loops import Loop, Loops, mutual_nh, own_nh
from duelmat_hardware.physics.network import MODULE, coil_law

WAYS: Final = (0, 90, 180, 270)
WAKES: Final = (0.5, 0.7, 1.0, 1.1, 1.2, 1.5)
HEIGHTS_MM: Final = (4.0, 6.0, 8.0, 12.0)
STICKERS: Final = (Size(16, 16), Size(20, 20), Size(25, 25))
CARD_MM: Final = 59.0
"""The width of the smaller cards."""


def variations() -> Iterator[tuple[str, PairZone, float]]:
    """Yield each zone that is weighed, and the field that wakes its stickers."""
    change = msgspec.structs.replace
    for wakes in WAKES:
        yield f"stickers that wake in {wakes:g} A/m", MONSTER, wakes
    for height in HEIGHTS_MM:
        yield f"{height:g} mm instead of {ABOVE_MM:g}", change(MONSTER, above_mm=height), 1.0
    for size in STICKERS:
        at = Point((CARD_MM - size.w_mm) / 2 - 1, PAIR.at.y_mm)
        # a larger sticker wakes in less field: as much flux for the root of its inductance
        wakes = (PAIR.sticker.w_mm * PAIR.sticker.h_mm / (size.w_mm * size.h_mm)) ** 0.75
        yield (
            f"stickers of {size.w_mm:g} x {size.h_mm:g} mm",
            change(MONSTER, pair=Pair(size, at)),
            wakes,
        )
    for quality in (5.0, 12.0, 20.0, 30.0):
        name = f"quality {quality:g} instead of {MONSTER.quality:.1f}"
        yield name, change(MONSTER, quality=quality), 1.0
    for drive_a in (0.06, 0.07, 0.12):
        name = f"{1000 * drive_a:.0f} mA instead of {1000 * MONSTER.full_drive_a:.0f}"
        yield name, change(MONSTER, full_drive_a=drive_a), 1.0
    law = coil_law(MODULE, own_nh(MONSTER.coils[0]))
    sold = change(MONSTER, quality=law.quality, full_drive_a=law.tuned_a)
    yield "modules as they are sold", sold, 1.0
    for beside in (0.2, 0.3):
        yield (
            f"the other coil carries {beside:g} of the current",
            change(MONSTER, beside=beside),
            1.0,
        )
    for step in (-1.0, 1.0):
        upper = tuple(loop.moved(Point(0, step)) for loop in MONSTER.coils[0])
        coils = halves(upper)
        yield f"halves that overlap by {2 * step:+g} mm more", _tuned(coils), 1.0
    for step in (-2.0, 2.0):
        at = PAIR.at.plus(Point(step, -step))
        yield (
            f"stickers {step:+g} mm further out",
            change(MONSTER, pair=Pair(PAIR.sticker, at)),
            1.0,
        )
    heavy = (Loop(Rect(0, -20.2, 87, 54), 1), Loop(Rect(22, -25.2, 43, 44), 2))
    yield "three times the turns over the heavy side", change(MONSTER, coils=halves(heavy)), 1.0
    apart = (Loop(Rect(0, -23.5, 96, 47), 2), Loop(Rect(24, -23.5, 48, 47), 2))
    yield "halves side by side", _tuned(halves(apart)), 1.0


def _tuned(coils: tuple[Loops, Loops]) -> PairZone:
    """Return a zone with such coils, of which each makes the other resonate."""
    beside = MONSTER.quality * abs(mutual_nh(*coils)) / own_nh(coils[0])
    return msgspec.structs.replace(MONSTER, coils=coils, beside=beside)


def study(placements: int, seed: int = 1) -> dict[str, dict[str, Any]]:
    """Return what is told with each."""
    found = {}
    for name, zone, wakes in variations():
        counts, refused = counted(zone, WAYS, placements, wakes, WITHIN, seed)
        found[name] = {
            "refused_when_enrolled": refused,
            "wrong_placements": counts[Outcome.WRONG],
            **shares(counts),
        }
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m duelmat_bench.pair_study")
    parser.add_argument("--placements", type=int, default=4000)
    parser.add_argument("--json", action="store_true", dest="is_json")
    options = parser.parse_args(arguments)
    found = study(options.placements)
    if options.is_json:
        print(json.dumps(found, indent=2))
        return
    for name, figures in found.items():
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
