"""The options that commands share whose work is logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import click

from duelmat_command.choices import Choice
from duelmat_command.config import LogLevel
from duelmat_command.settings import SettingOption


def log_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add -v and --log-level; the command takes `verbose` and `log_level`."""
    named = click.option(
        "--log-level",
        cls=SettingOption,
        setting="log_level",
        type=Choice(get_args(LogLevel)),
        show_default=True,
        help="How much is written into the log file.",
    )
    counted = click.option(
        "-v",
        "--verbose",
        count=True,
        help="Show the log in the terminal too, not only warnings; -vv for all of it.",
    )
    return named(counted(command))
