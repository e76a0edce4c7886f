"""Runs a deck in ngspice, and returns what it wrote down."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pytest

from duelmat_hardware.spice.deck import SAMPLES

PROGRAM: Final = "ngspice"
LONGEST_S: Final = 120
needs_ngspice = pytest.mark.skipif(
    shutil.which(PROGRAM) is None,
    reason="ngspice is not installed (Debian: apt-get install ngspice)",
)


class Traces(msgspec.Struct, frozen=True):
    """What a deck wrote down: a time, and for each name a value at that time."""

    time_s: Sequence[float]
    of: Mapping[str, Sequence[float]]


def run(deck: str) -> Traces:
    """Run a deck; a RuntimeError if it does not get to its end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.cir")
        path.write_text(deck, encoding="utf-8")
        done = subprocess.run(
            [PROGRAM, "-b", path.name],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
        samples = Path(folder, SAMPLES)
        if "aborted" in done.stdout + done.stderr or not samples.is_file():
            last = " / ".join((done.stdout + done.stderr).strip().splitlines()[-3:])
            raise RuntimeError(f"{PROGRAM} did not run {deck.splitlines()[0]} to its end: {last}")
        return _traces(samples.read_text(encoding="utf-8"))


def _traces(text: str) -> Traces:
    head, *lines = text.splitlines()
    rows = [[float(word) for word in line.split()] for line in lines if line.strip()]
    columns = list(zip(*rows, strict=True))
    return Traces(columns[0], dict(zip(head.split()[1:], columns[1:], strict=True)))
