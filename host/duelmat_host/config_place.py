"""The place of the settings: found without reading them, for `duelmat --help` is quick."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import platformdirs

CONFIG_VARIABLE: Final = "DUELMAT_CONFIG"
"""Names the file of settings."""
DATABASE_VARIABLE: Final = "DUELMAT_DATABASE"
"""Holds the address of an event's database, with its password: it is read, and never shown."""
NAME: Final = "config.toml"


def config_file(environment: Mapping[str, str]) -> Path:
    """The file that DUELMAT_CONFIG names, else config.toml in the platform's place."""
    named = environment.get(CONFIG_VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    return platformdirs.user_config_path("duelmat", appauthor=False) / NAME
