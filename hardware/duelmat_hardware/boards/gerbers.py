"""Gerber and drill files of a design, from the same geometry as the KiCad board."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from gerbonara import ExcellonFile, GerberFile, LayerStack
from gerbonara.apertures import CircleAperture, ExcellonTool, ObroundAperture, RectangleAperture
from gerbonara.graphic_objects import Flash, Line, Region
from gerbonara.newstroke import Newstroke
from gerbonara.utils import MM

from duelmat_hardware.geometry import Point

from .copper import Layer
from .design import FIDUCIAL_MM, FIDUCIAL_ROOM_MM, Design, Part
from .footprints import Pad
from .pour import Polygon
from .silk import PEN_MM

MASK_MM: Final = 0.05
"""The solder mask keeps so far from a pad, all around."""
OUTLINE_MM: Final = 0.1
LETTER_MM: Final = 1.2
NAMES: Final = {
    "top copper": "F_Cu.gtl",
    "bottom copper": "B_Cu.gbl",
    "top mask": "F_Mask.gts",
    "bottom mask": "B_Mask.gbs",
    "top paste": "F_Paste.gtp",
    "bottom paste": "B_Paste.gbp",
    "top silk": "F_Silkscreen.gto",
    "bottom silk": "B_Silkscreen.gbo",
    "mechanical outline": "Edge_Cuts.gm1",
}
"""The end of each file's name; drills are PTH.drl and, for holes without copper, NPTH.drl."""
COPPER: Final = {"top copper": Layer.TOP, "bottom copper": Layer.BOTTOM}


def gerber_files(design: Design, fills: Mapping[int, Sequence[Polygon]]) -> dict[str, bytes]:
    """Name and content of each file."""
    layers, plated, bare = _layers(design, fills)
    files = {
        f"{design.name}-{NAMES[kind]}": layer.write_to_bytes() for kind, layer in layers.items()
    }
    files[f"{design.name}-PTH.drl"] = plated.write_to_bytes()
    if design.holes:
        files[f"{design.name}-NPTH.drl"] = bare.write_to_bytes()
    return files


def pictures(files: Mapping[str, bytes], name: str) -> dict[str, str]:
    """Both sides as SVG, drawn from the files that are sent to the maker."""
    kinds = {end: kind for kind, end in NAMES.items()}
    layers = {}
    drills = {}
    for file, content in files.items():
        end = file.removeprefix(f"{name}-")
        if end in kinds:
            side, use = kinds[end].split()
            layers[side, use] = GerberFile.from_string(content.decode(), filename=file)
        else:
            drills[end] = ExcellonFile.from_string(content.decode(), filename=file)
    stack = LayerStack(layers, drills.get("PTH.drl"), drills.get("NPTH.drl"), board_name=name)
    return {
        f"{name}-{side}.svg": str(stack.to_pretty_svg(side=side, margin=2))
        for side in ("top", "bottom")
    }


def _layers(
    design: Design, fills: Mapping[int, Sequence[Polygon]]
) -> tuple[dict[str, GerberFile], ExcellonFile, ExcellonFile]:
    layers = {kind: GerberFile() for kind in NAMES}
    plated, bare = ExcellonFile(), ExcellonFile()
    for part in design.parts:
        for pad in part.footprint.pads:
            _add_pad(layers, plated, part, pad)
        _add_tie(layers["top copper"], part)
        silk = layers["bottom silk" if part.is_below else "top silk"]
        for stroke in part.strokes():
            aperture = CircleAperture(stroke.width_mm, unit=MM)
            if stroke.start == stroke.end:
                silk.objects.append(_flash(stroke.start, aperture))
            else:
                silk.objects.append(_line(stroke.start, stroke.end, aperture))
    for at in design.fiducials:
        for kind, wide_mm in (("top copper", FIDUCIAL_MM), ("top mask", FIDUCIAL_ROOM_MM)):
            layers[kind].objects.append(_flash(at, CircleAperture(wide_mm, unit=MM)))
    for kind, layer in COPPER.items():
        copper = layers[kind]
        for track in design.tracks:
            if track.layer is layer:
                aperture = CircleAperture(track.width_mm, unit=MM)
                copper.objects.append(_line(track.start, track.end, aperture))
        for via in design.vias:
            copper.objects.append(_flash(via.at, CircleAperture(via.diameter_mm, unit=MM)))
        for i, pour in enumerate(design.pours):
            if pour.layer is layer:
                copper.objects += [_region(polygon) for polygon in fills[i]]
    for via in design.vias:
        plated.objects.append(_flash(via.at, _drill(via.drill_mm, plated=True)))
    for hole in design.holes:
        bare.objects.append(_flash(hole.at, _drill(hole.diameter_mm, plated=False)))
    edge = CircleAperture(OUTLINE_MM, unit=MM)
    for start, end in itertools.pairwise((*design.outline, design.outline[0])):
        layers["mechanical outline"].objects.append(_line(start, end, edge))
    pen = CircleAperture(PEN_MM, unit=MM)
    for at, words in design.words:
        strokes = Newstroke.load().render(words, LETTER_MM, h_align="center", v_align="middle")
        for stroke in strokes:
            points = [at.plus(Point(x, y)) for x, y in stroke]
            layers["top silk"].objects += [
                _line(start, end, pen) for start, end in itertools.pairwise(points)
            ]
    return layers, plated, bare


def _add_pad(layers: Mapping[str, GerberFile], plated: ExcellonFile, part: Part, pad: Pad) -> None:
    at, (w, h) = part.place(pad.at), part.turned(pad.size)
    through = bool(pad.drill_mm)
    layers["top copper"].objects.append(_flash(at, _aperture(pad, w, h)))
    if through:
        layers["bottom copper"].objects.append(_flash(at, _aperture(pad, w, h)))
        plated.objects.append(_flash(at, _drill(pad.drill_mm, plated=True)))
    if pad.is_covered:
        return
    open_w, open_h = w + 2 * MASK_MM, h + 2 * MASK_MM
    layers["top mask"].objects.append(_flash(at, _aperture(pad, open_w, open_h)))
    if through:
        layers["bottom mask"].objects.append(_flash(at, _aperture(pad, open_w, open_h)))
    for middle, size in pad.paste():
        w, h = part.turned(size)
        layers["top paste"].objects.append(_flash(part.place(middle), _aperture(pad, w, h)))


def _add_tie(copper: GerberFile, part: Part) -> None:
    if part.footprint.is_tie:
        start, end = (part.place(pad.at) for pad in part.footprint.pads[-2:])
        width = part.footprint.pads[-1].size.h_mm - 0.2
        copper.objects.append(_line(start, end, CircleAperture(width, unit=MM)))


def _aperture(pad: Pad, w: float, h: float) -> object:
    w, h = round(w, 4), round(h, 4)
    if pad.is_round and w == h:
        return CircleAperture(w, unit=MM)
    kind = ObroundAperture if pad.is_round else RectangleAperture
    return kind(w, h, unit=MM)


def _drill(diameter_mm: float, *, plated: bool) -> ExcellonTool:
    return ExcellonTool(diameter_mm, plated=plated, unit=MM)


def _flash(at: Point, aperture: object) -> Flash:
    return Flash(at.x_mm, 0.0 - at.y_mm, aperture, unit=MM)


def _line(start: Point, end: Point, aperture: object) -> Line:
    return Line(start.x_mm, 0.0 - start.y_mm, end.x_mm, 0.0 - end.y_mm, aperture, unit=MM)


def _region(polygon: Polygon) -> Region:
    return Region([(point.x_mm, 0.0 - point.y_mm) for point in polygon], unit=MM)
