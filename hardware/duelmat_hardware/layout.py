"""From the file's compact words to a placed mat: seat "a" is mirrored, indices are counted out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from .contents import CHOICE_IDS, SEAT_IDS, SHARED_IDS
from .geometry import Frame, Point, Rect
from .mat import (
    Antenna,
    AntennaIndex,
    AntennaRole,
    Button,
    Construction,
    Display,
    Lamp,
    LampIndex,
    LightIndex,
    Mat,
    Materials,
    MatZone,
    Pad,
    PadIndex,
    Seat,
    Sense,
    Signal,
    Sleeve,
    Zone,
)
from .matfile import (
    ChoicePart,
    CoilPart,
    DisplaysPart,
    MatFile,
    PinsPart,
    ReadersPart,
    ShapePart,
    SheetPart,
    TouchPart,
    ZonePart,
)
from .neighbours import near_point, neighbour_pairs
from .parts import ROLES, catalogue


class PlacedCoil(msgspec.Struct, frozen=True):
    """One antenna's windows on the sheet."""

    where: str
    zone: str
    number: int
    """Place among its zone's antennas."""
    windows: tuple[Rect, ...]


class PlacedZone(msgspec.Struct, frozen=True):
    """One zone of the file on the sheet, with all that its shape brings along."""

    where: str
    """Place in the file."""
    id: MatZone
    seat: Seat | None
    part: ZonePart
    shape: ShapePart
    area: Rect
    stack: Rect | None
    coils: tuple[PlacedCoil, ...]
    pad: Rect | None
    lights: tuple[Point, ...]


def seat_frame(sheet: SheetPart, seat: Seat | None) -> Frame:
    """The frame in which that seat's places are given."""
    if seat is Seat.B:
        return Frame(Point(sheet.width_mm, sheet.height_mm), is_turned=True)
    return Frame(Point(0.0, 0.0))


def zone_parts(file: MatFile) -> Iterator[tuple[str, Seat | None, ZonePart]]:
    """Every zone with its place in the file and its seat, in the order of the zones."""
    for seat in Seat:
        for i, part in enumerate(file.seat.zones or () if file.seat else ()):
            yield f"seat.zones[{i}]", seat, part
    if file.shared:
        for i, part in enumerate(file.shared.zones or ()):
            yield f"shared.zones[{i}]", None, part


def zone_antennas(file: MatFile) -> dict[str, int] | None:
    """The number of antennas of every zone, by its id; None while ids or shapes are in doubt."""
    shapes, parts = file.shapes or {}, list(zone_parts(file))
    found = {
        zone_id(seat, part): len(shapes[part.shape].antennas)
        for _, seat, part in parts
        if part.shape in shapes and part.id in (SHARED_IDS if seat is None else SEAT_IDS)
    }
    return found if len(found) == len(parts) else None


def pad_names(file: MatFile) -> list[str]:
    """Every touch pad of a mat whose shapes are known, in order."""
    shapes = file.shapes or {}
    zones = [
        zone_id(seat, part) for _, seat, part in zone_parts(file) if shapes[part.shape].pad_mm
    ]
    choices = CHOICE_IDS if file.seat and file.seat.choices else ()
    return [*zones, *(f"{seat}.{choice}" for seat in Seat for choice in choices)]


def zone_id(seat: Seat | None, part: ZonePart | ChoicePart) -> str:
    return part.id if seat is None else f"{seat}.{part.id}"


def module_coil(file: MatFile) -> Rect | None:
    """The coil that a whole reader module has, from its zone's centre; None if coils are wound."""
    part = catalogue().get((file.parts or {}).get("reader", ""))
    if part is None or part.coil != "built in":
        return None
    return Rect(0.0, 0.0, part.width_mm, part.height_mm)


def shape_windows(file: MatFile, coil: CoilPart) -> tuple[Rect, ...]:
    """The windows of one of a shape's antennas, which a whole reader module brings along."""
    module = module_coil(file)
    return coil.windows_mm if module is None else (module,)


def placed_zones(file: MatFile) -> list[PlacedZone]:
    """The zones whose shape is known, placed; the others are left out."""
    if file.sheet is None or file.shapes is None:
        return []
    return [
        _placed(file, where, seat, part, file.shapes[part.shape], file.sheet)
        for where, seat, part in zone_parts(file)
        if part.shape in file.shapes
    ]


def _placed(
    file: MatFile,
    where: str,
    seat: Seat | None,
    part: ZonePart,
    shape: ShapePart,
    sheet: SheetPart,
) -> PlacedZone:
    frame = seat_frame(sheet, seat)
    centre = frame.place(part.at_mm)
    own = Frame(centre, frame.is_turned)
    name = zone_id(seat, part)
    stack = None
    if part.stack_mm:
        at = frame.place(part.stack_mm)
        stack = Rect(at.x_mm, at.y_mm, shape.size_mm.w_mm, shape.size_mm.h_mm)
    return PlacedZone(
        where,
        MatZone(name),
        seat,
        part,
        shape,
        Rect(centre.x_mm, centre.y_mm, shape.size_mm.w_mm, shape.size_mm.h_mm),
        stack,
        tuple(
            PlacedCoil(
                f"shapes.{part.shape}.antennas[{i}]",
                name,
                i,
                tuple(own.place_rect(window) for window in shape_windows(file, coil)),
            )
            for i, coil in enumerate(shape.antennas)
        ),
        own.place_rect(shape.pad_mm) if shape.pad_mm else None,
        tuple(own.place(light) for light in shape.lights_mm),
    )


def phase_places(file: MatFile) -> list[tuple[Point, ...]]:
    """The lights of each lamp of the phase bar."""
    bar = file.phase_bar
    if bar is None:
        return []
    row = [
        bar.first_mm.plus(Point(i * bar.pitch_mm, 0.0))
        for i in range(bar.lamps * bar.lights_per_lamp)
    ]
    step = bar.lights_per_lamp
    return [tuple(row[i : i + step]) for i in range(0, len(row), step)]


def placed_choices(file: MatFile) -> list[tuple[str, str, Rect]]:
    """Place in the file, name and area of each pad that belongs to no zone."""
    if file.seat is None or file.sheet is None:
        return []
    return [
        (
            f"seat.choices[{i}]",
            zone_id(seat, part),
            seat_frame(file.sheet, seat).place_rect(part.pad_mm),
        )
        for seat in Seat
        for i, part in enumerate(file.seat.choices or ())
    ]


def build_mat(file: MatFile) -> Mat:
    """The mat of a file without problems."""
    readers, lights, i2c, pins = file.readers, file.lights, file.i2c, file.pins
    assert file.name and file.revision and file.sheet and file.sleeves
    assert readers and readers.spi_hz and readers.neighbour_mm and readers.fields_at_once
    assert lights and lights.brightness_cap and i2c and pins
    assert lights.feed_lights
    placed = placed_zones(file)
    antennas = _antennas(readers, placed)
    pairs = neighbour_pairs(antennas, readers.neighbour_mm)
    lamps = _lamps(file, placed)
    return Mat(
        name=file.name,
        revision=file.revision,
        digest=file.digest,
        sheet=file.sheet.area,
        zones=_zones(placed, antennas, has_shields=all(s.foil_mm for s in file.sleeves)),
        antennas=antennas,
        neighbours=pairs,
        lamps=lamps,
        light_count=sum(len(lamp.lights) for lamp in lamps),
        pads=_pads(file, file.touch, placed, _Quiet(antennas, pairs, readers.neighbour_mm)),
        buttons=_buttons(file, pins),
        displays=_displays(file, file.displays),
        sleeves=tuple(
            Sleeve(s.name, s.size_mm, s.tag_offset_mm, s.tag_size_mm, s.foil_mm, s.ferrite_mm)
            for s in file.sleeves
        ),
        pins=pins.complete,
        i2c_hz=i2c.clock_hz,
        spi_hz=readers.spi_hz,
        brightness_cap=lights.brightness_cap,
        fields_at_once=readers.fields_at_once,
        neighbour_mm=readers.neighbour_mm,
        feed_lights=lights.feed_lights,
        materials=_materials(file),
    )


def _materials(file: MatFile) -> Materials:
    supply, cards, wires, parts = file.supply, file.cards, file.wires, file.parts
    assert supply and supply.share and cards and cards.sleeved and parts
    assert wires and wires.slack_mm is not None and wires.colours
    common = Materials(
        cards=cards.sleeved,
        share=supply.share,
        slack_mm=wires.slack_mm,
        colours=tuple((signal, wires.colours[signal]) for signal in Signal),
        parts=tuple((role, catalogue()[parts[role]]) for role in ROLES if role in parts),
    )
    return common if common.has_whole_readers else _construction(file, common)


def _construction(file: MatFile, common: Materials) -> Construction:
    coils, boards = file.coils, file.boards
    assert coils and coils.inductance_nh and boards
    assert boards.main_mm and boards.inlet_mm and boards.banks_mm
    assert boards.holes_mm is not None and boards.hole_diameter_mm and boards.spacer_mm
    least_nh, most_nh = coils.inductance_nh
    return Construction(
        **msgspec.structs.asdict(common),
        holes=boards.holes_mm,
        hole_mm=boards.hole_diameter_mm,
        main=boards.main_mm,
        inlet=boards.inlet_mm,
        banks=boards.banks_mm,
        touch=tuple((int(key, 0), at) for key, at in (boards.touch_mm or {}).items()),
        spacer_mm=boards.spacer_mm,
        least_nh=least_nh,
        most_nh=most_nh,
    )


def _antennas(readers: ReadersPart, zones: list[PlacedZone]) -> tuple[Antenna, ...]:
    assert readers.lines is not None
    found: list[Antenna] = []
    for zone in zones:
        for coil, line in zip(zone.coils, readers.lines.get(zone.id, ()), strict=True):
            role = zone.shape.antennas[coil.number].role
            index = AntennaIndex(len(found))
            found.append(Antenna(index, zone.id, role, coil.windows, line.bank, line.line))
    return tuple(found)


def _senses(antennas: Sequence[Antenna], *, has_shields: bool) -> Iterator[Sense]:
    """Yield what a zone's antennas tell of a card; a face only where tags are shielded."""
    if antennas:
        yield Sense.CARD
        if has_shields:
            yield Sense.FACE
        if {AntennaRole.A, AntennaRole.B} <= {antenna.role for antenna in antennas}:
            yield Sense.TURN


def _zones(
    placed: list[PlacedZone], antennas: tuple[Antenna, ...], *, has_shields: bool
) -> tuple[Zone, ...]:
    padded = [zone.id for zone in placed if zone.pad]
    own = {zone.id: [a for a in antennas if a.zone == zone.id] for zone in placed}
    return tuple(
        Zone(
            id=zone.id,
            seat=zone.seat,
            kind=zone.part.kind,
            column=zone.part.column,
            area=zone.area,
            stack=zone.stack,
            antennas=tuple(antenna.index for antenna in own[zone.id]),
            senses=frozenset(_senses(own[zone.id], has_shields=has_shields)),
            lamp=LampIndex(i),
            pad=PadIndex(padded.index(zone.id)) if zone.pad else None,
        )
        for i, zone in enumerate(placed)
    )


def _lamps(file: MatFile, zones: list[PlacedZone]) -> tuple[Lamp, ...]:
    groups: list[tuple[str, tuple[Point, ...]]] = [(zone.id, zone.lights) for zone in zones]
    groups += [(f"phase.{i}", places) for i, places in enumerate(phase_places(file), start=1)]
    found: list[Lamp] = []
    light = 0
    for name, places in groups:
        chain = tuple(LightIndex(light + i) for i in range(len(places)))
        found.append(Lamp(LampIndex(len(found)), name, chain, places))
        light += len(places)
    return tuple(found)


class _Quiet(msgspec.Struct, frozen=True):
    """The fields that must be off while a pad is believed."""

    antennas: tuple[Antenna, ...]
    pairs: tuple[tuple[AntennaIndex, AntennaIndex], ...]
    neighbour_mm: float

    def around(self, zone: str | None, pad: Rect) -> tuple[AntennaIndex, ...]:
        """The zone's own antennas and their neighbours; without antennas, those near the pad."""
        own = {antenna.index for antenna in self.antennas if antenna.zone == zone}
        beside = {index for pair in self.pairs if own.intersection(pair) for index in pair}
        if own:
            return tuple(sorted(own | beside))
        return near_point(pad.centre, self.antennas, self.neighbour_mm)


def _pads(
    file: MatFile, touch: TouchPart | None, zones: list[PlacedZone], quiet: _Quiet
) -> tuple[Pad, ...]:
    named: list[tuple[str, str | None, Rect]] = [
        (zone.id, zone.id, zone.pad) for zone in zones if zone.pad
    ]
    named += [(name, None, area) for _, name, area in placed_choices(file)]
    if touch is None or not named:
        return ()
    assert touch.electrodes is not None
    return tuple(
        Pad(
            index=PadIndex(i),
            name=name,
            zone=zone,
            area=area,
            chip_address=touch.electrodes[name].chip_address,
            electrode=touch.electrodes[name].electrode,
            antennas=quiet.around(zone, area),
        )
        for i, (name, zone, area) in enumerate(named)
    )


def _buttons(file: MatFile, pins: PinsPart) -> tuple[Button, ...]:
    assert file.seat and file.sheet
    found: list[Button] = []
    for seat in Seat:
        frame = seat_frame(file.sheet, seat)
        for part in file.seat.buttons or ():
            assert pins.buttons
            index = len(found)
            found.append(
                Button(
                    index=index,
                    name=f"{seat}.{part.id}",
                    seat=seat,
                    place=frame.place(part.at_mm),
                    diameter_mm=part.diameter_mm,
                    pin=pins.buttons[index],
                )
            )
    return tuple(found)


def _displays(file: MatFile, displays: DisplaysPart | None) -> tuple[Display, ...]:
    assert file.seat and file.sheet
    if file.seat.display_mm is None or displays is None:
        return ()
    assert displays.addresses and displays.digits
    return tuple(
        Display(
            index=index,
            seat=seat,
            area=seat_frame(file.sheet, seat).place_rect(file.seat.display_mm),
            address=displays.addresses[seat],
            digits=displays.digits,
        )
        for index, seat in enumerate(Seat)
    )
