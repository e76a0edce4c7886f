"""Writes the generated files of a mat, and tells which of them have drifted from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .errors import Problem
from .loading import load_mat
from .mat import Mat
from .outputs import board_config, field_config, zone_map


def generated_files(mat: Mat) -> dict[str, str]:
    """Name and content of every generated file."""
    return {
        "board.json": _text(board_config(mat)),
        "field.json": _text(field_config(mat)),
        "zone_map.json": _text(zone_map(mat)),
    }


def build(target_dir: Path, mat: Mat | None = None) -> list[Path]:
    """Writes the generated files of a mat (None is the standard mat) and tells their paths."""
    files = generated_files(mat or load_mat())
    target_dir.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (target_dir / name).write_text(text, encoding="utf-8", newline="\n")
    return [target_dir / name for name in files]


def drift(target_dir: Path, mat: Mat | None = None) -> list[Problem]:
    """The generated files that are not, byte for byte, what the mat makes of them."""
    problems = []
    for name, text in generated_files(mat or load_mat()).items():
        path = target_dir / name
        if not path.is_file():
            got = "no such file"
        elif path.read_bytes() != text.encode():
            got = "a file with other content"
        else:
            continue
        expected = "the file as generated from the mat"
        problems.append(Problem(str(path), expected, got, "Build the generated files again."))
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
