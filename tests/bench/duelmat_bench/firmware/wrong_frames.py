"""Wrong frames fed to the decoder: `python -m duelmat_bench.firmware.wrong_frames`."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from duelmat_bench.firmware.measure import measure
from duelmat_bench.on_board.wrong_frames import wrong_frames
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.node_install import MICROPYTHON_VERSIONS

CPYTHON = "cpython"


def mangle(interpreter: str, frames: int, seed: int, board: Path, field: Path) -> dict[str, Any]:
    """Feed so many wrong frames on CPython, or on a MicroPython. Raises: StartError."""
    if interpreter != CPYTHON:
        figures: dict[str, Any] = measure(
            "wrong_frames", interpreter, board, field, count=frames, seed=seed
        )
        return figures
    told: dict[str, Any] = {}
    for counts in wrong_frames(frames, seed):
        told = counts
    return told


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_bench.firmware.wrong_frames", description="Wrong frames, as JSON."
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
