"""The real browser of tests and benches.

Chromium's headless shell draws the same pages with half of the processor time, since it has no
windows of its own; where there is none, Chromium itself is started.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PROGRAMS: Final = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
ARGUMENTS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def browser_program() -> Path:
    """Return the browser of this machine. Raises FileNotFoundError."""
    for program in _PROGRAMS:
        if program.exists():
            return program
    raise FileNotFoundError(f"expected a browser at {_PROGRAMS[1]}: apt-get install chromium")
