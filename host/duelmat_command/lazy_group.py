"""Groups of commands, each loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from duelmat_command.development import need_development
from duelmat_command.output import Complaint, near_name, sentences
from duelmat_message import near_names


class LazyGroup(click.Group):
    """Commands whose modules are imported when they are called.

    Args:
    lines: every command with its one line of help.
    package: the package that has a module for each of them, with a `command` in it.
    program: the words that call this group, for messages.
    elsewhere: the modules of those that are not in the package.

    """

    def __init__(
        self,
        *args: Any,
        lines: Mapping[str, str],
        package: str,
        program: str,
        elsewhere: Mapping[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        self.program = program
        self._modules = {name: f"{package}.{name}" for name in lines} | dict(elsewhere or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return [name for name, module in self._modules.items() if _is_there(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in self._modules or not _is_there(self._modules[cmd_name]):
            return None
        command: click.Command = import_module(self._modules[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the command that was probably meant."""
        name = args[0] if args else ""
        if name in self._modules and not _is_there(self._modules[name]):
            need_development(f"{self.program} {name}")
        if name and self.get_command(ctx, name) is None and not name.startswith("-"):
            known = self.list_commands(ctx)
            near = near_names(name, known)
            raise Complaint(
                sentences(
                    f"{self.program} has no command {name!r}.",
                    near_name(near),
                    f"There are: {', '.join(known)}.",
                )
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            lines = ((name, self.lines[name]) for name in self.list_commands(ctx))
            formatter.write_dl(list(lines))


def _is_there(module: str) -> bool:
    """Whether the package of a module is installed; nothing is imported to find out."""
    from importlib.util import find_spec

    return find_spec(module.partition(".")[0]) is not None
