"""Whatever ends the doctor ends the simulated mat that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.long

START_S = 120.0
"""A busy machine may take so long to start a simulated mat."""
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from duelmat import main; main()"
)
"""As in a terminal: what a shell runs in the background begins with Ctrl-C ignored."""
END_S = 20.0
"""Two seconds, and ten times that on a busy machine."""


def rigs_in(place: Path) -> list[str]:
    """Return the command lines of processes whose rig stands in a directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if "loader.mjs" in words and str(place) in words:
            found.append(words)
    return found


def wait_for(place: Path, *, there: bool, longest_s: float) -> None:
    end_s = monotonic() + longest_s
    while bool(rigs_in(place)) is not there:
        assert monotonic() < end_s, rigs_in(place)
        sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_no_process_of_a_simulated_mat_is_left(number: signal.Signals) -> None:
    """Terminated, interrupted, hung up, and killed, when it clears nothing away itself."""
    with TemporaryDirectory(prefix="d") as place:  # the path of a socket has at most 107 bytes
        end_a_doctor(number, Path(place))


def end_a_doctor(number: signal.Signals, tmp_path: Path) -> None:
    """Start an examination in a place of its own, and end it by a signal."""
    doctor = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "doctor", "--simulated"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    try:
        wait_for(tmp_path, there=True, longest_s=START_S)
        doctor.send_signal(number)
        wait_for(tmp_path, there=False, longest_s=END_S)
        assert doctor.wait(END_S)
    finally:
        doctor.kill()
        doctor.wait()
    if number is not signal.SIGKILL:
        assert not list(tmp_path.glob("duelmat-doctor-*"))
