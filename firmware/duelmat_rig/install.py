"""`python -m duelmat_rig.install`: fetches all MicroPython builds that the lock file names."""

import argparse
import sys

from duelmat_rig.electronics.errors import StartError
from duelmat_rig.fetching import ensure_build
from duelmat_rig.node_install import MICROPYTHON_VERSIONS, cache_folder, missing_packages


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m duelmat_rig.install",
        description="Fetch the MicroPython builds for the simulated mat into the user's cache.",
    )
    parser.add_argument("--where", action="store_true", help="print the cache's folder instead")
    if parser.parse_args(words).where:
        print(cache_folder())
        return 0
    try:
        if not missing_packages():
            print("MicroPython is installed already.")
            return 0
        for version in MICROPYTHON_VERSIONS:
            ensure_build(version, _say)
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
        return 1
    print("MicroPython is installed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
