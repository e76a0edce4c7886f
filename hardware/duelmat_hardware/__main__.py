"""`python -m duelmat_hardware build|check`: the generated files of a mat, and its faults."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .building import build, drift
from .errors import MatError
from .loading import load_mat


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m duelmat_hardware")
    parser.add_argument("command", choices=["build", "check"])
    parser.add_argument("file", nargs="?", type=Path, help="a mat file; the standard mat if none")
    parser.add_argument("--target", type=Path, help="folder of the generated files")
    options = parser.parse_args(arguments)
    try:
        mat = load_mat(options.file)
    except MatError as error:
        print(error, file=sys.stderr)
        return 1
    if options.command == "build":
        target = options.target or Path("hardware", "generated", mat.name)
        for path in build(target, mat):
            print(f"wrote {path}")
        return 0
    problems = drift(options.target, mat) if options.target else []
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{mat.name} is good: {len(mat.zones)} zones, {len(mat.antennas)} antennas")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
