"""Set up every test: examples of property tests, no settings of the user, rare collections."""

from __future__ import annotations

import gc
import os
import tempfile
from pathlib import Path
from typing import Final

from examples import load_profile

GARBAGE_AFTER: Final = 50_000
"""Objects made before memory is collected: at the usual 700 a third of the time goes there."""

load_profile()
gc.disable()  # until all modules and tests are there, which stay

_FOLDER = tempfile.TemporaryDirectory(prefix="duelmat-no-settings-")


def pytest_configure() -> None:
    """Settings of whoever runs the tests count for none of them, in no process."""
    for name in [name for name in os.environ if name.startswith("DUELMAT_")]:
        del os.environ[name]
    config = Path(_FOLDER.name, "config.toml")
    config.touch()
    os.environ["DUELMAT_CONFIG"] = str(config)
    os.environ["XDG_STATE_HOME"] = str(Path(_FOLDER.name, "state"))  # logs of demo and doctor


def pytest_collection_finish() -> None:
    """Collect only what tests make."""
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER)
    gc.enable()


def pytest_unconfigure() -> None:
    _FOLDER.cleanup()
