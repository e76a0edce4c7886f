"""Cards laid by lot in calculated fields, and what firmware and tracker make of their tags.

A tag answers an antenna if the field at it reaches the tag's threshold; both tags of a sleeve
count, and each antenna drives its field alone, stepping its power as the firmware does. A coil
beside the right one counts as if a card lay on it too, for then its current is greatest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from duelmat_bench.shields.stepping import ALONE_STEPS, Reach, told
from duelmat_bench.table.geometry import Outcome, outcome_of, shares, tags_of
from duelmat_hardware import Antenna, Mat, Sleeve, Zone, ZoneKind
from duelmat_hardware.coils import coils
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.driven_coil import (
    DrivenCoil,
    driven_coil,
    field_a_per_m,
    middle_nh,
    shield_of,
)
from duelmat_hardware.physics import Spread
from duelmat_host.cards import Face
from duelmat_host.link.events import Antenna as Seen

NEAR_MM: Final = 150.0
THRESHOLD_SPREAD: Final = 0.2
"""Tags need so much more or less than the usual one, evenly spread."""


def measure_fields(
    mat: Mat,
    placements: int,
    wakes_a_per_m: float,
    seed: int = 1,
    *,
    alone_steps: int = ALONE_STEPS,
) -> dict[str, Any]:
    """Shares of what comes of so many placements, with tags that wake in about that field."""
    lot = np.random.default_rng(seed)
    zones = [zone for zone in mat.zones if zone.antennas]
    chosen = Counter(
        (int(zone), int(sleeve))
        for zone, sleeve in zip(
            lot.integers(len(zones), size=placements),
            lot.integers(len(mat.sleeves), size=placements),
            strict=True,
        )
    )
    tuned = _TunedCoils(mat)
    counts: dict[str, Counter[Outcome]] = {}
    for (zone, sleeve), count in sorted(chosen.items()):
        counts.setdefault(zones[zone].kind.value, Counter()).update(
            _outcomes(
                tuned,
                zones[zone],
                mat.sleeves[sleeve],
                count,
                wakes_a_per_m,
                lot,
                alone_steps,
            )
        )
    total = sum(counts.values(), Counter[Outcome]())
    return {
        "mat": mat.name,
        "placements": total.total(),
        "wakes_a_per_m": wakes_a_per_m,
        "wrong_placements": total[Outcome.WRONG],
        **shares(total),
        **{kind: shares(counts[kind]) for kind in sorted(counts)},
    }


class _TunedCoils:
    """The coils of a mat, each tuned with the sleeve that lies on it."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.shields = {sleeve.name: shield_of(sleeve) for sleeve in mat.sleeves}
        self._wound = coils(mat)
        self._tuned_nh: dict[tuple[int, str], float] = {}

    def seen_from(self, antenna: Antenna, zone: Zone) -> DrivenCoil:
        return driven_coil(antenna, zone, self._wound[antenna.index])

    def tuned_nh(self, antenna: Antenna, sleeve: Sleeve) -> float:
        """The inductance for which a coil is tuned, by the places of a card on its own zone."""
        of = (antenna.index, sleeve.name)
        if of not in self._tuned_nh:
            own = self.seen_from(antenna, self.mat.zone(antenna.zone))
            self._tuned_nh[of] = middle_nh(own.inductance_nh(self.shields[sleeve.name], CORNERS))
        return self._tuned_nh[of]


def _outcomes(
    tuned: _TunedCoils,
    zone: Zone,
    sleeve: Sleeve,
    count: int,
    wakes_a_per_m: float,
    lot: np.random.Generator,
    alone_steps: int,
) -> Counter[Outcome]:
    ways: tuple[int, ...] = (0, 180)
    if zone.kind in {ZoneKind.MONSTER, ZoneKind.EXTRA_MONSTER}:
        ways = (0, 90, 180, 270)
    turns = lot.choice(ways, size=count)
    astray = lot.uniform(-ASTRAY_MM, ASTRAY_MM, size=(2, count))
    askew = lot.uniform(-ASKEW_DEG, ASKEW_DEG, size=count)
    spread = Spread(tuple(astray[0]), tuple(astray[1]), tuple(turns + askew))
    least, most = 1 - THRESHOLD_SPREAD, 1 + THRESHOLD_SPREAD
    needed = wakes_a_per_m * lot.uniform(least, most, size=(2, count))
    mat, shield = tuned.mat, tuned.shields[sleeve.name]
    reached: dict[int, tuple[Any, Any]] = {}
    for antenna in mat.antennas:
        near_mm = min(w.centre.distance_mm(zone.area.centre) for w in antenna.windows)
        if near_mm > NEAR_MM:
            continue
        coil = tuned.seen_from(antenna, zone)
        tuned_nh = tuned.tuned_nh(antenna, sleeve)
        inductance_nh = (
            coil.inductance_nh(shield, spread)
            if antenna.zone == zone.id
            else np.full(count, tuned_nh)
        )
        coupled = coil.coupled(shield, spread)
        lower, upper = (
            field_a_per_m(each, inductance_nh, tuned_nh, sleeve.tag_size)
            for each in (coupled.lower_nh, coupled.upper_nh)
        )
        reached[antenna.index] = (lower / needed[0], upper / needed[1])
    found: Counter[Outcome] = Counter()
    is_up = lot.integers(2, size=count)
    for at in range(count):
        face = Face.UP if is_up[at] else Face.DOWN
        lower_tag, upper_tag = tags_of(face)
        reaches: dict[str, dict[int, Reach]] = {}
        for index, (lower, upper) in reached.items():
            reaches.setdefault(mat.antennas[index].zone, {})[index] = {
                lower_tag: float(lower[at]),
                upper_tag: float(upper[at]),
            }
        seen: dict[int, Seen] = {}
        for each in reaches.values():
            seen |= told(each, alone_steps)
        found[outcome_of(mat, zone.id, face, int(turns[at]), seen)] += 1
    return found


CORNERS: Final = Spread(
    (0.0, ASTRAY_MM, -ASTRAY_MM, ASTRAY_MM, -ASTRAY_MM),
    (0.0, ASTRAY_MM, ASTRAY_MM, -ASTRAY_MM, -ASTRAY_MM),
    (0.0,) * 5,
)
"""Where a card detunes the coil under it most and least."""
