"""The expected layout: the cards as they should lie on the mat by the rules engine's duel.

The engine runs ahead of the hands; by comparing the expected layout with the sensed one the table
knows what the players must still do, and what they are doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from duelmat_engine import CardKey, Duel, Piece, ZoneName, key_seat, zone_kind
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.input_mode import stacks
from duelmat_host.table.zone_map import IN_PLAY, ZoneMap
from duelmat_message import Text, say


@dataclass(frozen=True, slots=True)
class Expect:
    """The card that is expected in a zone."""

    owner: int
    key: CardKey | None
    """The card; None: any unseen card of its owner."""
    face_up: bool
    upright: bool | None
    """None where the zone does not sense it, or where it does not matter."""
    secret: CardKey | None = None
    """The card that the host itself read there when it was Set, for an unseen card."""
    lowest: tuple[CardKey, ...] = ()
    """The cards beneath in a stack: one of them is lowest, and only the lowest is sensed."""

    def cards(self) -> tuple[CardKey, ...]:
        """Return the cards that are known to belong here, the top one first."""
        top = self.key or self.secret
        return (*(() if top is None else (top,)), *self.lowest)

    def holds(self, key: CardKey) -> bool:
        """Whether this may be the expected card, in whatever position."""
        return key in self.lowest if self.lowest else (self.key or self.secret) in (None, key)

    def is_met_by(self, sight: Sight | None) -> bool:
        """Whether a sight meets the expectation."""
        if sight is None or sight.key is None:
            return False
        if self.lowest:
            is_there = sight.key in self.lowest and sight.face is Face.UP
            return is_there and self._is_turned_so(sight)
        if sight.face is not (Face.UP if self.face_up else Face.DOWN):
            return False
        if not self._is_turned_so(sight):
            return False
        if self.key is not None:
            return sight.key == self.key
        if self.secret is not None:
            return sight.key == self.secret
        return key_seat(sight.key) == self.owner

    def _is_turned_so(self, sight: Sight) -> bool:
        wanted = Orientation.UPRIGHT if self.upright else Orientation.SIDEWAYS
        return self.upright is None or sight.orientation is wanted


Expected = Mapping[MatZone, Expect]
"""The mat zones of the rows and what should lie in them; a zone that is absent is empty."""


def expect_piece(
    piece: Piece, place: MatZone, zones: ZoneMap, secrets: Mapping[int, CardKey]
) -> Expect:
    """Return the expected position of a card of the duel in a mat zone."""
    return Expect(
        owner=piece.owner,
        key=piece.key if piece.face_up or piece.oid not in secrets else None,
        face_up=piece.face_up,
        upright=piece.upright if zones.has_turns(place) else None,
        secret=secrets.get(piece.oid),
        lowest=tuple(under.key for under in piece.beneath if under.key is not None),
    )


def expected_layout(
    duel: Duel, zones: ZoneMap, secrets: Mapping[int, CardKey], spots: Mapping[CardKey, MatZone]
) -> dict[MatZone, Expect]:
    """Return the expected cards of the rows; `spots` maps cards being activated to zones."""
    found: dict[MatZone, Expect] = {}
    for name, piece in duel.pieces():
        if zone_kind(name) == IN_PLAY:
            spot = None if piece.key is None else spots.get(piece.key)
            if spot is not None:
                found[spot] = Expect(piece.owner, piece.key, face_up=True, upright=None)
        elif place := zones.sensed(name):
            found[place] = expect_piece(piece, place, zones, secrets)
    _announced(duel, zones, found)
    return found


def _announced(duel: Duel, zones: ZoneMap, found: dict[MatZone, Expect]) -> None:
    """Add the card of a play that is being announced, while the engine still asks for its cost."""
    for frame in duel.frames:
        to, own, using = frame.bound.get("to"), frame.bound.get("self"), frame.bound.get("using")
        if not isinstance(to, str) or not isinstance(own, tuple):
            continue
        if using and stacks(duel):
            continue  # it is only shown so far, and what pays for it is still in its place
        where = {piece.oid: name for name, piece in duel.pieces()}
        for paid in using if isinstance(using, tuple) else ():
            name = where.get(paid.oid) if isinstance(paid, Piece) else None
            if name is not None and (left := zones.sensed(name)) is not None:
                found.pop(left, None)
        piece = own[0] if own else None
        place = zones.sensed(ZoneName(to))
        if isinstance(piece, Piece) and piece.oid in where and place:  # it has not arrived yet
            upright = frame.bound.get("upright") is not False if zones.has_turns(place) else None
            found[place] = Expect(piece.owner, piece.key, face_up=True, upright=upright)


def differences(
    layout: Layout, expected: Expected, rows: frozenset[MatZone]
) -> dict[MatZone, Sight | None]:
    """Return the row zones whose content differs from the expected one, with their sights."""
    return {
        zone: layout.get(zone)
        for zone in sorted(rows)
        if not _agrees(layout.get(zone), expected.get(zone))
    }


def _agrees(sight: Sight | None, expect: Expect | None) -> bool:
    return sight is None if expect is None else expect.is_met_by(sight)


def how_it_lies(*, face_up: bool, upright: bool | None) -> Text:
    """Return a position in words; upright is None where that does not matter."""
    match face_up, upright:
        case True, None:
            return say("face-up")
        case False, None:
            return say("face-down")
        case True, True:
            return say("face-up and upright")
        case True, False:
            return say("face-up and sideways")
        case False, True:
            return say("face-down and upright")
        case _:
            return say("face-down and sideways")
