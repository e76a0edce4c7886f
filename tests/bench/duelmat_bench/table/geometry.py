"""Geometry of cards that are laid carelessly: whether they are read right, asked about, or wrong.

The rig says which antennas hear a card's tag always and which at times; the tracker says what it
makes of that. What is heard at times may be read, missed or garbled, so every such outcome is
tried: a placement counts as wrong if any of them misleads, and as right only if none asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import product
from typing import Any, Final

from duelmat_bench.firmware.figures import rig_figures
from duelmat_engine.names import CardKey
from duelmat_engine.play import Deck
from duelmat_hardware import AntennaIndex, Mat, ZoneKind, load_mat
from duelmat_host.cards import Face, Registry
from duelmat_host.link.events import Antenna, AntennaState, Sighting
from duelmat_host.sensing.layout import MatZone, Orientation
from duelmat_host.sensing.tracker import Tracker

_KEY: Final = CardKey("a:H7")
_REGISTRY: Final = Registry.for_simulation([Deck(("H7",))])
_DIGITS: Final = 4


class Outcome(Enum):
    """The outcome of one placement."""

    RIGHT = "right"
    """Card, zone, face and way are reported as they are."""
    ASKED = "asked"
    """The players are asked about it."""
    WRONG = "wrong"
    """The report differs from what lies there."""


def read_of(
    mat: Mat, zone: str, face: Face, turn_deg: int, solid: Sequence[int], flaky: Sequence[int]
) -> Outcome:
    """Return what the tracker makes of a card, if these antennas hear its lower tag always, those
    at times.
    """
    outcomes = {
        outcome_of(mat, zone, face, turn_deg, seen) for seen in _possible(face, solid, flaky)
    }
    for outcome in (Outcome.WRONG, Outcome.ASKED):
        if outcome in outcomes:
            return outcome
    return Outcome.RIGHT


def _possible(
    face: Face, solid: Sequence[int], flaky: Sequence[int]
) -> Iterator[dict[int, Antenna]]:
    tag, _ = tags_of(face)
    read = Antenna(AntennaState.ONE, (tag,))
    at_times = (
        Antenna(),
        read,
        Antenna(AntennaState.UNSURE, ()),
        Antenna(AntennaState.UNSURE, (tag,)),
    )
    for states in product(at_times, repeat=len(flaky)):
        yield dict.fromkeys(solid, read) | dict(zip(flaky, states, strict=True))


def tags_of(face: Face) -> tuple[bytes, bytes]:
    """The lower and the upper tag of the card that lies so."""
    sleeve = _REGISTRY.sleeve(_KEY)
    assert sleeve is not None
    return (sleeve.up, sleeve.down) if face is Face.UP else (sleeve.down, sleeve.up)


def outcome_of(
    mat: Mat, zone: str, face: Face, turn_deg: int, seen: dict[int, Antenna]
) -> Outcome:
    """Return what the tracker makes of that card, if antennas see just that."""
    tracker = Tracker(mat, _REGISTRY)
    for index, antenna in seen.items():
        tracker.sight(Sighting(0, AntennaIndex(index), antenna), 0)
    if tracker.problems():
        return Outcome.ASKED
    wanted = Orientation.SIDEWAYS if turn_deg % 180 else Orientation.UPRIGHT
    kind = next(each.kind for each in mat.zones if each.id == zone)
    if kind is ZoneKind.EXTRA_MONSTER:
        wanted = Orientation.UNKNOWN
    layout = tracker.layout()
    sight = layout.get(MatZone(zone))
    if sight is None or len(layout) > 1:
        return Outcome.WRONG
    is_right = (sight.key, sight.face, sight.orientation) == (_KEY, face, wanted)
    return Outcome.RIGHT if is_right else Outcome.WRONG


def measure_geometry(placements: int, seed: int, mat: Mat | None = None) -> dict[str, Any]:
    """Shares of what comes of so many placements, in all and by face and turn.

    Raises: RigStartError
    """
    mat = mat or load_mat()
    words = ("--placements", str(placements), "--seed", str(seed))
    told = rig_figures("duelmat_bench.firmware.careless", *words, mat=mat)
    counts: dict[str, Counter[Outcome]] = {}
    for each in told["situations"]:
        face = Face(each["face"])
        outcome = read_of(mat, each["zone"], face, each["turn"], each["solid"], each["flaky"])
        for name in ("all", f"{face.value} {each['turn']}"):
            counts.setdefault(name, Counter())[outcome] += each["count"]
    total = counts.pop("all", Counter())
    return {
        "mat": mat.name,
        "placements": total.total(),
        "wrong_placements": total[Outcome.WRONG],
        "astray_mm": told["astray_mm"],
        "askew_deg": told["askew_deg"],
        **shares(total),
        **{name: shares(counts[name]) for name in sorted(counts)},
    }


def shares(counts: Counter[Outcome]) -> dict[str, float]:
    """The share of each outcome."""
    total = counts.total() or 1
    return {outcome.value: round(counts[outcome] / total, _DIGITS) for outcome in Outcome}
