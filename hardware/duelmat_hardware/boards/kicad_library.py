"""The library of a board's project: symbols, footprints and models, beside the board itself."""

from __future__ import annotations

from .design import Design
from .kicad_footprint import LIBRARY, library_footprint
from .kicad_schematic import symbol_library
from .models import MODELS, has_model, model_file
from .sexpr import Node, item, text


def library_files(design: Design) -> dict[str, str]:
    """Name and text of each file, in the board's folder."""
    parts = {part.footprint.name: part for part in design.parts}
    pretty, symbols = f"{LIBRARY}.pretty", f"{LIBRARY}.kicad_sym"
    return {
        "fp-lib-table": _table("fp_lib_table", pretty),
        "sym-lib-table": _table("sym_lib_table", symbols),
        symbols: symbol_library(design),
        **{
            f"{pretty}/{name}.kicad_mod": library_footprint(design, part)
            for name, part in parts.items()
        },
        **{
            f"{MODELS}/{name}.wrl": model_file(part)
            for name, part in parts.items()
            if has_model(part)
        },
    }


def _table(name: str, path: str) -> str:
    """The table by which KiCad finds a library."""
    library: Node = item(
        "lib",
        item("name", LIBRARY),
        item("type", "KiCad"),
        item("uri", f"${{KIPRJMOD}}/{path}"),
        item("options", ""),
        item("descr", "the parts of this board"),
    )
    return text(item(name, library))
