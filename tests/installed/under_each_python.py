"""`make wheel`: builds the wheel in dist/ and tries it, under each Python there is.

Each time the wheel is installed with all that it needs into an environment of its own, and its
commands run in an empty folder: the firmware on a simulated mat is examined over the wire, and
an event is generated and proven.
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from installed.wheel import ROOT, Installation, build_wheel, pythons

VERSIONS: Final = ("3.11", "3.12", "3.13")
TRIED: Final = (
    ("doctor", "--simulated", "--quick"),
    ("event", "generate", "--players", "16", "--seed", "7", "--out", "event.json"),
    ("event", "check", "event.json"),
)
"""The commands that are run, one after the other."""


def try_commands(version: str, python: str, wheel: Path, place: Path) -> str | None:
    """Print how the commands went; return what was wrong, or None."""
    began = time.monotonic()
    installation = Installation(place, python)
    installation.install(wheel)
    ready = time.monotonic()
    for words in TRIED:
        run = installation.duelmat(*words)
        if run.returncode != 0:
            command = " ".join(words)
            fault = f"exit {run.returncode}: {run.stderr}{run.stdout}"
            return f"Python {version}: duelmat {command}: {fault}"
    print(
        f"[wheel] Python {version}: {len(TRIED)} commands did as they should "
        f"(installed in {ready - began:.0f} s, tried in {time.monotonic() - ready:.0f} s)",
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
        print(f"[wheel] {wheel.name}: trying it under {', '.join(found)}", flush=True)
        with ThreadPoolExecutor() as threads:
            runs = [
                threads.submit(try_commands, version, python, wheel, Path(folder, version))
                for version, python in found.items()
            ]
        problems = [problem for run in runs if (problem := run.result())]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
