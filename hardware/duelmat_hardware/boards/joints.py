"""The joints of a board that is wired by hand, drawn from the side of the wires.

Each net is led from contact to contact on the shortest way; on a carrier, whose rows of legs are
long, on lanes (`lanes.py`). A board has a drawing for each group of its nets, since all in one
could not be read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.harness import Device, Harness
from duelmat_hardware.mat import Mat
from duelmat_hardware.placing import PITCH_MM, Board, Place, boards

from .footprints import SO14, Footprint
from .lanes import (
    LEG_MM,
    NAME_MM,
    WIRE_MM,
    Wire,
    first_free,
    lead,
    line_box,
    name_box,
    place_names,
)
from .through_hole import LEG_DRILL_MM, POST_DRILL_MM, leg_row, lying, on_adapter
from .wired_parts import footprint, pads

GROUPS: Final = {
    "main": {
        "supply": r"5V.*|3V3|VSYS",
        "ground": r"GND",
        "bus": r"SCK.*|MOSI.*|MISO",
        "select": r"LINE\d|BANK.*|SELECT|RESET",
        "rest": r".*",
    },
    "bank": {
        "supply": r"3V3|GND",
        "select": r"NSS.*|BANK.*|LINE\d|RESET.*",
        "miso": r"MISO.*",
        "bus": r".*",
    },
    "touch": {"bus": r".*"},
    "display": {"segments": r"SEG.*", "digits": r"DIGIT.*", "bus": r".*"},
}
"""The groups of each board; a net is in the first that it matches."""
MODULES: Final = {
    "touch": lying("touch_module", 18, 9, Size(0, 0), POST_DRILL_MM),
    "display_driver": lying("driver_module", 28, 10, Size(0, 0), POST_DRILL_MM),
    "digits": lying("digits", 12, 6, Size(0, 0), LEG_DRILL_MM),
}
"""The legs of what no board to order carries: of the modules their number, in two rows."""
ON_HOLES: Final = frozenset(("touch", "display"))
"""Boards of which each contact is in a hole of the pitch; some legs of the others are bent."""
POWER: Final = re.compile(r"5V_(IN|PLUG|GUARDED|SWITCHED|LIGHTS\d)|5V|3V3|GND")
"""The nets of the main board that want power wire."""
COLOURS: Final = (
    *("#b3541e", "#1d4f91", "#1f6f3d", "#9b1c31", "#6a3d9a", "#00707a", "#7a5c00", "#c2185b"),
)
LABELS: Final = (0.25, 0.5, 0.75)
"""The places of names along their wires."""
MARGIN_MM: Final = 6.0
SCALE: Final = 1.6
"""Drawn larger than it is, so that every net can be read."""
CARRIER_SCALE: Final = 2.4
REF_MM: Final = 2.0
"""Height of the names of parts on carriers."""
BESIDE_MM: Final = 5.0
"""Between a part and its name, where wires take the part up."""


class Joint(msgspec.Struct, frozen=True):
    """One wire on the underside."""

    net: str
    start: tuple[str, str]
    """Device and contact."""
    end: tuple[str, str]


def contact_places(board: Board, harness: Harness) -> dict[tuple[str, str], Point]:
    """The hole of each contact, from the board's upper left corner, seen from above."""
    found = {}
    for place in board.places:
        device = harness.device(place.ref)
        shape = _shape(device, place)
        middle = _middle(place)
        at = {pad.name: middle.plus(pad.at) for pad in reversed(shape.pads)}
        for pad, pin in zip(_pads(device), device.pins, strict=True):
            is_fitted = board.name in ON_HOLES
            found[place.ref, pin.label] = _hole(at[pad]) if is_fitted else at[pad]
    return found


def _hole(point: Point) -> Point:
    """The hole at a place, or before one between two."""
    x, y = (math.ceil(each / PITCH_MM - 1 - 1e-6) for each in (point.x_mm, point.y_mm))
    return Point(round((x + 0.5) * PITCH_MM, 3), round((y + 0.5) * PITCH_MM, 3))


def _pads(device: Device) -> list[str]:
    """The pad of each contact; a touch module's electrodes have numbers that are none of pads."""
    if device.role == "touch":
        return [str(i) for i in range(1, len(device.pins) + 1)]
    return pads(device)


def _shape(device: Device, place: Place) -> Footprint:
    """The legs of a device; a module whose order is not known is a row, or two of them."""
    if device.role in MODULES:
        return MODULES[device.role]
    if device.role == "header" and place.columns == len(device.pins):  # its plug lies below
        return leg_row(len(device.pins))
    shape = footprint(device)
    if shape is SO14:
        return on_adapter(len(device.pins))
    return shape or leg_row(len(device.pins))


def _middle(place: Place) -> Point:
    return Point(
        (place.column + place.columns / 2) * PITCH_MM, (place.row + place.rows / 2) * PITCH_MM
    )


def joints(board: Board, harness: Harness) -> list[Joint]:
    """The wires of a board: each net as a tree, always on to the nearest contact."""
    places = contact_places(board, harness)
    nets: dict[str, dict[tuple[str, str], Point]] = {}
    for contact, at in places.items():
        net = harness.device(contact[0]).net(contact[1])
        if net:
            nets.setdefault(net, {})[contact] = at
    return [joint for net, contacts in nets.items() for joint in _tree(net, contacts)]


def _tree(net: str, contacts: Mapping[tuple[str, str], Point]) -> Iterator[Joint]:
    first, *free = contacts
    nearest = {each: (contacts[each].distance_mm(contacts[first]), first) for each in free}
    while nearest:
        new = min(nearest, key=lambda each: nearest[each][0])
        yield Joint(net, nearest.pop(new)[1], new)
        for each, (far_mm, _) in nearest.items():
            mm = contacts[each].distance_mm(contacts[new])
            if mm < far_mm:
                nearest[each] = (mm, new)


def group_of(board: Board, net: str) -> str:
    """The drawing that a net is in."""
    groups = GROUPS[board.name].items()
    return next(name for name, pattern in groups if re.fullmatch(pattern, net))


def joint_drawings(mat: Mat, harness: Harness) -> dict[str, str]:
    """Name and content of each drawing."""
    found = {}
    for board in boards(harness):
        places, wires = contact_places(board, harness), joints(board, harness)
        for group in GROUPS[board.name]:
            shown = [wire for wire in wires if group_of(board, wire.net) == group]
            marks = (
                _carrier_marks(board, harness, places, shown)
                if board.name in ON_HOLES
                else _marks(board, places, shown)
            )
            found[f"joints_{board.name}_{group}.svg"] = _drawing(mat, board, group, marks)
    return found


def _drawing(mat: Mat, board: Board, group: str, marks: Sequence[str]) -> str:
    scale = CARRIER_SCALE if board.name in ON_HOLES else SCALE
    w_mm, h_mm = board.w_mm + 2 * MARGIN_MM, board.h_mm + 2 * MARGIN_MM
    title = f"Joints of the {board.title}: {group}; from the side of the wires"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w_mm * scale:g}mm"'
            f' height="{h_mm * scale:g}mm"'
            f' viewBox="{-MARGIN_MM:g} {-MARGIN_MM:g} {w_mm:g} {h_mm:g}"'
            ' font-family="Helvetica, Arial, sans-serif" text-anchor="middle" fill="none"'
            ' stroke-width="0.2" stroke-linecap="round">'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>Made from the mat {escape(mat.name)}, digest {mat.digest}</desc>",
        (
            f'<rect x="{-MARGIN_MM:g}" y="{-MARGIN_MM:g}" width="{w_mm:g}" height="{h_mm:g}"'
            ' fill="#ffffff"/>'
        ),
        f'<rect width="{board.w_mm:g}" height="{board.h_mm:g}" stroke="#222222"/>',
        *marks,
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _colours(shown: Sequence[Joint]) -> dict[str, str]:
    names = dict.fromkeys(joint.net for joint in shown)
    return {net: COLOURS[i % len(COLOURS)] for i, net in enumerate(names)}


def _mirrored(board: Board, point: Point) -> str:
    return f"{board.w_mm - point.x_mm:.4g} {point.y_mm:.5g}"


def _marks(
    board: Board, places: Mapping[tuple[str, str], Point], shown: Sequence[Joint]
) -> list[str]:
    """Parts, straight wires, contacts and names."""
    colours = _colours(shown)
    lines = [_outline(board, place) + _ref(board, place) for place in board.places]
    for joint in shown:
        width = 0.9 if board.name == "main" and POWER.fullmatch(joint.net) else WIRE_MM
        ends = [_mirrored(board, places[contact]) for contact in (joint.start, joint.end)]
        lines.append(_wire(ends, colours[joint.net], width))
    lines += _dots(board, places, shown)
    for i, joint in enumerate(_longest(shown, places)):
        start, end = places[joint.start], places[joint.end]
        share = LABELS[i % len(LABELS)]  # not all in the middle, where wires cross
        x_mm = board.w_mm - start.x_mm + (start.x_mm - end.x_mm) * share
        y_mm = start.y_mm + (end.y_mm - start.y_mm) * share
        lines.append(_label(Point(x_mm, y_mm), joint.net, colours[joint.net]))
    return lines


def _carrier_marks(
    board: Board,
    harness: Harness,
    places: Mapping[tuple[str, str], Point],
    shown: Sequence[Joint],
) -> list[str]:
    """The same with wires on lanes, and names where nothing else is."""
    colours = _colours(shown)
    seen = {
        contact: Point(round(board.w_mm - at.x_mm, 3), at.y_mm) for contact, at in places.items()
    }
    legs = {at: harness.device(ref).net(pin) or "" for (ref, pin), at in seen.items()}
    wires = [Wire(joint.net, seen[joint.start], seen[joint.end]) for joint in shown]
    ways = lead(board.title, wires, legs, board.h_mm)
    names = place_names(ways, legs)
    lines = [_outline(board, place) for place in board.places]
    for way in ways:
        points = [f"{each.x_mm:.5g} {each.y_mm:.5g}" for each in way.points]
        lines.append(_wire(points, colours[way.net], WIRE_MM))
    lines += _dots(board, places, shown)
    lines += [_label(middle, net, colours[net], NAME_MM) for net, middle in names.items()]
    taken = [Rect(leg.x_mm, leg.y_mm, LEG_MM, LEG_MM) for leg in legs]
    taken += [line_box(*line) for way in ways for line in way.lines()]
    taken += [name_box(middle, net) for net, middle in names.items()]
    corners = [Point(x, y) for x, y in ((0, 0), (board.w_mm, 0), (board.w_mm, board.h_mm))]
    corners += [Point(0, board.h_mm), corners[0]]
    taken += [line_box(*edge) for edge in pairwise(corners)]
    for place in board.places:
        middle = first_free(place.ref, REF_MM, _around(_seen(board, place)), taken)
        if middle is not None:
            lines.append(_text(middle, place.ref, REF_MM))
            taken.append(name_box(middle, place.ref, REF_MM))
    return lines


def _around(part: Rect) -> list[Point]:
    """Places for the name of a part, on it or beside it, those near its middle first."""
    across, down = (int(mm / 2 + BESIDE_MM) for mm in (part.w_mm, part.h_mm))
    steps = [Point(x, y) for x in range(-across, across + 1) for y in range(-down, down + 1)]
    steps.sort(key=lambda step: (step.distance_mm(Point(0, 0)), step.x_mm, step.y_mm))
    return [part.centre.plus(step) for step in steps]


def _wire(corners: Sequence[str], colour: str, width_mm: float) -> str:
    return (
        f'<path d="M{" L".join(corners)}" stroke="{colour}"'
        f' stroke-width="{width_mm:g}" stroke-opacity="0.75"/>'
    )


def _dots(
    board: Board, places: Mapping[tuple[str, str], Point], shown: Sequence[Joint]
) -> list[str]:
    used = {contact for joint in shown for contact in (joint.start, joint.end)}
    return [
        f'<path d="M{_mirrored(board, at)} h0"'
        f' stroke="{"#222222" if contact in used else "#c9c9c9"}" stroke-width="1"/>'
        for contact, at in places.items()
    ]


def _longest(shown: Sequence[Joint], places: Mapping[tuple[str, str], Point]) -> list[Joint]:
    """The longest wire of each net, which bears its name."""
    found: dict[str, Joint] = {}
    for joint in sorted(shown, key=lambda j: places[j.start].distance_mm(places[j.end])):
        found[joint.net] = joint
    return list(found.values())


def _seen(board: Board, place: Place) -> Rect:
    """What a part takes of the board, seen from the side of the wires."""
    w, h = place.columns * PITCH_MM, place.rows * PITCH_MM
    middle = _middle(place)
    return Rect(board.w_mm - middle.x_mm, middle.y_mm, w, h)


def _outline(board: Board, place: Place) -> str:
    part = _seen(board, place)
    return (
        f'<rect x="{part.left_mm + 0.2:.4g}" y="{part.top_mm + 0.2:.5g}"'
        f' width="{part.w_mm - 0.4:.4g}" height="{part.h_mm - 0.4:.4g}" stroke="#d0d0d0"/>'
    )


def _ref(board: Board, place: Place) -> str:
    part = _seen(board, place)
    size = min(3.0, 0.8 * part.h_mm, part.w_mm / (0.6 * len(place.ref)))
    return _text(part.centre, place.ref, size)


def _text(middle: Point, ref: str, size_mm: float) -> str:
    return (
        f'<text x="{middle.x_mm:.5g}" y="{middle.y_mm + size_mm / 3:.5g}"'
        f' font-size="{size_mm:.2f}" fill="#b0b0b0">{escape(ref)}</text>'
    )


def _label(middle: Point, net: str, colour: str, size_mm: float = 2.1) -> str:
    return (
        f'<text x="{middle.x_mm:.5g}" y="{middle.y_mm + 2 / 7 * size_mm:.5g}"'
        f' font-size="{size_mm:g}" fill="{colour}"'
        f' stroke="#ffffff" stroke-width="0.4" paint-order="stroke">{escape(net)}</text>'
    )
