"""Checks that a mat can be built: parts, boards, coils, wires, and the power budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from duelmat_message import listed, say

from .coils import inductance_nh, turns_for
from .contents import PHASE_LAMPS
from .decoding import path
from .errors import Problem
from .geometry import Point
from .inventory import IsWhole
from .layout import phase_places, placed_zones
from .mat import Signal
from .matfile import BoardsPart, CoilsPart, MatFile, WiresPart
from .parts import ROLE_WAYS, ROLES, Part, catalogue
from .power import POWERED, Loads, budget, fused_lights, opening_ma
from .stacking import stands
from .wiring import key_problems

COLOURS: Final = frozenset(
    ["BK", "WH", "GY", "PK", "RD", "OG", "YE", "GN", "TQ", "BU", "VT", "BN", "GD", "SR"]
)
"""IEC 60757's codes that WireViz draws."""

RAILS: Final = {"supply": 5.0, "light": 5.0, "regulator": 3.3, "reader": 3.3}
"""The rail on which parts in these roles must be."""


def construction_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Parts that are unknown or do not fit, boards off the sheet, currents over budget."""
    parts: dict[str, Part] = {}
    if file.parts is not None:
        yield from key_problems("parts", file.parts, ROLES, say("a role"), is_whole)
        for role, key in file.parts.items():
            if role in ROLES:
                problem = _part_problem(role, key)
                if problem:
                    yield problem
                else:
                    parts[role] = catalogue()[key]
    if file.coils and file.coils.inductance_nh is not None and is_whole("coils"):
        yield from _coil_problems(file, file.coils, parts, is_whole)
    if file.boards:
        yield from _board_problems(file, file.boards, is_whole)
        yield from _height_problems(file.boards, parts)
    if file.wires:
        yield from _wire_problems(file.wires, is_whole)
    yield from _button_problems(file, parts)
    yield from _current_problems(file, parts, is_whole)
    yield from _fuse_problems(parts)


def _part_problem(role: str, key: str) -> Problem | None:
    where = path("parts", role)
    fitting = listed((k for k, part in catalogue().items() if part.kind is ROLES[role]), ",")
    part = catalogue().get(key)
    if part is None:
        advice = say("Correct the key, or add the part to parts.toml.")
        expected = say("a part of the catalogue: {parts}", parts=fitting)
        return Problem(where, expected, f'"{key}"', advice)
    if part.kind is not ROLES[role]:
        got = say('"{part}", a part of the kind {kind}', part=key, kind=str(part.kind))
        expected = say("a part of the kind {kind}: {parts}", kind=str(ROLES[role]), parts=fitting)
        return Problem(where, expected, got, say("Name a part that can do this."))
    ways = ROLE_WAYS.get(role)
    if ways is not None and part.ways != ways:
        expected = say("{number} ways", number=ways)
        got = say('"{part}" with {number}', part=key, number=str(part.ways))
        return Problem(where, expected, got, say("Name another part."))
    if role == "reader" and part.coil != "external":
        return Problem(
            where,
            say("a reader that takes an external coil"),
            say('"{part}", whose coil is {coil}', part=key, coil=part.coil or say("not said")),
            say("Name another reader; the mat's coils have their own shapes."),
        )
    if role in RAILS and part.volts != RAILS[role]:
        got = say('"{part}" at {volts:g} V', part=key, volts=part.volts)
        expected = say("a part at {volts:g} V", volts=RAILS[role])
        return Problem(where, expected, got, say("Name another part."))
    return None


def _coil_problems(
    file: MatFile, part: CoilsPart, parts: Mapping[str, Part], is_whole: IsWhole
) -> Iterator[Problem]:
    band = part.inductance_nh or ()
    where = "coils.inductance_nh"
    if len(band) != 2 or band[0] >= band[-1]:
        got = ", ".join(f"{value:g}" for value in band) or say("nothing")
        expected = say("the least and the greatest, in nH")
        yield Problem(where, expected, got, say("Give two numbers."))
        return
    wire = parts.get("coil_wire")
    if wire is None or not wire.diameter_mm or not is_whole("shapes"):
        return
    for name, shape in (file.shapes or {}).items():
        for i, coil in enumerate(shape.antennas):
            windows = coil.windows_mm
            if not windows or turns_for(windows, wire.diameter_mm, *band) is not None:
                continue
            reached = [inductance_nh(windows, n, wire.diameter_mm) for n in range(1, 5)]
            yield Problem(
                f"{path('shapes', name)}.antennas[{i}].windows_mm",
                say(
                    "windows whose coil reaches {least:g} to {most:g} nH with whole turns",
                    least=band[0],
                    most=band[1],
                ),
                say(
                    "one to four turns of {values} nH with {wire:g} mm wire",
                    values=listed((f"{value:.0f}" for value in reached), ","),
                    wire=wire.diameter_mm,
                ),
                say(
                    "Change the windows, or widen coils.inductance_nh within what the readers "
                    "drive."
                ),
            )


def _board_problems(file: MatFile, boards: BoardsPart, is_whole: IsWhole) -> Iterator[Problem]:
    readers, touch = file.readers, file.touch
    if readers and readers.banks and boards.banks_mm is not None and is_whole("boards.banks_mm"):
        count = len(boards.banks_mm)
        if count != readers.banks:
            expected = say("{number} places, one for the board of each bank", number=readers.banks)
            yield Problem("boards.banks_mm", expected, str(count), say("Correct the list."))
    places: dict[str, Point] = {}
    if boards.touch_mm is not None:
        for key, at in boards.touch_mm.items():
            places[path("boards.touch_mm", key)] = at
        if touch and touch.electrodes is not None and is_whole("touch.electrodes"):
            used = sorted({wire.chip_address for wire in touch.electrodes.values()})
            chips = [f"0x{address:X}" for address in used]
            yield from key_problems(
                "boards.touch_mm", boards.touch_mm, chips, say("a touch chip in use"), is_whole
            )
    single = {"boards.main_mm": boards.main_mm, "boards.inlet_mm": boards.inlet_mm}
    places |= {where: at for where, at in single.items() if at is not None}
    places |= {f"boards.banks_mm[{i}]": at for i, at in enumerate(boards.banks_mm or ())}
    users: dict[Point, str] = {}
    for where, at in places.items():
        if at in users:
            got = say(
                "{got}, which {place} has too",
                got=f"x {at.x_mm:g}, y {at.y_mm:g} mm",
                place=users[at],
            )
            advice = say("Move one of the two boards.")
            yield Problem(where, say("a place of its own"), got, advice)
        users.setdefault(at, where)
    if file.sheet:
        for where, at in places.items():
            if not file.sheet.area.is_holding(at):
                here = f"x {at.x_mm:g}, y {at.y_mm:g} mm"
                expected = say("a place on the sheet ({area})", area=file.sheet.area.text)
                yield Problem(where, expected, here, say("Move it."))


def _height_problems(boards: BoardsPart, parts: Mapping[str, Part]) -> Iterator[Problem]:
    tallest = next(stands(parts), None)
    if boards.spacer_mm is not None and tallest and tallest.needed_mm > boards.spacer_mm:
        yield Problem(
            "boards.spacer_mm",
            say(
                "{least:g} or more, for the {part} on its board and the lights above it",
                least=tallest.needed_mm,
                part=_named(tallest.role),
            ),
            f"{boards.spacer_mm:g}",
            say("Use longer spacers, or a lower part."),
        )


def _wire_problems(wires: WiresPart, is_whole: IsWhole) -> Iterator[Problem]:
    if wires.colours is None:
        return
    where = "wires.colours"
    yield from key_problems(where, wires.colours, [*Signal], say("a signal"), is_whole)
    for signal, colour in wires.colours.items():
        if colour not in COLOURS:
            expected = say(
                "a colour of IEC 60757: {colours}", colours=listed(sorted(COLOURS), ",")
            )
            advice = say("Use one of these.")
            yield Problem(path(where, signal), expected, f'"{colour}"', advice)


def _button_problems(file: MatFile, parts: Mapping[str, Part]) -> Iterator[Problem]:
    part = parts.get("button")
    if part is None or file.seat is None:
        return
    for i, button in enumerate(file.seat.buttons or ()):
        if button.diameter_mm != part.diameter_mm:
            yield Problem(
                f"seat.buttons[{i}].diameter_mm",
                say(
                    "{diameter:g}, the hole for {maker} {number}",
                    diameter=part.diameter_mm,
                    maker=part.maker,
                    number=part.number,
                ),
                f"{button.diameter_mm:g}",
                say("Correct the diameter, or name another button under [parts]."),
            )


def _fuse_problems(parts: Mapping[str, Part]) -> Iterator[Problem]:
    """A fuse that stays whole on all that the supply gives before it limits itself."""
    supply = parts.get("supply")
    for role in ("main_fuse", "light_fuse"):
        fuse = parts.get(role)
        if fuse and supply and supply.limits_ma and opening_ma(fuse) > supply.limits_ma:
            yield Problem(
                path("parts", role),
                say(
                    "a fuse that opens on the {limit:.0f} mA at which the supply limits itself: "
                    "rated {rating:.0f} mA or less",
                    limit=supply.limits_ma,
                    rating=supply.limits_ma / opening_ma(fuse) * fuse.rating_ma,
                ),
                say(
                    "{fuse}, rated {rating:.0f} mA, which opens at {opening:.0f} mA",
                    fuse=fuse.number,
                    rating=fuse.rating_ma,
                    opening=opening_ma(fuse),
                ),
                say("Use a smaller fuse, or a supply that gives more before it limits itself."),
            )


def _current_problems(
    file: MatFile, parts: Mapping[str, Part], is_whole: IsWhole
) -> Iterator[Problem]:
    """Refuses a mat that asks more of supply, regulator or fuses than they may give.

    A part that is not known draws nothing here: what is too much without it is too much with it.
    """
    readers, lights, boards, supply = file.readers, file.lights, file.boards, file.supply
    places = ("shapes", "seat", "shared", "phase_bar", "readers", "lights", "boards", "displays")
    if (
        not all(map(is_whole, places))
        or not (readers and lights and boards and supply and file.displays)
        or not (
            readers.lines and readers.banks and readers.fields_at_once and lights.brightness_cap
        )
        or not (file.phase_bar and file.phase_bar.lamps == PHASE_LAMPS)
        or not (supply.share and boards.banks_mm is not None and boards.touch_mm is not None)
    ):
        return
    count = sum(len(zone.lights) for zone in placed_zones(file))
    count += sum(map(len, phase_places(file)))
    found = budget(
        Loads(
            readers=sum(map(len, readers.lines.values())),
            fields=readers.fields_at_once,
            banks=readers.banks,
            touch_chips=len(boards.touch_mm),
            displays=len(file.displays.addresses or ()),
            lights=count,
            fused_lights=fused_lights(count, lights.feed_lights or count),
            brightness_cap=lights.brightness_cap,
            share=supply.share,
            parts=parts,
        )
    )
    over = [limit for limit in found.limits if not limit.is_kept]
    if not over:
        return
    is_light = found.largest_cap > 0
    unknown = sorted(POWERED - set(parts))
    advice = say("Even with dark lights it is too much; use stronger parts under [parts].")
    if is_light and unknown:
        advice = say(
            "Use a cap of {cap} or less (not counting {parts}), or a stronger supply.",
            cap=found.largest_cap,
            parts=listed(map(_named, unknown), ","),
        )
    elif is_light:
        advice = say("Use a cap of {cap} or less, or a stronger supply.", cap=found.largest_cap)
    allowed = [
        say("{current:.0f} mA of the {part}", current=each.allowed_ma, part=_named(each.role))
        for each in over
    ]
    yield Problem(
        "lights.brightness_cap" if is_light else "supply.share",
        say("currents within {currents}", currents=listed(allowed, ",")),
        ", ".join(f"{limit.needed_ma:.0f} mA" for limit in over),
        advice,
    )


def _named(role: str) -> str:
    return role.replace("_", " ")
