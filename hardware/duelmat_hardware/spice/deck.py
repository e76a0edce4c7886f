"""The end of every deck for ngspice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SAMPLES: Final = "samples.txt"
"""The file that a deck writes, in the folder that it is run in."""


def writing(names: Sequence[str]) -> list[str]:
    """The last lines of a deck: run it, write these vectors down, and leave."""
    return [
        ".control",
        "set wr_singlescale",
        "set wr_vecnames",
        "option numdgt=7",
        "run",
        f"wrdata {SAMPLES} {' '.join(names)}",
        "quit",
        ".endc",
        ".end",
    ]
