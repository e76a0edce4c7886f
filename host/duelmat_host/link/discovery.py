"""Discovery: the serial ports of this machine, and which of them is the mat.

A Pico shows the same USB id whatever MicroPython program it runs, so that one with other firmware
looks like a mat too; its hello shows which it is, or that none comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import serial.tools.list_ports

from duelmat_host.errors import MatNotFoundError
from duelmat_message import listed, say

AUTO: Final = "auto"
"""The name for the port of the mat, whatever its real name."""
MAT_USB_IDS: Final = frozenset({(0x2E8A, 0x0005)})
"""Vendor and product: Raspberry Pi, a board that runs MicroPython."""
_EXPECTED: Final = say("one mat to be plugged in")


class FoundPort(NamedTuple):
    """A serial port of this machine."""

    device: str
    description: str
    """The port's own description; empty if it has none."""
    is_mat: bool
    """Whether its USB id is that of a mat."""
    serial_number: str | None
    """The serial number of the USB device, which is that of the Pico's chip."""

    def __str__(self) -> str:
        said = [self.description] if self.description else []
        if self.is_mat:
            said.append(say("looks like a mat"))
        return f"{self.device} ({', '.join(said)})" if said else self.device


def list_ports() -> list[FoundPort]:
    """List the serial ports of this machine, in the order of their names."""
    return [
        FoundPort(
            port.device,
            "" if port.description in {"n/a", None} else port.description,
            (port.vid, port.pid) in MAT_USB_IDS,
            port.serial_number,
        )
        for port in sorted(serial.tools.list_ports.comports())
    ]


class PortAddress:
    """The port under its given name; `auto` is looked up each time, since a mat that is plugged
    in again may get another name.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._serial_number: str | None = None
        """The serial number of the mat that was found before: no other mat will do."""

    def find(self) -> str:
        """Return the port to open now. Raises MatNotFoundError."""
        if self.url != AUTO:
            return self.url
        ports = list_ports()
        mats = [port for port in ports if port.is_mat]
        if self._serial_number is not None:
            mats = [port for port in mats if port.serial_number == self._serial_number]
        if len(mats) != 1:
            raise self._not_found(mats, ports)
        self._serial_number = mats[0].serial_number
        return mats[0].device

    def _not_found(
        self, mats: Sequence[FoundPort], ports: Sequence[FoundPort]
    ) -> MatNotFoundError:
        found = list(map(str, ports))
        if mats:
            return MatNotFoundError(
                _EXPECTED,
                str(len(mats)),
                found,
                say(
                    "Name one of them, as in --port {device}, or unplug the others.",
                    device=mats[0].device,
                ),
            )
        if self._serial_number is not None:
            return MatNotFoundError(
                say(
                    "the mat with the serial number {number}",
                    number=self._serial_number,
                ),
                say("none"),
                found,
                say("Plug it in again; to go on with another board, start the command again."),
            )
        advice = say("Plug the mat in and power it.")
        if ports:
            named = say(
                "If it is one of these, name it, as in --port {device}.", device=ports[0].device
            )
            advice = listed((advice, named), " ")
        return MatNotFoundError(
            _EXPECTED,
            say("none"),
            found,
            advice,
        )
