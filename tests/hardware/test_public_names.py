"""What other packages may import."""

import duelmat_hardware


def test_public_names_are_these() -> None:
    """A new public name is a decision, not an accident."""
    assert sorted(duelmat_hardware.__all__) == [
        *("Antenna", "AntennaIndex", "AntennaRole", "Button", "Display", "DrawingError"),
        *("HardwareError", "Lamp", "LampIndex", "LightIndex", "Mat", "MatError", "MatZone"),
        *("PACKAGED_MATS", "Pad", "PadIndex", "Pins", "Point", "Problem", "Rect"),
        *("STANDARD_MAT", "Seat", "Sense", "Size", "Sleeve", "Zone", "ZoneKind", "board_config"),
        *("build", "check", "config_files", "draw", "drift", "field_config"),
        *("generated_files", "load_mat", "mat_file", "page_geometry", "parse_mat"),
        *("sketch", "stale_drawings", "sweep_rounds"),
    ]
    assert all(hasattr(duelmat_hardware, name) for name in duelmat_hardware.__all__)
