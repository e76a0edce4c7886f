"""Checks that everything lies on the sheet and that nothing lies where it disturbs another thing.

Seat "b" is seat "a" after half a turn, so a fault in [seat] shows twice on the sheet and is
reported once. Where a zone lies wrong, what it brings along is not reported again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final

import msgspec

from .errors import Problem
from .geometry import Rect
from .layout import PlacedZone, phase_places, placed_choices, placed_zones, seat_frame
from .mat import Seat
from .matfile import MatFile

LIGHT_MM: Final = 5.0
"""Side of a WS2812B in its 5050 body."""


class Kind(Enum):
    """The kinds of things that need clearance."""

    AREA = auto()
    """Taken by a card, a pile, a display or a button."""
    WINDOW = auto()
    """The open inside of a coil: copper and chips in it would damp the field."""
    PAD = auto()
    """A touch pad: a comb of copper."""
    LIGHT = auto()
    """A light on the sheet."""
    HOLE = auto()
    """A hole through the coil plate, for a spacer."""


APART: Final = (
    {Kind.AREA},
    {Kind.WINDOW},
    {Kind.PAD},
    {Kind.LIGHT},
    {Kind.WINDOW, Kind.PAD},
    {Kind.WINDOW, Kind.LIGHT},
    {Kind.PAD, Kind.LIGHT},
    {Kind.HOLE},
    {Kind.HOLE, Kind.AREA},
    {Kind.HOLE, Kind.PAD},
    {Kind.HOLE, Kind.LIGHT},
)
"""Kinds that must not overlap. Pads and lights may lie within a zone, off its coils.

Coils of one zone may cross: they are never on together, and each sees a tag by its own window.
"""


class Thing(msgspec.Struct, frozen=True):
    """A thing that takes room on the sheet."""

    kind: Kind
    label: str
    """Its name in messages."""
    where: str
    """Its place in the file."""
    owner: str
    """Place in the file of the zone that brings it along; its own place if none does."""
    bearer: str
    """The placed zone that has it; its own label if none has."""
    room: Rect | None
    """The area that it must stay within, besides the sheet."""
    rect: Rect
    coil: str = ""
    """Of a window: the coil of the shape that it belongs to."""


def clearance_problems(file: MatFile) -> Iterator[Problem]:
    """List the problems: first what sticks out, then what overlaps."""
    if file.sheet is None:
        return
    zones = placed_zones(file)
    things = [thing for zone in zones for thing in _things_of(zone)] + _loose_things(file)
    blamed: set[str] = set()
    yield from _sticking_out(things, file.sheet.area, blamed)
    yield from _overlaps(things, blamed)


def _things_of(zone: PlacedZone) -> Iterator[Thing]:
    at, shape = f"{zone.where}.at_mm", f"shapes.{zone.part.shape}"
    bearer = f"{zone.where} of {zone.seat}"

    def thing(kind: Kind, label: str, where: str, rect: Rect) -> Thing:
        room = zone.area if kind is Kind.WINDOW else None
        return Thing(kind, label, where, at, bearer, room, rect)

    yield thing(Kind.AREA, zone.id, at, zone.area)
    if zone.stack:
        where = f"{zone.where}.stack_mm"
        label = f"the stack of {zone.id!s}"
        yield Thing(Kind.AREA, label, where, where, label, None, zone.stack)
    if zone.pad:
        yield thing(Kind.PAD, f"the pad of {zone.id!s}", f"{shape}.pad_mm", zone.pad)
    for coil in zone.coils:
        for i, window in enumerate(coil.windows):
            label = f"a window of {zone.id!s}"
            found = thing(Kind.WINDOW, label, f"{coil.where}.windows_mm[{i}]", window)
            yield msgspec.structs.replace(found, coil=coil.where)
    for i, light in enumerate(zone.lights):
        rect = Rect(light.x_mm, light.y_mm, LIGHT_MM, LIGHT_MM)
        yield thing(
            Kind.LIGHT,
            f"a light of {zone.id!s}",
            f"{shape}.lights_mm[{i}]",
            rect,
        )


def _loose_things(file: MatFile) -> list[Thing]:
    """Return what belongs to no zone: choice pads, buttons, displays, the phase bar, holes."""
    found = []

    def add(kind: Kind, label: str, where: str, rect: Rect) -> None:
        found.append(Thing(kind, label, where, where, label, None, rect))

    for where, name, rect in placed_choices(file):
        add(Kind.PAD, f"the pad {name}", f"{where}.pad_mm", rect)
    if file.seat and file.sheet:
        for seat in Seat:
            frame = seat_frame(file.sheet, seat)
            for i, button in enumerate(file.seat.buttons or ()):
                side = button.diameter_mm
                at = frame.place(button.at_mm)
                label = f"the button {seat}.{button.id}"
                where = f"seat.buttons[{i}].at_mm"
                add(Kind.AREA, label, where, Rect(at.x_mm, at.y_mm, side, side))
            if file.seat.display_mm:
                rect = frame.place_rect(file.seat.display_mm)
                add(Kind.AREA, f"the display of {seat!s}", "seat.display_mm", rect)
    for i, places in enumerate(phase_places(file), start=1):
        for place in places:
            rect = Rect(place.x_mm, place.y_mm, LIGHT_MM, LIGHT_MM)
            add(Kind.LIGHT, f"a light of phase.{i}", "phase_bar", rect)
    if file.boards and file.boards.hole_diameter_mm:
        side = file.boards.hole_diameter_mm
        for i, at in enumerate(file.boards.holes_mm or ()):
            rect = Rect(at.x_mm, at.y_mm, side, side)
            add(Kind.HOLE, f"the hole {i}", f"boards.holes_mm[{i}]", rect)
    return found


def _sticking_out(things: Sequence[Thing], sheet: Rect, blamed: set[str]) -> Iterator[Problem]:
    for thing in things:
        if {thing.where, thing.owner} & blamed:
            continue
        if not thing.rect.is_within(sheet):
            blamed.add(thing.where)
            yield Problem(
                thing.where,
                f"a place on the sheet ({sheet.text})",
                f"{thing.label} at {thing.rect.text}",
                "Move it, or make the sheet larger.",
            )
        elif thing.room and not thing.rect.is_within(thing.room):
            blamed.add(thing.where)
            yield Problem(
                thing.where,
                f"a window inside its zone ({thing.room.text})",
                f"{thing.label} at {thing.rect.text}",
                "Make the window smaller, or the zone larger.",
            )


def _overlaps(things: Sequence[Thing], blamed: set[str]) -> Iterator[Problem]:
    """Areas first: when two zones overlap, so does much that they bring along."""
    areas = [thing for thing in things if thing.kind is Kind.AREA]
    yield from _worst_first(_clashes(areas, blamed), blamed)
    yield from _worst_first(_clashes(things, blamed), blamed)


Clashes = dict[str, dict[str, tuple[Thing, Thing]]]
"""The places that each place in the file clashes with, and two things that do."""


def _clashes(things: Sequence[Thing], blamed: set[str]) -> Clashes:
    free = [thing for thing in things if not {thing.where, thing.owner} & blamed]
    clashes: Clashes = {place: {} for thing in free for place in (thing.owner, thing.where)}
    for i, j in sorted(_overlapping_pairs(free)):
        one, other = free[i], free[j]
        is_own = one.bearer == other.bearer
        here = one.where if is_own else one.owner
        there = other.where if is_own else other.owner
        clashes[here].setdefault(there, (one, other))
        clashes[there].setdefault(here, (other, one))
    return {place: partners for place, partners in clashes.items() if partners}


def _overlapping_pairs(things: Sequence[Thing]) -> Iterator[tuple[int, int]]:
    """Places in `things` of two that must be apart and are not, found from left to right."""
    order = sorted(range(len(things)), key=lambda i: things[i].rect.left_mm)
    for place, i in enumerate(order):
        right_mm = things[i].rect.right_mm
        for j in order[place + 1 :]:
            if things[j].rect.left_mm > right_mm:
                break
            kinds = {things[i].kind, things[j].kind}
            is_apart = kinds in APART and not _may_cross(things[i], things[j])
            if is_apart and things[i].rect.is_overlapping(things[j].rect):
                yield min(i, j), max(i, j)


def _may_cross(one: Thing, other: Thing) -> bool:
    """Whether two windows belong to different coils of one zone."""
    return bool(one.coil and other.coil) and one.bearer == other.bearer and one.coil != other.coil


def _worst_first(clashes: Clashes, blamed: set[str]) -> Iterator[Problem]:
    """Blames the place that clashes most, until no clash is left; of two alike, the later one."""
    while clashes:
        where = max(reversed(clashes), key=lambda place: len(clashes[place]))
        partners = clashes.pop(where)
        blamed.add(where)
        one, _ = next(iter(partners.values()))
        others = sorted({other.label for _, other in partners.values()})
        yield Problem(
            where,
            "room of its own",
            f"{one.label} at {one.rect.text}, overlapping {', '.join(others)}",
            "Move one of them, or make it smaller.",
        )
        for partner in partners.keys() & clashes.keys():
            del clashes[partner][where]
            if not clashes[partner]:
                del clashes[partner]
