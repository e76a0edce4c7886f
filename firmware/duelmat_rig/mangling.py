"""`python -m duelmat_rig.mangling`: wrong frames fed to the decoder, counted as JSON."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from duelmat_rig.bench import measure
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.measuring.mutants import mutants
from duelmat_rig.node_install import MICROPYTHON_VERSIONS

CPYTHON = "cpython"


def mangle(interpreter: str, frames: int, seed: int, board: Path, field: Path) -> dict[str, Any]:
    """So many wrong frames on CPython, or on a MicroPython. Raises: StartError."""
    if interpreter != CPYTHON:
        figures: dict[str, Any] = measure(
            "mutants", interpreter, board, field, count=frames, seed=seed
        )
        return figures
    told: dict[str, Any] = {}
    for counts in mutants(frames, seed):
        told = counts
    return told


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_rig.mangling", description="Wrong frames, as JSON."
    )
    parser.add_argument("--board", type=Path, required=True, help="board.json of the mat")
    parser.add_argument("--field", type=Path, required=True, help="field.json of the mat")
    parser.add_argument("--interpreter", choices=(CPYTHON, *MICROPYTHON_VERSIONS), default=CPYTHON)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    try:
        told = mangle(given.interpreter, given.frames, given.seed, given.board, given.field)
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
        return 1
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
