"""The 5 V rail when a plug is put in, the right one and two wrong ones, and when lights come on.

Names of parts are those of the main board; every transistor and the reference is a simple model
with the values that its description asks for, so that any part of that description does.
"""

from __future__ import annotations

from typing import Final

import msgspec

from duelmat_hardware.harness import Harness
from duelmat_hardware.mat import Mat
from duelmat_hardware.power import COPPER_OHM_MM2_PER_M, Budget, budget, loads

from .deck import writing

PLUGGED_MS: Final = 1.0
"""The moment at which the plug is put in, or the lights are switched on."""
LASTING_MS: Final = 400.0
NANOFARAD_A_LIGHT: Final = 100.0
MODELS: Final = (
    ".model pfet PMOS(LEVEL=1 VTO=-1 KP=19)",  # 15 mohm at 4.5 V
    ".model body D(IS=1e-9 N=1 RS=10m)",
    ".model pnp PNP(BF=100 IS=1e-14)",
    ".model on SW(VT=0.5 VH=0.1 RON=1 ROFF=1e8)",
)


class Guard(msgspec.Struct, frozen=True):
    """The parts of the guard, each of which a test takes away to see what it is for."""

    has_polarity: bool = True
    """Q3."""
    has_limit: bool = True
    """U5 and Q5."""
    start_uf: float = 10.0
    """C5, and C6 at the lights."""


def decks(mat: Mat, harness: Harness) -> dict[str, str]:
    """Name and text of each deck of a mat's rails."""
    return {
        "inlet_start": inlet(mat, harness, 5.0),
        "inlet_12v": inlet(mat, harness, 12.0),
        "inlet_reversed": inlet(mat, harness, -5.0),
        "lights_start": lights(mat, harness),
    }


def inlet(mat: Mat, harness: Harness, volts: float, guard: Guard | None = None) -> str:
    """The deck of a plug of so many volts that is put in while the supply runs."""
    found = budget(loads(mat))
    lines = [
        f"* A plug of {volts:g} V is put in: rail is 5 V behind Q4 and F1",
        f"Vsupply supply 0 PULSE(0 {volts:g} {PLUGGED_MS:g}m 1u 1u 10 20)",
        *_inlet(mat, harness, found, guard or Guard()),
        f".tran 20u {LASTING_MS:g}m 0 20u",
    ]
    return _text(lines, ("v(rail)", "v(plug)", "i(Vsupply)"))


def lights(mat: Mat, harness: Harness, guard: Guard | None = None) -> str:
    """The deck of lights that are switched on while everything else takes its most."""
    found, parts = budget(loads(mat)), guard or Guard()
    dark_ma = sum(draw.total_ma for draw in found.draws if draw.what == "lights, dark")
    cap_uf = NANOFARAD_A_LIGHT * mat.light_count / 1000
    lines = [
        "* The lights are switched on: rail is 5 V behind Q4 and F1, lit is that behind Q1",
        "Vsupply supply 0 5",
        *_inlet(mat, harness, found, parts),
        "Vlit on 0 PULSE(0 1 1m 1u 1u 10 20)",
        "S1 pull 0 on 0 on",
        "R13 guarded lightgate 100k",
        f"R21 pull lightgate {10e3 if parts.start_uf else 1:g}",
        f"C6 guarded lightgate {max(parts.start_uf, 1e-3):g}u",
        "Mq1 lit lightgate guarded guarded pfet",
        "C4 lit c4 1000u",
        "Resr4 c4 0 50m",
        f"Clights lit 0 {cap_uf:g}u",
        f"Rlights lit 0 {5000 / dark_ma:.3f}",
        f".tran 20u {LASTING_MS:g}m 0 20u",
    ]
    return _text(lines, ("v(rail)", "v(lit)", "i(Vsupply)"))


def _inlet(mat: Mat, harness: Harness, found: Budget, guard: Guard) -> list[str]:
    """The supply's cable, the guard, F1, and what the electronics take at most."""
    (wire_mm,) = {wire.length_mm for c in harness.cables if c.name == "W_IN" for wire in c.wires}
    area_mm2 = mat.construction.part("power_wire").area_mm2
    wire_ohm = 2 * COPPER_OHM_MM2_PER_M * wire_mm / 1000 / area_mm2
    load_ma = found.total_ma("5 V")
    lines = [
        "Lsupply supply cable 1u",
        f"Rcable cable in {0.05 + wire_ohm:.4f}",
        *(
            ["Mq3 in guardgate plug plug pfet", "Dq3 in plug body", "R20 guardgate 0 10k"]
            if guard.has_polarity
            else ["Rq3 in plug 1m"]
        ),
        "Mq4 guarded inletgate plug plug pfet",
        "Dq4 guarded plug body",
        "R19 inletgate 0 10k",
        f"C5 plug inletgate {max(guard.start_uf, 1e-3):g}u",
        "R14 plug divider 10k",
        "R15 divider reference 2.2k",
        "R16 reference 0 10k",
        "R17 plug base 330",
        "R18 base over 1k",
        "Rf1 guarded rail 70m",
        "C3 rail c3 1000u",
        "Resr3 c3 0 50m",
        f"Rload rail 0 {5000 / load_ma:.3f}",
        *MODELS,
    ]
    if guard.has_limit:
        lines += [
            (
                "Bu5 over 0 I=(3e-4+0.05*(1+tanh(300*(V(reference)-2.495))))"
                "*0.5*(1+tanh(5*V(over)-10))"
            ),
            "Cu5 over 0 1n",
            "Q5 inletgate base plug pnp",
        ]
    else:
        lines.append("Rover over 0 1e6")
    return lines


def _text(lines: list[str], names: tuple[str, ...]) -> str:
    return "\n".join([*lines, *writing(names)]) + "\n"
