"""The firmware's measures, taken by the rig in a process of its own and read as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from duelmat_hardware import Mat, board_config, field_config, load_mat
from duelmat_host.errors import RigStartError
from duelmat_maker.flash import make_bundle


def measure_firmware(
    measurement: str, micropython: str, *options: str, mat: Mat | None = None
) -> dict[str, Any]:
    """Return what `duelmat_bench.firmware.measure` prints for this mat. Raises RigStartError."""
    return rig_figures(
        "duelmat_bench.firmware.measure",
        measurement,
        "--micropython",
        micropython,
        *options,
        mat=mat,
    )


def measure_memory(
    micropython: str, minutes: float, mat: Mat | None = None, gap_bytes: int = 0
) -> dict[str, Any]:
    """Return what the firmware keeps of the heap, as `duelmat flash` puts it on a board.

    gap_bytes: a gap before all else on the heap. Numbers that look like addresses, as times do,
        keep garbage by chance; with another gap they keep something else, or nothing.

    Raises: RigStartError, FlashError
    """
    mat = mat or load_mat()
    with tempfile.TemporaryDirectory(prefix="duelmat-firmware-") as place:
        for path, data in make_bundle(mat).files.items():
            if path.endswith(".mpy"):
                target = Path(place) / path
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(data)
        words = ("--firmware", place, "--minutes", str(minutes), "--gap-bytes", str(gap_bytes))
        return measure_firmware("memory", micropython, *words, mat=mat)


def rig_figures(module: str, *words_after: str, mat: Mat | None = None) -> dict[str, Any]:
    """The JSON that a measuring program of the rig prints. Raises RigStartError."""
    mat = mat or load_mat()
    with tempfile.TemporaryDirectory(prefix="duelmat-bench-") as place:
        files = {"board": board_config(mat), "field": field_config(mat)}
        words = [sys.executable, "-m", module, *words_after]
        for name, content in files.items():
            path = Path(place) / f"{name}.json"
            path.write_text(json.dumps(content), encoding="utf-8")
            words += [f"--{name}", str(path)]
        run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        said = (run.stderr.strip() or "it said nothing").splitlines()
        raise RigStartError(
            f"the measurement {' '.join((module, *words_after))} did not end well "
            f"(exit {run.returncode}): {' '.join(said[-5:])}"
        )
    figures: dict[str, Any] = json.loads(run.stdout)
    return figures
