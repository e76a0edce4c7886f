"""The inductance of a mat's coil with every card that may lie above it."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from .coils import coils
from .driven_coil import driven_coil, middle_nh, shield_of
from .face_sensing import placements, spread_of
from .mat import Mat

WAYS: Final = (0, 180)
"""In which a card lies over the first antenna."""


class CoilRange(msgspec.Struct, frozen=True):
    """The inductances of one coil."""

    least_nh: float
    """With a card in the middle."""
    tuned_nh: float
    most_nh: float
    """With a card as far off as is allowed."""
    empty_nh: float
    """Without a card."""

    def of(self, alone_nh: float) -> CoilRange:
        """Return the range of a coil of the same windows with another inductance, empty."""
        share = alone_nh / self.empty_nh
        return CoilRange(
            self.least_nh * share, self.tuned_nh * share, self.most_nh * share, alone_nh
        )


def first_range(mat: Mat) -> CoilRange:
    """Return the range of the mat's first coil, with all its sleeves."""
    antenna = mat.antennas[0]
    coil = driven_coil(antenna, mat.zone(antenna.zone), coils(mat)[0])
    spread = spread_of(placements(WAYS))
    found = np.concatenate([coil.inductance_nh(shield_of(each), spread) for each in mat.sleeves])
    return CoilRange(float(found.min()), middle_nh(found), float(found.max()), coil.alone_nh)
