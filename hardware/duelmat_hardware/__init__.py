"""A mat's one description, and what is generated from it. Knows no rules, no wire, no board."""

from .building import build, config_files, drift, generated_files
from .drawings import draw, stale_drawings
from .errors import DrawingError, HardwareError, MatError, Problem
from .geometry import Point, Rect, Size
from .loading import PACKAGED_MATS, STANDARD_MAT, check, load_mat, mat_file, parse_mat
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
    MatZone,
    Pad,
    PadIndex,
    Pins,
    Seat,
    Sense,
    Sleeve,
    Zone,
    ZoneKind,
)
from .neighbours import sweep_rounds
from .outputs import board_config, field_config, page_geometry
from .sketch import sketch

__all__ = [
    "PACKAGED_MATS",
    "STANDARD_MAT",
    "Antenna",
    "AntennaIndex",
    "AntennaRole",
    "Button",
    "Display",
    "DrawingError",
    "HardwareError",
    "Lamp",
    "LampIndex",
    "LightIndex",
    "Mat",
    "MatError",
    "MatZone",
    "Pad",
    "PadIndex",
    "Pins",
    "Point",
    "Problem",
    "Rect",
    "Seat",
    "Sense",
    "Size",
    "Sleeve",
    "Zone",
    "ZoneKind",
    "board_config",
    "build",
    "check",
    "config_files",
    "draw",
    "drift",
    "field_config",
    "generated_files",
    "load_mat",
    "mat_file",
    "page_geometry",
    "parse_mat",
    "sketch",
    "stale_drawings",
    "sweep_rounds",
]
