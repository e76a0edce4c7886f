"""The wiring as WireViz reads it: one drawing a group of cables.

WireViz is run as a program on these files (drawings.py); they are plain YAML whose values are
written as JSON, so the text does not depend on any library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from .harness import Cable, Device, Group, Harness, Wire
from .mat import Mat
from .proof import proof_harness

LIGHTS_SHOWN: Final = 2
"""Lights of the chain that are drawn, a drawing each; the rest repeats the last."""
PADS_SHOWN: Final = 6
READERS_SHOWN: Final = 4
"""Readers in one drawing, so that it can be read on a sheet of A4."""
FONT: Final = "Courier"
"""Graphviz knows how wide it is, and all fonts of its kind are as wide: a text fits its box
whichever of them a reader's screen has."""
OPTIONS: Final = {"mini_bom_mode": True, "template_separator": "~", "fontname": FONT}


def diagrams(mat: Mat, harness: Harness) -> dict[str, str]:
    """Name and YAML of every drawing."""
    found = {}
    for name, title, cables in _groups(mat, harness):
        if cables:
            found[name] = _yaml(mat, title, harness, cables)
    return found


def proof_diagram(mat: Mat) -> str:
    """YAML of the drawing of the proof on a table."""
    harness = proof_harness(mat)
    return _yaml(mat, "The proof on a table", harness, list(harness.cables))


def _groups(mat: Mat, harness: Harness) -> Iterable[tuple[str, str, list[Cable]]]:
    def of(group: Group) -> list[Cable]:
        return [cable for cable in harness.cables if cable.group is group]

    yield "power", "5 V: from the inlet to the main board and to the lights", of(Group.POWER)
    for cable in of(Group.BUS):
        name = cable.name.removeprefix("W_").lower()
        yield f"bus_{name}", "Ribbon cable from the main board to a bank board", [cable]
    for bank in range(mat.bank_count):
        cables = [cable for cable in of(Group.READERS) if cable.bank == bank]
        for number, part in enumerate(_shares(cables, READERS_SHOWN)):
            yield f"readers_bank{bank}_{number + 1}", f"Readers of bank {bank}", part
    touch = of(Group.TOUCH)
    for number, cable in enumerate(c for c in touch if len(c.wires) > 1):
        yield f"touch_bus_{number}", f"Cable to touch chip {number}", [cable]
    for number, _ in enumerate(mat.touch_addresses):
        pads = [c for c in touch if len(c.wires) == 1 and c.wires[0].start[0] == f"TOUCH{number}"]
        for share, part in enumerate(_shares(pads, PADS_SHOWN)):
            yield f"pads_touch{number}_{share + 1}", f"Pads of touch chip {number}", part
    for display in mat.displays:
        own = {f"X_LIFE_{display.seat}": "display", f"KEY_{display.seat}.": "buttons"}
        for start, name in own.items():
            cables = [c for c in of(Group.PANEL) if _is_at(c, start)]
            yield f"{name}_{display.seat}", f"The {name} of seat {display.seat}", cables
    for number, cable in enumerate(of(Group.LIGHTS)[:LIGHTS_SHOWN]):
        yield f"lights_{number}", "The chain of lights: its beginning", [cable]


def _shares(cables: list[Cable], size: int) -> Iterable[list[Cable]]:
    return (cables[i : i + size] for i in range(0, len(cables), size))


def _is_at(cable: Cable, start: str) -> bool:
    """Whether a cable has an end at a device whose name begins so."""
    wire = cable.wires[0]
    return wire.start[0].startswith(start) or wire.end[0].startswith(start)


def _yaml(mat: Mat, title: str, harness: Harness, cables: list[Cable]) -> str:
    refs = dict.fromkeys(
        ref for cable in cables for wire in cable.wires for ref, _ in (wire.start, wire.end)
    )
    lines = [f"# {title}. Made from the mat {mat.name}, digest {mat.digest}; not to be edited."]
    lines.append("options: " + _inline(OPTIONS))
    lines.append("connectors:")
    for ref in refs:
        device = harness.device(ref)
        used = {pin for cable in cables for wire in cable.wires for pin in _pins(wire, ref)}
        lines.append(f"  {json.dumps(ref)}: {_inline(_connector(device, used))}")
    lines.append("cables:")
    lines += [f"  {json.dumps(cable.name)}: {_inline(_cable(mat, cable))}" for cable in cables]
    lines.append("connections:")
    lines += ["  - " + _inline(_connection(harness, cable)) for cable in cables]
    return "\n".join(lines) + "\n"


def _pins(wire: Wire, ref: str) -> list[str]:
    return [pin for device, pin in (wire.start, wire.end) if device == ref]


def _connector(device: Device, used: set[str]) -> dict[str, Any]:
    pins = [pin for pin in device.pins if pin.label in used]
    if _is_simple(device):
        return {"type": device.title, "style": "simple"}
    shown: dict[str, Any] = {"type": device.title, "show_pincount": False}
    shown["pins"] = [_pin(pin.label) for pin in pins]
    if all(pin.label.isdecimal() for pin in pins):  # a number alone says too little
        shown["pinlabels"] = [pin.net for pin in pins]
    return shown


def _is_simple(device: Device) -> bool:
    return device.role == "" and len(device.pins) == 1


def _pin(label: str) -> int | str:
    return int(label) if label.isdecimal() else label


def _cable(mat: Mat, cable: Cable) -> dict[str, Any]:
    materials = mat.materials
    return {
        "wirecount": len(cable.wires),
        "gauge": f"{materials.part(cable.role).area_mm2:g} mm2",
        "length": max(wire.length_mm for wire in cable.wires) / 1000,
        "colors": [materials.colour(wire.signal) for wire in cable.wires],
    }


def _connection(harness: Harness, cable: Cable) -> list[dict[str, Any]]:
    def side(ends: list[tuple[str, str]]) -> dict[str, Any]:
        device = harness.device(ends[0][0])
        return {device.ref: [1 if _is_simple(device) else _pin(pin) for _, pin in ends]}

    numbers = list(range(1, len(cable.wires) + 1))
    return [
        side([wire.start for wire in cable.wires]),
        {cable.name: numbers},
        side([wire.end for wire in cable.wires]),
    ]


def _inline(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
