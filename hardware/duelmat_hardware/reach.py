"""Tables of how well antennas reach the tags of a card, for the simulated electronics.

A table belongs to one kind of coil: antennas with the same windows, turned or moved, share it. It
holds for a grid of places and turns of a card over the coil, in hundredths,

    lower, upper   the field at the tag, with the coil in tune, in units of what a usual tag needs;
                   with its sign, because it passes through none
    detuning       how far the card takes the coil's resonance, in units of its width

so that a coil under several cards is as far beside its resonance as all of them take it together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from .coils import coils
from .driven_coil import DrivenCoil, driven_coil, field_a_per_m, middle_nh, network_for, shield_of
from .face_sensing import placements, spread_of, ways_over
from .geometry import Rect
from .mat import Mat, Seat, Sleeve
from .module_coils import tag_fields_a_per_m
from .physics.coil_current import beside_resonance
from .physics.network import USUAL_OHM, Network
from .physics.shield import Spread
from .physics.windows import Floats, Winding

NEEDS_A_PER_M: Final = 1.0
"""The field in which a usual tag wakes; assumed, ISO/IEC 14443-2 asks for 1.5 or less."""
STEPS_MM: Final = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 20.0, 32.0, 48.0, 70.0, 96.0)
"""Of a card's centre from the coil's; beyond the last no coil reaches. As far as cards lie off
their zones, half of the 4.3 mm between coil and foil: over such a length the field changes."""
ASKEW_DEG: Final = (-15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0)
"""5 degrees move a tag, 31 mm from the card's centre, by 2.7 mm."""
TURNS_DEG: Final = tuple(way + askew for way in (0.0, 90.0, 180.0, 270.0) for askew in ASKEW_DEG)
"""In rising order; between 285 and 345 degrees the circle closes."""
SOLVED: Final = Path(__file__).with_name("reach.json")
"""The tables of the packaged mats, which take seconds to calculate."""

Table = dict[str, Any]


class CoilKind(msgspec.Struct, frozen=True):
    """A coil as all antennas of one kind have it, seen from its own middle."""

    coil: DrivenCoil
    ways: tuple[int, ...]
    """In which cards lie over it, for which it is tuned."""

    @property
    def is_mirrored(self) -> bool:
        """Whether each half is the mirror image of the other, along both axes."""
        windows = self.coil.winding.windows
        sides = {(window, number % 2) for number, window in enumerate(windows)}
        for x, y in ((-1, 1), (1, -1)):
            images = [Rect(0.0 + x * w.x_mm, 0.0 + y * w.y_mm, w.w_mm, w.h_mm) for w in windows]
            same, other = ({(w, (n + k) % 2) for n, w in enumerate(images)} for k in (0, 1))
            if sides not in (same, other):
                return False
        return True


class TurnedCoil(msgspec.Struct, frozen=True):
    """The coil of an antenna: its number among the kinds, and how it is turned on the sheet."""

    kind: int
    turn_deg: int


def coil_kinds(mat: Mat) -> tuple[tuple[CoilKind, ...], tuple[TurnedCoil, ...]]:
    """The kinds of wound coils of a mat, and for each antenna which of them it has."""
    kinds: list[CoilKind] = []
    placed = []
    wound = coils(mat)
    for antenna in mat.antennas:
        zone = mat.zone(antenna.zone)
        coil = driven_coil(antenna, zone, wound[antenna.index])
        ways = ways_over(antenna.role, is_open=zone.is_turn_told)
        upright = CoilKind(coil, ways)
        turned = CoilKind(_turned_back(coil), tuple(sorted((way - 90) % 360 for way in ways)))
        kind = turned if turned in kinds and upright not in kinds else upright
        if kind not in kinds:
            kinds.append(kind)
        turn_deg = (180 if zone.seat is Seat.B else 0) + (90 if kind is turned else 0)
        placed.append(TurnedCoil(kinds.index(kind), turn_deg))
    return tuple(kinds), tuple(placed)


def turned_coils(mat: Mat) -> tuple[TurnedCoil, ...]:
    """For each antenna the coil that it has, wound or a module's own, which are all alike."""
    if mat.materials.has_whole_readers:
        is_turned = [mat.zone(antenna.zone).seat is Seat.B for antenna in mat.antennas]
        return tuple(TurnedCoil(0, 180 if turned else 0) for turned in is_turned)
    return coil_kinds(mat)[1]


def reach_tables(mat: Mat) -> list[Table]:
    """The tables of a mat's kinds of coils; those that are solved are not calculated anew."""
    if mat.materials.has_whole_readers:
        return [_of_module(mat)]
    kinds, _ = coil_kinds(mat)
    solved = _solved()
    found = []
    for kind in kinds:
        key = described(kind, mat.sleeves)
        table = next((each["table"] for each in solved if each["of"] == key), None)
        found.append(calculated(kind, mat.sleeves) if table is None else table)
    return found


def described(kind: CoilKind, sleeves: Sequence[Sleeve]) -> Table:
    """All that a table is calculated of, as JSON has it."""
    content = {
        "windows": kind.coil.winding.windows,
        "turns": kind.coil.turns,
        "alone_nh": round(kind.coil.alone_nh, 3),
        "ways": kind.ways,
        "sleeves": sleeves,
        "steps_mm": STEPS_MM,
        "turns_deg": TURNS_DEG,
        "needs_a_per_m": NEEDS_A_PER_M,
    }
    as_read: Table = msgspec.json.decode(msgspec.json.encode(content))
    return as_read


def calculated(kind: CoilKind, sleeves: Sequence[Sleeve]) -> Table:
    """The table of a kind of coil, for each size of sleeve."""
    coil = kind.coil
    where = spread_of(placements(kind.ways))
    with_card_nh = [coil.inductance_nh(shield_of(sleeve), where) for sleeve in sleeves]
    tuned_nh = middle_nh(np.concatenate(with_card_nh))
    network = usual_network(np.concatenate(with_card_nh), coil.alone_nh)
    is_mirrored = kind.is_mirrored and all(map(_is_mirrored, sleeves))
    spread = Spread(*map(tuple, zip(*_grid(_steps(is_mirrored)), strict=True)))
    empty = _hundredths(_beside(np.array([coil.alone_nh]), tuned_nh, network))[0]
    of_sleeves = {
        sleeve.name: _of_sleeve(coil, sleeve, spread, tuned_nh, network) for sleeve in sleeves
    }
    return _table(of_sleeves, empty, is_mirrored=is_mirrored)


def usual_network(with_card_nh: Floats, alone_nh: float) -> Network:
    """Return the network of a coil with these inductances, at a chip of the usual strength."""
    network = network_for(with_card_nh, alone_nh)
    return msgspec.structs.replace(network, outputs_ohm=USUAL_OHM)


def write_solved(mats: Sequence[Mat]) -> None:
    """Write the tables of these mats anew; one that is the same but for rounding stays."""
    before = {json.dumps(each["of"]): each["table"] for each in _solved()}
    found: dict[str, Table] = {}
    for mat in mats:
        if mat.materials.has_whole_readers:
            continue
        for kind in coil_kinds(mat)[0]:
            of = json.dumps(described(kind, mat.sleeves))
            if of not in found:
                table = calculated(kind, mat.sleeves)
                old = before.get(of)
                found[of] = old if old is not None and _is_close(old, table) else table
    lines = ",\n".join(
        f'{{"of": {of}, "table": {json.dumps(table)}}}' for of, table in found.items()
    )
    SOLVED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _is_close(one: Table, other: Table) -> bool:
    """Whether two tables differ by no more than another machine rounds."""
    if {**one, "sleeves": 0} != {**other, "sleeves": 0}:
        return False
    return all(
        abs(a - b) <= 1
        for sleeve, values in one["sleeves"].items()
        for name in values
        for a, b in zip(values[name], other["sleeves"][sleeve][name], strict=True)
    )


@lru_cache(maxsize=1)
def _solved() -> list[Table]:
    found: list[Table] = json.loads(SOLVED.read_text(encoding="utf-8"))
    return found


def _of_module(mat: Mat) -> Table:
    """The table of a module's own coil, which a plain tag does not detune."""
    module = mat.materials.part("reader")
    is_mirrored = not any(sleeve.tag_offset.x_mm for sleeve in mat.sleeves)
    places = _grid(_steps(is_mirrored))
    of_sleeves = {}
    for sleeve in mat.sleeves:
        reached = _hundredths(tag_fields_a_per_m(module, sleeve, places) / NEEDS_A_PER_M)
        of_sleeves[sleeve.name] = {
            "lower": reached,
            "upper": reached,
            "detuning": [0] * len(reached),
        }
    return _table(of_sleeves, 0, is_mirrored=is_mirrored)


def _table(of_sleeves: dict[str, Table], empty: int, *, is_mirrored: bool) -> Table:
    """Return the whole table: its grid, and what was calculated for each size of sleeve."""
    return {
        "is_mirrored": is_mirrored,
        "steps_mm": list(_steps(is_mirrored)),
        "turns_deg": list(TURNS_DEG),
        "empty": empty,
        "sleeves": of_sleeves,
    }


def _steps(is_mirrored: bool) -> tuple[float, ...]:
    """Return the steps along an axis; one half is enough where the other mirrors it."""
    negative = () if is_mirrored else tuple(-step for step in reversed(STEPS_MM[1:]))
    return (*negative, *STEPS_MM)


def _grid(steps_mm: Sequence[float]) -> list[tuple[float, float, float]]:
    """Return the places and turns of a card, in the order of a table's values."""
    return list(product(steps_mm, steps_mm, TURNS_DEG))


def _of_sleeve(
    coil: DrivenCoil, sleeve: Sleeve, spread: Spread, tuned_nh: float, network: Network
) -> Table:
    shield = shield_of(sleeve)
    in_tune = np.array([tuned_nh])
    field = field_a_per_m(np.ones(1), in_tune, tuned_nh, sleeve.tag_size, network)
    reach_of_nh = field / NEEDS_A_PER_M
    one = coil.signed(shield, spread)
    with_card_nh = coil.inductance_nh(shield, spread)
    return {
        "lower": _hundredths(one.lower_nh * reach_of_nh),
        "upper": _hundredths(one.upper_nh * reach_of_nh),
        "detuning": _hundredths(
            _beside(with_card_nh, tuned_nh, network)
            - _beside(np.array([coil.alone_nh]), tuned_nh, network)
        ),
    }


def _beside(inductance_nh: Floats, tuned_nh: float, network: Network) -> Floats:
    return np.array([beside_resonance(float(each), tuned_nh, network) for each in inductance_nh])


def _hundredths(values: Floats) -> list[int]:
    return [round(100 * float(each)) for each in values]


def _turned_back(coil: DrivenCoil) -> DrivenCoil:
    """The coil a quarter turn against the clock."""
    windows = tuple(Rect(w.y_mm, 0.0 - w.x_mm, w.h_mm, w.w_mm) for w in coil.winding.windows)
    return msgspec.structs.replace(coil, winding=Winding(windows))


def _is_mirrored(sleeve: Sleeve) -> bool:
    parts = (sleeve.foil, sleeve.ferrite)
    return not (sleeve.tag_offset.x_mm or any(part and part.x_mm for part in parts))
