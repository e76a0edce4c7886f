"""All files of a board: KiCad's project, what a maker is sent, and pictures of that."""

from __future__ import annotations

from .clearances import proven
from .design import Design
from .gerbers import gerber_files, pictures
from .kicad_board import board_file
from .kicad_library import library_files
from .kicad_schematic import schematic_file
from .lists import bom, places, project_file
from .pour import filled


def board_files(design: Design) -> dict[str, bytes]:
    """Name and content of each, in a folder of the board's name."""
    name, fills = design.name, filled(design)
    gerbers = gerber_files(proven(design, fills), fills)
    texts = {
        f"{name}.kicad_pro": project_file(design),
        f"{name}.kicad_sch": schematic_file(design),
        f"{name}.kicad_pcb": board_file(design, fills),
        **library_files(design),
        f"{name}-bom.csv": bom(design),
        f"{name}-places.csv": places(design),
        **pictures(gerbers, name),
    }
    files = {key: content.encode() for key, content in texts.items()}
    files |= {f"gerbers/{key}": content for key, content in gerbers.items()}
    return {f"{name}/{key}": content for key, content in files.items()}
