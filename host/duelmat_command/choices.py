"""An option with a few values, which names the value that was probably meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from duelmat_command.output import near_name, sentences
from duelmat_message import near_names


class Choice(click.Choice[str]):
    """A choice that says which of its values is near a mistyped one.

    `trump-king` and `trump_king` are one value.
    """

    def __init__(self, choices: Sequence[str], meant: Mapping[str, str] | None = None) -> None:
        """`meant` are words that others use for a value, each with the value."""
        super().__init__(choices)
        self._meant = meant or {}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        alike = {choice.replace("_", "-"): choice for choice in self.choices}
        try:
            return super().convert(alike.get(str(value).replace("_", "-"), value), param, ctx)
        except click.BadParameter as error:
            name = str(value).lower()
            meant = [self._meant[name]] if name in self._meant else near_names(name, self.choices)
            said = sentences(error.message, near_name(meant))
            raise click.BadParameter(said, ctx, param) from None
