"""The errors of settings."""

from __future__ import annotations

from duelmat_files.errors import BrokenFileError


class ConfigError(BrokenFileError):
    """A setting cannot be as config.toml or the environment has it."""
