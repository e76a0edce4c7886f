"""How cards are read on drawn pictures: told right, asked, wrong; and how fast."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np

from duelmat_bench.camera.drawing import Card, Shot, Studio, laid
from duelmat_camera.markers import BACKS, FRONTS, sensed_zones
from duelmat_camera.reading import PictureReader, Reading
from duelmat_hardware import Mat, MatZone, ZoneKind

ASTRAY_MM: Final = 12.0
ASKEW_DEG: Final = 15.0
FULL: Final = 0.9
"""The part of the zones that have a card; the others are to be told empty or nothing."""
HANDS: Final = (0, 0, 0, 1, 2)
"""Hands in a picture; three in five have none."""
TURNED: Final = (ZoneKind.MONSTER, ZoneKind.EXTRA_MONSTER)


def some_shot(random: np.random.Generator) -> Shot:
    """Return a webcam's picture of some quality."""
    spots = int(random.integers(0, 3))
    return Shot(
        keystone=random.uniform(0, 0.22),
        tilt_deg=random.uniform(-5, 5),
        lens=float(random.choice((-0.08, -0.04, 0.0, 0.03))),
        light=random.uniform(0.45, 1.05),
        slope=random.uniform(-0.3, 0.3),
        glare=tuple(
            (random.uniform(0, 1), random.uniform(0, 1), random.uniform(20, 45))
            for _ in range(spots)
        ),
        blur_px=random.uniform(0.3, 1.1),
        noise=random.uniform(2, 10),
        jpeg=int(random.integers(70, 95)),
    )


def some_cards(mat: Mat, random: np.random.Generator) -> dict[MatZone, tuple[Card, int]]:
    """Lay cards carelessly into most zones; each with its turn."""
    zones = [zone for zone in sensed_zones(mat) if random.random() < FULL]
    markers = random.permutation(np.arange(FRONTS.start, BACKS.stop))
    found = {}
    for zone, marker in zip(zones, markers, strict=False):
        is_turned = mat.zone(zone).kind in TURNED
        turn = 90 * int(random.integers(4)) if is_turned else 180 * int(random.integers(2))
        off = random.uniform((-1, -1, -1), (1, 1, 1)) * (ASTRAY_MM, ASTRAY_MM, ASKEW_DEG)
        found[zone] = laid(mat, zone, int(marker), turn, off=off), turn
    return found


def measure_camera(
    mat: Mat, placements: int, seed: int, say: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Read pictures until so many cards lay on them, each by itself and on one core."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(seed)
    studio, reader = Studio(mat), PictureReader(mat)
    counts: Counter[str] = Counter()
    busy_s = 0.0
    while counts["placements"] < placements:
        cards = some_cards(mat, random)
        shot = some_shot(random)
        drawn = [card for card, _ in cards.values()]
        picture, covered = studio.draw(drawn, shot, random, int(random.choice(HANDS)))
        began_s = time.process_time()
        reading = reader.read(picture)
        busy_s += time.process_time() - began_s
        counts["pictures"] += 1
        counts["lost_pictures"] += reading.off_mm is None
        hidden = {zone for zone, (card, _) in cards.items() if studio.is_covered(card, covered)}
        counts.update(judged(reading, cards, hidden, sensed_zones(mat)))
        if counts["pictures"] % 100 == 0:
            say(f"{counts['placements']} of {placements} cards; {counts['wrong']} wrong")
    seen = counts["told"] + counts["asked"]
    return {
        "mat": mat.name,
        **{name: counts[name] for name in _COUNTS},
        "told_share": round(counts["told"] / max(seen, 1), 4),
        "pictures_per_s": round(counts["pictures"] / max(busy_s, 1e-9), 1),
    }


_COUNTS: Final = (
    "placements",
    "pictures",
    "lost_pictures",
    "told",
    "asked",
    "wrong",
    "under_hands",
    "empty_told",
)


def judged(
    reading: Reading,
    cards: dict[MatZone, tuple[Card, int]],
    hidden: set[MatZone],
    zones: tuple[MatZone, ...],
) -> Counter[str]:
    """Compare what is read with what lies there, zone by zone."""
    counts = Counter({"placements": len(cards)})
    for each in reading.cards:
        lies = cards.get(each.zone) if each.zone is not None else None
        if lies is None or each.marker != lies[0].marker:
            counts["wrong"] += 1
    told = {found.zone: found for found in reading.cards}
    for zone in zones:
        if zone not in cards:
            counts["empty_told"] += zone in reading.empty
            continue
        counts["wrong"] += zone in reading.empty
        card, turn = cards[zone]
        found = told.get(zone)
        if found is None or found.turn is None:
            counts["under_hands" if zone in hidden else "asked"] += 1
        elif found.marker == card.marker:
            counts["told" if found.turn == turn else "wrong"] += 1
    return counts
