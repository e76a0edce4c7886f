"""What holds for every test: property tests without a clock, the same examples every time.

`HYPOTHESIS_PROFILE=explore make test` looks for new examples instead.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("repeat", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))

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
