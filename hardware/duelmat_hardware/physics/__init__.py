"""The coupling of coils and shielded tags at 13.56 MHz, calculated; knows no mat and no file."""

from .coil_current import coil_current_a
from .driver import CONDUCTANCES, field_share
from .shield import Coupling, ShieldedTag, Spread
from .windows import Winding

__all__ = [
    "CONDUCTANCES",
    "Coupling",
    "ShieldedTag",
    "Spread",
    "Winding",
    "coil_current_a",
    "field_share",
]
