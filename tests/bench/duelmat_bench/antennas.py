"""Weighs ways to put antennas under the zones, by the physics of `duelmat mat check`.

`python -m duelmat_bench.antennas` prints for each way how many coils there are, what one has to
drive, and the field that reaches the lower tag of a card at worst, with its share of that from
which the tag answers (ADR 0037). Nothing of it has been measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from duelmat_hardware import Mat, Rect, load_mat
from duelmat_hardware.coils import inductance_nh
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.driven_coil import BELOW_MM, field_a_per_m, middle_nh, shield_of
from duelmat_hardware.physics.coil_current import coil_current_a
from duelmat_hardware.physics.driver import MATCHED_OHM, OMEGA_PER_S
from duelmat_hardware.physics.network import COIL_QUALITY, REBUILT, matched
from duelmat_hardware.physics.shield import Spread
from duelmat_hardware.physics.windows import Winding

PITCH_MM: Final = 112.0
"""From zone to zone."""
ZONES: Final = 5
"""In a row of the standard mat, and in a column, with the middle."""
SWITCH_OHM: Final = 5.0
"""The resistance of a switch in each lead, on the chip's side of the matching; an assumption."""
UNSHUNTED: Final = replace(REBUILT, shunt_pf=1)
"""All that lies across a coil is the trimmer's, so that long coils resonate, too."""


def windows(zones: int) -> tuple[Rect, Rect]:
    """Antenna A's windows, stretched over so many zones side by side."""
    wide = 58.0 + PITCH_MM * (zones - 1)
    return Rect(0, 31, wide, 30), Rect(0, -31, wide, 30)


def weighed(mat: Mat, zones: int, turns: int, share: float = 1.0) -> dict[str, Any]:
    """One coil over so many zones in a row, driven with a share of the reader's power."""
    wire_mm = mat.construction.part("coil_wire").diameter_mm
    # The card lies in the middle zone; with an even number it would lie between two.
    alone_nh = inductance_nh(windows(zones), turns, wire_mm)
    steps = (-1.0, -0.5, 0.0, 0.5, 1.0)
    places = list(itertools.product(steps, steps, (-1.0, 0.0, 1.0)))
    spread = Spread(
        tuple(ASTRAY_MM * x for x, _, _ in places),
        tuple(ASTRAY_MM * y for _, y, _ in places),
        tuple(ASKEW_DEG * turn for _, _, turn in places),
    )
    fields, ratios = [], []
    network = UNSHUNTED
    for sleeve in mat.sleeves:
        shield = shield_of(sleeve)
        found = shield.couplings(Winding(windows(zones)), BELOW_MM, spread)
        lower, upper = np.abs(found.lower_nh), np.abs(found.upper_nh)
        change_nh = shield.detuning_nh(Winding(windows(zones)), BELOW_MM, spread)
        with_card = alone_nh + turns**2 * change_nh
        tuned = middle_nh(with_card)
        ends = (float(with_card.min()), float(with_card.max()))
        network = matched(UNSHUNTED, tuned, ends, alone_nh)
        field = field_a_per_m(turns * lower, with_card, tuned, sleeve.tag_size, network)
        fields.append(float(field.min()) * share**0.5)
        ratios.append(float((upper / lower).max()))
    wakes_a_per_m = mat.construction.part("tag").wakes_a_per_m
    current_a = coil_current_a(alone_nh, alone_nh, network) * share**0.5
    return {
        "zones": zones,
        "turns": turns,
        "inductance_nh": round(alone_nh),
        "current_a": round(current_a, 3),
        "volts": round(current_a * OMEGA_PER_S * alone_nh * 1e-9, 1),
        "field_a_per_m": round(min(fields), 2),
        "margin": round(min(fields) / wakes_a_per_m, 2),
        "upper_to_lower": round(max(ratios), 2),
    }


def ways(mat: Mat) -> dict[str, dict[str, Any]]:
    """Each way by its name."""
    behind = (MATCHED_OHM / (MATCHED_OHM + 2 * SWITCH_OHM)) ** 2
    return {
        "a reader a coil": weighed(mat, 1, 2),
        "a switch at the chip's side": weighed(mat, 1, 2, behind),
        "a row, one turn": weighed(mat, ZONES, 1),
        "a row, two turns": weighed(mat, ZONES, 2),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m duelmat_bench.antennas")
    parser.add_argument("--json", action="store_true", dest="is_json")
    options = parser.parse_args(arguments)
    found = ways(load_mat())
    if options.is_json:
        print(json.dumps(found, indent=2))
        return
    print(f"coils of quality {COIL_QUALITY:g}, through the network of a rebuilt module")
    for name, figures in found.items():
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
