"""Tests what couples coils and tags in air, against closed formulas and another way to it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from duelmat_hardware.geometry import Point, Rect, Size
from duelmat_hardware.physics import Spread, Winding
from duelmat_hardware.physics.loops import Loop, linked_nh, mutual_nh, own_nh
from duelmat_hardware.physics.shield import MU_0_NH_PER_MM

WINDOW = Rect(3, -5, 60, 40)
COIL = (Loop(WINDOW, 1),)


def test_a_square_loop_has_the_inductance_of_the_formula() -> None:
    """2 mu0 a / pi (asinh 1 term aside): 8 a (ln(2 a / d) - 0.774) * 0.1 nH/mm, thin wire."""
    side, wire = 80.0, 0.5
    expected = 0.8 * side * (math.log(2 * side / wire) - 0.774)
    assert own_nh((Loop(Rect(0, 0, side, side), 1),), wire) == pytest.approx(expected, rel=0.03)


def test_the_potential_along_a_tag_is_the_field_through_it() -> None:
    """Stokes: the same as the field of `Winding` over the tag's area, moved and turned."""
    tag, at, spread = Size(12, 19), Point(8, -14), Spread((4.0,), (-3.0,), (25.0,))
    steps = (np.arange(200) + 0.5) / 200 - 0.5
    across, down = np.meshgrid(steps * 10, steps * 17)  # the mean turn lies 1 mm inside
    turn = math.radians(25)
    u, v = at.x_mm + across, at.y_mm + down
    x = 4 + u * math.cos(turn) - v * math.sin(turn)
    y = -3 + u * math.sin(turn) + v * math.cos(turn)
    _, upward = Winding((WINDOW,)).field(x, y, 6.0)
    through = MU_0_NH_PER_MM * abs(float(upward.mean())) * 10 * 17
    assert abs(linked_nh(COIL, tag, at, spread, 6.0)[0]) == pytest.approx(through, rel=0.01)


def test_coils_far_apart_couple_as_dipoles() -> None:
    far = (Loop(Rect(1003, -5, 20, 30), 2),)
    dipoles = -0.1 * (60 * 40) * (20 * 30) * 2 / 1000**3
    assert mutual_nh(COIL, far) == pytest.approx(dipoles, rel=0.02)
    assert mutual_nh(COIL, far) == pytest.approx(mutual_nh(far, COIL))


def test_twice_the_turns_have_nearly_four_times_the_inductance() -> None:
    double = (Loop(WINDOW, 2),)
    assert 3.3 < own_nh(double) / own_nh(COIL) < 4
    assert mutual_nh(double, COIL) == pytest.approx(2 * mutual_nh(COIL, COIL))
