"""The outputs that are generated from a mat, as plain values ready for JSON.

Nothing here decides anything: each output is a selection of the mat for one reader.
"""

from __future__ import annotations

from typing import Any, Final

from .geometry import Point, Rect
from .mat import Mat, Seat
from .neighbours import neighbour_lists
from .reach import reach_tables, turned_coils
from .sure_reading import sure_step

PROTOCOL: Final = 1
"""Version of the serial protocol for which the board config is meant."""


def board_config(mat: Mat) -> dict[str, Any]:
    """board.json: only what the firmware needs."""
    pins = mat.pins
    zone_numbers = {zone.id: number for number, zone in enumerate(mat.zones)}
    return {
        "mat": mat.name,
        "digest": mat.digest,
        "protocol": PROTOCOL,
        "pins": {
            "sda": pins.sda,
            "scl": pins.scl,
            "touch_irq": pins.touch_irq,
            "lights": pins.lights,
            "buttons": list(pins.buttons),
            "reader_address": list(pins.reader_address),
            "bank_address": list(pins.bank_address),
            "sck": pins.sck,
            "mosi": pins.mosi,
            "miso": pins.miso,
            "select": pins.select,
            "reset": pins.reset,
            "light_power": pins.light_power,
            "supply_sense": list(pins.supply_sense),
        },
        "i2c_hz": mat.i2c_hz,
        "spi_hz": mat.spi_hz,
        "antennas": [
            {
                "bank": a.bank,
                "line": a.line,
                "zone": zone_numbers[a.zone],
                "sure_step": sure_step(mat, a),
            }
            for a in mat.antennas
        ],
        "neighbours": [
            list(indices) for indices in neighbour_lists(len(mat.antennas), mat.neighbours)
        ],
        "fields_at_once": mat.fields_at_once,
        "lamps": [list(lamp.lights) for lamp in mat.lamps],
        "lights": mat.light_count,
        "pads": [[pad.chip_address, pad.electrode] for pad in mat.pads],
        "pad_antennas": [list(pad.antennas) for pad in mat.pads],
        "buttons": len(mat.buttons),
        "displays": [display.address for display in mat.displays],
        "brightness_cap": mat.brightness_cap,
    }


def field_config(mat: Mat) -> dict[str, Any]:
    """field.json: where everything is and what coils reach, for the simulated electronics."""
    coils = turned_coils(mat)
    return {
        "mat": mat.name,
        "digest": mat.digest,
        "sheet_mm": [mat.sheet.w_mm, mat.sheet.h_mm],
        "zones": [
            {
                "id": zone.id,
                "seat": zone.seat,
                "kind": zone.kind,
                "turn": 180 if zone.seat is Seat.B else 0,
                "area_mm": _rect(zone.area),
                "antennas": list(zone.antennas),
            }
            for zone in mat.zones
        ],
        "antennas": [
            {
                "zone": antenna.zone,
                "role": antenna.role,
                "coil": coils[antenna.index].kind,
                "turn": coils[antenna.index].turn_deg,
            }
            for antenna in mat.antennas
        ],
        "coils": reach_tables(mat),
        "lamps": [
            {
                "name": lamp.name,
                "lights": list(lamp.lights),
                "places_mm": [_point(place) for place in lamp.places],
            }
            for lamp in mat.lamps
        ],
        "pads": [
            {
                "name": pad.name,
                "zone": pad.zone,
                "area_mm": _rect(pad.area),
                "chip_address": pad.chip_address,
                "electrode": pad.electrode,
            }
            for pad in mat.pads
        ],
        "buttons": [button.name for button in mat.buttons],
        "displays": [
            {"seat": display.seat, "address": display.address, "digits": display.digits}
            for display in mat.displays
        ],
        "sleeves": {
            sleeve.name: {
                "size_mm": [sleeve.size.w_mm, sleeve.size.h_mm],
                "tag_offset_mm": _point(sleeve.tag_offset),
                "tag_size_mm": [sleeve.tag_size.w_mm, sleeve.tag_size.h_mm],
                "foil_mm": _rect(sleeve.foil) if sleeve.foil else None,
            }
            for sleeve in mat.sleeves
        },
    }


def page_geometry(mat: Mat) -> dict[str, Any]:
    """The geometry of which the page draws its SVG; every place is a centre, in millimetres."""
    return {
        "mat": mat.name,
        "digest": mat.digest,
        "sheet": {"w": mat.sheet.w_mm, "h": mat.sheet.h_mm},
        "zones": [
            {
                "id": zone.id,
                "seat": zone.seat,
                "kind": zone.kind,
                "column": zone.column,
                **_box(zone.area),
                "stack": _box(zone.stack) if zone.stack else None,
                "lamp": zone.lamp,
                "pad": zone.pad,
                "is_sensed": bool(zone.antennas),
            }
            for zone in mat.zones
        ],
        "lamps": [
            {
                "name": lamp.name,
                "lights": [
                    {"light": light, "x": place.x_mm, "y": place.y_mm}
                    for light, place in zip(lamp.lights, lamp.places, strict=True)
                ],
            }
            for lamp in mat.lamps
        ],
        "pads": [{"name": pad.name, "zone": pad.zone, **_box(pad.area)} for pad in mat.pads],
        "buttons": [
            {
                "name": button.name,
                "seat": button.seat,
                "x": button.place.x_mm,
                "y": button.place.y_mm,
                "diameter": button.diameter_mm,
            }
            for button in mat.buttons
        ],
        "phase_bar": [lamp.index for lamp in mat.lamps if lamp.name.startswith("phase.")],
        "displays": [
            {"seat": display.seat, **_box(display.area), "digits": display.digits}
            for display in mat.displays
        ],
        "sleeve_tags": mat.sleeve_tags,
        "sleeves": {
            sleeve.name: {"w": sleeve.size.w_mm, "h": sleeve.size.h_mm} for sleeve in mat.sleeves
        },
    }


def _point(point: Point) -> list[float]:
    return [point.x_mm, point.y_mm]


def _rect(rect: Rect) -> list[float]:
    return [rect.x_mm, rect.y_mm, rect.w_mm, rect.h_mm]


def _box(rect: Rect) -> dict[str, float]:
    return {"x": rect.x_mm, "y": rect.y_mm, "w": rect.w_mm, "h": rect.h_mm}
