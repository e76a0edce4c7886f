"""The tile of a monster zone: both coils in copper, their readers, four lights and the touch pad.

Its frame of reference is the zone's: millimetres from the zone's centre, as its player sees it.
The reader of antenna A is in the lower right corner, outside all windows; that of B is the same in
the lower left one, as coil B is coil A after a quarter turn. What the net list joins on no board
and by no cable of the zone stays apart (islands.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from duelmat_hardware.coil_range import CoilRange, first_range
from duelmat_hardware.coils import CARRIER_HZ
from duelmat_hardware.errors import BoardError, Problem
from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.harness import Device, Harness
from duelmat_hardware.mat import Antenna, AntennaRole, Mat, Seat, Zone, ZoneKind
from duelmat_hardware.mat import Pad as TouchPad
from duelmat_hardware.tuning import TRIMMER_PF

from .copper import Item, Layer, Pour, Track, Via
from .design import Contact, Design, Hole, Part, checked
from .footprints import C0603, HVQFN32, TRIMMER, WIRES_3, WS2812B, Footprint, Pad
from .islands import island_nets
from .matching import Matching, matching
from .reader_circuit import reader_parts
from .router import Rules, routed
from .winding import (
    ENDS,
    Run,
    hopping,
    inductance_nh,
    resistance_ohm,
    runs,
    tracks,
    turned,
    turned_runs,
    vias,
)

HALF_MM: Final = 55.8
"""Half of the tile: zones are 112 mm apart, with a gap of 0.4 mm."""
TAB: Final = Rect(0.0, 58.7, 34.0, 5.8)
"""The touch pad reaches out of the square, into the notch of the tile below."""
NOTCH: Final = Rect(0.0, -53.0, 35.2, 6.2)
WINDOWS: Final = {
    AntennaRole.A: (Rect(0, 31, 58, 30), Rect(0, -31, 58, 30)),
    AntennaRole.B: (Rect(-31, 0, 30, 58), Rect(31, 0, 30, 58)),
}
"""The windows for which this tile is drawn."""
CORNER: Final = Rect(42.7, 42.7, 22.0, 22.0)
"""The corner in which the reader of antenna A is routed."""
LIGHT_ROOM: Final = Rect(51.5, 51.0, 9.6, 9.6)
"""The room of the light in that corner."""
SCREWS: Final = tuple(
    Hole(Point(x, y), 2.2, 5.2)
    for x, y in ((-44.4, -52.4), (44.4, -52.4), (-27.8, 51.6), (27.8, 51.6))
)
"""Screws M2 of nylon, outside the windows."""
FIDUCIALS: Final = (Point(-46.0, -46.0), Point(46.0, -46.0), Point(46.2, 54.0))
TOOTH_MM: Final = 2.0
LIGHT_WIDTH_MM: Final = 0.5
"""The width of the lights' 5 V and ground."""
COIL_TIE: Final = Footprint(
    "coil_tie",
    (
        Pad("1", ENDS[0], Size(0.8, 0.8), is_covered=True),
        Pad("1", ENDS[1], Size(0.8, 0.8), is_covered=True),
        Pad("2", ENDS[1].plus(Point(1.0, 0.0)), Size(0.8, 0.8), is_covered=True),
    ),
    Size(3.0, 4.0),
    is_tie=True,
)
"""A coil's two ends: its copper is on the net of contact 1 and joined to contact 2 in here."""


class Wound(msgspec.Struct, frozen=True):
    """A coil in copper, calculated."""

    antenna: Antenna
    path: list[Run]
    span: CoilRange
    resistance_ohm: float

    @property
    def values(self) -> Matching:
        middle_pf = sum(TRIMMER_PF) / 2
        return matching(self.span, self.resistance_ohm, middle_pf)


def tile_zone(mat: Mat) -> Zone:
    """The first monster zone; the others are like it."""
    return next(zone for zone in mat.zones if zone.kind is ZoneKind.MONSTER)


def tile_coils(mat: Mat) -> list[Wound]:
    """The coils of the tile, A and B; a BoardError if the windows are others than it has."""
    zone = tile_zone(mat)
    found: list[Wound] = []
    for index in zone.antennas:
        antenna = mat.antennas[index]
        windows = tuple(_local(zone, window) for window in antenna.windows)
        expected = WINDOWS[antenna.role]
        if windows != expected:
            problem = Problem(
                f"the windows of {antenna.label}",
                f"those of the tile, {_words(expected)}",
                _words(windows),
                "Use these windows, or draw another tile in boards/tile.py.",
            )
            raise BoardError(f"tile of {mat.name}", [problem])
        path = runs(*WINDOWS[AntennaRole.A])
        if antenna.role is AntennaRole.B:
            path = hopping(turned_runs(path), found[0].path)
        alone_nh = inductance_nh(path)
        ohm = resistance_ohm(path, CARRIER_HZ)
        found.append(Wound(antenna, path, first_range(mat).of(alone_nh), ohm))
    return found


def _local(zone: Zone, window: Rect) -> Rect:
    x, y = window.x_mm - zone.area.x_mm, window.y_mm - zone.area.y_mm
    sense = -1.0 if zone.seat is Seat.B else 1.0
    return Rect(round(sense * x, 6), round(sense * y, 6), window.w_mm, window.h_mm)


def _words(windows: Sequence[Rect]) -> str:
    return " and ".join(f"{w.w_mm:g} x {w.h_mm:g} mm at {w.x_mm:g}, {w.y_mm:g}" for w in windows)


def tile(mat: Mat, harness: Harness) -> Design:
    """The tile of a mat's first monster zone, routed."""
    return _routed(placed_tile(mat, harness))


def placed_tile(mat: Mat, harness: Harness) -> Design:
    """The tile with its coils and its parts, before anything is routed."""
    zone, wound = tile_zone(mat), tile_coils(mat)
    refs = _refs(mat, zone)
    nets = island_nets(harness, refs)

    def found(ref: str) -> dict[str, str]:
        device = harness.device(ref)
        return {pin.label: nets.get((ref, pin.label), "") for pin in device.pins}

    parts: list[Part] = []
    copper: list[Track] = []
    holes: list[Via] = []
    for coil in wound:
        corner = list(_corner(coil, harness, found))
        if coil.antenna.role is AntennaRole.B:
            corner = [_turned(part) for part in corner]
        parts += corner
        net = found(f"COIL{coil.antenna.index}")["1"]
        copper += tracks(net, coil.path)
        holes += vias(net, coil.path)
    parts += _lights(mat, zone, found)
    if zone.pad is not None:
        parts.append(_pad(mat.pads[zone.pad], zone, harness, found))
    design = Design(
        name="tile",
        title=f"tile of {zone.id}; those of the other monster zones are like it",
        mat=mat.name,
        digest=mat.digest,
        revision=mat.revision,
        outline=_outline(),
        parts=tuple(parts),
        tracks=tuple(copper),
        vias=tuple(holes),
        holes=SCREWS,
        fiducials=FIDUCIALS,
        words=((Point(0.0, -4.0), f"duelmat {mat.name} tile {mat.revision}"),),
    )
    return checked(design)


def _refs(mat: Mat, zone: Zone) -> list[str]:
    refs = []
    for i in zone.antennas:
        refs += [f"READER{i}", f"COIL{i}", f"CT{i}", f"CP{i}", f"RS{i}_1", f"RS{i}_2"]
    refs += [f"LIGHT{light}" for light in mat.lamps[zone.lamp].lights]
    return refs if zone.pad is None else [*refs, f"PAD_{mat.pads[zone.pad].name}"]


Found = Mapping[str, str]
Lookup = Callable[[str], Found]


def _whole(
    device: Device, nets: Found, *, value: str, footprint: Footprint, at: Point, **more: object
) -> Part:
    """A device whose contacts are a footprint's pads, one after the other."""
    contacts = tuple(
        Contact(pad, nets.get(pin.label, ""), pin.label)
        for pad, pin in zip(
            dict.fromkeys(pad.name for pad in footprint.pads), device.pins, strict=True
        )
    )
    base = Part(
        ref=device.ref.replace(".", "_"),
        device=device.ref,
        value=value,
        maker="any",
        number="",
        footprint=footprint,
        at=at,
        contacts=contacts,
    )
    return msgspec.structs.replace(base, **more)


def _corner(coil: Wound, harness: Harness, found: Lookup) -> Iterator[Part]:
    """The reader and the tuning parts of antenna A, or of B before its quarter turn."""
    i, values = coil.antenna.index, coil.values
    reader = harness.device(f"READER{i}")
    yield from reader_parts(reader, found(reader.ref), values)
    tie = harness.device(f"COIL{i}")
    yield _whole(tie, found(tie.ref), value="coil", footprint=COIL_TIE, at=Point(0, 0))
    for number, at in ((1, Point(34.8, 46.5)), (2, Point(35.1, 44.9))):
        device = harness.device(f"RS{i}_{number}")
        value = f"{values.damping_ohm:g} ohm"
        words = f"resistor {value}, 1 %, 0.1 W, 0603"
        part = _whole(device, found(device.ref), value=value, footprint=C0603, at=at, number=words)
        yield msgspec.structs.replace(part, turn_deg=180)  # the coil's end lies to the left
    device, value = harness.device(f"CP{i}"), f"{values.across_pf:g} pF"
    words = f"ceramic capacitor {value}, C0G, 2 %, 50 V, 0603"
    at = Point(41.2, 52.4)
    yield _whole(device, found(device.ref), value=value, footprint=C0603, at=at, number=words)
    device = harness.device(f"CT{i}")
    yield _whole(
        device,
        found(device.ref),
        value="3 to 30 pF",
        footprint=TRIMMER,
        at=Point(34.5, 50.8),
        number="film trimmer 3-30 pF, 7 mm, two legs 5 mm apart",
        is_below=True,
        is_by_hand=True,
    )


def _turned(part: Part) -> Part:
    """A part of the lower right corner, in the lower left one."""
    turn = (part.turn_deg + 270) % 360
    return msgspec.structs.replace(part, at=turned(part.at), turn_deg=turn)


def _lights(mat: Mat, zone: Zone, found: Lookup) -> Iterator[Part]:
    lamp = mat.lamps[zone.lamp]
    for light, place in zip(lamp.lights, lamp.places, strict=True):
        ref = f"LIGHT{light}"
        nets = found(ref)
        at = _local(zone, Rect(place.x_mm, place.y_mm, 1, 1)).centre
        # Above the light, and where a reader is turned with its corner, to the right of it.
        is_turned = at.x_mm < 0 < at.y_mm
        labels = {"1": "5V", "2": "DOUT", "3": "GND", "4": "DIN"}
        yield Part(
            ref=ref,
            device=ref,
            value="WS2812B",
            maker="Worldsemi",
            number="WS2812B",
            footprint=WS2812B,
            at=at,
            turn_deg=270 if is_turned else 0,
            contacts=tuple(Contact(pad, nets[label], label) for pad, label in labels.items()),
        )
        beside = Point(3.9, 0.0) if is_turned else Point(0.0, -3.9 if at.y_mm > 0 else 3.9)
        yield Part(
            ref=f"{ref}_C1",
            device=ref,
            value="100 nF",
            maker="any",
            number="ceramic capacitor 100 nF, X7R, 10 %, 16 V, 0603",
            footprint=C0603,
            at=at.plus(beside),
            turn_deg=270 if is_turned else 0,
            contacts=(Contact("1", nets["5V"]), Contact("2", nets["GND"])),
        )
    first, last = lamp.lights[0], lamp.lights[-1]
    ends = (
        (first, ("5V", "GND", "DIN"), Point(-53.2, -28.0), 90),
        (last, ("DOUT", "GND", "5V"), Point(-53.2, 24.0), 90),
    )
    for light, three, at, turn in ends:
        ref = f"LIGHT{light}"
        nets = found(ref)
        yield Part(
            ref=f"{ref}_X1",
            device=ref,
            value="wires of the lights",
            maker="Harwin",
            number="M20-9994046, three of its contacts",
            footprint=WIRES_3,
            at=at,
            turn_deg=turn,
            is_below=True,
            is_by_hand=True,
            contacts=tuple(
                Contact(str(i), nets[label], label) for i, label in enumerate(three, start=1)
            ),
        )


def _pad(pad: TouchPad, zone: Zone, harness: Harness, found: Lookup) -> Part:
    """The touch pad: an open comb, as the guide has it, with a hole for its wire."""
    device = harness.device(f"PAD_{pad.name}")
    area = _local(zone, pad.area)
    return _whole(
        device,
        found(device.ref),
        value="touch pad",
        footprint=_comb(area.w_mm, area.h_mm),
        at=area.centre,
        number="wire of the touch chip",
        is_below=True,
        is_by_hand=True,
    )


def _comb(w_mm: float, h_mm: float) -> Footprint:
    """Teeth that are joined at the left, where the wire's hole is."""
    spine = TOOTH_MM / 2 - w_mm / 2
    pads = [
        Pad("1", Point(spine, 0.0), Size(1.7, 1.7), 1.0),
        Pad("1", Point(spine, 0.0), Size(TOOTH_MM, h_mm), is_covered=True),
    ]
    teeth = int((h_mm + 0.6) / (TOOTH_MM + 0.6))
    for i in range(teeth):
        y = round((h_mm - TOOTH_MM) * (i / (teeth - 1) - 0.5), 4)
        pads.append(Pad("1", Point(0.0, y), Size(w_mm, TOOTH_MM), is_covered=True))
    return Footprint("touch_comb", tuple(pads), Size(w_mm, h_mm))


def _outline() -> tuple[Point, ...]:
    h, tab, notch = HALF_MM, TAB, NOTCH
    return tuple(
        Point(x, y)
        for x, y in (
            *((-h, -h), (notch.left_mm, -h), (notch.left_mm, notch.bottom_mm)),
            *((notch.right_mm, notch.bottom_mm), (notch.right_mm, -h), (h, -h), (h, h)),
            *((tab.right_mm, h), (tab.right_mm, tab.bottom_mm)),
            *((tab.left_mm, tab.bottom_mm), (tab.left_mm, h), (-h, h)),
        )
    )


def _routed(design: Design) -> Design:
    """The corners one after the other, then the chain of lights around."""
    readers = list(dict.fromkeys(p.device for p in design.parts if p.footprint is HVQFN32))
    first, second = (_corner_nets(design, reader.removeprefix("READER")) for reader in readers)
    items = [item for item in design.items() if _is_near(item, CORNER)]
    counts = Counter(item.net for item in items if item.name)
    ground = next(p.net("33") for p in design.parts if p.footprint is HVQFN32)
    # Ground last: it goes everywhere, and the pour joins most of it anyway.
    order = [net for net in first if net != ground and counts[net] > 1]
    way = routed(
        items,
        [*order, ground],
        Rules(areas=(CORNER,), step_mm=0.25, barred=(LIGHT_ROOM,)),
        design.title,
    )
    design = _with(design, way.tracks, way.vias)
    other = dict(zip(first, second, strict=True))
    replace = msgspec.structs.replace
    design = _with(
        design,
        [
            replace(track, net=other[track.net], start=turned(track.start), end=turned(track.end))
            for track in way.tracks
        ],
        [replace(via, net=other[via.net], at=turned(via.at)) for via in way.vias],
    )
    around = tuple(
        Point(x, y)
        for x in (CORNER.left_mm, CORNER.right_mm)
        for y in (CORNER.top_mm, CORNER.bottom_mm)
    )
    outline = tuple(around[i] for i in (0, 1, 3, 2))
    pours = (
        Pour(ground, Layer.BOTTOM, outline),
        Pour(other[ground], Layer.BOTTOM, tuple(map(turned, outline))),
    )
    chain = [net for net in design.nets() if net.startswith(("LIGHT", "5V")) or "GND_LIGHT" in net]
    counts = Counter(item.net for item in design.items() if item.name)
    counted = [net for net in chain if counts[net] > 1]
    counted.sort(key=lambda net: net.startswith("LIGHT"))  # wide ones first
    wide = {net: LIGHT_WIDTH_MM for net in counted if not net.startswith("LIGHT")}
    edge = HALF_MM - 0.6
    strips = (
        Rect(0, -51.6, 2 * edge, 7.2),
        Rect(0, 51.6, 2 * edge, 7.2),
        Rect(51.6, 0, 7.2, 2 * edge),
        Rect(-51.6, 0, 7.2, 2 * edge),
    )
    notch = Rect(0.0, NOTCH.y_mm, NOTCH.w_mm + 1.6, NOTCH.h_mm + 1.0)
    pad = Rect(0.0, 56.0, 32.0, 11.0)
    # Open on the left: 5 V and ground, joined by capacitors, would be a turn around the coils.
    gap = Rect(-51.6, 0.0, 7.8, 20.0)
    barred = (notch, pad, gap, *(screw.room for screw in SCREWS))
    rules = Rules(areas=strips, step_mm=0.3, widths_mm=wide, width_mm=0.25, barred=barred)
    way = routed(list(design.items()), counted, rules, design.title)
    design = _with(design, way.tracks, way.vias)
    return replace(design, pours=pours)


def _with(design: Design, more: Sequence[Track], holes: Sequence[Via]) -> Design:
    return msgspec.structs.replace(
        design, tracks=(*design.tracks, *more), vias=(*design.vias, *holes)
    )


def _corner_nets(design: Design, index: str) -> list[str]:
    """The nets of one antenna's reader and tuning parts, in the order of the parts."""
    own = {f"READER{index}", *(f"{name}{index}" for name in ("COIL", "CT", "CP"))}
    own |= {f"RS{index}_{i}" for i in (1, 2)}
    return list(
        dict.fromkeys(
            contact.net
            for part in design.parts
            if part.device in own
            for contact in part.contacts
            if contact.net
        )
    )


def _is_near(item: Item, area: Rect) -> bool:
    """Whether copper reaches into an area; a coil's own is met only at its ends."""
    left, top, right, bottom = item.shape.reach()
    return (
        left < area.right_mm + 1
        and right > area.left_mm - 1
        and top < area.bottom_mm + 1
        and bottom > area.top_mm - 1
    )
