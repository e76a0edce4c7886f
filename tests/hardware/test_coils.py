"""Coils: turns and inductance from the windows alone."""

import math

import pytest

from duelmat_hardware import AntennaRole, Mat, Rect
from duelmat_hardware.coils import CARRIER_HZ, coils, inductance_nh, turns_for
from duelmat_hardware.reader_places import reader_place

WINDOW = Rect(0, 0, 90, 30)


def test_the_formula_is_that_of_the_data_sheet() -> None:
    """2 l (ln(l / D) - K) N^1.8, l and D in cm, K = 1.47: one turn of 24 cm of 0.5 mm wire."""
    one = 2 * 24 * (math.log(24 / 0.05) - 1.47)
    assert inductance_nh([WINDOW], 1, 0.5) == pytest.approx(one)
    assert inductance_nh([WINDOW], 3, 0.5) == pytest.approx(one * 3**1.8)
    assert inductance_nh([WINDOW, WINDOW], 2, 0.5) == pytest.approx(2 * one * 2**1.8)


def test_the_fewest_turns_that_reach_the_band_are_taken() -> None:
    """None where whole turns jump over it, or would have to be very many."""
    assert turns_for([WINDOW], 0.5, 700, 900) == 2
    assert turns_for([WINDOW], 0.5, 800, 900) is None
    assert turns_for([WINDOW], 0.5, 100_000, 200_000) is None


def test_every_coil_reaches_the_band_and_resonates_with_a_capacitor_one_can_buy(
    any_mat: Mat,
) -> None:
    """About 1 to 1.7 uH, and 80 to 140 pF."""
    construction = any_mat.construction
    for coil in coils(any_mat):
        assert construction.least_nh <= coil.inductance_nh <= construction.most_nh
        henry, farad = coil.inductance_nh * 1e-9, coil.resonance_pf * 1e-12
        assert 1 / (2 * math.pi * math.sqrt(henry * farad)) == pytest.approx(CARRIER_HZ)
        assert 80 < coil.resonance_pf < 140
        around = sum(2 * (w.w_mm + w.h_mm) for w in coil.windows)
        assert coil.wire_mm > coil.turns * around


def test_readers_lie_beside_each_other_under_their_zone(any_mat: Mat) -> None:
    """A module is 40 x 60 mm; no two of them overlap."""
    places = [
        Rect(at.x_mm, at.y_mm, 40, 60)
        for at in (reader_place(any_mat, antenna) for antenna in any_mat.antennas)
    ]
    for i, one in enumerate(places):
        assert one.is_within(any_mat.sheet)
        assert not any(one.is_overlapping(other) for other in places[i + 1 :])
    for antenna in any_mat.antennas:
        zone = any_mat.zone(antenna.zone)
        offset = reader_place(any_mat, antenna).x_mm - zone.area.x_mm
        is_left = (antenna.role is AntennaRole.A) is not (zone.seat == "b")
        expected = 0 if antenna.role is AntennaRole.ONLY else -24 if is_left else 24
        assert offset == expected
