"""The joints of a board that is wired by hand, drawn from the side of the wires.

Each net is led on to the nearest contact, each wire on lanes (`lanes.py`). A board has a drawing
for each group of its nets, those that are soldered in one go, since all in one could not be read.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final
from xml.sax.saxutils import escape

import msgspec

from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.harness import Device, Harness
from duelmat_hardware.mat import Mat
from duelmat_hardware.placing import PITCH_MM, Board, Place, boards
from duelmat_hardware.svg import MARGIN_MM, svg_file

from .footprints import SO14, Footprint
from .lanes import LEG_MM, WIRE_MM, Name, Way, Wire, first_free, lead, place_names
from .through_hole import LEG_DRILL_MM, POST_DRILL_MM, leg_row, lying, on_adapter
from .wired_parts import footprint, pads

GROUPS: Final = {
    "main": {
        "supply": r"5V.*|3V3|VSYS",
        "ground": r"GND",
        "bus": r"SCK.*|MOSI.*|MISO",
        "select": r"BANK.*|SELECT",
        "lines": r"LINE\d|RESET",
        "keys": r"BUTTON_.*",
        "i2c": r"SDA.*|SCL.*|TOUCH_IRQ",
        "lights": r"LIGHT.*",
        "guard": r".*",
    },
    "bank": {
        "supply": r"3V3|GND",
        "select": r"NSS.*|BANK.*",
        "lines": r"LINE\d|RESET.*",
        "miso_0_to_3": r"MISO[0-3]",
        "miso_4_to_7": r"MISO.*",
        "sck": r"SCK.*",
        "mosi": r".*",
    },
    "touch": {"bus": r".*"},
    "display": {
        "segments": r"SEG.*",
        "digits_1_to_4": r"DIGIT_\w_[1-4]",
        "digits_5_to_8": r"DIGIT.*",
        "bus": r".*",
    },
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
POWER_MM: Final = 0.9
COLOURS: Final = (
    *("#b3541e", "#1d4f91", "#1f6f3d", "#9b1c31", "#6a3d9a", "#00707a", "#7a5c00", "#c2185b"),
)
HALO: Final = ' stroke="#ffffff" stroke-width="0.4" paint-order="stroke"'
"""Of names that lie on wires."""
SCALE: Final = 2.4
"""Drawn larger than it is, so that every net can be read."""
PAGE_MM: Final = 180.0
"""Width of a page, on which a drawing that is wider is made smaller."""
LEAST_PRINT_MM: Final = 6 * 25.4 / 72
"""Height of the smallest letters that are printed: six points."""
NAME_MM: Final = 1.4
"""Height of the names of nets, where there is room and letters so small can be printed."""
REF_MM: Final = 1.6
"""Height of the names of parts, likewise."""
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
            marks = _marks(board, harness, places, shown)
            found[f"joints_{board.name}_{group}.svg"] = _drawing(mat, board, group, marks)
    return found


def _drawing(mat: Mat, board: Board, group: str, marks: Sequence[str]) -> str:
    title = f"Joints of the {board.title}: {group}; from the side of the wires"
    edge = f'<rect width="{board.w_mm:g}" height="{board.h_mm:g}" stroke="#222222"/>'
    area = Rect(board.w_mm / 2, board.h_mm / 2, board.w_mm, board.h_mm)
    strokes = 'stroke-width="0.2" stroke-linecap="round"'
    return svg_file(mat, title, area, strokes, [edge, *marks], scale=SCALE)


def _colours(shown: Sequence[Joint]) -> dict[str, str]:
    names = dict.fromkeys(joint.net for joint in shown)
    return {net: COLOURS[i % len(COLOURS)] for i, net in enumerate(names)}


def _mirrored(board: Board, point: Point) -> str:
    return f"{board.w_mm - point.x_mm:.4g} {point.y_mm:.5g}"


def _marks(
    board: Board,
    harness: Harness,
    places: Mapping[tuple[str, str], Point],
    shown: Sequence[Joint],
) -> list[str]:
    """Parts, wires, contacts, and names where nothing else is."""
    colours = _colours(shown)
    seen = {
        contact: Point(round(board.w_mm - at.x_mm, 3), round(at.y_mm, 3))
        for contact, at in places.items()
    }
    legs = {at: harness.device(ref).net(pin) or "" for (ref, pin), at in seen.items()}
    wires = [
        Wire(joint.net, seen[joint.start], seen[joint.end], _width_mm(board, joint.net))
        for joint in shown
    ]
    ways = lead(board.title, wires, legs, Size(board.w_mm, board.h_mm))
    least_mm = _least_letters_mm(board)
    names = place_names(ways, legs, (max(NAME_MM, least_mm), least_mm))
    lines = [_outline(board, place) for place in board.places]
    lines += [_wire(way, colours[way.net]) for way in ways]
    lines += _dots(board, places, shown)
    lines += [_text(name, colours[name.text], HALO) for name in names]
    taken = [Rect(leg.x_mm, leg.y_mm, LEG_MM, LEG_MM) for leg in legs]
    taken += [box for way in ways for box in way.boxes()]
    taken += [name.box() for name in names]
    whole = Rect(board.w_mm / 2, board.h_mm / 2, board.w_mm, board.h_mm)
    for place in board.places:
        refs = _refs(place.ref, _seen(board, place), max(REF_MM, least_mm))
        ref = first_free((ref for ref in refs if ref.box().is_within(whole)), taken)
        if ref is not None:
            lines.append(_text(ref, "#b0b0b0"))
            taken.append(ref.box())
    return lines


def _least_letters_mm(board: Board) -> float:
    """The height of letters that are as small as print may be when the drawing is on a page."""
    wide_mm = board.w_mm + 2 * MARGIN_MM
    return math.ceil(LEAST_PRINT_MM / min(SCALE, PAGE_MM / wide_mm) * 100) / 100


def _refs(ref: str, part: Rect, high_mm: float) -> Iterator[Name]:
    """Places for the name of a part: on it, level or upright, or beside it; near its middle."""
    for x_mm, y_mm, is_upright in _around(part.w_mm, part.h_mm):
        yield Name(ref, part.centre.plus(Point(x_mm, y_mm)), high_mm, is_upright)


@cache
def _around(w_mm: float, h_mm: float) -> list[tuple[int, int, bool]]:
    """Steps from the middle of a part of this size, the best first; upright or not."""
    across, down = (int(mm / 2 + BESIDE_MM) for mm in (w_mm, h_mm))
    steps = itertools.product(range(-across, across + 1), range(-down, down + 1), (False, True))
    return sorted(
        steps,
        key=lambda step: (
            abs(step[0]) > w_mm / 2 or abs(step[1]) > h_mm / 2,
            step[2],
            math.hypot(step[0], step[1]),
        ),
    )


def _width_mm(board: Board, net: str) -> float:
    return POWER_MM if board.name == "main" and POWER.fullmatch(net) else WIRE_MM


def _wire(way: Way, colour: str) -> str:
    points = " L".join(f"{each.x_mm:.5g} {each.y_mm:.5g}" for each in way.points)
    return (
        f'<path d="M{points}" stroke="{colour}" stroke-width="{way.width_mm:g}"'
        f' stroke-opacity="0.75"><title>{escape(way.net)}</title></path>'
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


def _seen(board: Board, place: Place) -> Rect:
    """Return the area of a part on the board, seen from the side of the wires."""
    w, h = place.columns * PITCH_MM, place.rows * PITCH_MM
    middle = _middle(place)
    return Rect(board.w_mm - middle.x_mm, middle.y_mm, w, h)


def _outline(board: Board, place: Place) -> str:
    part = _seen(board, place)
    return (
        f'<rect x="{part.left_mm + 0.2:.4g}" y="{part.top_mm + 0.2:.5g}"'
        f' width="{part.w_mm - 0.4:.4g}" height="{part.h_mm - 0.4:.4g}" stroke="#d0d0d0"/>'
    )


def _text(name: Name, colour: str, more: str = "") -> str:
    at = name.middle
    turned = f' transform="rotate(-90 {at.x_mm:.5g} {at.y_mm:.5g})"' if name.is_upright else ""
    return (
        f'<text x="{at.x_mm:.5g}" y="{at.y_mm + 2 / 7 * name.high_mm:.5g}"'
        f' font-size="{name.high_mm:g}" fill="{colour}"{more}{turned}>{escape(name.text)}</text>'
    )
