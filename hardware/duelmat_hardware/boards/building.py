"""Writes the circuit boards of a mat."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from duelmat_hardware.assembly import harness
from duelmat_hardware.mat import Mat

from .project import board_files
from .tile import tile
from .wired_boards import bank_board, main_board

FOLDER: Final = "boards/"
"""Beside the other generated files."""


def all_board_files(mat: Mat) -> dict[str, bytes]:
    """Name and content of every file of every board."""
    wired = harness(mat)
    designs = (tile(mat, wired), bank_board(mat, wired), main_board(mat, wired))
    return {
        f"{FOLDER}{name}": content
        for design in designs
        for name, content in board_files(design).items()
    }


def build_boards(target_dir: Path, mat: Mat) -> list[Path]:
    """Writes the boards of a mat into a folder and returns their paths."""
    paths = []
    for name, content in all_board_files(mat).items():
        path = target_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths
