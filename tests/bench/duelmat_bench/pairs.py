"""Cards with plain pairs laid by lot, and what the two stickers' answers tell of them; calculated.

Thresholds are 20 % more or less than the usual one, each for itself. Each card is enrolled first,
in a jig, which learns the ratio of its two thresholds as well as steps of power allow; what is
refused there is not laid. The two coils of a zone carry currents that
differ.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any, Final

import msgspec
import numpy as np

from duelmat_bench.table.geometry import Outcome, shares
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.geometry import Point
from duelmat_hardware.pair_enrolment import PairFault, Seen, needs_of
from duelmat_hardware.pair_reading import Answers, Pose, last_step, pose_of
from duelmat_hardware.pairs import MONSTER, PAIR, UPRIGHT, PairZone
from duelmat_hardware.physics.film import film_needs, quality_under_film
from duelmat_hardware.physics.loops import Loops, mutual_nh, own_nh
from duelmat_hardware.physics.shield import Spread
from duelmat_hardware.physics.windows import Floats

THRESHOLD_SPREAD: Final = 0.2
JIG_MM: Final = 1.5
JIG_DEG: Final = 2.0
"""What a jig leaves a card that is enrolled."""
CURRENT_SPREAD: Final = 0.1
"""Of a coil's current, more or less: tuned by hand, and capacitors of 5 %."""
PITCH_MM: Final = 112.0
"""From zone to zone, along rows and columns of the standard mat."""
WITHIN: Final = (ASTRAY_MM, ASKEW_DEG)
CENTRAL: Final = (9.0, 12.0)
"""As most cards lie: millimetres off the middle along both axes, degrees askew."""
ZONES: Final = {"monster": (MONSTER, (0, 90, 180, 270)), "upright": (UPRIGHT, (0, 180))}


def measure_pairs(
    placements: int, wakes_a_per_m: float, seed: int = 1, film_ohm: float | None = None
) -> dict[str, Any]:
    """Return shares of what is told of so many cards, in each kind of zone.

    film_ohm: per square, of a metal film in every card.
    """
    found: dict[str, Any] = {}
    wrong = 0
    if film_ohm is not None:
        found["quality_under_film"] = round(quality_under_film(PAIR.sticker, film_ohm), 1)
        wakes_a_per_m *= film_needs(PAIR.sticker, film_ohm)
    for name, (zone, ways) in ZONES.items():
        for where, within in (("anywhere", WITHIN), ("central", CENTRAL)):
            counts, refused = counted(zone, ways, placements, wakes_a_per_m, within, seed)
            wrong += counts[Outcome.WRONG]
            found[f"{name}, {where}"] = {
                "astray_mm": within[0],
                "askew_deg": within[1],
                "placements": counts.total(),
                "refused_when_enrolled": refused,
                "wrong_placements": counts[Outcome.WRONG],
                **shares(counts),
            }
    return {
        "wakes_a_per_m": round(wakes_a_per_m, 3),
        "wrong_placements": wrong,
        **found,
        "induced_shares": induced_shares(),
        "heard_next_door": heard_next_door(seed),
    }


def induced_shares() -> dict[str, float]:
    """Return the current that a coil induces in others, all in tune, as a share of its own."""
    upper, lower = MONSTER.coils
    (upright,) = UPRIGHT.coils
    found = {"other coil of the zone": _induced(upper, lower, Point(0, 0))}
    for name, step in (("row", Point(PITCH_MM, 0)), ("column", Point(0, PITCH_MM))):
        found |= {
            f"monster to monster in a {name}": max(
                _induced(one, other, step) for one, other in product(MONSTER.coils, repeat=2)
            ),
            f"upright to upright in a {name}": _induced(upright, upright, step),
        }
    return found | {
        "monster to upright in a column": max(
            _induced(one, upright, Point(0, PITCH_MM)) for one in MONSTER.coils
        )
    }


def heard_next_door(seed: int, placements: int = 500) -> float:
    """Return the most that a sticker hears of a coil in the next monster zone.

    It is a share of what it hears of its own zone's coil, which the other one makes resonate.
    """
    lot = np.random.default_rng(seed)
    spread = Spread(
        tuple(lot.uniform(-ASTRAY_MM, ASTRAY_MM, placements)),
        tuple(lot.uniform(-ASTRAY_MM, ASTRAY_MM, placements)),
        tuple(lot.choice((0, 90), placements) + lot.uniform(-ASKEW_DEG, ASKEW_DEG, placements)),
    )
    own = MONSTER.linked_nh(spread, is_face_up=True)
    most = 0.0
    for step in (Point(PITCH_MM, 0), Point(-PITCH_MM, 0), Point(0, PITCH_MM), Point(0, -PITCH_MM)):
        for coil in MONSTER.coils:
            beside = tuple(loop.moved(step) for loop in coil)
            direct = msgspec.structs.replace(MONSTER, coils=(beside,))
            heard = direct.linked_nh(spread, is_face_up=True)[0] ** 2
            for number, mine in enumerate(MONSTER.coils):
                heard += (_induced(mine, coil, step) * own[number]) ** 2
            most = max(most, float(np.sqrt(heard / own.max(axis=0) ** 2).max()))
    return round(most, 2)


def _induced(one: Loops, other: Loops, step: Point) -> float:
    coupling = mutual_nh(one, tuple(loop.moved(step) for loop in other))
    return round(MONSTER.quality * abs(coupling) / math.sqrt(own_nh(one) * own_nh(other)), 3)


def counted(
    zone: PairZone,
    ways: tuple[int, ...],
    placements: int,
    wakes_a_per_m: float,
    within: tuple[float, float],
    seed: int,
) -> tuple[Counter[Outcome], int]:
    """Return what comes of so many cards in one zone, and how many of them were not enrolled."""
    lot = np.random.default_rng(seed)
    counts: Counter[Outcome] = Counter()
    for is_face_up in (True, False):
        count = (placements + is_face_up) // 2
        way = lot.choice(ways, count)
        spread = Spread(
            tuple(lot.uniform(-within[0], within[0], count)),
            tuple(lot.uniform(-within[0], within[0], count)),
            tuple(way + lot.uniform(-within[1], within[1], count)),
        )
        needs = lot.uniform(1 - THRESHOLD_SPREAD, 1 + THRESHOLD_SPREAD, (2, count))
        learnt = enrolled(zone, needs * wakes_a_per_m, lot)
        currents = lot.uniform(1 - CURRENT_SPREAD, 1 + CURRENT_SPREAD, (len(zone.coils), 1, count))
        linked = zone.linked_nh(spread, is_face_up=is_face_up)
        drives = zone.drives(linked, needs * wakes_a_per_m) / currents
        for at, known in enumerate(learnt):
            if isinstance(known, PairFault):
                continue
            truth = Pose(is_face_up, bool(way[at] % 180))
            counts[_outcome(drives[:, :, at], known, truth)] += 1
    return counts, placements - counts.total()


def enrolled(
    zone: PairZone, needs: Floats, lot: np.random.Generator
) -> list[tuple[float, float] | PairFault]:
    """Return what enrolling each card learns of the needs of its stickers."""
    count = len(needs[0])
    seen = []
    for is_face_up in (True, False):
        spread = Spread(
            tuple(lot.uniform(-JIG_MM, JIG_MM, count)),
            tuple(lot.uniform(-JIG_MM, JIG_MM, count)),
            tuple(lot.uniform(-JIG_DEG, JIG_DEG, count)),
        )
        drives = zone.drives(zone.linked_nh(spread, is_face_up=is_face_up), needs)[0]
        seen.append(
            [Seen(last_step(float(p)), last_step(float(q))) for p, q in drives.transpose()]
        )
    return [needs_of(up, down) for up, down in zip(*seen, strict=True)]


def _outcome(drives: Floats, needs: tuple[float, float], truth: Pose) -> Outcome:
    """Return what comes of one card; coils along the first axis, stickers along the second."""
    first, second = (
        Answers(tuple(last_step(float(each)) for each in drives[:, of]), needs[of])
        for of in (0, 1)
    )
    told = pose_of(first, second)
    if None in (told.is_face_up, told.is_sideways):
        return Outcome.ASKED
    return Outcome.RIGHT if told == truth else Outcome.WRONG
