"""Watching: from readings of pictures to what the mat is told, once it has lain still.

A zone is told empty because its own marker is seen, never because a card's is not: a hand, a glare
or a blurred picture hides both, and the zone is unsure then and stays as it was told.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from duelmat_camera.markers import SIZE_MM, sensed_zones
from duelmat_camera.reading import Reading, Sighting
from duelmat_camera.sleeves import Side, stranger
from duelmat_hardware import Mat, MatZone, Point, Size

STILL_MS: Final = 250
"""So long a zone must look the same: a card that is pushed across one does not lie there."""
STILL_PICTURES: Final = 3
"""And in so many pictures, however fast they come: one may be wrong, two may be one movement."""
HALF: Final = 0.5


class Lying(msgspec.Struct, frozen=True):
    """A card as it lies in a zone."""

    side: Side
    turn: int
    mark: Point
    """Where its marker was last seen."""

    def is_like(self, other: Lying) -> bool:
        """Whether the same card lies the same way."""
        return (self.side, self.turn) == (other.side, other.turn)


Pile = tuple[Lying, ...]
"""The cards of one zone, from the lowest to the topmost."""


class _Candidate(msgspec.Struct):
    """A pile that a zone seems to have, since when, and in how many pictures."""

    pile: Pile
    since_ms: int
    pictures: int = 1


class Watcher:
    """The cards of one mat as they have been told, and as they seem to be."""

    def __init__(self, mat: Mat, sides: Mapping[int, Side]) -> None:
        self._sides = sides
        self._sleeve = max((sleeve.size for sleeve in mat.sleeves), key=lambda size: size.h_mm)
        self.told: dict[MatZone, Pile] = dict.fromkeys(sensed_zones(mat), ())
        """What lies in each zone, as far as it is told."""
        self.unsure: dict[MatZone, int] = {}
        """The zones of which pictures say nothing, each with the time since when, in ms."""
        self._candidates: dict[MatZone, _Candidate] = {}

    def take(self, reading: Reading, now_ms: int) -> dict[MatZone, Pile]:
        """Take what a picture says, and return the zones that are told anew."""
        seen: dict[MatZone, list[tuple[Sighting, Side]]] = {}
        visible: Counter[str] = Counter()
        for card in reading.cards:
            side = self._sides.get(card.marker) or stranger(card.marker)
            visible[side.sleeve] += 1
            if card.zone is not None:
                seen.setdefault(card.zone, []).append((card, side))
        anew = {}
        for zone, told in self.told.items():
            pile = self._pile(told, seen.get(zone, []), visible, is_bare=zone in reading.empty)
            if pile is None:
                self._candidates.pop(zone, None)
                self.unsure.setdefault(zone, now_ms)
                continue
            self.unsure.pop(zone, None)
            if not self._is_still(zone, pile, now_ms):
                continue
            if _is_same(pile, told):
                self.told[zone] = pile  # where its markers are seen now
            else:
                anew[zone] = pile
        self._tell(anew)
        return anew

    def _pile(
        self,
        told: Pile,
        seen: list[tuple[Sighting, Side]],
        visible: Counter[str],
        *,
        is_bare: bool,
    ) -> Pile | None:
        """Return what a zone seems to have; None where that is unsure."""
        if not seen:
            return () if is_bare else None
        if is_bare or any(card.turn is None for card, _ in seen):
            return None
        if any(visible[side.sleeve] > 1 for _, side in seen):
            return None  # front and back of one sleeve: somebody has copied a marker
        hidden = [card for card in told if card.side.sleeve not in visible]
        if not all(any(self._covers(card, each.mark) for card, _ in seen) for each in hidden):
            return None
        order = {card.side.sleeve: place for place, card in enumerate(told)}
        found = [Lying(side, card.turn or 0, card.mark) for card, side in seen]
        found.sort(key=lambda card: order.get(card.side.sleeve, len(order)))
        pile = [*hidden, *found]
        return tuple(sorted(pile, key=lambda card: order.get(card.side.sleeve, len(order))))

    def _covers(self, card: Sighting, mark: Point) -> bool:
        """Whether a card lies over part of another one's marker."""
        turned_rad = math.radians(card.turned_deg)
        cos, sin = math.cos(turned_rad), math.sin(turned_rad)
        x_mm, y_mm = mark.x_mm - card.at.x_mm, mark.y_mm - card.at.y_mm
        return _is_within(x_mm * cos + y_mm * sin, y_mm * cos - x_mm * sin, self._sleeve)

    def _is_still(self, zone: MatZone, pile: Pile, now_ms: int) -> bool:
        candidate = self._candidates.get(zone)
        if candidate is None or not _is_same(candidate.pile, pile):
            self._candidates[zone] = _Candidate(pile, now_ms)
            return False
        candidate.pile = pile
        candidate.pictures += 1
        return now_ms - candidate.since_ms >= STILL_MS and candidate.pictures >= STILL_PICTURES

    def _tell(self, anew: Mapping[MatZone, Pile]) -> None:
        """Note what is told; a card is in one place, so it leaves where it was."""
        moved = {card.side.sleeve for pile in anew.values() for card in pile}
        for zone, pile in self.told.items():
            if zone in anew:
                self.told[zone] = anew[zone]
            elif any(card.side.sleeve in moved for card in pile):
                self.told[zone] = tuple(c for c in pile if c.side.sleeve not in moved)


def _is_within(x_mm: float, y_mm: float, size: Size) -> bool:
    """Whether a marker is touched by a card of this size around the origin."""
    reach_mm = SIZE_MM * HALF
    return abs(x_mm) <= size.w_mm * HALF + reach_mm and abs(y_mm) <= size.h_mm * HALF + reach_mm


def _is_same(one: Pile, other: Pile) -> bool:
    return len(one) == len(other) and all(
        card.is_like(each) for card, each in zip(one, other, strict=True)
    )


def zones_told(piles: Mapping[MatZone, Pile]) -> dict[str, list[dict[str, Any]]]:
    """Return piles as the door of a simulated mat takes them (docs/rig.md)."""
    return {
        zone: [
            {
                "sleeve": card.side.sleeve,
                "up_uid": card.side.up_uid,
                "down_uid": card.side.down_uid,
                "face": card.side.face,
                "turn": card.turn,
            }
            for card in pile
        ]
        for zone, pile in piles.items()
    }
