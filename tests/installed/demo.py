"""`make wheel`: builds the wheel in dist/ and plays the demo from it, under each Python there is.

Each time the wheel is installed with all that it needs into an environment of its own, and
`duelmat demo --json` runs in an empty folder.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from installed.wheel import ROOT, Installation, build_wheel, pythons

VERSIONS: Final = ("3.11", "3.12", "3.13")


def play_demo(version: str, python: str, wheel: Path, place: Path) -> str | None:
    """Say how the demo went; return what was wrong, or None."""
    began = time.monotonic()
    installation = Installation(place, python)
    installation.install(wheel)
    ready = time.monotonic()
    run = installation.duelmat("demo", "--json")
    if run.returncode != 0:
        return f"Python {version}: exit {run.returncode}: {run.stderr}{run.stdout}"
    account = json.loads(run.stdout)
    print(
        f"[wheel] Python {version}: {account['plays']} plays, faults: {len(account['faults'])} "
        f"(installed in {ready - began:.0f} s, played in {time.monotonic() - ready:.0f} s)",
        flush=True,
    )
    return None


def main() -> int:
    found = pythons(VERSIONS)
    for version in VERSIONS:
        if version not in found:
            print(f"[wheel] Python {version} is not on this machine")
    own = ".".join(map(str, sys.version_info[:2]))
    found.setdefault(own, sys.executable)
    with tempfile.TemporaryDirectory(prefix="duelmat-wheel-") as folder:
        wheel = build_wheel(ROOT / "dist")
        print(f"[wheel] {wheel.name}: playing the demo under {', '.join(found)}", flush=True)
        with ThreadPoolExecutor() as threads:
            runs = [
                threads.submit(play_demo, version, python, wheel, Path(folder, version))
                for version, python in found.items()
            ]
        problems = [problem for run in runs if (problem := run.result())]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
