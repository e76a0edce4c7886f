"""Checks that a mat can be built: parts, boards, coils, wires, and the power budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from .coils import inductance_nh, turns_for
from .contents import PHASE_LAMPS
from .decoding import path
from .errors import Problem
from .geometry import Point
from .inventory import IsWhole
from .layout import module_coil, phase_places, placed_zones
from .listing import spaced
from .mat import Signal
from .matfile import BoardsPart, CoilsPart, MatFile, WiresPart
from .parts import ROLE_WAYS, ROLES, WHOLE_ROLES, Part, catalogue
from .power import POWERED, Loads, budget, fused_lights, opening_ma
from .stacking import stands
from .wiring import has_buttons, key_problems

COLOURS: Final = frozenset(
    ["BK", "WH", "GY", "PK", "RD", "OG", "YE", "GN", "TQ", "BU", "VT", "BN", "GD", "SR"]
)
"""IEC 60757's codes that WireViz draws."""

TOUCH_ROLES: Final = ("touch", "pad_foil", "touch_plug")
"""The roles of touch chips and pads."""
DISPLAY_ROLES: Final = ("display_driver", "digits", "level_shifter")
"""The roles of displays, which are on I2C at 5 V."""
BUTTON_ROLES: Final = ("button", "button_plug")
"""The roles of buttons."""

RAILS: Final = {"supply": 5.0, "light": 5.0, "regulator": 3.3, "reader": 3.3}
"""The rail on which parts in these roles must be."""


def construction_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Parts that are unknown or do not fit, boards off the sheet, currents over budget."""
    parts: dict[str, Part] = {}
    is_module = module_coil(file) is not None
    yield from _section_problems(file, is_module=is_module, is_whole=is_whole)
    if file.parts is not None:
        roles = WHOLE_ROLES if is_module else ROLES
        unused = _unused_roles(file, is_whole)
        yield from key_problems("parts", file.parts, roles, "a role", is_whole, unused)
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


def _unused_roles(file: MatFile, is_whole: IsWhole) -> frozenset[str]:
    """Return the roles of what the mat leaves out: pads, displays, buttons."""
    found: list[str] = []
    if file.touch is None and is_whole("touch"):
        found += TOUCH_ROLES
    if file.displays is None and is_whole("displays"):
        found += DISPLAY_ROLES
    if not has_buttons(file, is_whole):
        found += BUTTON_ROLES
    return frozenset(found)


def _section_problems(file: MatFile, *, is_module: bool, is_whole: IsWhole) -> Iterator[Problem]:
    """Ask for what wound coils and their boards need, and refuse it where readers stay whole."""
    for name, section in (("coils", file.coils), ("boards", file.boards)):
        if is_module and section is not None:
            expected = "no such section: the readers are whole modules, wired on a breadboard"
            yield Problem(name, expected, "one", "Remove it, or name another reader in [parts].")
        elif not is_module and section is None and is_whole(name):
            advice = "Add it, or name a reader with a coil of its own in [parts]."
            yield Problem(name, f"a section [{name}]", "nothing", advice)


def _part_problem(role: str, key: str) -> Problem | None:
    where = path("parts", role)
    fitting = ", ".join(k for k, part in catalogue().items() if part.kind is ROLES[role])
    part = catalogue().get(key)
    if part is None:
        advice = "Correct the key, or add the part to parts.toml."
        expected = f"a part of the catalogue: {fitting}"
        return Problem(where, expected, f'"{key}"', advice)
    if part.kind is not ROLES[role]:
        got = f'"{key}", a part of the kind {part.kind!s}'
        expected = f"a part of the kind {ROLES[role]!s}: {fitting}"
        return Problem(where, expected, got, "Name a part that can do this.")
    ways = ROLE_WAYS.get(role)
    if ways is not None and part.ways != ways:
        expected = f"{ways} ways"
        got = f'"{key}" with {part.ways!s}'
        return Problem(where, expected, got, "Name another part.")
    if role in RAILS and part.volts != RAILS[role]:
        got = f'"{key}" at {part.volts:g} V'
        expected = f"a part at {RAILS[role]:g} V"
        return Problem(where, expected, got, "Name another part.")
    return None


def _coil_problems(
    file: MatFile, part: CoilsPart, parts: Mapping[str, Part], is_whole: IsWhole
) -> Iterator[Problem]:
    band = part.inductance_nh or ()
    where = "coils.inductance_nh"
    if len(band) != 2 or band[0] >= band[-1]:
        got = ", ".join(f"{value:g}" for value in band) or "nothing"
        expected = "the least and the greatest, in nH"
        yield Problem(where, expected, got, "Give two numbers.")
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
            values = ", ".join(f"{value:.0f}" for value in reached)
            yield Problem(
                f"{path('shapes', name)}.antennas[{i}].windows_mm",
                f"windows whose coil reaches {band[0]:g} to {band[1]:g} nH with whole turns",
                f"one to four turns of {values} nH with {wire.diameter_mm:g} mm wire",
                (
                    "Change the windows, or widen coils.inductance_nh within what the readers "
                    "drive."
                ),
            )


def _board_problems(file: MatFile, boards: BoardsPart, is_whole: IsWhole) -> Iterator[Problem]:
    readers, touch = file.readers, file.touch
    if readers and readers.banks and boards.banks_mm is not None and is_whole("boards.banks_mm"):
        count = len(boards.banks_mm)
        if count != readers.banks:
            expected = f"{readers.banks} places, one for the board of each bank"
            yield Problem("boards.banks_mm", expected, str(count), "Correct the list.")
    places: dict[str, Point] = {}
    touch_mm = boards.touch_mm or {}
    for key, at in touch_mm.items():
        places[path("boards.touch_mm", key)] = at
    if is_whole("boards.touch_mm") and is_whole("touch.electrodes"):
        wires = (touch.electrodes or {}).values() if touch else ()
        chips = [f"0x{address:X}" for address in sorted({wire.chip_address for wire in wires})]
        yield from key_problems(
            "boards.touch_mm", touch_mm, chips, "a touch chip in use", is_whole
        )
    single = {"boards.main_mm": boards.main_mm, "boards.inlet_mm": boards.inlet_mm}
    places |= {where: at for where, at in single.items() if at is not None}
    places |= {f"boards.banks_mm[{i}]": at for i, at in enumerate(boards.banks_mm or ())}
    users: dict[Point, str] = {}
    for where, at in places.items():
        if at in users:
            got = f"x {at.x_mm:g}, y {at.y_mm:g} mm, which {users[at]} has too"
            advice = "Move one of the two boards."
            yield Problem(where, "a place of its own", got, advice)
        users.setdefault(at, where)
    if file.sheet:
        for where, at in places.items():
            if not file.sheet.area.is_holding(at):
                here = f"x {at.x_mm:g}, y {at.y_mm:g} mm"
                expected = f"a place on the sheet ({file.sheet.area.text})"
                yield Problem(where, expected, here, "Move it.")


def _height_problems(boards: BoardsPart, parts: Mapping[str, Part]) -> Iterator[Problem]:
    tallest = next(stands(parts), None)
    if boards.spacer_mm is not None and tallest and tallest.needed_mm > boards.spacer_mm:
        yield Problem(
            "boards.spacer_mm",
            (
                f"{tallest.needed_mm:g} or more, for the {spaced(tallest.role)} on its board and "
                "the lights above it"
            ),
            f"{boards.spacer_mm:g}",
            "Use longer spacers, or a lower part.",
        )


def _wire_problems(wires: WiresPart, is_whole: IsWhole) -> Iterator[Problem]:
    if wires.colours is None:
        return
    where = "wires.colours"
    yield from key_problems(where, wires.colours, [*Signal], "a signal", is_whole)
    for signal, colour in wires.colours.items():
        if colour not in COLOURS:
            expected = f"a colour of IEC 60757: {', '.join(sorted(COLOURS))}"
            advice = "Use one of these."
            yield Problem(path(where, signal), expected, f'"{colour}"', advice)


def _button_problems(file: MatFile, parts: Mapping[str, Part]) -> Iterator[Problem]:
    part = parts.get("button")
    if part is None or file.seat is None:
        return
    for i, button in enumerate(file.seat.buttons or ()):
        if button.diameter_mm != part.diameter_mm:
            yield Problem(
                f"seat.buttons[{i}].diameter_mm",
                f"{part.diameter_mm:g}, the hole for {part.maker} {part.number}",
                f"{button.diameter_mm:g}",
                "Correct the diameter, or name another button under [parts].",
            )


def _fuse_problems(parts: Mapping[str, Part]) -> Iterator[Problem]:
    """A fuse that stays whole on all that the supply gives before it limits itself."""
    supply = parts.get("supply")
    for role in ("main_fuse", "light_fuse"):
        fuse = parts.get(role)
        if fuse and supply and supply.limits_ma and opening_ma(fuse) > supply.limits_ma:
            rating = supply.limits_ma / opening_ma(fuse) * fuse.rating_ma
            yield Problem(
                path("parts", role),
                (
                    f"a fuse that opens on the {supply.limits_ma:.0f} mA at which the supply "
                    f"limits itself: rated {rating:.0f} mA or less"
                ),
                (
                    f"{fuse.number}, rated {fuse.rating_ma:.0f} mA, which opens at "
                    f"{opening_ma(fuse):.0f} mA"
                ),
                "Use a smaller fuse, or a supply that gives more before it limits itself.",
            )


def _current_problems(
    file: MatFile, parts: Mapping[str, Part], is_whole: IsWhole
) -> Iterator[Problem]:
    """Refuses a mat that asks more of supply, regulator or fuses than they may give.

    A part that is not known draws nothing here: what is too much without it is too much with it.
    """
    readers, lights, touch, supply = file.readers, file.lights, file.touch, file.supply
    places = ("shapes", "seat", "shared", "phase_bar", "readers", "lights", "touch", "displays")
    if (
        not all(map(is_whole, places))
        or not (readers and lights and supply)
        or not (
            readers.lines and readers.banks and readers.fields_at_once and lights.brightness_cap
        )
        or not (file.phase_bar and file.phase_bar.lamps == PHASE_LAMPS)
        or not supply.share
    ):
        return
    electrodes = (touch.electrodes or {}).values() if touch else ()
    addresses = (file.displays.addresses or ()) if file.displays else ()
    count = sum(len(zone.lights) for zone in placed_zones(file))
    count += sum(map(len, phase_places(file)))
    found = budget(
        Loads(
            readers=sum(map(len, readers.lines.values())),
            fields=readers.fields_at_once,
            banks=readers.banks,
            touch_chips=len({wire.chip_address for wire in electrodes}),
            displays=len(addresses),
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
    roles = ROLES if module_coil(file) is None else WHOLE_ROLES
    unknown = sorted(POWERED.intersection(roles) - set(parts))
    advice = "Even with dark lights it is too much; use stronger parts under [parts]."
    if is_light and unknown:
        advice = (
            f"Use a cap of {found.largest_cap} or less (not counting "
            f"{', '.join(map(spaced, unknown))}), or a stronger supply."
        )
    elif is_light:
        advice = f"Use a cap of {found.largest_cap} or less, or a stronger supply."
    allowed = [f"{each.allowed_ma:.0f} mA of the {spaced(each.role)}" for each in over]
    yield Problem(
        "lights.brightness_cap" if is_light else "supply.share",
        f"currents within {', '.join(allowed)}",
        ", ".join(f"{limit.needed_ma:.0f} mA" for limit in over),
        advice,
    )
