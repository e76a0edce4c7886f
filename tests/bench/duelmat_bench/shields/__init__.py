"""Round shields between round coils and tags: the reference of the sheets in `mat check`."""

from .axisymmetric import Disc, RoundField, Winding
from .filaments import coaxial_nh, ring_nh
from .stacks import Stack, measure_shields

__all__ = [
    "Disc",
    "RoundField",
    "Stack",
    "Winding",
    "coaxial_nh",
    "measure_shields",
    "ring_nh",
]
