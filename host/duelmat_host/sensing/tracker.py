"""Tracker: from the answers of antennas to a layout, and to the problems in it.

A zone's antennas together make one sight. What the tracker reports immediately is a hint; what it
calls settled has not changed for a while, zone by zone: a card that slides over a zone never
settles there.

A coil may not be connected, and only a tag shows that it is: until antenna A of a zone has read
one, its silence tells nothing, and a card that B alone reads is sideways in appearance only.
Either coil may come off later: the other antenna reads the card weakly then, if at all, and the
silence of the one tells nothing until it has read a tag again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import Final

import msgspec
from msgspec import structs

from duelmat_engine.names import CardKey
from duelmat_hardware import AntennaIndex, AntennaRole, Mat, MatZone, Sense, Zone
from duelmat_host.cards.registry import Registry
from duelmat_host.link.events import (
    Antenna,
    AntennaState,
    BoardEvent,
    BoardReady,
    Health,
    HealthState,
    Sighting,
    Snapshot,
)
from duelmat_host.sensing.layout import Face, Layout, Orientation, Sight

UNCLEAR_MS: Final = 600
"""An unclear reading takes at least this long to settle: an antenna needs about half a second to
be sure that a card has left, so one that is turned, flipped or moved answers twice for that long.
A weak one takes as long: hands bring a card down slowly, and the board asks it again meanwhile.
"""
SEVERAL_MS: Final = 2_000
"""Several cards in a zone take at least this long to settle: where one replaces another, both are
read for up to about a second (970 ms in the recorded duel on the simulated mat).
"""
LOST_MS: Final = 1_000
"""A zone is lost when a reader has not worked for this long: a board sets one up again that has
only forgotten its registers, within a tenth of this."""
FOUND_MS: Final = 2_000
"""A lost zone is sensed again when all its readers have worked for this long: a loose plug comes
and goes, and what lay there before is read anew meanwhile."""


class ProblemKind(Enum):
    """The kinds of problems with what the antennas see."""

    UNKNOWN_TAG = "unknown tag"
    """A tag that no sleeve of the registry has."""
    NO_DECK = "card of no deck"
    """A card that is in no deck of this duel."""
    TWO_ZONES = "two zones"
    """One card in two zones."""
    BOTH_FACES = "both faces"
    """Both tags of one sleeve answer: the side that is up is unknown."""
    SEVERAL_CARDS = "several cards"
    """More than one card in a zone."""
    ORIENTATION = "orientation"
    """Between upright and sideways."""
    UNREADABLE = "unreadable"
    """Something is there, and no tag can be read, or none any more."""
    DEAD_ANTENNA = "dead antenna"
    """A reader that does not work: its zone is not seen."""


class Problem(msgspec.Struct, frozen=True):
    """A situation that the table asks about and never guesses."""

    kind: ProblemKind
    zones: tuple[MatZone, ...]
    keys: tuple[CardKey, ...] = ()
    tags: tuple[bytes, ...] = ()
    health: HealthState | None = None
    """The state of a reader that does not work."""
    antenna: AntennaRole | None = None
    """The reader's antenna, in a zone with several."""


class Settled(msgspec.Struct, frozen=True):
    """The part of the mat that has not changed for long enough."""

    layout: Layout
    problems: tuple[Problem, ...]
    pending: frozenset[MatZone]
    """Zones that have changed and not settled; the layout has what lay there before."""
    due_ms: int | None
    """The time when the next of them settles if nothing changes; None = all have."""
    lost: frozenset[MatZone] = frozenset()
    """Zones with a reader that has not worked for long enough: the layout has nothing there."""


class Reading(msgspec.Struct, frozen=True):
    """The combined reading of one zone's antennas."""

    sight: Sight | None = None
    problems: tuple[Problem, ...] = ()


class _ZoneReadings:
    """One zone over time."""

    def __init__(self, zone: Zone) -> None:
        self.zone = zone
        self.now = Reading()
        self.settled = Reading()
        self.since_ms = 0
        self.card_ms = 0
        """The time since which this card is read there, in whatever way."""
        self.is_lost = False
        self.is_faulty = False
        self.health_ms = 0
        """The time since which a reader of the zone has been faulty, or none."""

    def note_health(self, *, is_faulty: bool, now_ms: int) -> None:
        """Note whether a reader is faulty now: once that has lasted, the zone is lost or found."""
        if is_faulty != self.is_faulty:
            self.is_faulty, self.health_ms = is_faulty, now_ms
        if now_ms - self.health_ms >= (LOST_MS if is_faulty else FOUND_MS):
            self.is_lost = is_faulty


class Tracker:
    """The mat as its antennas see it."""

    def __init__(
        self, mat: Mat, registry: Registry, cards: Collection[CardKey] | None = None
    ) -> None:
        """`cards` are those of this duel's decks; None = all of the registry."""
        self._mat = mat
        self._registry = registry
        self._cards = None if cards is None else frozenset(cards)
        self._antennas = [Antenna()] * len(mat.antennas)
        self._health: dict[AntennaIndex, HealthState] = {}
        self._places = {zone.id: _ZoneReadings(zone) for zone in mat.zones if zone.antennas}
        self._is_board_known = False
        """Whether a board has said which readers work."""
        self._unproven = frozenset(a.index for a in mat.antennas if a.role is AntennaRole.A)
        """The antennas that may be open at the start, until they have read a tag."""
        self._suspects = set(self._unproven)
        """The antennas whose coil may be open: their silence tells nothing."""

    def trust_antennas(self) -> None:
        """Let every antenna's silence count from the start: a simulated mat has no open coil."""
        self._unproven = frozenset()
        self._suspects.clear()

    # Input

    def begin_without(self, lost: Collection[MatZone]) -> None:
        """Take zones as lost until their readers have worked for a while."""
        for zone, place in self._places.items():
            place.is_lost = place.is_faulty = zone in lost

    def take(self, event: BoardEvent, now_ms: int) -> bool:
        """Take any event of the board, and return whether it was about cards."""
        match event:
            case Sighting():
                self.sight(event, now_ms)
            case Snapshot():
                self.snapshot(event, now_ms)
            case Health():
                self.health(event)
            case BoardReady(is_new_boot=True):
                self._suspects = set(self._unproven)
                return False
            case _:
                return False
        return True

    def sight(self, sighting: Sighting, now_ms: int) -> None:
        """Take a change of one antenna's reading."""
        self._put(sighting.index, sighting.antenna)
        self._read(self._mat.antennas[sighting.index].zone, now_ms)

    def snapshot(self, snapshot: Snapshot, now_ms: int) -> None:
        """Take the readings of all antennas; unchanged zones keep their time.

        Every reader counts as fine: the board names those that are not after each snapshot.
        """
        self._health.clear()
        self._is_board_known = True
        for index, antenna in enumerate(snapshot.antennas[: len(self._antennas)]):
            self._put(AntennaIndex(index), antenna)
        for zone in self._places:
            self._read(zone, now_ms)

    def health(self, health: Health) -> None:
        """Take the news that a reader broke down, or works again."""
        if health.state is HealthState.FINE:
            self._health.pop(health.index, None)
        else:
            self._health[health.index] = health.state

    def know(
        self, registry: Registry, now_ms: int, cards: Collection[CardKey] | None = None
    ) -> None:
        """Interpret everything anew with another registry, or for other decks."""
        self._registry = registry
        self._cards = None if cards is None else frozenset(cards)
        for zone in self._places:
            self._read(zone, now_ms)

    # Output

    def layout(self) -> Layout:
        """Return the layout as it is read at this moment."""
        return self._layout({zone: place.now for zone, place in self._places.items()})

    @property
    def faulty_zones(self) -> frozenset[MatZone]:
        """Return the zones with a reader that does not work."""
        return frozenset(self._mat.antennas[index].zone for index in self._health)

    def problems(self) -> tuple[Problem, ...]:
        """Return the problems at this moment."""
        return self._all_problems(place.now for place in self._places.values())

    def settled(self, now_ms: int, settle_ms: int) -> Settled:
        """Return the settled layout: zone by zone what has looked the same for settle_ms."""
        faulty = self.faulty_zones
        for zone, place in self._places.items() if self._is_board_known else ():
            place.note_health(is_faulty=zone in faulty, now_ms=now_ms)
        lost = frozenset(zone for zone, place in self._places.items() if place.is_lost)
        pending: dict[MatZone, int] = {}
        for zone, place in self._places.items():
            if place.now == place.settled:
                continue
            due_ms = place.since_ms + max(_patience_ms(place.now), settle_ms)
            if now_ms >= due_ms:
                place.settled = place.now
                self._suspect(place)
            else:
                pending[zone] = due_ms
        readings = {
            zone: Reading() if zone in lost else place.settled
            for zone, place in self._places.items()
        }
        # a card that has settled elsewhere, and that its old zone reads no more, has left
        here = {
            _card_of(place.settled)
            for zone, place in self._places.items()
            if zone not in pending and zone not in lost
        } - {None}
        for zone in pending:
            key = _card_of(readings[zone])
            if key in here and _card_of(self._places[zone].now) != key:
                readings[zone] = Reading()
        problems = []
        for problem in self._all_problems(readings.values()):
            due_ms = now_ms
            if problem.kind is ProblemKind.TWO_ZONES:
                since_ms = max(self._places[zone].since_ms for zone in problem.zones)
                due_ms = since_ms + max(UNCLEAR_MS, settle_ms)
            if now_ms >= due_ms:
                problems.append(problem)
            else:
                pending |= dict.fromkeys(problem.zones, due_ms)
        return Settled(
            self._layout(readings),
            tuple(problems),
            frozenset(pending),
            min(pending.values(), default=None),
            lost,
        )

    def _layout(self, readings: Mapping[MatZone, Reading]) -> Layout:
        """Return what lies there by these readings.

        A card in two zones lies where it was read first, until that zone knows that it has left.
        """
        sights = {zone: each.sight for zone, each in readings.items() if each.sight}
        first_ms: dict[CardKey, int] = {}
        for zone, sight in sights.items():
            if sight.key is not None:
                card_ms = self._places[zone].card_ms
                first_ms[sight.key] = min(card_ms, first_ms.get(sight.key, card_ms))
        return Layout(
            {
                zone: sight
                for zone, sight in sights.items()
                if sight.key is None or self._places[zone].card_ms == first_ms[sight.key]
            }
        )

    # From antennas to sights

    def _put(self, index: AntennaIndex, antenna: Antenna) -> None:
        """Take what an antenna reads, which proves it."""
        self._antennas[index] = antenna
        if antenna.uids:
            self._suspects.discard(index)

    def _suspect(self, place: _ZoneReadings) -> None:
        """Put the silent antenna of a zone into doubt if the other has settled on a weak tag."""
        if place.now.sight is not None and place.now.sight.is_weak:
            antennas = place.zone.antennas
            self._suspects.update(i for i in antennas if not self._antennas[i].uids)

    def _read(self, zone: MatZone, now_ms: int) -> None:
        place = self._places[zone]
        reading = self._doubted(place.zone, self._reading(place.zone))
        if reading != place.now:
            if _card_of(reading) != _card_of(place.now):
                place.card_ms = now_ms
            place.now = reading
            place.since_ms = now_ms

    def _doubted(self, zone: Zone, reading: Reading) -> Reading:
        """Return a reading in which an antenna's silence tells nothing where it is doubtful.

        That of A is until A has read a tag. That of B needs no such proof: it would be asked about
        most of the cards that are laid upright (docs/adr/0087). That of either is once the other
        has read weakly, until it reads itself: a card that lies as it should is read well by its
        own antenna, and mostly weakly by the other (docs/adr/0089). One that is on its way down
        is read weakly too: only what has settled puts an antenna into doubt.
        """
        sight = reading.sight
        if sight is None:
            return reading
        is_weak = any(self._antennas[index].is_weak for index in zone.antennas)
        if Sense.TURN not in zone.senses:
            doubtful = structs.replace(sight, is_weak=True)
            return Reading(doubtful, reading.problems) if is_weak else reading
        is_sure = not is_weak and self._suspects.isdisjoint(zone.antennas)
        if is_sure or sight.orientation is Orientation.UNKNOWN:
            return reading
        doubtful = structs.replace(
            sight, orientation=Orientation.UNKNOWN, apparent=sight.orientation, is_weak=is_weak
        )
        return Reading(doubtful, reading.problems)

    def _reading(self, zone: Zone) -> Reading:
        seen = {self._mat.antennas[i].role: self._antennas[i] for i in zone.antennas}
        tags = tuple(sorted({tag for antenna in seen.values() for tag in antenna.uids}))
        if all(antenna.state is AntennaState.EMPTY for antenna in seen.values()):
            return Reading()
        # an unsure antenna names what it read last, which another card may have replaced
        if all(each.state is AntennaState.UNSURE for each in seen.values() if each.uids):
            return _unclear(Problem(ProblemKind.UNREADABLE, (zone.id,)))
        known = [(tag, self._registry.tag(tag)) for tag in tags]
        problems = [
            Problem(ProblemKind.UNKNOWN_TAG, (zone.id,), (), (tag,))
            for tag, tagged in known
            if tagged is None
        ]
        cards = {tagged.sleeve.key: tagged for _, tagged in known if tagged is not None}
        foreign = tuple(key for key in cards if self._cards is not None and key not in self._cards)
        if foreign:
            problems.append(Problem(ProblemKind.NO_DECK, (zone.id,), foreign, tags))
        strangers = sum(tagged is None for _, tagged in known)
        if len(cards) + min(strangers, 1) > 1 or len(tags) > 2:  # one sleeve has two tags
            keys = tuple(sorted(cards))
            several = Problem(ProblemKind.SEVERAL_CARDS, (zone.id,), keys, tags)
            return _unclear(*problems, several)
        orientation, tilted = _orientation(zone, seen)
        problems += tilted
        if not cards or foreign:
            return Reading(
                Sight(None, Face.UNKNOWN, orientation, tags[0] if len(tags) == 1 else b""),
                tuple(problems),
            )
        (tagged,) = cards.values()
        if Sense.FACE not in zone.senses:
            tag = tags[0] if len(tags) == 1 else b""
            return Reading(
                Sight(tagged.sleeve.key, Face.UNKNOWN, orientation, tag), tuple(problems)
            )
        if len(tags) == 1:
            return Reading(
                Sight(tagged.sleeve.key, tagged.face, orientation, tags[0]), tuple(problems)
            )
        lowest = {antenna.lowest for antenna in seen.values() if antenna.uids}
        for tag, side in known:
            if side is not None and lowest == {tag}:
                sight = Sight(side.sleeve.key, side.face, orientation, tag)
                return Reading(sight, tuple(problems))
        key = tagged.sleeve.key
        problems.append(Problem(ProblemKind.BOTH_FACES, (zone.id,), (key,), tags))
        return Reading(Sight(key, Face.UNKNOWN, orientation, b""), tuple(problems))

    def _all_problems(self, readings: Iterable[Reading]) -> tuple[Problem, ...]:
        found: list[Problem] = []
        zones: dict[CardKey, list[MatZone]] = {}
        for zone, reading in zip(self._places, readings, strict=True):
            found += reading.problems
            if reading.sight is not None and reading.sight.key is not None:
                zones.setdefault(reading.sight.key, []).append(zone)
        for key, places in zones.items():
            if len(places) > 1:
                found.append(Problem(ProblemKind.TWO_ZONES, tuple(places), (key,)))
        for index, state in sorted(self._health.items()):
            antenna = self._mat.antennas[index]
            found.append(
                Problem(
                    ProblemKind.DEAD_ANTENNA,
                    (antenna.zone,),
                    health=state,
                    antenna=None if antenna.role is AntennaRole.ONLY else antenna.role,
                )
            )
        return tuple(found)


def _patience_ms(reading: Reading) -> int:
    """Return the time that a reading must last to settle, beyond that of any reading."""
    if any(problem.kind is ProblemKind.SEVERAL_CARDS for problem in reading.problems):
        return SEVERAL_MS
    is_weak = reading.sight is not None and reading.sight.is_weak
    return UNCLEAR_MS if reading.problems or is_weak else 0


def _card_of(reading: Reading) -> CardKey | None:
    return None if reading.sight is None else reading.sight.key


_UPRIGHT_OR_SIDEWAYS: Final = {
    AntennaRole.A: Orientation.UPRIGHT,
    AntennaRole.B: Orientation.SIDEWAYS,
}


def _unclear(*problems: Problem) -> Reading:
    """Return the reading of a zone in which something is there and no more is known."""
    return Reading(Sight(None, Face.UNKNOWN, Orientation.UNKNOWN, b""), problems)


def _orientation(
    zone: Zone, seen: dict[AntennaRole, Antenna]
) -> tuple[Orientation, tuple[Problem, ...]]:
    """Return the orientation of the zone's one card, from the antennas that answer."""
    if zone.is_turn_told:
        return Orientation.UNKNOWN, ()
    if AntennaRole.ONLY in seen:
        return Orientation.UPRIGHT, ()
    sure = [role for role, antenna in seen.items() if antenna.lowest is not None]
    named = [role for role, antenna in seen.items() if antenna.uids]
    answers = sure if len(sure) == 1 else named
    if len(answers) == 1:
        return _UPRIGHT_OR_SIDEWAYS[answers[0]], ()
    tags = tuple(sorted({tag for antenna in seen.values() for tag in antenna.uids}))
    return Orientation.UNKNOWN, (Problem(ProblemKind.ORIENTATION, (zone.id,), (), tags),)
