"""Set up every test: how many examples property tests take, and no settings of the user."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from examples import load_profile

load_profile()

_FOLDER = tempfile.TemporaryDirectory(prefix="duelmat-no-settings-")


def pytest_configure() -> None:
    """Settings of whoever runs the tests count for none of them, in no process."""
    for name in [name for name in os.environ if name.startswith("DUELMAT_")]:
        del os.environ[name]
    config = Path(_FOLDER.name, "config.toml")
    config.touch()
    os.environ["DUELMAT_CONFIG"] = str(config)
    os.environ["XDG_STATE_HOME"] = str(Path(_FOLDER.name, "state"))  # logs of demo and doctor


def pytest_unconfigure() -> None:
    _FOLDER.cleanup()
