"""`duelmat bench`: the measurements, taken by the measuring package of a checkout."""

from __future__ import annotations

from typing import Final

import click

from duelmat_host.cli.development import find_development, need_development
from duelmat_host.cli.spoken import SpokenCommand

_ANY_WORDS: Final = {"ignore_unknown_options": True, "allow_extra_args": True}


@click.command(name="bench", cls=SpokenCommand, context_settings=_ANY_WORDS)
def _missing() -> None:
    """Measure, and print figures: in a checkout with the development extra only."""
    need_development("commands", "duelmat bench")


_found: Final = find_development("commands")
command: Final[click.Command] = _missing if _found is None else _found.command
