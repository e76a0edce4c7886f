"""Writes the generated files of a mat, and lists which of them have drifted from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from .assembly import harness
from .bills import breadboard_bill_page
from .boards.joints import joint_drawings
from .breadboard import breadboard_harness
from .breadboard_bill import breadboard_bill
from .errors import Problem
from .loading import load_mat
from .mat import Mat, Zone
from .outputs import board_config, field_config
from .placing import boards
from .plan import base_plate, close_up, enlarged, light_chain, module_plate, overview
from .spice import answers, bus, coil, rails
from .svg import board_svg, svg
from .tables import common_tables, tables
from .wireviz import diagrams, proof_diagram

WIRING: Final = "wiring/"
"""Folder of the drawings that WireViz makes, beside their sources."""
SPICE: Final = "spice/"
"""Folder of the decks for ngspice."""


def config_files(mat: Mat) -> dict[str, str]:
    """Name and content of the files that programs read."""
    return {
        "board.json": _text(board_config(mat)),
        "field.json": _text(field_config(mat)),
    }


@lru_cache(maxsize=3)  # to build and to look for drift take the same files of a mat
def generated_files(mat: Mat) -> Mapping[str, bytes]:
    """Name and content of every generated file but the drawings that WireViz makes."""
    from .template import templates  # noqa: PLC0415  (ReportLab is needed here only)

    of_its_build = _on_a_breadboard if mat.materials.has_whole_readers else _with_boards
    texts = {**config_files(mat), **of_its_build(mat)}
    contents = {name: text.encode() for name, text in texts.items()}
    return MappingProxyType({**contents, **templates(mat)})


def _on_a_breadboard(mat: Mat) -> dict[str, str]:
    """The lists and drawings of a mat of whole reader modules."""
    wired = breadboard_harness(mat)
    items = breadboard_bill(mat, wired)
    stamp = f"* Made from the mat {mat.name}, digest {mat.digest}; not to be edited.\n"
    return {
        f"{SPICE}clock.cir": stamp + bus.module_deck(wired, mat.bank_count),
        **common_tables(mat, wired, items),
        "bom.md": breadboard_bill_page(mat, items),
        "modules.svg": svg(mat, "The mat from above, with its modules", module_plate(mat)),
        "light_chain.svg": svg(mat, "The chain of lights, from above", light_chain(mat)),
        **{f"{WIRING}{name}.yml": text for name, text in diagrams(mat, wired).items()},
    }


def _with_boards(mat: Mat) -> dict[str, str]:
    """The lists and drawings of a mat with wound coils and circuit boards."""
    wired = harness(mat)
    stamp = f"* Made from the mat {mat.name}, digest {mat.digest}; not to be edited.\n"
    return {
        **tables(mat, wired),
        "coil_plate.svg": svg(mat, "Coil plate from above", overview(mat)),
        **_close_ups(mat),
        **{f"{SPICE}{name}.cir": stamp + deck for name, deck in bus.decks(wired).items()},
        **{f"{SPICE}{name}.cir": stamp + deck for name, deck in answers.decks(wired).items()},
        **{f"{SPICE}{name}.cir": stamp + deck for name, deck in rails.decks(mat, wired).items()},
        **{f"{SPICE}{name}.cir": stamp + deck for name, deck in coil.decks(mat).items()},
        **{f"board_{board.name}.svg": board_svg(mat, board) for board in boards(wired)},
        **joint_drawings(mat, wired),
        "base_plate.svg": svg(mat, "Base plate from above", base_plate(mat)),
        "light_chain.svg": svg(mat, "The chain of lights, from above", light_chain(mat)),
        **{f"{WIRING}{name}.yml": text for name, text in diagrams(mat, wired).items()},
        f"{WIRING}proof.yml": proof_diagram(mat),
    }


def _close_ups(mat: Mat) -> dict[str, str]:
    """The first zone of each size and number of antennas, in real size."""
    kinds: dict[tuple[float, int], Zone] = {}
    for zone in mat.zones:
        if zone.antennas:
            kinds.setdefault((zone.area.w_mm, len(zone.antennas)), zone)
    return {
        f"zone_{zone.kind}.svg": svg(
            mat, f"Zone {zone.id} in real size", close_up(mat, zone), enlarged(zone.area)
        )
        for zone in kinds.values()
    }


def build(target_dir: Path, mat: Mat | None = None) -> list[Path]:
    """Writes the generated files of a mat (None is the standard mat) and returns their paths.

    What an earlier mat left in the folder for WireViz is taken away.
    """
    files = generated_files(mat or load_mat())
    for folder in {(target_dir / name).parent for name in files}:
        folder.mkdir(parents=True, exist_ok=True)
    for path in (target_dir / WIRING).glob("*.yml"):
        if f"{WIRING}{path.name}" not in files:
            path.unlink()
    for name, content in files.items():
        (target_dir / name).write_bytes(content)
    return [target_dir / name for name in files]


def drift(target_dir: Path, mat: Mat | None = None) -> list[Problem]:
    """The generated files that are not, byte for byte, what the mat makes of them.

    A folder with none of them is one problem, not as many as there are files.
    """
    problems = []
    files = generated_files(mat or load_mat())
    if not any((target_dir / name).is_file() for name in files):
        got = "none of them" if target_dir.is_dir() else "no such folder"
        expected = f"a folder with the {len(files)} files that are made from the mat"
        advice = "Name the folder that they were built in, or build them."
        return [Problem(str(target_dir), expected, got, advice)]
    for name, content in files.items():
        path = target_dir / name
        if not path.is_file():
            got = "no such file"
        elif path.read_bytes() != content:
            got = "a file with other content"
        else:
            continue
        expected = "the file as generated from the mat"
        advice = "Build the generated files again."
        problems.append(Problem(str(path), expected, got, advice))
    return problems


def _text(value: dict[str, Any]) -> str:
    """JSON with a line for each item of a list of lists or tables: small changes, small diffs."""
    lines = []
    for key, item in value.items():
        if isinstance(item, list) and item and isinstance(item[0], (list, dict)):
            rows = ",\n".join("    " + json.dumps(row) for row in item)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(item)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
