"""How much less power an antenna can do without, by the fields that are calculated."""

from __future__ import annotations

from itertools import product

import pytest

from duelmat_hardware import AntennaRole, Mat, field_config, load_mat, mat_file
from duelmat_hardware.physics import CONDUCTANCES, field_share
from duelmat_hardware.sure_reading import sure_step
from duelmat_rig.electronics.coils import Coil, share_in_tune

KEENEST = 0.8
"""What such tags need, in units of what the usual one does."""
ASTRAY_MM, ASKEW_DEG = (-12, -6, 0, 6, 12), (-15, -5, 5, 15)


def reached(mat: Mat, index: int, ways: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return the fields at lower and upper tags of cards that lie such ways, in its own zone."""
    config = field_config(mat)
    of = config["antennas"][index]
    coil = Coil(config["coils"][of["coil"]])
    own_deg = 180 if mat.zone(mat.antennas[index].zone).seat == "b" else 0
    quarter = (of["turn"] - own_deg) % 360 == 90
    found = []
    for size, x, y, way, askew in product(
        [sleeve.name for sleeve in mat.sleeves], ASTRAY_MM, ASTRAY_MM, ways, ASKEW_DEG
    ):
        place = (y, -x) if quarter else (x, y)
        over = coil.over(size, *place, way + askew - (90 if quarter else 0))
        assert over is not None
        share = share_in_tune(coil.empty + over[2])
        found.append((share * over[0], share * over[1]))
    return found


@pytest.mark.parametrize("name", ["standard", "mini"])
def test_a_card_that_lies_as_it_should_is_not_read_weakly_over_two_antennas(
    name: str,
) -> None:
    """A usual tag, wherever within 12 mm and 15 degrees."""
    mat = load_mat(mat_file(name))
    for role, ways in ((AntennaRole.A, (0, 180)), (AntennaRole.B, (90, 270))):
        antenna = next((a for a in mat.antennas if a.role is role), None)
        if antenna is None:
            continue
        share = field_share(CONDUCTANCES[sure_step(mat, antenna)])
        least = min(lower for lower, _ in reached(mat, antenna.index, ways))
        assert share * least >= 1


def test_an_upper_sticker_is_read_weakly_wherever_it_is_read_at_all() -> None:
    """Where two antennas are and in the rows it is not read; at x1 and x2 it is."""
    mat = load_mat()
    for zone, ways in (("a.m1", (0, 180)), ("a.s1", (0, 180)), ("x1", (0, 90, 180, 270))):
        antenna = next(a for a in mat.antennas if a.zone == zone)
        share = field_share(CONDUCTANCES[sure_step(mat, antenna)])
        most = max(upper for _, upper in reached(mat, antenna.index, ways))
        assert share * most / KEENEST < 1.02
        assert (most / KEENEST >= 1) is (zone == "x1")


def test_a_mat_that_senses_neither_face_nor_turn_asks_no_reading() -> None:
    mat = load_mat(mat_file("starter"))
    assert {sure_step(mat, antenna) for antenna in mat.antennas} == {0}
