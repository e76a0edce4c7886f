"""The level shifter of the main board: what is on the module, in parts on the surface.

Each line has a transistor between its two sides and a resistor to the supply of each, after NXP's
AN10441.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_hardware.geometry import Point
from duelmat_hardware.harness import Device

from .design import Contact, Part
from .footprints import C0603, SOT23, Footprint

TRANSISTOR: Final = ("onsemi", "BSS138")
RESISTOR: Final = ("any", "resistor 10 kohm, 1 %, 0.1 W, 0603")
CAPACITOR: Final = ("any", "ceramic capacitor 100 nF, X7R, 10 %, 16 V, 0603")
LINE_MM: Final = 5.334
"""From the middle to a line's parts, up and down: on the router's nodes."""


def shifter_parts(device: Device, middle: Point) -> Iterator[Part]:
    """The parts around the middle of the module's place."""

    def part(
        name: str,
        value: str,
        bought: tuple[str, str],
        shape: Footprint,
        at: tuple[float, float],
        *labels: str,
    ) -> Part:
        return Part(
            ref=f"{device.ref}_{name}",
            device=device.ref,
            value=value,
            maker=bought[0],
            number=bought[1],
            footprint=shape,
            at=middle.plus(Point(*at)),
            contacts=tuple(
                Contact(str(i), device.net(label), label)
                for i, label in enumerate(labels, start=1)
            ),
        )

    for i, y in ((1, -LINE_MM), (2, LINE_MM)):
        yield part(f"Q{i}", "BSS138", TRANSISTOR, SOT23, (0.0, y), "LV", f"A{i}", f"B{i}")
        low, high = f"R{2 * i - 1}", f"R{2 * i}"
        yield part(low, "10 kohm", RESISTOR, C0603, (-5.08, y), "LV", f"A{i}")
        yield part(high, "10 kohm", RESISTOR, C0603, (5.08, y), f"B{i}", "HV")
    yield part("C1", "100 nF", CAPACITOR, C0603, (0.0, 0.0), "LV", "GND")
