"""Checks that the wiring of a mat can be built: readers, touch chips, displays and pins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from .contents import BUTTON_IDS
from .decoding import path
from .errors import Problem
from .inventory import IsWhole
from .layout import pad_names, zone_antennas
from .mat import Seat
from .matfile import MatFile, PinsPart, ReadersPart, TouchPart
from .pico import EDGE, able, functions

PIN_FUNCTIONS: Final = {
    **{name: able(name) for name in ("I2C0 SDA", "I2C0 SCL", "SPI0 RX", "SPI0 SCK", "SPI0 TX")},
    "ADC": tuple(gp for gp in EDGE if any(name.startswith("ADC") for name in functions(gp))),
}
"""The pins that can do each thing."""

NEEDED_FUNCTION: Final = {
    "sda": "I2C0 SDA",
    "scl": "I2C0 SCL",
    "miso": "SPI0 RX",
    "sck": "SPI0 SCK",
    "mosi": "SPI0 TX",
    "supply_sense": "ADC",
}

PIN_COUNTS: Final = {
    "buttons": len(Seat) * len(BUTTON_IDS),
    "reader_address": 3,
    "bank_address": 3,
    "supply_sense": 2,
}
"""Keys of [pins] that hold several pins."""
OPTIONAL_PINS: Final = frozenset(["supply_sense"])
"""Those of them that may be empty: nothing measures the supply of a small mat."""

MPR121_ADDRESSES: Final = range(0x5A, 0x5E)
MPR121_ELECTRODES: Final = range(12)
HT16K33_ADDRESSES: Final = range(0x70, 0x78)


def wiring_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Yield the connections that are missing, doubled or impossible."""
    zones_are_whole = all(map(is_whole, ("shapes", "seat.zones", "shared.zones")))
    counts = zone_antennas(file) if zones_are_whole else None
    if file.readers and counts is not None:
        yield from _reader_problems(file.readers, counts, is_whole)
    if counts is not None and is_whole("seat.choices"):
        pads = pad_names(file)
        if file.touch:
            yield from _touch_problems(file.touch, pads, is_whole)
        elif pads and is_whole("touch"):
            yield _missing("touch", "the pads: pad_mm of shapes, and seat.choices")
    has_displays = bool(file.seat and file.seat.display_mm) or not is_whole("seat.display_mm")
    if file.displays and not has_displays:
        advice = "Remove it, or say where the displays are."
        yield Problem("displays", "no section, as there is no seat.display_mm", "one", advice)
    elif file.displays and file.displays.addresses is not None:
        yield from _display_problems(file.displays.addresses, is_whole)
    elif not file.displays and has_displays and is_whole("displays"):
        yield _missing("displays", "the displays: seat.display_mm")
    if file.pins:
        yield from _pin_problems(file.pins, is_whole, has_buttons=has_buttons(file, is_whole))


def has_buttons(file: MatFile, is_whole: IsWhole) -> bool:
    """Whether a file has buttons, or tries to."""
    return bool(file.seat and file.seat.buttons) or not is_whole("seat.buttons")


def _missing(name: str, what: str) -> Problem:
    """Ask for the section that says how something is wired that the mat has."""
    expected = f"a section [{name}], for {what}"
    return Problem(name, expected, "nothing", "Add it, or leave those out as well.")


def _reader_problems(
    readers: ReadersPart, counts: Mapping[str, int], is_whole: IsWhole
) -> Iterator[Problem]:
    """Check the lines of zones with so many antennas."""
    if readers.lines is None:
        return
    where = "readers.lines"
    sensed = [zone for zone, count in counts.items() if count]
    if not sensed:
        advice = "Give a zone a shape with an antenna; a mat without one senses nothing."
        yield Problem(where, "a zone with an antenna or more", "none", advice)
    yield from key_problems(where, readers.lines, sensed, "a zone with an antenna", is_whole)
    users: dict[tuple[int, int], str] = {}
    for zone, lines in readers.lines.items():
        place = path(where, zone)
        expected = counts.get(zone)
        if expected and len(lines) != expected and is_whole(place):
            yield Problem(
                place,
                f"{expected} of [bank, line], one for each antenna of {zone!s}",
                str(len(lines)),
                "Give each antenna its reader's line.",
            )
        for i, line in enumerate(lines):
            here = f"{place}[{i}]"
            got = f"[{line.bank}, {line.line}]"
            banks, lines_per_bank = readers.banks or 8, readers.lines_per_bank or 8
            if line.bank >= banks or line.line >= lines_per_bank:
                yield Problem(
                    here,
                    f"a bank from 0 to {banks - 1} and a line from 0 to {lines_per_bank - 1}",
                    got,
                    "Use a line that the decoders have.",
                )
            elif (line.bank, line.line) in users:
                yield Problem(
                    here,
                    "a line of its own",
                    _shared(got, users[line.bank, line.line]),
                    "Two readers on one line would answer at once; use a free line.",
                )
            users.setdefault((line.bank, line.line), here)


def _touch_problems(touch: TouchPart, pads: Sequence[str], is_whole: IsWhole) -> Iterator[Problem]:
    if touch.electrodes is None:
        return
    where = "touch.electrodes"
    yield from key_problems(where, touch.electrodes, pads, "a pad", is_whole)
    users: dict[tuple[int, int], str] = {}
    for name, wire in touch.electrodes.items():
        here = path(where, name)
        got = f"[{wire.chip_address:#x}, {wire.electrode}]"
        if wire.chip_address not in MPR121_ADDRESSES or wire.electrode not in MPR121_ELECTRODES:
            yield Problem(
                here,
                "an MPR121's address from 0x5a to 0x5d and an electrode from 0 to 11",
                got,
                "Use an electrode that the chips have.",
            )
        elif (wire.chip_address, wire.electrode) in users:
            yield Problem(
                here,
                "an electrode of its own",
                _shared(got, users[wire.chip_address, wire.electrode]),
                "Two pads on one electrode cannot be told apart; use a free one.",
            )
        users.setdefault((wire.chip_address, wire.electrode), here)


def _display_problems(addresses: dict[Seat, int], is_whole: IsWhole) -> Iterator[Problem]:
    where = "displays.addresses"
    yield from key_problems(where, addresses, [*Seat], "a seat", is_whole)
    for seat, address in addresses.items():
        here = path(where, seat)
        if address not in HT16K33_ADDRESSES:
            expected = "an HT16K33's address from 0x70 to 0x77"
            advice = "Use an address the chip can have."
            yield Problem(here, expected, f"{address:#x}", advice)
    if len(addresses) > len(set(addresses.values())):
        yield Problem(
            where,
            "an address of its own for each display",
            ", ".join(f"{seat} = {address:#x}" for seat, address in addresses.items()),
            "Bridge other address pads on one of the displays.",
        )


def _pin_problems(pins: PinsPart, is_whole: IsWhole, *, has_buttons: bool) -> Iterator[Problem]:
    users: dict[int, str] = {}
    if has_buttons and pins.buttons is None and is_whole("pins.buttons"):
        expected = f"{PIN_COUNTS['buttons']} pins, for seat.buttons"
        yield Problem("pins.buttons", expected, "nothing", "Add them, or leave both out.")
    for key in pins.__struct_fields__:
        value: int | tuple[int, ...] | None = getattr(pins, key)
        where = path("pins", key)
        if key in PIN_COUNTS and value is not None and is_whole(where):
            assert isinstance(value, tuple)
            is_unused = key == "buttons" and not has_buttons
            count = 0 if is_unused else PIN_COUNTS[key]
            if len(value) != count and (value or key not in OPTIONAL_PINS):
                expected = "no pins, as there are no buttons" if is_unused else f"{count} pins"
                yield Problem(where, expected, str(len(value)), "Correct the list.")
        for here, pin in _places(where, value):
            yield from _one_pin(key, here, pin, users)


def _places(where: str, value: int | tuple[int, ...] | None) -> Iterator[tuple[str, int]]:
    if isinstance(value, tuple):
        for i, pin in enumerate(value):
            yield f"{where}[{i}]", pin
    elif value is not None:
        yield where, value


def _one_pin(key: str, where: str, pin: int, users: dict[int, str]) -> Iterator[Problem]:
    function = NEEDED_FUNCTION.get(key)
    if pin not in EDGE:
        expected = "a pin of the Pico: 0 to 22, 26, 27 or 28"
        yield Problem(where, expected, str(pin), "Use a pin that the board has.")
    elif pin in users:
        yield Problem(where, "a pin of its own", _shared(str(pin), users[pin]), "Use a free pin.")
    elif function and pin not in PIN_FUNCTIONS[function]:
        choices = ", ".join(map(str, PIN_FUNCTIONS[function]))
        expected = f"a pin that can be {function}: {choices}"
        yield Problem(where, expected, str(pin), "Use one of these.")
    users.setdefault(pin, where)


def _shared(got: str, place: str) -> str:
    return f"{got}, which {place} has too"


def key_problems(
    where: str,
    got: Iterable[str],
    expected: Iterable[str],
    thing: str,
    is_whole: IsWhole,
    optional: Collection[str] = (),
) -> Iterator[Problem]:
    """Keys of a table that are missing or name nothing on the mat.

    thing: the kind of what the keys name, as in "a pad".
    optional: those of the expected keys that may be missing.
    """
    known, found = list(expected), list(got)
    for key in found:
        if key not in known:
            wanted = f"the name of {thing}"
            advice = "Correct the name, or remove the entry."
            yield Problem(path(where, key), wanted, f'"{key}"', advice)
    for key in known:
        if key not in found and key not in optional and is_whole(path(where, key)):
            wanted = f"an entry for {thing} of this name"
            yield Problem(path(where, key), wanted, "none", "Add it.")
