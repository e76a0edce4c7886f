"""What the tracker makes of cards on the mat: read right, asked about, or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Final

import msgspec

from duelmat_engine.names import CardKey
from duelmat_engine.play import Deck
from duelmat_hardware import AntennaIndex, Mat, Sense
from duelmat_host.cards import Face, Registry
from duelmat_host.link.events import Antenna, AntennaState, Sighting
from duelmat_host.sensing.layout import MatZone, Orientation
from duelmat_host.sensing.tracker import Tracker

_CODES: Final = tuple(f"{suit}{rank}" for suit in "CDHS" for rank in range(2, 10))
_COPIES: Final = 7
_REGISTRY: Final = Registry.for_simulation([Deck(_CODES * _COPIES)])
SLEEVES: Final = tuple(_REGISTRY.sleeves)
"""The sleeved cards there are, each with tags of its own."""
_DIGITS: Final = 4


class Outcome(Enum):
    """The outcome of one placement."""

    RIGHT = "right"
    """Card, zone, and what is sensed of face and way, are reported as they are."""
    ASKED = "asked"
    """The players are asked about it."""
    WRONG = "wrong"
    """The report differs from what lies there."""


class Laid(msgspec.Struct, frozen=True):
    """One card as it lies, alone or at the bottom of a pile."""

    zone: MatZone
    key: CardKey
    face: Face
    turn_deg: int


def outcomes_of(
    mat: Mat, laid: tuple[Laid, ...], seen: Mapping[int, Antenna]
) -> tuple[Outcome, ...]:
    """Return what the tracker makes of each of these cards, if antennas see just that.

    Each antenna has read a card before, so that its silence counts.
    """
    tracker = Tracker(mat, _REGISTRY)
    for each in mat.antennas:
        for antenna in (Antenna(AntennaState.ONE, (SLEEVES[0].up,)), Antenna()):
            tracker.sight(Sighting(0, each.index, antenna), 0)
    for index, antenna in seen.items():
        tracker.sight(Sighting(0, AntennaIndex(index), antenna), 0)
    asked = {zone for problem in tracker.problems() for zone in problem.zones}
    layout = tracker.layout()
    found = []
    for card in laid:
        zone = mat.zone(card.zone)
        wanted = Orientation.SIDEWAYS if card.turn_deg % 180 else Orientation.UPRIGHT
        if zone.is_turn_told:
            wanted = Orientation.UNKNOWN
        face = card.face if Sense.FACE in zone.senses else Face.UNKNOWN
        sight = layout.get(card.zone)
        told = sight and (sight.key, sight.face, sight.orientation)
        if card.zone in asked or (sight is not None and sight.is_weak):
            found.append(Outcome.ASKED)
        elif told == (card.key, face, wanted):
            found.append(Outcome.RIGHT)
        else:
            found.append(Outcome.WRONG)
    return tuple(found)


def shares(counts: Counter[Outcome]) -> dict[str, float]:
    """The share of each outcome."""
    total = counts.total() or 1
    return {outcome.value: round(counts[outcome] / total, _DIGITS) for outcome in Outcome}
