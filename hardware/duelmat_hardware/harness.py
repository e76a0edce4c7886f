"""A maker's connections: devices with their pins on nets, and the cables between boards.

Devices on one board are connected on it, by their nets (nets.csv); what joins two boards is a
cable of wires with a colour and a length (wires.csv). A test holds that every net that is on
several boards is joined by wires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec

from .errors import MatError, Problem
from .geometry import Point
from .mat import Mat, Signal


class Group(StrEnum):
    """The drawings that cables are shared out to."""

    POWER = "power"
    """From the supply to boards and lights."""
    BUS = "bus"
    """From the main board to the bank boards."""
    READERS = "readers"
    """From a bank board to its readers."""
    TOUCH = "touch"
    """Touch chips and their pads."""
    PANEL = "panel"
    """Displays and buttons."""
    LIGHTS = "lights"
    """The chain of lights."""


class Pin(msgspec.Struct, frozen=True):
    """One contact of a device."""

    label: str
    net: str
    """Empty if nothing is connected."""


class Device(msgspec.Struct, frozen=True):
    """A thing with contacts: a chip, a module, a connector, a light, a pad."""

    ref: str
    """Unique name."""
    board: str
    """The board that it sits on; devices on one board are connected on it."""
    role: str
    """Its role under [parts], or its key in supplies.toml; empty for what is made by hand."""
    title: str
    """Its name in words."""
    at: Point
    pins: tuple[Pin, ...]

    def net(self, label: str) -> str:
        """The net of a contact; KeyError if it has none of that label."""
        for pin in self.pins:
            if pin.label == label:
                return pin.net
        raise KeyError(f"{self.ref} has no pin {label}")


class Wire(msgspec.Struct, frozen=True):
    """One conductor between two contacts."""

    start: tuple[str, str]
    """Device and pin."""
    end: tuple[str, str]
    net: str
    signal: Signal
    length_mm: int


class Cable(msgspec.Struct, frozen=True):
    """Wires that run together."""

    name: str
    group: Group
    bank: int | None
    """Of a reader's cable."""
    role: str
    """Its role under [parts]."""
    wires: tuple[Wire, ...]


class Harness(msgspec.Struct, frozen=True):
    """The devices and cables of one mat."""

    devices: tuple[Device, ...]
    cables: tuple[Cable, ...]

    def device(self, ref: str) -> Device:
        """The device of that name; KeyError if there is none."""
        for device in self.devices:
            if device.ref == ref:
                return device
        raise KeyError(ref)

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Every net with the contacts on it, in the order of the devices."""
        found: dict[str, list[tuple[str, str]]] = {}
        for device in self.devices:
            for pin in device.pins:
                if pin.net:
                    found.setdefault(pin.net, []).append((device.ref, pin.label))
        return found


class Bench:
    """A workbench for a harness: lays devices down and pulls cables between them."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self._devices: dict[str, Device] = {}
        self._cables: list[Cable] = []

    def harness(self) -> Harness:
        return Harness(tuple(self._devices.values()), tuple(self._cables))

    def put(
        self, ref: str, board: str, role: str, title: str, at: Point, pins: Iterable[str]
    ) -> None:
        """Lays a device down; a pin is `label=net`, or `label=` if nothing is connected.

        A name that another device has raises a MatError.
        """
        if ref in self._devices:
            got = f'"{title}" on {board}, beside "{self._devices[ref].title}"'
            advice = "Call one of the two otherwise; wires.csv and nets.csv go by these names."
            problem = Problem(ref, "one device of that name", got, advice)
            raise MatError(self.mat.name, [problem])
        found = tuple(Pin(*pin.split("=", 1)) for pin in pins)
        self._devices[ref] = Device(ref, board, role, title, at, found)

    def net(self, ref: str, label: str) -> str:
        """The net of a contact of a device that has been laid down."""
        return self._devices[ref].net(label)

    def pull(
        self,
        name: str,
        group: Group,
        role: str,
        start: str,
        end: str,
        pins: Sequence[tuple[str, str, Signal]],
        bank: int | None = None,
    ) -> None:
        """Pulls a cable between two devices: for each wire both pins and what it carries."""
        self._cables.append(Cable(name, group, bank, role, tuple(self._wires(start, end, pins))))

    def _wires(
        self, start: str, end: str, pins: Sequence[tuple[str, str, Signal]]
    ) -> Iterator[Wire]:
        one, other = self._devices[start], self._devices[end]
        length_mm = 5 * round((one.at.way_mm(other.at) + self.mat.materials.slack_mm) / 5)
        for here, there, signal in pins:
            assert one.net(here) == other.net(there), (start, here, end, there)
            yield Wire((start, here), (end, there), one.net(here), signal, length_mm)
