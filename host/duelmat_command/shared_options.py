"""Options that several commands have, each with the setting that may give it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import click

from duelmat_command.config import MicroPython
from duelmat_command.settings import SettingOption

F = TypeVar("F", bound=Callable[..., Any])
GAME_OF_CARDS: Final = "The game that the cards belong to, as in `duelmat play`."
ANY_MAT: Final = "standard, mini, starter, or a mat file."
ANY_PORT: Final = "The mat, as in /dev/ttyACM0, or auto."


def ruleset_option(help_text: str) -> Callable[[F], F]:
    """Return the option of the game that is played."""
    return click.option(
        "--ruleset",
        cls=SettingOption,
        setting="ruleset",
        show_default=True,
        metavar="NAME",
        help=help_text,
    )


def mat_option(help_text: str = ANY_MAT, *, name: str = "name") -> Callable[[F], F]:
    """Return the option of the mat, a packaged one or a file."""
    return click.option(
        "--mat",
        name,
        cls=SettingOption,
        setting="mat",
        show_default=True,
        metavar="NAME",
        help=help_text,
    )


def port_option(help_text: str = ANY_PORT, *, required: bool = True) -> Callable[[F], F]:
    """Return the option of the port to a mat of wood and wire."""
    return click.option(
        "--port",
        cls=SettingOption,
        setting="port",
        required=required,
        metavar="DEVICE",
        help=help_text,
    )


def directory_option(help_text: str) -> Callable[[F], F]:
    """Return the option of a table's directory."""
    return click.option(
        "--dir",
        "directory",
        cls=SettingOption,
        setting="directory",
        type=click.Path(path_type=Path),
        show_default=True,
        help=help_text,
    )


def micropython_option(
    help_text: str | None = None, *, show_default: bool = True
) -> Callable[[F], F]:
    """Return the option of the MicroPython that runs a simulated mat's firmware."""
    return click.option(
        "--micropython",
        cls=SettingOption,
        setting="micropython",
        type=click.Choice(get_args(MicroPython)),
        show_default=show_default,
        help=help_text,
    )
