"""The places of the parts on each circuit board, hole by hole.

A part takes a rectangle of holes; the boards have a pad at each hole and no strips, so any place
is as good as any other, and what is joined is joined by wires on the underside (boards.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from .errors import MatError, Problem
from .harness import Device, Harness

PITCH_MM: Final = 2.54
MAIN_SIZE: Final = (100.0, 160.0)
"""Width and height of each kind of board, in millimetres."""
BANK_SIZE: Final = (53.0, 100.0)
TOUCH_SIZE: Final = (40.0, 50.0)
DISPLAY_SIZE: Final = (160.0, 40.0)

FOOTPRINTS: Final = {
    "board": (20, 8),
    "decoder": (8, 4),
    "light_buffer": (7, 4),
    "bank_buffer": (7, 7),
    "multiplexer": (8, 4),
    "network_100r": (8, 4),
    "network_10k": (9, 1),
    "regulator": (8, 8),
    "level_shifter": (7, 6),
    "main_fuse": (10, 5),
    "light_fuse": (10, 5),
    "diode": (5, 1),
    "light_switch": (4, 9),
    "switch_driver": (3, 2),
    "guard_switch": (4, 9),
    "guard_transistor": (3, 2),
    "voltage_reference": (3, 2),
    "small_parts": (4, 1),
    "bank_capacitor": (4, 3),
    "large_capacitor": (9, 5),
    "terminal": (4, 4),
    "bus_header": (10, 4),
    "touch": (14, 10),
    "display_driver": (15, 11),
    "digits": (20, 8),
}
"""Columns and rows of holes that a part takes, with its body, at most."""
RESISTOR: Final = (5, 1)
LYING: Final = frozenset(
    (
        *("board", "decoder", "multiplexer", "network_100r", "light_buffer", "digits"),
        *("light_switch", "guard_switch"),
    )
)
"""Contact 1 is below on the left: two rows of contacts, counted against the clock from there, or
a transistor that lies with its print upwards, above its legs."""
HEAVY: Final = {"guard_switch": 2, "light_switch": 2, "main_fuse": 1, "light_fuse": 1}
"""Parts that carry most of the current: placed first, near the terminals."""
PLUG_COLUMNS: Final = 8
"""A right-angled header with a housing on it, which points to the left."""


class Place(msgspec.Struct, frozen=True):
    """One part on its board."""

    ref: str
    column: int
    row: int
    columns: int
    rows: int
    is_behind: bool = False
    """On the side of the wires."""
    first_column: int = 0
    """Of contact 1 within the part."""
    first_row: int = 0

    def is_on(self, board: Board) -> bool:
        """Whether all of it is."""
        return (
            min(self.column, self.row) >= 0
            and self.column + self.columns <= board.columns
            and self.row + self.rows <= board.rows
        )

    def is_touching(self, other: Place) -> bool:
        """Whether less than one free hole is between the two."""
        return (
            self.is_behind is other.is_behind
            and self.column <= other.column + other.columns
            and other.column <= self.column + self.columns
            and self.row <= other.row + other.rows
            and other.row <= self.row + self.rows
        )


class Board(msgspec.Struct, frozen=True):
    """One kind of circuit board."""

    name: str
    title: str
    w_mm: float
    h_mm: float
    places: tuple[Place, ...]

    @property
    def columns(self) -> int:
        return int(self.w_mm / PITCH_MM)

    @property
    def rows(self) -> int:
        return int(self.h_mm / PITCH_MM)


def boards(harness: Harness) -> tuple[Board, ...]:
    """One board of each kind that the mat has; banks are built alike, and so are the touch and
    display carriers.

    A mat with more parts than a board has room for raises a MatError.
    """
    kinds = (
        ("main", "main board", "main", MAIN_SIZE),
        ("bank", "bank board 0; the others are like it", "bank0", BANK_SIZE),
        ("touch", "touch carrier 0; the others are like it", "TOUCH0", TOUCH_SIZE),
        ("display", "display carrier a; b is like it", "LIFE_a", DISPLAY_SIZE),
    )
    found = [(kind, [d for d in harness.devices if d.board == kind[2]]) for kind in kinds]
    return tuple(
        _board(name, title, devices, size) for (name, title, _, size), devices in found if devices
    )


def _board(name: str, title: str, devices: Sequence[Device], size: tuple[float, float]) -> Board:
    empty = Board(name, title, *size, ())
    device_of = {device.ref: device for device in devices}
    lying = {device.ref for device in devices if device.role in LYING}
    places: list[Place] = []
    for place in _pinned(devices, empty):
        if not place.is_on(empty) or any(place.is_touching(other) for other in places):
            raise _no_room(device_of[place.ref], empty, places)
        places.append(place)
    beside = {_neighbour(device): device for device in devices if _neighbour(device)}
    done = {place.ref for place in places} | {device.ref for device in beside.values()}
    rest = [device for device in devices if device.ref not in done]
    rest.sort(key=lambda each: (HEAVY.get(each.role, 0), _area(each)), reverse=True)
    for device in rest:
        capacitor = beside.get(device.ref)
        below = _footprint(capacitor)[1] + 1 if capacitor else 0
        place = _first_free(device, empty, places, below)
        places.append(place)
        if capacitor:
            row = place.row + place.rows + 1
            places.append(Place(capacitor.ref, place.column, row, *_footprint(capacitor)))
    turned = (
        msgspec.structs.replace(place, first_row=place.rows - 1) if place.ref in lying else place
        for place in places
    )
    return Board(name, title, *size, tuple(turned))


def _neighbour(device: Device) -> str:
    """The chip that a capacitor has to be beside; empty if there is none."""
    _, beside, chip = device.title.partition(" beside ")
    return device.ref[: device.ref.rindex("C")] + chip if beside else ""


def _footprint(device: Device) -> tuple[int, int]:
    if device.role.startswith("resistor_"):
        return RESISTOR
    if device.role == "header":
        pins = len(device.pins)
        return (pins, 2) if _is_touch(device) else (PLUG_COLUMNS, pins)
    if device.role in {"", "straight_header"}:
        return len(device.pins), 1
    return FOOTPRINTS[device.role]


def _area(device: Device) -> int:
    columns, rows = _footprint(device)
    return columns * rows


def _pinned(devices: Sequence[Device], board: Board) -> Iterator[Place]:
    """Place what must be at an edge: terminals above, plugs and the Pico's USB to the left.

    Plugs lie over their board, since beside a main board there may be a reader; those of a touch
    carrier, which has no room for that, are pushed on from below, where the base plate is free.
    """
    above = beside = 0
    # The inlet's terminal last, to be beside the switches behind it.
    for device in sorted(devices, key=lambda each: each.ref == "X_IN"):
        columns, rows = _footprint(device)
        match device.role:
            case "terminal":
                yield Place(device.ref, above, 0, columns, rows)
                above += columns + 1
            case "header":
                if _is_touch(device):
                    yield Place(device.ref, beside, board.rows - rows, columns, rows)
                    beside += columns + 1
                    continue
                row = board.rows - rows - beside
                first = PLUG_COLUMNS - 1
                yield Place(device.ref, 0, row, columns, rows, _is_display(device), first)
                beside += rows + 1
            case "board":
                yield Place(device.ref, 0, 5, columns, rows)
            case "digits":
                half = int(device.ref[-1]) - 1
                left = (board.columns - 2 * columns) // 2 + half * columns
                # Digits stand side by side, so that eight of them look like one display.
                yield Place(device.ref, left + half, (board.rows - rows) // 2, columns, rows)
            case "display_driver":
                yield Place(device.ref, board.columns - columns, 0, columns, rows, is_behind=True)


def _is_touch(device: Device) -> bool:
    return device.board.startswith("TOUCH")


def _is_display(device: Device) -> bool:
    return device.board.startswith("LIFE_")


def _first_free(device: Device, board: Board, taken: Sequence[Place], below: int) -> Place:
    """The first place from above with so many free rows below it."""
    columns, rows = _footprint(device)
    for row in range(board.rows - rows - below + 1):
        for column in range(board.columns - columns + 1):
            room = Place(device.ref, column, row, columns, rows + below)
            if not any(room.is_touching(other) for other in taken):
                return msgspec.structs.replace(room, rows=rows)
    raise _no_room(device, board, taken)


def _no_room(device: Device, board: Board, taken: Sequence[Place]) -> MatError:
    columns, rows = _footprint(device)
    used = sum((place.columns + 1) * (place.rows + 1) for place in taken)
    return MatError(
        board.title,
        [
            Problem(
                f"the {board.title}",
                f"room for all parts on a board of {board.w_mm:g} x {board.h_mm:g} mm",
                (
                    f"no {columns} x {rows} holes together for {device.ref} ({device.title}), "
                    f"with {used} of {board.columns * board.rows} taken"
                ),
                (
                    "Take fewer banks or light feeds, or give some of the parts a board of their "
                    "own."
                ),
            )
        ],
    )
