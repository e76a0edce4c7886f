"""The mat's one description, and what is generated from it. Knows no rules, no wire, no board."""

from .building import build, drift, generated_files
from .errors import HardwareError, MatError, Problem
from .geometry import Point, Rect, Size
from .loading import STANDARD_MAT, check, load_mat, parse_mat
from .mat import (
    Antenna,
    AntennaIndex,
    AntennaRole,
    Button,
    Display,
    Lamp,
    LampIndex,
    LightIndex,
    Mat,
    Pad,
    PadIndex,
    Pins,
    Seat,
    Sleeve,
    Zone,
    ZoneKind,
)
from .neighbours import sweep_rounds
from .outputs import board_config, field_config, page_geometry, zone_map
from .sketch import sketch

__all__ = [
    "STANDARD_MAT",
    "Antenna",
    "AntennaIndex",
    "AntennaRole",
    "Button",
    "Display",
    "HardwareError",
    "Lamp",
    "LampIndex",
    "LightIndex",
    "Mat",
    "MatError",
    "Pad",
    "PadIndex",
    "Pins",
    "Point",
    "Problem",
    "Rect",
    "Seat",
    "Size",
    "Sleeve",
    "Zone",
    "ZoneKind",
    "board_config",
    "build",
    "check",
    "drift",
    "field_config",
    "generated_files",
    "load_mat",
    "page_geometry",
    "parse_mat",
    "sketch",
    "sweep_rounds",
    "zone_map",
]
