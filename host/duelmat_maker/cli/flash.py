"""`duelmat flash`: writing firmware and board config onto the board."""

from __future__ import annotations

import sys

import click

from duelmat_command.output import (
    complains_of,
    echo,
    echo_over,
)
from duelmat_command.settings import ConfiguredCommand
from duelmat_command.shared_options import mat_option, port_option
from duelmat_host.cli.mats import named_mat
from duelmat_message.errors import DuelmatError


@click.command(name="flash", cls=ConfiguredCommand)
@port_option("The board, as in /dev/ttyACM0, or auto.")
@mat_option(
    "The mat that the board belongs to: standard, mini, starter, or a mat file of your own."
)
@click.option("--start/--no-start", default=True, help="Start the board afterwards.")
@complains_of(DuelmatError)
def command(port: str, name: str, *, start: bool) -> None:
    """Put the firmware, and the config made from the mat, on a Raspberry Pi Pico.

    The Pico needs MicroPython 1.28 or newer. A mat that runs is asked to stop first. Only what
    differs is written; every file is compared by its digest, and listed with it in manifest.json
    on the board. Interrupted at any point, the command can be run again.

    \b
    Examples:
      duelmat flash --port /dev/ttyACM0
      duelmat flash --port /dev/ttyACM0 --mat mini
    """
    from duelmat_maker.flash import (
        enter_prompt,
        flash_board,
        make_bundle,
        restart,
    )

    mat = named_mat(name)
    bundle = make_bundle(mat)
    prompt = enter_prompt(port, mat, lambda line: echo(line, err=True))
    try:
        flashed = flash_board(prompt, bundle, _tell)
        if sys.stderr.isatty():
            echo("", err=True)
        facts = flashed.facts
        board = facts.machine or facts.platform
        echo(
            f"{board}, MicroPython {'.'.join(map(str, facts.version))}: files written: "
            f"{len(flashed.written)}, were there: {flashed.kept}, removed: "
            f"{len(flashed.removed)}; all verified."
        )
        if start:
            hello = restart(prompt, mat)
            version = ".".join(map(str, hello.firmware))
            echo(f"The mat {mat.name} runs: firmware {version}, {hello.antennas} antennas.")
    finally:
        prompt.close()


def _tell(path: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        echo_over(f"{done}/{total} {path:40}")
