"""The commands `duelmat camera ...`, each loaded when it is used."""

from __future__ import annotations

from typing import Final

import click

from duelmat_command.lazy_group import Lazy, LazyGroup

COMMANDS: Final = {
    "print": Lazy("duelmat_camera.cli.print_sheets", "Make the playmat and the sleeves' markers."),
    "check": Lazy("duelmat_camera.cli.check", "Show what the camera sees, and what would help."),
    "watch": Lazy("duelmat_camera.cli.watch", "Open a mat on which lies what the camera sees."),
}
"""Every command with its one line of help, so that `duelmat camera --help` need not load any."""


@click.group(name="camera", cls=LazyGroup, lazy=COMMANDS, program="duelmat camera")
def command() -> None:
    """Play with real cards under a webcam, before any mat is built.

    Sleeves and a printed playmat have markers; the camera reads them, and a simulated mat senses
    what lies there, with the real firmware. docs/camera.md leads through it.

    \b
    Examples:
      duelmat camera print tonight                    what to print, in the folder tonight/
      duelmat camera check tonight                    does the camera see all of it
      duelmat camera watch tonight                    open the mat; leave it running
      duelmat play --mat mini --port tonight/mat/port --registry tonight/cards.toml --two
    """
