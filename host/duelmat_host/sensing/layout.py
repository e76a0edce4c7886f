"""Layout: the content of every zone of the mat, as far as it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

import msgspec

from duelmat_engine.names import CardKey
from duelmat_hardware import MatZone, Sense
from duelmat_host.cards.face import Face

__all__ = [
    "EMPTY_LAYOUT",
    "Difference",
    "Face",
    "Layout",
    "MatZone",
    "Orientation",
    "Sense",
    "Sight",
    "Way",
    "read_sight",
    "write_sight",
]


class Orientation(Enum):
    """The orientations of a card."""

    UPRIGHT = "upright"
    """Along the player's view; upside down counts as the same."""
    SIDEWAYS = "sideways"
    """Across the player's view."""
    UNKNOWN = "unknown"
    """Not sensed in this zone, or in between."""


class Way(msgspec.Struct, frozen=True):
    """One way in which a card may lie."""

    face: Face
    orientation: Orientation
    """Unknown where it does not matter."""


class Sight(msgspec.Struct, frozen=True):
    """One zone that is not empty."""

    key: CardKey | None
    """None = something is there, and its identity is not known."""
    face: Face
    orientation: Orientation
    tag: bytes
    """The tag that answered; empty when none or several did."""
    is_told: bool = False
    """Whether the face or the orientation is not sensed: the player has told it, or the rules
    leave no other."""
    apparent: Orientation = Orientation.UNKNOWN
    """The orientation if the antenna that is silent works, of which it has given no proof yet, or
    which the weak reading of the other puts in doubt; unknown: no silence counts for it."""
    is_weak: bool = False
    """Whether the tag did not answer to less power: the orientation is doubtful in a zone with two
    antennas, and the face in any other."""

    def is_like(self, other: Sight | None) -> bool:
        """Whether the same card lies the same way; tags are compared where no card is known."""
        if other is None:
            return False
        same = (self.key, self.face, self.orientation)
        return same == (other.key, other.face, other.orientation) and (
            self.key is not None or self.tag == other.tag
        )

    def fits(self, wanted: Sight) -> bool:
        """Whether this may be the wanted sight; an unknown part on either side fits everything.

        Tags are not compared.
        """
        return (
            (self.key == wanted.key or self.key is None or wanted.key is None)
            and (self.face == wanted.face or Face.UNKNOWN in (self.face, wanted.face))
            and (
                self.orientation == wanted.orientation
                or Orientation.UNKNOWN in (self.orientation, wanted.orientation)
            )
        )


class Difference(msgspec.Struct, frozen=True):
    """One zone in which two layouts differ."""

    zone: MatZone
    before: Sight | None
    after: Sight | None


class Layout(Mapping[MatZone, Sight]):
    """A frozen mapping from mat zones to the sights there; an absent zone is empty."""

    __slots__ = ("_hash", "_sights")

    def __init__(self, sights: Mapping[MatZone, Sight] | None = None) -> None:
        self._sights: Final = dict(sorted((sights or {}).items()))
        self._hash: Final = hash(tuple(self._sights.items()))

    def __getitem__(self, zone: MatZone) -> Sight:
        return self._sights[zone]

    def __iter__(self) -> Iterator[MatZone]:
        return iter(self._sights)

    def __len__(self) -> int:
        return len(self._sights)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Layout):
            return self._sights == other._sights
        return NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Layout({self._sights!r})"

    def with_sight(self, zone: MatZone, sight: Sight | None) -> Layout:
        """Return the same layout with another content of one zone; None empties it."""
        rest = {name: old for name, old in self._sights.items() if name != zone}
        return Layout(rest if sight is None else {**rest, zone: sight})

    def only(self, zones: frozenset[MatZone]) -> Layout:
        """Return the part of the layout that lies in these zones."""
        return Layout({zone: sight for zone, sight in self._sights.items() if zone in zones})

    def differences(self, after: Layout) -> tuple[Difference, ...]:
        """Return the zones that differ, in order of their names; tags are compared too."""
        zones = sorted(self._sights.keys() | after._sights.keys())
        return tuple(
            Difference(zone, self.get(zone), after.get(zone))
            for zone in zones
            if self.get(zone) != after.get(zone)
        )


EMPTY_LAYOUT: Final = Layout()
_TOLD: Final = "told"
"""The mark, in the journal, of a sight that is not sensed as a whole."""
_WEAK: Final = "weak"
"""The mark of a sight whose tag did not answer to less power."""


def write_sight(sight: Sight | None) -> list[str] | None:
    """Return a sight as the journal holds it."""
    if sight is None:
        return None
    parts = [sight.key or "", sight.face.value, sight.orientation.value, sight.tag.hex()]
    told = [_TOLD] if sight.is_told else []
    apparent = [] if sight.apparent is Orientation.UNKNOWN else [sight.apparent.value]
    weak = [_WEAK] if sight.is_weak else []
    return [*parts, *told, *apparent, *weak]


def read_sight(data: list[str] | None) -> Sight | None:
    """Return the sight that write_sight wrote."""
    if data is None:
        return None
    key, face, orientation, tag, *marks = data
    apparent = [mark for mark in marks if mark not in (_TOLD, _WEAK)]
    return Sight(
        CardKey(key) if key else None,
        Face(face),
        Orientation(orientation),
        bytes.fromhex(tag),
        is_told=_TOLD in marks,
        apparent=Orientation(apparent[0]) if apparent else Orientation.UNKNOWN,
        is_weak=_WEAK in marks,
    )
