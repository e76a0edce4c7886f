"""Tests the drives at which tags over one coil wake."""

from __future__ import annotations

import numpy as np
import pytest

from duelmat_hardware.geometry import Size
from duelmat_hardware.physics.waking import (
    load_per_nh2,
    waking_drives,
    waking_flux,
)

LINKED = np.array([[20.0, 5.0], [5.0, 5.0]])
FLUXES = np.array([[0.2, 0.2], [0.2, 0.2]])


def test_tags_that_load_nothing_wake_by_their_coupling_alone() -> None:
    drives = waking_drives(LINKED, FLUXES, 0.0)
    assert drives[:, 0] == pytest.approx([0.01, 0.04])


def test_loads_bring_drives_together_but_keep_their_order() -> None:
    """A close tag that is awake takes what the other one would need; equals stay equal."""
    ratios = []
    for load in (0.0, 0.001, 0.01):
        drives = waking_drives(LINKED, FLUXES, load)
        ratios.append(drives[1, 0] / drives[0, 0])
        assert drives[0, 1] == pytest.approx(drives[1, 1])
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[-1] > 1


def test_a_sleeping_tag_loads_by_its_coupling_squared() -> None:
    drive = waking_drives(np.array([[10.0]]), np.array([[0.2]]), 0.01)
    assert drive[0, 0] == pytest.approx(0.02 * (1 + 0.01 * 10**2))


def test_small_tags_and_coils_of_much_inductance_are_loaded_less() -> None:
    small, large = Size(12, 19), Size(25, 25)
    linked_small, linked_large = 170.0, 529.0  # as their areas
    loads = [
        load_per_nh2(2000, 10, tag) * linked**2
        for tag, linked in ((small, linked_small), (large, linked_large))
    ]
    assert loads[0] < loads[1] / 4
    assert load_per_nh2(2000, 10, small) < load_per_nh2(1000, 10, small)


def test_flux_grows_with_the_area() -> None:
    assert waking_flux(Size(20, 20), 1.0) > 1.5 * waking_flux(Size(12, 19), 1.0)
