"""The command `duelmat` as a whole: its subcommands, each loaded when it is used.

Commands read files and print; what they report about the game comes from the engine, and what they
report about the mat from the table. None of them shows a traceback for a user's input.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from duelmat_command.lazy_group import Lazy, LazyGroup
from duelmat_command.output import Complaint, colour_wish
from duelmat_message import escaped

COMMANDS: Final = {
    "play": Lazy(
        "duelmat_host.cli.play",
        "Open a table in the browser, simulated or on a real mat.",
    ),
    "demo": Lazy(
        "duelmat_bench.demo.command",
        "Play a recorded duel through the whole simulated mat.",
    ),
    "judge": Lazy(
        "duelmat_rulesets.cli.judge", "Answer table questions: may this be done, and why."
    ),
    "rules": Lazy(
        "duelmat_rulesets.cli.rules",
        "Show the rules of a system, one rule, or what tests hold.",
    ),
    "cards": Lazy(
        "duelmat_rulesets.cli.cards", "Check card files, and show the cards of a ruleset."
    ),
    "replay": Lazy("duelmat.replay", "Show a duel that was played, or a recording of the wire."),
    "perft": Lazy("duelmat_bench.perft.command", "Count the ways to play on from a position."),
    "bench": Lazy("duelmat_bench.commands", "Measure, and print figures (in a checkout)."),
    "capture": Lazy("duelmat_maker.cli.capture", "Record what passes between mat and computer."),
    "flash": Lazy("duelmat_maker.cli.flash", "Put the firmware on the board."),
    "doctor": Lazy("duelmat_maker.cli.doctor", "Test a mat part by part, and write a report."),
    "enroll": Lazy(
        "duelmat_maker.cli.enroll",
        "Tell the table which sleeve holds which card, card after card.",
    ),
    "camera": Lazy("duelmat_camera.cli", "Play with real cards under a webcam, without a mat."),
    "mat": Lazy("duelmat_host.cli.mat", "Check a mat file, or build the hardware files from it."),
    "report": Lazy("duelmat_host.cli.report", "Pack log, versions and settings for a question."),
    "config": Lazy(
        "duelmat.config",
        "Show the settings and where each comes from, or change one.",
    ),
    "event": Lazy("duelmat_hub.cli", "Run an event: its pages, pairings, files and policies."),
    "league": Lazy(
        "duelmat_hub.cli.league",
        "Print the table of several events of the same players: points, Elo, Glicko-2.",
    ),
}
"""Every command with its one line of help, so that `duelmat --help` need not load any."""


def _take_games(
    ctx: click.Context, param: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    """Load the user's own rulesets before a command is looked up."""
    del ctx, param
    if files:
        from duelmat_rulesets.cli.games import take_game

        for name in files:
            take_game(name)
    return files


class MainGroup(LazyGroup):
    """The command as a whole, whose complaints steer no terminal."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _arguments_escaped():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with _arguments_escaped():
            return super().invoke(ctx)


@contextmanager
def _arguments_escaped() -> Iterator[None]:
    """Escape what click's own errors quote of the command line; ours do it when they are shown."""
    try:
        yield
    except click.ClickException as error:
        if not isinstance(error, Complaint):
            vars(error)["message"] = escaped(error.message)
        raise


@click.group(
    cls=MainGroup,
    lazy=COMMANDS,
    program="duelmat",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="duelmat", prog_name="duelmat")
@click.option(
    "--game",
    metavar="FILE",
    multiple=True,
    expose_value=False,
    callback=_take_games,
    help="Also know the ruleset that this Python file registers. The file is run as a program, "
    "with all that you may do: take it from nobody whom you would not let do that "
    "(docs/rulesets/writing.md).",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Real cards on a mat that knows the rules.

    The mat reads where each card lies, a rules engine judges every play, and the lights show it.
    Begin with `duelmat play`: it opens a table in the browser over a simulated mat, no hardware
    needed.

    \b
    Examples:
      duelmat play                       a table to try, in the browser
      duelmat demo                       watch a whole duel being played
      duelmat judge question.toml        may I do this, and why
      duelmat rules                      all rules of the systems there are
      duelmat rules TK-14                one rule, its readings and its tests
      duelmat mat check my-mat.toml      is this mat file sound
      duelmat --game mine.py rules OP    the same for a ruleset of your own

    `duelmat COMMAND --help` shows what a command does and prints.
    """
    ctx.color = colour_wish()
