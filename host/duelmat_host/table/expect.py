"""What should lie on the mat: the layout that the rules engine's duel stands for.

The engine runs ahead of the hands; comparing what should lie there with what does is how the
table knows what the players must still do, and what they are doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from duelmat_engine.names import CardKey, zone_kind
from duelmat_engine.state import Duel, Piece
from duelmat_host.table.layout import Face, Layout, Orientation, Sight
from duelmat_host.table.zone_map import ZoneMap

SIDEWAYS_KINDS = frozenset({"m"})
"""Engine zone kinds whose zones sense which way round a card lies."""


@dataclass(frozen=True, slots=True)
class Expect:
    """One card that should lie in a zone."""

    owner: int
    key: CardKey | None
    """Which card; None: any unseen card of its owner."""
    face_up: bool
    upright: bool | None
    """None where the zone does not sense it, or where it does not matter."""
    secret: CardKey | None = None
    """For an unseen card: which card the host itself read there when it was Set."""

    def is_met_by(self, sight: Sight | None) -> bool:
        """Whether this is what lies there."""
        if sight is None or sight.key is None:
            return False
        if sight.face is not (Face.UP if self.face_up else Face.DOWN):
            return False
        if self.upright is not None and sight.orientation is not (
            Orientation.UPRIGHT if self.upright else Orientation.SIDEWAYS
        ):
            return False
        if self.key is not None:
            return sight.key == self.key
        if self.secret is not None:
            return sight.key == self.secret
        return sight.key[0] == "abcd"[self.owner]


Expected = Mapping[str, Expect]
"""Mat zones of the rows and what should lie in them; absent = nothing."""


def expect_piece(piece: Piece, engine_zone: str, secrets: Mapping[int, CardKey]) -> Expect:
    sensed = zone_kind(engine_zone) in SIDEWAYS_KINDS
    return Expect(
        owner=piece.owner,
        key=piece.key if piece.face_up or piece.oid not in secrets else None,
        face_up=piece.face_up,
        upright=piece.upright if sensed else None,
        secret=secrets.get(piece.oid),
    )


def expected_layout(
    duel: Duel, zones: ZoneMap, secrets: Mapping[int, CardKey], spots: Mapping[str, str]
) -> dict[str, Expect]:
    """What should lie in the rows. `spots` says where cards being activated were put, by key."""
    found: dict[str, Expect] = {}
    for name, piece in duel.pieces():
        kind = zone_kind(name)
        if kind == "play":
            spot = spots.get(piece.key or "")
            if spot is not None:
                found[spot] = Expect(piece.owner, piece.key, face_up=True, upright=None)
        elif kind in ("m", "s"):
            found[zones.to_mat(name)] = expect_piece(piece, name, secrets)
    _announced(duel, zones, found)
    return found


def _announced(duel: Duel, zones: ZoneMap, found: dict[str, Expect]) -> None:
    """A play being announced lies there already, while the engine still asks what it costs."""
    for frame in duel.frames:
        to, own, using = frame.bound.get("to"), frame.bound.get("self"), frame.bound.get("using")
        if not isinstance(to, str) or not isinstance(own, tuple):
            continue
        where = {piece.oid: name for name, piece in duel.pieces()}
        for paid in using if isinstance(using, tuple) else ():
            name = where.get(paid.oid, "") if isinstance(paid, Piece) else ""
            if name:
                found.pop(zones.to_mat(name), None)
        piece = own[0] if own else None
        if isinstance(piece, Piece) and piece.oid in where:  # it has not arrived yet
            upright = frame.bound.get("upright") is not False
            found[zones.to_mat(to)] = Expect(piece.owner, piece.key, face_up=True, upright=upright)


def differences(
    layout: Layout, expected: Expected, rows: frozenset[str]
) -> dict[str, Sight | None]:
    """The row zones where something else lies than should, with what lies there."""
    return {
        zone: layout.get(zone)
        for zone in sorted(rows)
        if not _agrees(layout.get(zone), expected.get(zone))
    }


def _agrees(sight: Sight | None, expect: Expect | None) -> bool:
    return sight is None if expect is None else expect.is_met_by(sight)
