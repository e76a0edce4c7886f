"""The damping of a tag by a metal film close to it, as holographic cards have one.

The film is taken as endless, which a card is beside a tag, and as thin, with a resistance of R
ohm per square. Of each of the tag's waves with k per metre, the currents in the film cancel the
part 1 / (1 - j k / k0), with k0 = omega mu0 / 2R: a good conductor all of it, a poor one little,
and what they lag behind is heat. A wave goes to the film and back, through twice the gap.

What it leaves out: the film's edge, holes in its print, and the capacitance between film and tag.
Nothing of it has been measured.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duelmat_hardware.geometry import Size

from .driver import OMEGA_PER_S
from .shield import TURN_INSETS_MM
from .windows import Floats

FILM_OHMS: Final = (1.0, 3.0, 10.0)
"""Ohm per square, from aluminium as thin as cards are printed on to what lets light through;
assumed."""
GAP_MM: Final = 0.5
"""From a tag's turns to the film: half a card, two sheets of sleeve and the sticker's glue."""
QUALITY_ALONE: Final = 129.0
"""Of a tag's coil without its chip; assumed."""
QUALITY_LOADED: Final = 20.0
"""Of a tag with its chip in the weakest field that wakes it; assumed."""
WIRE_MM: Final = 0.1
"""Half a turn's width, beyond which a wire does not look thin."""
_MU_0: Final = 4e-7 * math.pi
_WAVES_PER_M: Final = np.geomspace(1.0, 40_000.0, 400)
_ANGLES: Final = (np.arange(48) + 0.5) * math.pi / 96


@lru_cache(maxsize=64)
def film_change(tag: Size, film_ohm: float, gap_mm: float = GAP_MM) -> complex:
    """Return the change of a tag's inductance by a film, as a share of that inductance.

    The real part shifts the tag's resonance; the imaginary part, which is negative, is loss.
    """
    density, k = _energy_density(tag), _WAVES_PER_M
    k0 = OMEGA_PER_S * _MU_0 / 2 / film_ohm
    cancelled = density * np.exp(-2 * k * gap_mm * 1e-3) / (1 - 1j * k / k0)
    return -_integral(cancelled) / _stored(density)


@lru_cache(maxsize=64)
def turn_nh(tag: Size) -> float:
    """Return the inductance of a tag's coil for each turn squared."""
    half_nh_m2 = _MU_0 * 1e9 / 2 / (2 * math.pi)
    return half_nh_m2 * _stored(_energy_density(tag)) / len(TURN_INSETS_MM) ** 2


def quality_under_film(
    tag: Size, film_ohm: float, gap_mm: float = GAP_MM, alone: float = QUALITY_ALONE
) -> float:
    """Return the quality of a tag's coil under a film, of one that has `alone` without a film."""
    return 1 / (1 / alone - film_change(tag, film_ohm, gap_mm).imag)


def film_needs(
    tag: Size, film_ohm: float, gap_mm: float = GAP_MM, loaded: float = QUALITY_LOADED
) -> float:
    """Return how many times the field a tag needs under a film, by its loss and its detuning."""
    change = film_change(tag, film_ohm, gap_mm)
    return loaded * abs(complex(1 / loaded - change.imag, change.real))


def _energy_density(tag: Size) -> Floats:
    """Return k squared times the mean over all directions of the squared spectrum of the turns."""
    kx = _WAVES_PER_M[:, None] * np.cos(_ANGLES)
    ky = _WAVES_PER_M[:, None] * np.sin(_ANGLES)
    seen = np.zeros_like(kx)
    for inset in TURN_INSETS_MM:
        w, h = (tag.w_mm - 2 * inset) * 1e-3, (tag.h_mm - 2 * inset) * 1e-3
        seen += w * h * np.sinc(kx * w / 2 / math.pi) * np.sinc(ky * h / 2 / math.pi)
    return np.asarray(np.mean(seen**2, axis=1) * _WAVES_PER_M**2, dtype=np.float64)


def _stored(density: Floats) -> float:
    return _integral(density * np.exp(-_WAVES_PER_M * WIRE_MM * 1e-3)).real


def _integral(density: Floats | NDArray[np.complex128]) -> complex:
    """Return the integral over all waves, which stand at equal steps of their logarithm."""
    return complex(np.trapezoid(density * _WAVES_PER_M, np.log(_WAVES_PER_M)))
