"""A design as a board file of KiCad 6, which later versions open too."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from duelmat_hardware.geometry import Point

from .copper import Layer
from .design import FIDUCIAL_MM, FIDUCIAL_ROOM_MM, PAGE, Design
from .kicad_footprint import open_contacts, placed_footprint
from .pour import Polygon
from .sexpr import Node, Word, item, text, unique

VERSION: Final = 20211014
LAYERS: Final = (
    *((0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user")),
    *((35, "F.Paste", "user"), (36, "B.SilkS", "user"), (37, "F.SilkS", "user")),
    *((38, "B.Mask", "user"), (39, "F.Mask", "user"), (44, "Edge.Cuts", "user")),
    *((46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"), (48, "B.Fab", "user")),
    (49, "F.Fab", "user"),
)
LINE_MM: Final = 0.1
ROOM_CORNERS: Final = 16


def board_file(design: Design, fills: Mapping[int, Sequence[Polygon]]) -> str:
    """The whole file; `fills` has the polygons of each pour by its number."""
    open_nets = [net for part in design.parts for net in open_contacts(part).values()]
    numbers = {net: i for i, net in enumerate((*design.nets(), *open_nets), start=1)}
    root = item(
        "kicad_pcb",
        item("version", Word(VERSION)),
        item("generator", Word("duelmat")),
        item("general", item("thickness", 1.6)),
        item("paper", "A4"),
        item(
            "title_block",
            item("title", design.title),
            item("rev", design.revision),
            item("comment", Word(1), f"Made from the mat {design.mat}, digest {design.digest}"),
        ),
        item("layers", *(item(str(i), name, Word(kind)) for i, name, kind in LAYERS)),
        item("setup", item("pad_to_mask_clearance", 0)),
        item("net", Word(0), ""),
        *(item("net", Word(i), net) for net, i in numbers.items()),
        *(placed_footprint(design, part, numbers) for part in design.parts),
        *_edges(design),
        *_words(design),
        *_fiducials(design),
        *_copper(design, numbers),
        *(_zone(design, i, fills[i], numbers) for i in range(len(design.pours))),
    )
    return text(root)


def _at(point: Point, *more: float) -> Node:
    return item("at", point.x_mm + PAGE.x_mm, point.y_mm + PAGE.y_mm, *more)


def _xy(name: str, point: Point) -> Node:
    return item(name, point.x_mm + PAGE.x_mm, point.y_mm + PAGE.y_mm)


def _edges(design: Design) -> Iterator[Node]:
    closed = (*design.outline, design.outline[0])
    for i, (start, end) in enumerate(itertools.pairwise(closed)):
        yield item(
            "gr_line",
            _xy("start", start),
            _xy("end", end),
            item("layer", "Edge.Cuts"),
            item("width", LINE_MM),
            item("tstamp", unique(design.name, "edge", i)),
        )
    for i, hole in enumerate(design.holes):
        yield item(
            "gr_circle",
            _xy("center", hole.at),
            _xy("end", hole.at.plus(Point(hole.diameter_mm / 2, 0.0))),
            item("layer", "Edge.Cuts"),
            item("width", LINE_MM),
            item("fill", Word("none")),
            item("tstamp", unique(design.name, "hole", i)),
        )


def _words(design: Design) -> Iterator[Node]:
    for i, (at, words) in enumerate(design.words):
        yield item(
            "gr_text",
            words,
            _at(at),
            item("layer", "F.SilkS"),
            item("tstamp", unique(design.name, "words", i)),
            item("effects", item("font", item("size", 1.2, 1.2), item("thickness", 0.15))),
        )


def _fiducials(design: Design) -> Iterator[Node]:
    """Yield dots of copper in windows of the mask, from which KiCad's own pours stay away too."""
    no, yes = Word("not_allowed"), Word("allowed")
    rules = {"tracks": no, "vias": no, "pads": no, "copperpour": no, "footprints": yes}
    for i, at in enumerate(design.fiducials):
        for layer, wide_mm in ((Layer.TOP.value, FIDUCIAL_MM), ("F.Mask", FIDUCIAL_ROOM_MM)):
            yield item(
                "gr_circle",
                _xy("center", at),
                _xy("end", at.plus(Point(wide_mm / 2, 0.0))),
                item("layer", layer),
                item("width", 0),
                item("fill", Word("solid")),
                item("tstamp", unique(design.name, "fiducial", i, layer)),
            )
        turns = (math.tau * step / ROOM_CORNERS for step in range(ROOM_CORNERS))
        radius = FIDUCIAL_ROOM_MM / 2
        corners = (Point(math.cos(turn) * radius, math.sin(turn) * radius) for turn in turns)
        yield item(
            "zone",
            item("net", Word(0)),
            item("net_name", ""),
            item("layer", Layer.TOP.value),
            item("tstamp", unique(design.name, "fiducial", i, "room")),
            item("hatch", Word("edge"), 0.5),
            item("connect_pads", item("clearance", 0)),
            item("min_thickness", 0.2),
            item("keepout", *(item(name, rule) for name, rule in rules.items())),
            item("fill", item("thermal_gap", 0.2), item("thermal_bridge_width", 0.3)),
            item(
                "polygon",
                item("pts", *(_xy("xy", _rounded(at.plus(corner))) for corner in corners)),
            ),
        )


def _rounded(point: Point) -> Point:
    return Point(round(point.x_mm, 4), round(point.y_mm, 4))


def _copper(design: Design, numbers: Mapping[str, int]) -> Iterator[Node]:
    for i, track in enumerate(design.tracks):
        yield item(
            "segment",
            _xy("start", track.start),
            _xy("end", track.end),
            item("width", track.width_mm),
            item("layer", track.layer.value),
            item("net", Word(numbers[track.net])),
            item("tstamp", unique(design.name, "track", i)),
        )
    for i, via in enumerate(design.vias):
        yield item(
            "via",
            _at(via.at),
            item("size", via.diameter_mm),
            item("drill", via.drill_mm),
            item("layers", Layer.TOP.value, Layer.BOTTOM.value),
            item("net", Word(numbers[via.net])),
            item("tstamp", unique(design.name, "via", i)),
        )


def _zone(design: Design, i: int, fill: Sequence[Polygon], numbers: Mapping[str, int]) -> Node:
    pour = design.pours[i]
    layer = item("layer", pour.layer.value)
    return item(
        "zone",
        item("net", Word(numbers[pour.net])),
        item("net_name", pour.net),
        layer,
        item("tstamp", unique(design.name, "pour", i)),
        item("hatch", Word("edge"), 0.5),
        item("connect_pads", Word("yes"), item("clearance", 0.2)),
        item("min_thickness", 0.2),
        item("filled_areas_thickness", Word("no")),
        item("fill", Word("yes"), item("thermal_gap", 0.2), item("thermal_bridge_width", 0.3)),
        item("polygon", item("pts", *(_xy("xy", point) for point in pour.outline))),
        *(
            item("filled_polygon", layer, item("pts", *(_xy("xy", point) for point in polygon)))
            for polygon in fill
        ),
    )
