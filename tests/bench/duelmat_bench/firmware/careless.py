"""Cards laid carelessly, and how antennas hear them: `python -m duelmat_bench.firmware.careless`.

Places, faces, sizes and ways are drawn by lot; what comes out alike is counted together.
"""

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from duelmat_rig.electronics.card_field import CardField
from duelmat_rig.electronics.chance import Chance
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.radio import SOLID, Radio

ASTRAY_MM: Final = 12.0
ASKEW_DEG: Final = 15.0
_FACES: Final = ("up", "down")
_WAYS: Final = {"monster": (0, 90, 180, 270), "extra_monster": (0, 90, 180, 270)}
_UIDS: Final = {"up": "04000000000001", "down": "04000000000002"}


def situations(field: dict[str, Any], placements: int, seed: int) -> list[dict[str, Any]]:
    """Return what the antennas hear of one card at a time, and how often just that came out.

    `solid` and `flaky` are the antennas that hear its lower tag always, or at times.
    """
    lot = random.Random(seed)
    antennas = len(field["antennas"])
    radio = Radio(antennas, [[] for _ in range(antennas)])
    mat = CardField(field, radio, Clock(), Chance(seed))
    zones = [zone for zone in field["zones"] if zone["antennas"]]
    sizes = sorted(field["sleeves"])
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(placements):
        zone = lot.choice(zones)
        face = lot.choice(_FACES)
        turn = lot.choice(_WAYS.get(zone["kind"], (0, 180)))
        mat.place(
            "card",
            _UIDS["up"],
            _UIDS["down"],
            zone["id"],
            face=face,
            turn=turn,
            size=lot.choice(sizes),
            dx_mm=lot.uniform(-ASTRAY_MM, ASTRAY_MM),
            dy_mm=lot.uniform(-ASTRAY_MM, ASTRAY_MM),
            tilt_deg=lot.uniform(-ASKEW_DEG, ASKEW_DEG),
        )
        heard = mat.strengths()
        solid = tuple(index for index, strength in heard if strength >= SOLID)
        flaky = tuple(index for index, strength in heard if strength < SOLID)
        found[zone["id"], face, turn, solid, flaky] += 1
    names = ("zone", "face", "turn", "solid", "flaky")
    return [
        {**dict(zip(names, situation, strict=True)), "count": count}
        for situation, count in sorted(found.items())
    ]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_bench.firmware.careless",
        description=f"Cards up to {ASTRAY_MM:g} mm and {ASKEW_DEG:g} degrees off, as JSON.",
    )
    parser.add_argument("--board", type=Path, help="not needed; as the other measurements have it")
    parser.add_argument("--field", type=Path, required=True, help="field.json of the mat")
    parser.add_argument("--placements", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    try:
        field = json.loads(given.field.read_text())
        found = situations(field, given.placements, given.seed)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(
            f"duelmat_rig: {given.field}: expected the field.json of a mat, got {error!r}. "
            "Run `duelmat mat build`.",
            file=sys.stderr,
        )
        return 1
    told = {"astray_mm": ASTRAY_MM, "askew_deg": ASKEW_DEG, "situations": found}
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
