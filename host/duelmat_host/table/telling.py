"""Telling: how a card lies where no antenna senses its face, or how it is turned.

What is told fills the gaps of the sensed layout, and everything else takes that layout as if all
of it were sensed. Nothing is guessed: a card lies as its player has told it, else as the duel has
it, and if the duel does not have it there, its player is asked. Until then it is unknown, which is
shown as face-down.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import structs

from duelmat_engine import CardKey, Seat, key_seat
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sense, Sight, Way
from duelmat_host.table.commands import Tell
from duelmat_host.table.errors import NothingToTellError
from duelmat_host.table.expect import Expect
from duelmat_host.table.private import is_known
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap

_FACES: Final[dict[Face, Literal["up", "down"]]] = {Face.UP: "up", Face.DOWN: "down"}
_TURNS: Final[dict[Orientation, Literal["upright", "sideways"]]] = {
    Orientation.UPRIGHT: "upright",
    Orientation.SIDEWAYS: "sideways",
}


def told_senses(zones: ZoneMap, place: MatZone, sight: Sight) -> frozenset[Sense]:
    """Return what its player tells of a card that lies there, since no antenna does."""
    is_doubtful = sight.apparent is not Orientation.UNKNOWN
    return zones.told(place) | ({Sense.TURN} if is_doubtful else frozenset())


def with_told(state: TableState, before: Layout, sensed: Layout) -> Layout:
    """Return a sensed layout with what was told of its cards; `before` is the last such layout.

    Nothing is sensed in lost zones. What was told of a card before it came here stays.
    """
    whole = {}
    for place, sight in sensed.items():
        if place in state.zones.lost:
            continue
        way = None if sight.is_told else _known_way(state, before, place, sight)
        whole[place] = sight if way is None else sight_as_told(state, place, sight, way)
    return Layout(whole)


def sight_as_told(state: TableState, place: MatZone, sight: Sight, way: Way) -> Sight:
    """Return the sight of a card that is told to lie so; what is sensed of it stays."""
    told = told_senses(state.zones, place, sight)
    turn = way.orientation if Sense.TURN in told else sight.orientation
    is_open = turn is Orientation.UNKNOWN
    return structs.replace(
        sight,
        face=way.face if Sense.FACE in told else sight.face,
        orientation=turn,
        is_told=bool(state.zones.told(place)) or not (is_open or _is_as_it_seems(sight, turn)),
        apparent=sight.apparent if is_open else Orientation.UNKNOWN,
        is_weak=sight.is_weak and (is_open or sight.apparent is Orientation.UNKNOWN),
    )


def way_of(sight: Sight) -> Way:
    return Way(sight.face, sight.orientation)


def wanted_way(expect: Expect, key: CardKey) -> Way:
    """Return how a card lies where the duel expects it; beneath others it lies face-up."""
    is_up = expect.face_up or key in expect.lowest
    if expect.upright is None:
        way = Orientation.UNKNOWN
    else:
        way = Orientation.UPRIGHT if expect.upright else Orientation.SIDEWAYS
    return Way(Face.UP if is_up else Face.DOWN, way)


def told_layout(state: TableState, layout: Layout, seat: Seat, command: Tell) -> Layout:
    """Return the layout after a player has told how a card lies. Raises NothingToTellError."""
    place = MatZone(command.zone)
    sight = layout.get(place)
    is_own = sight is not None and sight.key is not None and key_seat(sight.key) == seat
    if sight is None or not is_own or not told_senses(state.zones, place, sight):
        raise NothingToTellError(command.zone)
    way = Orientation.UNKNOWN if command.turn is None else Orientation(command.turn)
    told = Way(Face(command.face), way if state.zones.has_turns(place) else Orientation.UNKNOWN)
    return layout.with_sight(place, sight_as_told(state, place, sight, told))


def tell(place: MatZone, way: Way) -> Tell:
    """Return the command that tells that a card lies so."""
    return Tell(place, _FACES[way.face], _TURNS.get(way.orientation))


def _known_way(state: TableState, before: Layout, place: MatZone, sight: Sight) -> Way | None:
    """Return how a card is known to lie that is not sensed as a whole; None: it is not known."""
    if sight.key is None or not told_senses(state.zones, place, sight):
        return None
    lay = before.get(place)
    if lay is not None and lay.key == sight.key:
        is_known = lay.is_told or _is_as_it_seems(sight, lay.orientation)
        return way_of(lay) if is_known else None
    wanted = state.expected.get(place)
    if wanted is not None and _is_meant(wanted, sight.key):
        way = wanted_way(wanted, sight.key)
        return way if _is_as_it_seems(sight, way.orientation) else None
    if place in state.zones.landing_spots and _is_public(state, sight.key):
        return Way(Face.UP, Orientation.UNKNOWN)
    return None


def _is_as_it_seems(sight: Sight, turn: Orientation) -> bool:
    """Whether a card turned so does not contradict the one antenna that reads it."""
    return sight.apparent in (Orientation.UNKNOWN, turn)


def _is_meant(wanted: Expect, key: CardKey) -> bool:
    """Whether the duel has this card in a zone, or an unseen one that may be this one."""
    return wanted.holds(key) and key_seat(key) == wanted.owner


def _is_public(state: TableState, key: CardKey) -> bool:
    """Whether everybody knows where a card lies, or what becomes of it."""
    owed = any(each.key == key for each in state.obligations)
    return owed or is_known(state.duel, key)
