"""The recorded demonstration: a known duel, done with hands on the simulated mat.

The table does not know the duel: cards are laid on modelled antennas, the firmware reads them, the
bytes pass a serial port, and the referee has to find out what was played.
"""

from __future__ import annotations

from duelmat_bench.demo.script import Incident, Script, load_script
from duelmat_bench.demo.stage import Stage

__all__ = ["Incident", "Script", "Stage", "load_script"]
