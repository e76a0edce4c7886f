"""`python -m duelmat_hardware build|draw|check|solve`: the generated files of a mat, its faults.

`build` writes what needs nothing but this package; `draw` also runs WireViz on the wiring files;
`solve` calculates the packaged mats' couplings anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .building import build, drift
from .drawings import draw, stale_drawings
from .errors import HardwareError
from .loading import PACKAGED_MATS, load_mat, mat_file
from .reach import SOLVED, write_solved


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m duelmat_hardware")
    parser.add_argument("command", choices=["build", "draw", "check", "solve"])
    names = ", ".join(PACKAGED_MATS)
    parser.add_argument(
        "file", nargs="?", help=f"a mat file, or one of {names}; the standard mat if none"
    )
    parser.add_argument("--target", type=Path, help="folder of the generated files")
    options = parser.parse_args(arguments)
    if options.command == "solve":
        write_solved([load_mat(mat_file(name)) for name in PACKAGED_MATS])
        print(f"wrote {SOLVED}")
        return 0
    try:
        mat = load_mat(mat_file(options.file))
        target = options.target or Path("hardware", "generated", mat.name)
        if options.command in {"build", "draw"}:
            paths = build(target, mat)
            if options.command == "draw":
                paths += draw(target)
            print(f"wrote {len(paths)} files to {target}")
            return 0
    except HardwareError as error:
        print(error, file=sys.stderr)
        return 1
    problems = []
    if options.target:
        problems = drift(options.target, mat) + stale_drawings(options.target)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{mat.name} is good: {len(mat.zones)} zones, {len(mat.antennas)} antennas")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
