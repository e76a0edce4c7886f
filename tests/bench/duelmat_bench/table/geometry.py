"""What the tracker makes of one card on the mat: read right, asked about, or wrong."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import Final

from duelmat_engine.names import CardKey
from duelmat_engine.play import Deck
from duelmat_hardware import AntennaIndex, Mat, ZoneKind
from duelmat_host.cards import Face, Registry
from duelmat_host.link.events import Antenna, Sighting
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


def shares(counts: Counter[Outcome]) -> dict[str, float]:
    """The share of each outcome."""
    total = counts.total() or 1
    return {outcome.value: round(counts[outcome] / total, _DIGITS) for outcome in Outcome}
