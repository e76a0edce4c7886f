"""Tables of what coils reach: true to the calculation, and read back by the simulated mat."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from duelmat_hardware import Mat, ZoneKind, load_mat, mat_file, parse_mat, reach
from duelmat_hardware.coils import coils
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.driven_coil import driven_coil, field_a_per_m, shield_of
from duelmat_hardware.face_sensing import NEAR_MM, placements, spread_of
from duelmat_hardware.mat import Sleeve
from duelmat_hardware.physics import Spread
from duelmat_hardware.physics.network import REBUILT
from duelmat_rig.electronics.coils import Coil, share_in_tune
from hardware.boarded import MATS_WITH_BOARDS

COUNT = 250
MAT = load_mat()
KINDS, PLACED = reach.coil_kinds(MAT)
TABLES = reach.reach_tables(MAT)


def lot(ways: tuple[int, ...]) -> Spread:
    """Cards by lot, as far off and as askew as they may lie."""
    chance = random.Random(7)
    places = [
        (
            chance.uniform(-ASTRAY_MM, ASTRAY_MM),
            chance.uniform(-ASTRAY_MM, ASTRAY_MM),
            chance.choice(ways) + chance.uniform(-ASKEW_DEG, ASKEW_DEG),
        )
        for _ in range(COUNT)
    ]
    return Spread(*map(tuple, zip(*places, strict=True)))


def read(table: dict[str, Any], sleeve: Sleeve, spread: Spread) -> Any:
    """What the simulated mat makes of a table: the lower and the upper tag, and the detuning."""
    coil = Coil(table)
    places = zip(spread.dx_mm, spread.dy_mm, spread.turn_deg, strict=True)
    found = [coil.over(sleeve.name, *place) for place in places]
    return [
        (lower * share_in_tune(coil.empty + beside), upper * share_in_tune(coil.empty + beside))
        for lower, upper, beside in found
    ]


@pytest.mark.parametrize("number", range(len(KINDS)))
@pytest.mark.parametrize("sleeve", MAT.sleeves, ids=lambda sleeve: sleeve.name)
def test_simulated_mat_reads_what_is_calculated(number: int, sleeve: Sleeve) -> None:
    """At places between those of the table, for cards that lie as they should and turned ones."""
    kind, shield = KINDS[number], shield_of(sleeve)
    spread = lot((0, 90, 180, 270))
    with_cards = [
        kind.coil.inductance_nh(shield_of(each), spread_of(placements(kind.ways)))
        for each in MAT.sleeves
    ]
    tuned_nh = float(np.concatenate(with_cards).min() + np.concatenate(with_cards).max()) / 2
    network = reach.usual_network(np.concatenate(with_cards), kind.coil.alone_nh)
    coupled = kind.coil.coupled(shield, spread)
    with_card_nh = kind.coil.inductance_nh(shield, spread)
    for at, of_tag in enumerate((coupled.lower_nh, coupled.upper_nh)):
        wanted = field_a_per_m(of_tag, with_card_nh, tuned_nh, sleeve.tag_size, network)
        wanted = wanted / reach.NEEDS_A_PER_M
        got = np.array([each[at] for each in read(TABLES[number], sleeve, spread)])
        error = np.abs(got - wanted)
        assert error.mean() < (0.05, 0.006)[at]
        assert (error < np.maximum(0.25 * wanted, 0.16)).all()


def test_antenna_b_is_antenna_a_turned() -> None:
    """Two kinds of coils are on the mat, and each seat sees its own as the other does."""
    assert [kind.ways for kind in KINDS] == [(0, 180), (0, 90, 180, 270)]
    turns = {
        (MAT.antennas[at].label, placed.kind): placed.turn_deg for at, placed in enumerate(PLACED)
    }
    assert turns["a.m3 A", 0] == 0
    assert turns["a.m3 B", 0] == 90
    assert turns["b.m3 A", 0] == 180
    assert turns["b.m3 B", 0] == 270
    assert turns["x1", 1] == 0


@pytest.mark.parametrize("name", MATS_WITH_BOARDS)
def test_tables_of_packaged_mats_are_solved(name: str) -> None:
    """Starting the simulated mat calculates nothing."""
    mat = load_mat(mat_file(name))
    solved = [each["of"] for each in reach._solved()]
    for kind in reach.coil_kinds(mat)[0]:
        assert reach.described(kind, mat.sleeves) in solved


@pytest.mark.parametrize("name", MATS_WITH_BOARDS)
def test_no_neighbour_wakes_a_card_of_another_zone(name: str) -> None:
    """Even in tune its field is half of what a tag needs: tables that end before the next zone
    leave out nothing that is heard.
    """
    mat = load_mat(mat_file(name))
    wound = coils(mat)
    sleeve = mat.sleeves[-1]
    shield = shield_of(sleeve)
    strongest = 0.0
    for zone, ways in ((mat.zone("a.m3"), (90, 270)), (mat.zone("a.grave"), (0, 180))):
        far = spread_of([place for place in placements(ways) if place.is_extreme])
        for antenna in mat.antennas:
            middle = zone.area.centre
            near_mm = min(window.centre.distance_mm(middle) for window in antenna.windows)
            if antenna.zone == zone.id or near_mm > NEAR_MM:
                continue
            coil = driven_coil(antenna, zone, wound[antenna.index])
            in_tune = np.full(len(far.dx_mm), coil.alone_nh)
            lower_nh = coil.coupled(shield, far).lower_nh
            field = field_a_per_m(lower_nh, in_tune, coil.alone_nh, sleeve.tag_size, REBUILT)
            strongest = max(strongest, float(field.max()) / reach.NEEDS_A_PER_M)
    assert 0.2 < strongest < 0.5


def crooked() -> Mat:
    """A mat whose zones of one antenna have it off their middle."""
    text = mat_file("mini").read_text(encoding="utf-8")
    old = "[[0, 31, 58, 30], [0, -31, 58, 30]] }] # as A above"
    assert old in text
    return parse_mat(text.replace(old, "[[1, 31, 62, 30], [1, -31, 62, 30]] }] #").encode())


def test_coil_off_its_zone_has_tables_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calculated when they are asked for, for all places: no half is the other's image."""
    monkeypatch.setattr(reach, "STEPS_MM", (0.0, 12.0))
    monkeypatch.setattr(reach, "TURNS_DEG", (0.0, 180.0))
    monkeypatch.setattr(reach, "_solved", list)
    mat = msgspec.structs.replace(crooked(), sleeves=MAT.sleeves[:1])
    tables = reach.reach_tables(mat)
    assert [table["is_mirrored"] for table in tables] == [True, False]
    values = tables[1]["sleeves"][MAT.sleeves[0].name]["lower"]
    assert tables[1]["steps_mm"] == [-12.0, 0.0, 12.0]
    assert len(values) == 3 * 3 * 2
    at_left, at_right = values[(0 * 3 + 1) * 2], values[(2 * 3 + 1) * 2]
    assert abs(at_left) != abs(at_right)


def test_open_zone_is_tuned_for_cards_in_all_ways() -> None:
    open_zones = {zone.id for zone in MAT.zones if zone.kind is ZoneKind.EXTRA_MONSTER}
    for antenna, placed in zip(MAT.antennas, PLACED, strict=True):
        assert (len(KINDS[placed.kind].ways) == 4) is (antenna.zone in open_zones)
