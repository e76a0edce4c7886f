"""The lists that a maker of boards asks for besides Gerbers: parts to buy, and where they go."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from duelmat_hardware.listing import csv_text

from .design import Design, Part
from .lcsc import article
from .router import CLEARANCE_MM, VIA_DRILL_MM, VIA_MM

BOM_HEAD: Final = (
    *("Comment", "Designator", "Footprint", "LCSC Part #", "LCSC article", "Checked"),
    *("Quantity", "Manufacturer", "Part number", "Soldered by"),
)
PLACES_HEAD: Final = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation", "Val", "Package")
"""The first columns are named as JLCPCB wants them; others read them by the same names."""


def bom(design: Design) -> str:
    """The parts by kind, those of the machine first."""
    kinds: dict[tuple[bool, str, str, str, str], list[str]] = {}
    for part in design.parts:
        if not part.footprint.is_tie:
            shape = part.footprint.name
            key = (part.is_by_hand, part.value, shape, part.maker, part.number)
            kinds.setdefault(key, []).append(part.ref)
    rows = []
    for (by_hand, value, shape, maker, number), refs in sorted(
        kinds.items(), key=lambda kind: kind[0][0]
    ):
        sold = article(number)
        shop = (
            (sold.number, f"{sold.maker} {sold.name}", "checked")
            if sold
            else ("", "", "unchecked")
        )
        who = "hand" if by_hand else "machine"
        rows.append((value, ",".join(refs), shape, *shop, len(refs), maker, number, who))
    return csv_text(BOM_HEAD, rows)


def places(design: Design) -> str:
    """The places of the parts that a machine puts on, from the origin, y upwards."""
    return csv_text(PLACES_HEAD, [_place(part) for part in design.parts if _is_placed(part)])


def _is_placed(part: Part) -> bool:
    return not (part.is_by_hand or part.footprint.is_tie)


def _place(part: Part) -> Sequence[object]:
    x, y = f"{part.at.x_mm:.4f}mm", f"{0.0 - part.at.y_mm:.4f}mm"
    return (part.ref, x, y, "Top", part.turn_deg, part.value, part.footprint.name)


def project_file(design: Design) -> str:
    """KiCad's project: the rules that the board was made by."""
    rules = {
        "min_clearance": CLEARANCE_MM,
        "min_copper_edge_clearance": 0.25,
        "min_hole_clearance": 0.2,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": VIA_DRILL_MM,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": VIA_MM,
    }
    usual = {
        "name": "Default",
        "clearance": CLEARANCE_MM,
        "track_width": 0.2,
        "via_diameter": VIA_MM,
        "via_drill": VIA_DRILL_MM,
    }
    project = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{design.name}.kicad_pro", "version": 1},
        "net_settings": {"classes": [usual], "meta": {"version": 2}},
        "sheets": [],
    }
    return json.dumps(project, indent=2) + "\n"
