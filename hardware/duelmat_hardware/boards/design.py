"""A circuit board before it is written down: its outline, its parts on nets, and its copper."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point, Rect, Size

from .copper import BOTH, Item, Layer, Pour, Shape, Track, Via
from .footprints import Footprint, Pad
from .silk import Stroke

PAGE: Final = Point(150.0, 100.0)
"""The board's origin on KiCad's page."""


class Contact(msgspec.Struct, frozen=True):
    """One pad of a part, and the net that it is on."""

    pad: str
    net: str
    """Empty if nothing is connected."""
    label: str = ""
    """The contact of the net list's device that this is, if it is one."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One part on a board."""

    ref: str
    device: str
    """The device of the net list that it is, or is a piece of."""
    value: str
    maker: str
    number: str
    """The maker's part number; what to ask for where many makers have it."""
    footprint: Footprint
    at: Point
    turn_deg: int = 0
    """Against the clock, seen from above: 0, 90, 180 or 270."""
    is_below: bool = False
    """Put in from below; its holes are where they are."""
    is_by_hand: bool = False
    """Soldered in by hand, not by the maker's machine."""
    contacts: tuple[Contact, ...]

    def place(self, point: Point) -> Point:
        """A place of the footprint on the board."""
        turn = math.radians(self.turn_deg)
        c, s = round(math.cos(turn)), round(math.sin(turn))
        x, y = point.x_mm, point.y_mm
        at = Point(x * c + y * s, y * c - x * s)
        return Point(round(self.at.x_mm + at.x_mm, 4), round(self.at.y_mm + at.y_mm, 4))

    def net(self, pad: str) -> str:
        return next((each.net for each in self.contacts if each.pad == pad), "")

    def turned(self, size: Size) -> tuple[float, float]:
        """Return width and height on the board."""
        w, h = size.w_mm, size.h_mm
        return (h, w) if self.turn_deg % 180 else (w, h)

    def items(self) -> Iterator[Item]:
        """The copper of the pads."""
        seen: set[str] = set()
        for pad in self.footprint.pads:
            at = self.place(pad.at)
            w, h = self.turned(pad.size)
            name = "" if pad.name in seen else f"{self.ref} {pad.name}"
            seen.add(pad.name)
            layers = BOTH if pad.drill_mm else (Layer.TOP,)
            yield Item(self.net(pad.name), layers, _pad_shape(at, w, h, pad), pad.drill_mm, name)

    def strokes(self) -> Iterator[Stroke]:
        """Yield what is printed beside it, on the board."""
        for each in self.footprint.marks:
            yield Stroke(self.place(each.start), self.place(each.end), each.width_mm)

    @property
    def body(self) -> Rect:
        at = self.place(self.footprint.body_at)
        return Rect(at.x_mm, at.y_mm, *self.turned(self.footprint.body))


def _pad_shape(at: Point, w: float, h: float, pad: Pad) -> Shape:
    if not pad.is_round:
        return Shape(at, at, 0.0, (w / 2, h / 2))
    radius = min(w, h) / 2
    reach = Point(w / 2 - radius, h / 2 - radius)
    return Shape(at.plus(reach.turned()), at.plus(reach), radius)


class Hole(msgspec.Struct, frozen=True):
    """A hole without copper, for a screw."""

    at: Point
    diameter_mm: float
    free_mm: float = 0.0
    """The width of the room of a screw's head, which no part and no track may enter."""

    @property
    def room(self) -> Rect:
        return Rect(self.at.x_mm, self.at.y_mm, self.free_mm, self.free_mm)


FIDUCIAL_MM: Final = 1.0
FIDUCIAL_ROOM_MM: Final = 2.0
"""The window in the mask around a fiducial: the machine's camera sees the dot alone."""


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """A whole board."""

    name: str
    title: str
    mat: str
    digest: str
    revision: str
    outline: tuple[Point, ...]
    parts: tuple[Part, ...]
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    pours: tuple[Pour, ...] = ()
    holes: tuple[Hole, ...] = ()
    fiducials: tuple[Point, ...] = ()
    """Dots of copper on the top by which a machine finds the places of parts."""
    words: tuple[tuple[Point, str], ...] = ()
    """The words that are printed on the top, with their places."""

    def items(self) -> Iterator[Item]:
        """All copper but the pours."""
        for part in self.parts:
            yield from part.items()
        for track in self.tracks:
            yield Item(track.net, (track.layer,), track.shape)
        for via in self.vias:
            yield Item(via.net, BOTH, via.shape, via.drill_mm)
        for at in self.fiducials:  # with the window around, which stays free of copper
            yield Item("", (Layer.TOP,), Shape(at, at, FIDUCIAL_ROOM_MM / 2))

    def nets(self) -> list[str]:
        """The nets in the order of the parts."""
        found = dict.fromkeys(
            contact.net for part in self.parts for contact in part.contacts if contact.net
        )
        found.update(dict.fromkeys(track.net for track in self.tracks))
        return list(found)


def checked(design: Design) -> Design:
    """The design; a BoardError names each part that cannot be ordered or placed."""
    problems = list(_part_problems(design))
    if problems:
        raise BoardError(design.title, problems)
    return design


def _part_problems(design: Design) -> Iterator[Problem]:
    for part in design.parts:
        if not part.number and not part.footprint.is_tie:
            advice = "Give it one, or words by which any shop finds it, with the maker `any`."
            yield Problem(part.ref, "a part number", "none", advice)
        pads = {pad.name for pad in part.footprint.pads}
        contacts = {contact.pad for contact in part.contacts}
        if pads != contacts:
            got = f"{part.footprint.name} with {', '.join(sorted(pads)) or 'no pads'}"
            expected = f"a footprint with the contacts {', '.join(sorted(contacts))}"
            yield Problem(part.ref, expected, got, "Draw it in footprints.py.")
    bodies = [(part, part.body) for part in design.parts if not part.footprint.is_tie]
    for i, (part, body) in enumerate(bodies):
        for other, room in bodies[:i]:
            if part.is_below is other.is_below and body.is_overlapping(room):
                got = f"on {other.ref}, which takes {room}"
                yield Problem(part.ref, "room of its own", got, "Move one of the two.")
        for hole in design.holes:
            if hole.free_mm and body.is_overlapping(hole.room):
                got = f"on the screw at {hole.at.x_mm:g}, {hole.at.y_mm:g} mm"
                yield Problem(part.ref, "room of its own", got, "Move one of the two.")
