"""The drive at which each of several tags over one coil wakes, while all of them load it.

A tag that sleeps loads the coil as a resonant circuit does: by its coupling squared, times its
quality and the coil's. One that is awake keeps its chip's voltage, so its load on the coil is a
constant voltage. With I the coil's current and a load of b M^2 for each tag,

    drive(I) = I + b sum of M min(M I, flux that wakes it)

as a current, that of the same coil without tags. It rises with I, so tags wake in the order of
their flux in the coil's field, but at drives that lie closer together than these fluxes do.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from duelmat_hardware.geometry import Size

from .film import QUALITY_LOADED, turn_nh
from .shield import effective_area_mm2
from .windows import Floats

NH_PER_MM2_A_PER_M: Final = 4e-4 * math.pi
"""The flux (nH A) through a square millimetre in a field of 1 A/m."""


def waking_flux(tag: Size, wakes_a_per_m: float) -> float:
    """Return the flux (nH A) through one turn of a tag in the field that wakes it."""
    return wakes_a_per_m * NH_PER_MM2_A_PER_M * effective_area_mm2(tag)


def load_per_nh2(coil_nh: float, quality: float, tag: Size) -> float:
    """Return b: the load of a tag that sleeps, for each nanohenry squared of what links it."""
    return quality * QUALITY_LOADED / (coil_nh * turn_nh(tag))


def waking_drives(linked_nh: Floats, fluxes: Floats, load: float) -> Floats:
    """Return the drive (A) at which each tag wakes; tags along the first axis, then places."""
    current = fluxes / np.maximum(linked_nh, 1e-9)
    drive = current.copy()
    for links, wakes in zip(linked_nh, fluxes, strict=True):
        drive += load * links * np.minimum(links * current, wakes)
    return np.asarray(drive, dtype=np.float64)
