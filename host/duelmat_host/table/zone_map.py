"""Zone map: the places of a ruleset's zones on the mat. Only here do mat and engine meet.

A row that is shorter than the mat's takes the middle of it (reading G-93), and of a longer one the
middle is on the mat:

    mat      a.m1  a.m2  a.m3  a.m4  a.m5        Graveyard, banished cards, Extra Deck:
    engine    -    a.m1  a.m2  a.m3   -          their landing spots; pile: the deck's place

Rows without end show as many columns as the mat has, the centre in the middle of them; a column
has the zones of both rows, and faces the same one of the other player (reading G-67):

    mat      a.m1  a.m2  a.m3  a.m4  a.m5          mat      b.m5  b.m4  b.m3  b.m2  b.m1
    engine  a.m-2  a.m-1 a.m0  a.m1  a.m2          engine  b.m-2 b.m-1  b.m0  b.m1  b.m2

A card that is being activated from the hand ("a.play") lies on any free zone of its player's
spell/trap row, best on one of those that the ruleset does not use, or on the field zone if the
ruleset has one. The hand is not on the mat. Zones for which it has no antenna or no room are
*beside* it: what lies there is said, not sensed. A Stadium and a
Field card may lie in one Field Zone (reading G-100), and an antenna senses one card: Stadiums lie
on the shared places in the middle, "x1" and "x2".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

from msgspec import structs

from duelmat_engine import (
    ROW_KINDS,
    Duel,
    Ruleset,
    Seat,
    ZoneName,
    parse_seat,
    seat_letter,
    zone,
    zone_index,
    zone_kind,
    zone_seat,
)
from duelmat_hardware import (
    AntennaIndex,
    LampIndex,
    Mat,
    MatZone,
    PadIndex,
    Sense,
    Zone,
    ZoneKind,
)
from duelmat_host.errors import UnfitMatError, ZoneMapError
from duelmat_message import Text, listed, say

PadName = NewType("PadName", str)
"""The name of something that can be touched: a mat zone's id, or "a.choice1" and the like."""

PILE_PLACES: Final = {
    "pile": "deck",
    "grave": "grave",
    "banished": "banished",
    "extra": "extra",
    "field": "field",
}
"""The mat's word for each zone kind of the engine."""
_MENDED: Final = {**PILE_PLACES, "play": "s3"}
"""The mat zone of a seat that a mat file adds where one is missing for an engine zone kind."""
SHARED_PLACES: Final = {"stadium": (MatZone("x1"), MatZone("x2"))}
"""The shared place of the mat that each zone kind of the engine takes, by seat."""
ANNOUNCED: Final = frozenset(
    {"activator", "attached", "bench", "outside", "skill", "items", "streams"}
)
"""Zone kinds for which the mat has no antenna: players enter what lies there."""
IN_HAND: Final = "hand"
IN_PLAY: Final = "play"
PLAY_ROW: Final = "s"
"""The row on which cards being activated lie."""
_FIELD_KINDS: Final = frozenset({"field", *SHARED_PLACES})
"""Zone kinds beside the rows in which cards stay."""
_LANDING: Final = frozenset({ZoneKind.GRAVE, ZoneKind.BANISHED, ZoneKind.EXTRA})
_ROW_KINDS: Final = {
    ZoneKind.MONSTER: "m",
    ZoneKind.SPELL_TRAP: "s",
    ZoneKind.EXTRA_MONSTER: "x",
    ZoneKind.FIELD: "field",
}
_SEATS: Final = (Seat(0), Seat(1))


class ZoneMap:
    """The places of one ruleset's zones on one mat."""

    def __init__(self, ruleset: Ruleset, mat: Mat, lost: frozenset[MatZone] = frozenset()) -> None:
        """Map the zones. Raises UnfitMatError when the mat lacks what the ruleset needs.

        lost: zones that count as without a reader, since theirs does not work.
        """
        self.mat = mat
        self.lost = lost
        self._ruleset = ruleset
        self._zones: dict[MatZone, Zone] = {
            place.id: _without_reader(place) if place.id in lost else place for place in mat.zones
        }
        self.outside_reading: Final = ruleset.zones.mat_reading
        """The reading that a card in a zone without use is against; empty: there is none."""
        self._to_mat: dict[ZoneName, MatZone] = {}
        self._hands: set[ZoneName] = set()
        self.beyond: set[ZoneName] = set()
        """Zones with a number or a name that the mat has no room for."""
        self._endless: Final = frozenset(kind for kind, n in ruleset.zones.rows.items() if not n)
        self._spots: dict[ZoneName, tuple[MatZone, ...]] = {}
        homeless: list[ZoneName] = []
        for seat in _SEATS:
            for kind, count in ruleset.zones.rows.items():
                self._put_row(seat, kind, count)
            for kind in ruleset.zones.piles:
                homeless += self._put_pile(seat, kind)
        self._to_engine: dict[MatZone, ZoneName] = {}
        for name, place in self._to_mat.items():
            self._to_engine.setdefault(place, name)
        self.in_use: Final = frozenset(self._to_mat.values())
        """Mat zones that are zones of the ruleset."""
        self.landing_spots: Final = tuple(
            place.id
            for place in self._zones.values()
            if place.kind in _LANDING and place.antennas and place.id in self.in_use
        )
        """The sensed zones where cards on their way to or from a pile are shown."""
        shown_at = [
            spot
            for spot in self.landing_spots
            if "grave" not in ruleset.zones.piles or self._zones[spot].kind is ZoneKind.GRAVE
        ]
        is_blind = not (shown_at or lost)
        if homeless or is_blind:
            raise UnfitMatError(homeless, _faults(ruleset, mat, homeless, is_blind=is_blind))
        used = set(self.landing_spots)
        self.rows: Final = frozenset(
            place.id for place in self._zones.values() if place.antennas and place.id not in used
        )
        """Sensed zones in which cards stay, those outside the ruleset too."""

    def without(self, lost: Iterable[MatZone]) -> ZoneMap:
        """Return the map of the same zones on the same mat, with other readers that do not work.

        Raises ValueError for a zone that the mat has not.
        """
        if unknown := set(lost) - self._zones.keys():
            raise ValueError(f"expected zones of the mat {self.mat.name}, got {unknown}")
        return ZoneMap(self._ruleset, self.mat, frozenset(lost))

    def _put_row(self, seat: Seat, kind: str, count: int) -> None:
        letter = seat_letter(seat)
        row = [name for name in self._zones if name[0] == letter and _row_kind(name) == kind]
        if kind in self._endless:
            shown = self._shown_columns(letter)
            if seat != _SEATS[0]:  # sits opposite, and its columns run the other way
                shown.reverse()
            for place in row:
                column = shown.index(self._zones[place].column or 0) - len(shown) // 2
                self._to_mat[zone(seat, kind, column)] = place
            return
        names = [zone(seat, kind, index) for index in range(1, count + 1)]
        length = min(len(row), count)
        first, start = (len(names) - length) // 2, (len(row) - length) // 2
        on_mat = names[first : first + length]
        self._to_mat.update(zip(on_mat, row[start : start + length], strict=True))
        self.beyond.update(set(names).difference(on_mat))

    def _shown_columns(self, letter: str) -> list[int]:
        """Return a seat's columns in which rows without end have a zone, in the mat's numbers."""
        there = (z for name, z in self._zones.items() if name[0] == letter)
        return sorted({z.column or 0 for z in there if _row_kind(z.id) in self._endless})

    def _put_pile(self, seat: Seat, kind: str) -> list[ZoneName]:
        name, letter = zone(seat, kind), seat_letter(seat)
        if kind == IN_HAND or kind in ANNOUNCED:
            self._hands.add(name)
            return []
        if kind == IN_PLAY:
            row = [z for z in self._zones if z[0] == letter and _row_kind(z) == PLAY_ROW]
            taken = set(self._to_mat.values())
            row.sort(key=lambda place: (not self.is_sensed(place), place in taken))
            kept = [self._to_mat.get(zone(seat, kind)) for kind in ("field", "stadium")]
            self._spots[name] = (*row, *filter(None, kept))
            return [] if row else [name]
        place = MatZone(f"{letter}.{PILE_PLACES.get(kind, kind)}")
        if kind in SHARED_PLACES:
            place = SHARED_PLACES[kind][seat]
        if place not in self._zones and kind in _FIELD_KINDS:
            self.beyond.add(name)
            return []
        if place not in self._zones:
            return [name]
        self._to_mat[name] = place
        return []

    # Engine zones and mat zones

    def to_mat(self, name: ZoneName) -> MatZone:
        """Return the mat zone of an engine zone. Raises ZoneMapError without a fixed place."""
        try:
            return self._to_mat[name]
        except KeyError:
            raise ZoneMapError(
                say(
                    "expected a zone with one place on the mat, got {name!r}; those are {names}",
                    name=name,
                    names=listed(self._to_mat, ","),
                )
            ) from None

    def to_engine(self, place: MatZone) -> ZoneName | None:
        """Return the engine zone of a mat zone; None for an unused zone or another pad."""
        return self._to_engine.get(place)

    def holding(self, duel: Duel, place: MatZone) -> ZoneName | None:
        """Return the engine zone of a mat zone; if several share the place, one with a card."""
        held = (name for name in self.fixed(place) if duel.at(name))
        return next(held, self._to_engine.get(place))

    def sensed(self, name: ZoneName) -> MatZone | None:
        """Return the mat zone in which a card of this engine zone stays and is sensed."""
        place = self._to_mat.get(name)
        return place if place in self.rows else None

    def row(self, seat: Seat, kind: str) -> tuple[ZoneName, ...]:
        """Return the zones of a player's row that the mat shows, in the order of the mat."""
        return tuple(
            name for name in self._to_mat if zone_kind(name) == kind and zone_seat(name) == seat
        )

    def has_turns(self, place: MatZone) -> bool:
        """Whether it matters how a card is turned in this place, which may be no zone."""
        known = self._zones.get(place)
        return known is not None and known.kind is ZoneKind.MONSTER and bool(known.antennas)

    def told(self, place: MatZone) -> frozenset[Sense]:
        """Return what a sensed zone's antennas do not tell of its card, so that players do."""
        known = self._zones.get(place)
        if known is None or not known.antennas:
            return frozenset()
        wanted = {Sense.FACE, Sense.TURN} if self.has_turns(place) else {Sense.FACE}
        return frozenset(wanted - known.senses)

    def is_beside(self, name: ZoneName) -> bool:
        """Whether cards of this engine zone lie where nothing senses them."""
        return zone_kind(name) in ANNOUNCED or self.is_beyond(name) or self.is_unread(name)

    def is_unread(self, name: ZoneName) -> bool:
        """Whether this is a zone of the mat for cards that stay, and has no reader."""
        place = self._to_mat.get(name)
        stays = zone_kind(name) in ROW_KINDS or zone_kind(name) in _FIELD_KINDS
        return place is not None and stays and not self.is_sensed(place)

    def is_beyond(self, name: ZoneName) -> bool:
        """Whether the mat has no room for this zone of a row or for a Field card."""
        is_endless = zone_kind(name) in self._endless
        return name in self.beyond or (is_endless and name not in self._to_mat)

    @property
    def has_beyond(self) -> bool:
        """Whether the mat has no room for all zones of a row."""
        return bool(self._endless or self.beyond)

    def columns(self) -> range:
        """Return the columns of rows without end that the mat shows; empty if there are none."""
        there = [zone_index(name) for name in self._to_mat if zone_kind(name) in self._endless]
        return range(min(there), max(there) + 1) if there else range(0)

    def places(self, name: ZoneName) -> tuple[MatZone, ...]:
        """Return the mat zones where a card of this engine zone may lie, the best first; hand:
        none.

        Raises ZoneMapError for a zone that the ruleset has not.
        """
        if name in self._hands or self.is_beyond(name):
            return ()
        return self._spots[name] if name in self._spots else (self.to_mat(name),)

    def play_spots(self, seat: Seat) -> tuple[MatZone, ...]:
        """Return the zones where a seat may put a card activated from the hand, the best first."""
        return self._spots.get(zone(seat, IN_PLAY), ())

    def fixed(self, place: MatZone) -> tuple[ZoneName, ...]:
        """Return the engine zones at this place, which Field and Stadium share."""
        return tuple(name for name, there in self._to_mat.items() if there == place)

    # Mat zones and their parts

    def owner(self, place: MatZone) -> Seat | None:
        """Return the seat that a mat zone belongs to; None for a shared zone."""
        seat = self._zones[place].seat
        return None if seat is None else parse_seat(seat)

    def row_place(self, place: MatZone) -> tuple[str, int]:
        """Return the engine's kind of row that a mat zone is like, and its place there, from 1.

        The place is 0 where the zone stands in no row of the mat.
        """
        zone = self._zones[place]
        return _ROW_KINDS.get(zone.kind, ""), zone.column or 0

    def is_sensed(self, place: MatZone) -> bool:
        """Whether the zone is one of the mat and has an antenna."""
        return place in self._zones and bool(self._zones[place].antennas)

    def reading_spot(self, seat: Seat) -> MatZone:
        """Return the zone where a seat's hidden cards are read without being played.

        A zone that the ruleset does not use serves, preferably a seat's own zone beside its rows;
        where there is none, the own Graveyard, or the other player's if only that has a reader.
        """
        free = [
            place
            for place in self._zones.values()
            if place.antennas
            and place.id not in self.in_use
            and place.seat in (None, seat_letter(seat))
        ]
        if not free:
            graves = [self.to_mat(zone(each, "grave")) for each in (seat, Seat(1 - seat))]
            return next(filter(self.is_sensed, graves), graves[0])
        best = min(
            free, key=lambda place: (place.seat is None, len(place.antennas), bool(place.column))
        )
        return best.id

    def antennas(self, places: Iterable[MatZone]) -> tuple[AntennaIndex, ...]:
        """Return the antennas of some zones, in the zones' order."""
        return tuple(index for place in places for index in self._zones[place].antennas)

    def lamp(self, name: str) -> LampIndex:
        """Return the index of a lamp, named by its mat zone or "phase.1" to "phase.6"."""
        return next(lamp.index for lamp in self.mat.lamps if lamp.name == name)

    def pad_name(self, pad: PadIndex) -> PadName:
        """Return the mat zone of a pad, or "a.choice1" and the like."""
        return PadName(self.mat.pads[pad].name)

    def has_pad(self, name: str) -> bool:
        """Whether something that can be touched has this name: any zone, at least on a page."""
        return name in self._zones or any(pad.name == name for pad in self.mat.pads)

    def button_name(self, button: int) -> str:
        """Return the name of a button: "a.ok", "a.phase", "a.judge", "b.ok" and so on."""
        return self.mat.buttons[button].name


def _faults(
    ruleset: Ruleset, mat: Mat, homeless: Iterable[ZoneName], *, is_blind: bool
) -> list[Text]:
    """Return a sentence about each thing that a mat lacks, with what mends it.

    homeless: zones of the ruleset for which the mat has none.
    is_blind: whether no card can be shown on the mat, since a reader is missing.
    """
    wanted: dict[str, list[ZoneName]] = {}
    for name in homeless:
        wanted.setdefault(zone_kind(name), []).append(name)
    known = {kind: names for kind, names in wanted.items() if kind in _MENDED}
    unknown = [name for kind, names in wanted.items() if kind not in known for name in names]
    faults = []
    if known:
        zones = [_lacking(ruleset, kind, names) for kind, names in known.items()]
        faults.append(
            say(
                "expected the zones that {title} needs on the mat {name}, got none for {zones}. "
                "Add them to the mat file, with a reader or without: without one, players tell "
                "what lies there.",
                title=ruleset.title,
                name=mat.name,
                zones=listed(zones),
            )
        )
    if unknown:
        faults.append(
            say(
                "expected piles of {title} for which a mat can have a zone, got {names}: use a "
                "ruleset without them.",
                title=ruleset.title,
                names=listed(unknown, ","),
            )
        )
    if is_blind:
        faults.append(
            say(
                "expected a reader at a Graveyard of the mat {name}, got none: cards of the hand "
                "are shown there. Give one to a.grave, b.grave or both.",
                name=mat.name,
            )
        )
    return faults


def _lacking(ruleset: Ruleset, kind: str, names: Iterable[ZoneName]) -> Text:
    """Return the players' word for zones that a mat lacks, with the ids that mend it."""
    shown = PLAY_ROW if kind == IN_PLAY else kind
    places = listed((f"{name[0]}.{_MENDED[kind]}" for name in names), ",")
    noun = ruleset.words.zones.get(shown, shown)
    if kind == IN_PLAY:
        return say("{zone} (such as {places})", zone=noun, places=places)
    return say("{zone} ({places})", zone=noun, places=places)


def _without_reader(place: Zone) -> Zone:
    return structs.replace(place, antennas=(), senses=frozenset())


def _row_kind(name: str) -> str:
    """Return the kind of a player's row in which a zone stands, "m" or "s"; "" if in none."""
    if name[1:2] != "." or name[0] not in "ab":
        return ""
    kind = zone_kind(name)
    return kind if kind in ROW_KINDS and zone_seat(name) in _SEATS else ""
