"""Groups of commands, each loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import click

from duelmat_command.development import need_development
from duelmat_command.output import Complaint, near_name, sentences
from duelmat_message import near_names


class Lazy(NamedTuple):
    """A command that is loaded when it is called, with what help prints before."""

    module: str
    """It has the command as `command`."""
    line: str


class LazyGroup(click.Group):
    """Commands whose modules are imported when they are called.

    Args:
    lazy: every command by its name.
    program: the words that call this group, for messages.

    """

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy], program: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy
        self.program = program

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return [name for name, each in self.lazy.items() if _is_there(each)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        found = self.lazy.get(cmd_name)
        if found is None or not _is_there(found):
            return None
        command: click.Command = import_module(found.module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the command that was probably meant."""
        name = args[0] if args else ""
        if name in self.lazy and not _is_there(self.lazy[name]):
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
            lines = ((name, self.lazy[name].line) for name in self.list_commands(ctx))
            formatter.write_dl(list(lines))


def _is_there(command: Lazy) -> bool:
    """Whether the package of a command is installed; nothing is imported to find out."""
    return find_spec(command.module.partition(".")[0]) is not None
