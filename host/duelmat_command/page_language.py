"""The language of pages that a command serves or writes; what a command prints is English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from duelmat_command.choices import Choice
from duelmat_command.output import print_error
from duelmat_command.settings import SettingOption
from duelmat_serving.language.titles import TITLES


def language_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option --language of a command with pages."""
    return click.option(
        "--language",
        cls=SettingOption,
        setting="language",
        type=Choice(tuple(TITLES)),
        show_default=True,
        help=help_text,
    )


def warn_of_broken_catalogs() -> None:
    """Name the languages whose messages cannot be read: their pages are in English."""
    from duelmat_serving.language.catalogs import broken_languages

    for fault in broken_languages():
        print_error(f"{fault}. Pages are in English instead.", "yellow")
