"""The boards that are wired by hand otherwise: the same parts in the same places, on copper.

Size, places and fixing are those of placing.py, so that such a board takes the place of one that
was wired by hand. The bank's buffer is on the surface, without its adapter; of the main board the
level shifter is (level_shifter.py).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point, Rect
from duelmat_hardware.harness import Device, Harness
from duelmat_hardware.mat import Mat
from duelmat_hardware.parts import ROLES, supplies
from duelmat_hardware.placing import PITCH_MM, Board, Place, boards
from duelmat_hardware.power import budget, loads

from .copper import Item, Layer, Pour
from .corners import fiducials, screws
from .design import Contact, Design, Hole, Part, checked
from .footprints import SO14
from .level_shifter import shifter_parts
from .pour import EDGE_MM as POUR_EDGE_MM
from .router import Rules, routed
from .through_hole import (
    BOX_HEADER_14,
    FUSE_HOLDER,
    FUSE_PIN_MM,
    RADIAL_10_LYING,
    REGULATOR,
    TERMINAL,
    TO_220_LYING,
)
from .wired_parts import footprint, pads

MACHINE: Final = frozenset(("bank_buffer",))
"""The roles that a maker's machine puts on; all else is soldered in by hand."""
STEP_MM: Final = PITCH_MM / 5
GROUND: Final = "GND"
SUPPLY_MM: Final = 0.4
"""The least width of ground and supplies."""
AGAINST: Final = 2.5
"""The price of a way up or down on the top, and across on the bottom."""
RISE: Final = 0.6
"""The rise of a contested place's price."""
EDGE_MM: Final = 0.7
"""From the board's edge to the middle of a track."""
TRUNK: Final = (TERMINAL, FUSE_HOLDER, TO_220_LYING, REGULATOR, BOX_HEADER_14, RADIAL_10_LYING)
"""Between these parts of the main board the supply's currents flow; all others take little."""
LOST_V: Final = 0.05
"""The most that 100 mm of a trunk may lose at worst."""
COPPER_OHM: Final = 0.49e-3
"""Of a square, 35 um thick."""
WIDEST_MM: Final = 2.5
"""Of a track that still ends at a transistor's leg."""
WARMER_K: Final = 10.0
"""The most that a track of the supply may be warmer than the board."""
COPPER_MILS: Final = 1.378
"""35 um."""


def bank_board(mat: Mat, harness: Harness) -> Design:
    """The board of bank 0, routed; the others are like it."""
    return _routed(placed_bank(mat, harness), {})


def main_board(mat: Mat, harness: Harness) -> Design:
    """The main board, routed: first the trunks of the supply, without vias, then the rest."""
    return _routed(placed_main(mat, harness), trunk_widths(mat))


def placed_bank(mat: Mat, harness: Harness) -> Design:
    """The parts of bank 0 in their places; a BoardError names those without a footprint."""
    return _placed(mat, harness, "bank")


def placed_main(mat: Mat, harness: Harness) -> Design:
    """The parts of the main board in their places."""
    return _placed(mat, harness, "main")


def trunk_widths(mat: Mat) -> dict[str, float]:
    """The widths of the supply's trunks, by what flows in them at worst."""
    found = budget(loads(mat))
    needed = {limit.role: limit.needed_ma for limit in found.limits}
    all_ma, lights_ma = needed["supply"], found.total_ma("lights")
    currents = {
        **dict.fromkeys(("5V_IN", "5V_PLUG", "5V_GUARDED"), all_ma),
        "5V_SWITCHED": lights_ma,
        **dict.fromkeys(("5V_LIGHTS0", "5V_LIGHTS1"), needed["light_fuse"]),
        "5V": needed["main_fuse"],
        "3V3": needed["regulator"],
    }
    return {net: trunk_width_mm(ma / 1000) for net, ma in currents.items()}


def trunk_width_mm(amperes: float) -> float:
    """The width that keeps warmth and loss within their bounds, as far as legs allow."""
    lossless_mm = math.ceil(COPPER_OHM * 100 * amperes / LOST_V * 10) / 10
    return max(min(lossless_mm, WIDEST_MM), track_width_mm(amperes))


def track_width_mm(amperes: float) -> float:
    """The width of a track on the outside after IPC-2221, in steps of 0.1 mm upwards."""
    square_mils = math.pow(amperes / (0.048 * math.pow(WARMER_K, 0.44)), 1 / 0.725)
    return math.ceil(square_mils / COPPER_MILS * 0.0254 * 10) / 10


def _routed(design: Design, widths: Mapping[str, float]) -> Design:
    items = list(design.items())
    nets = [net for net in design.nets() if sum(item.net == net for item in items) > 1]
    reach = {net: _reach_mm([item for item in items if item.net == net]) for net in nets}
    trunk = {part.ref for part in design.parts if part.footprint in TRUNK}
    ends = [item for item in items if item.net in widths and item.name.split(" ")[0] in trunk]
    if widths:
        inwards = POUR_EDGE_MM + max(widths.values()) / 2
        rules = _rules(design, inwards, widths_mm=dict(widths), has_vias=False)
        fixed = [
            item if item in ends else msgspec.structs.replace(item, name="") for item in items
        ]
        heavy = sorted(widths, key=lambda net: (-widths[net], reach[net], net))
        way = routed(fixed, heavy, rules, design.title)
        design = msgspec.structs.replace(design, tracks=way.tracks)
    # Short nets first; ground last, for the pours join most of it anyway.
    rest = sorted(nets, key=lambda net: (net == GROUND, reach[net], net))
    joined = {item.name for item in ends}
    open_ends = {item.net for item in items if item.name and item.name not in joined}
    rest = [net for net in rest if net in open_ends]
    wide = dict.fromkeys((GROUND, "3V3", *widths), SUPPLY_MM)
    rules = _rules(design, EDGE_MM, widths_mm=wide, joined=frozenset(joined), against=AGAINST)
    way = routed(list(design.items()), rest, rules, design.title)
    return msgspec.structs.replace(
        design,
        tracks=(*design.tracks, *way.tracks),
        vias=way.vias,
        pours=tuple(Pour(GROUND, layer, design.outline) for layer in (Layer.TOP, Layer.BOTTOM)),
    )


def _rules(design: Design, inwards_mm: float, **more: object) -> Rules:
    """The rules for tracks whose middle stays so far from the board's edge and from its holes.

    The area is cut back to whole steps, so that nodes lie on the holes of the pitch.
    """
    first, corner = _hole(0.0, 0.0, design.outline), design.outline[2]
    w, h = corner.x_mm - inwards_mm, corner.y_mm - inwards_mm
    left, right = _aligned(-w, w, first.x_mm)
    top, low = _aligned(-h, h, first.y_mm)
    area = Rect((left + right) / 2, (top + low) / 2, right - left, low - top)
    rooms = [(h.at, max(h.free_mm, h.diameter_mm + 2 * inwards_mm)) for h in design.holes]
    barred = tuple(Rect(at.x_mm, at.y_mm, wide, wide) for at, wide in rooms)
    rules = Rules((area,), STEP_MM, barred=barred, rise=RISE)
    return msgspec.structs.replace(rules, **more)


def _reach_mm(items: Sequence[Item]) -> float:
    """Width and height of what has to be joined."""
    x = [item.shape.start.x_mm for item in items]
    y = [item.shape.start.y_mm for item in items]
    return max(x) - min(x) + max(y) - min(y)


def _aligned(least: float, most: float, node: float) -> tuple[float, float]:
    """The first and the last place between two that is a whole number of steps from a node."""
    first = node + STEP_MM * math.ceil((least - node) / STEP_MM)
    return first, first + STEP_MM * int((most - first) / STEP_MM)


def _placed(mat: Mat, harness: Harness, name: str) -> Design:
    (board,) = (board for board in boards(harness) if board.name == name)
    devices = {place.ref: harness.device(place.ref) for place in board.places}
    problems = [problem for device in devices.values() for problem in _without(device)]
    if problems:
        raise BoardError(f"{name} board of {mat.name}", problems)
    w, h = board.w_mm / 2, board.h_mm / 2
    outline = (Point(-w, -h), Point(w, -h), Point(w, h), Point(-w, h))
    parts = [
        part for place in board.places for part in _parts(mat, devices[place.ref], place, outline)
    ]
    heads = screws(outline, parts)
    words = f"duelmat {mat.name} {name} {mat.revision}"
    return checked(
        Design(
            name=name,
            title=board.title,
            mat=mat.name,
            digest=mat.digest,
            revision=mat.revision,
            outline=outline,
            parts=tuple(parts),
            holes=(
                *heads,
                *(Hole(part.at, FUSE_PIN_MM) for part in parts if part.footprint is FUSE_HOLDER),
            ),
            fiducials=fiducials(outline, parts, heads),
            words=((_free_line(board), words), *map(_mark, filter(_is_marked, parts))),
        )
    )


def _free_line(board: Board) -> Point:
    """The place of the board's name, below its lowest part that is not at the left edge."""
    third = board.columns / 3
    rows = [p.row + p.rows for p in board.places if p.column + p.columns > third]
    y = (max(rows) + 1.5) * PITCH_MM - board.h_mm / 2
    return Point(board.w_mm / 6, round(y, 4))


def _is_marked(part: Part) -> bool:
    """Whether a part has room for its name; what a machine puts on needs none."""
    return part.is_by_hand or part.footprint is SO14


def _mark(part: Part) -> tuple[Point, str]:
    """The name of a part, without its board."""
    name = re.sub(r"^B\d+_", "", part.ref)
    return part.place(part.footprint.mark_at.plus(part.footprint.body_at)), name


def _without(device: Device) -> Iterator[Problem]:
    if device.role == "level_shifter" or footprint(device):
        return
    got = f"the role {device.role}, which has none"
    advice = "Draw one in through_hole.py and name it in boards/wired_parts.py."
    yield Problem(device.ref, "a part with a footprint", got, advice)


def _hole(column: float, row: float, outline: Sequence[Point]) -> Point:
    """The middle of a hole, from the board's middle; the first is half a pitch from the edges."""
    x = (column + 0.5) * PITCH_MM + outline[0].x_mm
    y = (row + 0.5) * PITCH_MM + outline[0].y_mm
    return Point(round(x, 4), round(y, 4))


def _parts(mat: Mat, device: Device, place: Place, outline: Sequence[Point]) -> Iterator[Part]:
    column, row = place.column + (place.columns - 1) / 2, place.row + (place.rows - 1) / 2
    middle = _hole(column, row, outline)
    shape = footprint(device)
    if shape is None:
        yield from shifter_parts(device, middle)
        return
    maker, number = _article(mat, device)
    found = {pad.name: Contact(pad.name, "") for pad in shape.pads}
    for pad, pin in zip(pads(device), device.pins, strict=True):
        found[pad] = Contact(pad, pin.net, pin.label)
    yield Part(
        ref=device.ref,
        device=device.ref,
        value=device.title,
        maker=maker,
        number=number,
        footprint=shape,
        at=middle,
        is_by_hand=device.role not in MACHINE,
        contacts=tuple(found.values()),
    )


def _article(mat: Mat, device: Device) -> tuple[str, str]:
    """Maker and number of a device, with what it is soldered in by."""
    if not device.role:
        return "any", "seven wires of 0.25 mm2, soldered in"
    article = mat.construction.part(device.role) if device.role in ROLES else None
    bought = article or supplies()[device.role]
    number = bought.number
    if device.role in {"header", "straight_header"}:
        number += f", {len(device.pins)} of its contacts"
    if device.role in {"main_fuse", "light_fuse"}:
        holder = mat.construction.part("fuse_holder")
        number += f", in the holder {holder.maker} {holder.number}" if holder else ""
    return bought.maker, number
