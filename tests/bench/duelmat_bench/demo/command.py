"""`duelmat demo`: a recorded duel through the whole simulated mat."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any, Literal

import click

from duelmat_command.log_options import log_options
from duelmat_command.output import (
    complains_of,
    echo,
    echo_over,
    leave,
    print_json,
)
from duelmat_command.settings import ConfiguredCommand
from duelmat_engine import EngineError
from duelmat_hardware import MatError, load_mat, mat_file
from duelmat_message.errors import DuelmatError


@click.command(
    "demo", cls=ConfiguredCommand, short_help="Play a recorded duel through the simulated mat."
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--watch", is_flag=True, help="Show it in the page, at the speed of hands.")
@click.option(
    "--micropython",
    type=click.Choice(["1.28", "1.29"]),
    default="1.29",
    show_default=True,
    help="The MicroPython under which the firmware runs.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the simulated electronics."
)
@click.option(
    "--mat",
    default="standard",
    show_default=True,
    metavar="NAME",
    help="The mat: standard, mini, starter, or a file that describes one.",
)
@click.option(
    "--script",
    type=click.Path(path_type=Path, file_okay=False),
    help="A directory with duel.record and incidents.toml of your own.",
)
@click.option("--page-port", type=int, default=8765, show_default=True, help="With --watch.")
@log_options
@complains_of(DuelmatError, EngineError, MatError)
def command(
    as_json: bool,
    watch: bool,
    micropython: Literal["1.28", "1.29"],
    seed: int,
    mat: str,
    script: Path | None,
    page_port: int,
    verbose: int,
    log_level: str,
) -> None:
    """Play a whole recorded duel by hands on the simulated mat.

    The firmware runs unchanged on MicroPython over modelled chips, talks through a serial port,
    and the referee has to find out what the hands did without any hint. The command exits with 0
    only if the layout, the life and the log end as the record says.

    Latencies are in the board's own (virtual) time, from a card placed to its lamp changing;
    host_ms is the host's own work for each round, in real time.
    """
    from duelmat_bench.demo.play_through import play
    from duelmat_bench.demo.script import load_script
    from duelmat_command.log_file import (
        DEMO_LOG_NAME,
        LogOutput,
        log_folder,
    )

    signal.signal(signal.SIGTERM, lambda *_: leave(128 + signal.SIGTERM))  # ends the mat too
    loaded, on = load_script(script), load_mat(mat_file(mat))
    if watch:
        from duelmat_bench.demo.watching import watch as show

        with LogOutput(log_level, verbose) as log:
            log.open_file(log_folder() / DEMO_LOG_NAME)
            show(
                loaded,
                mat=on,
                micropython=micropython,
                seed=seed,
                page_port=page_port,
                tell=_tell_page,
            )
        return

    def progress(done: int, total: int, table: Any) -> None:
        if sys.stderr.isatty():
            told = f"{done}/{total} plays (turn {table.duel.turn}, {table.duel.phase})"
            echo_over(f"{told}   ")

    if not as_json:
        echo("Playing the recorded duel through the simulated mat ...", err=True)
    with LogOutput(log_level, verbose) as log:
        log.open_file(log_folder() / DEMO_LOG_NAME)
        account = play(loaded, mat=on, micropython=micropython, seed=seed, progress=progress)
    if sys.stderr.isatty():
        echo("", err=True)
    if as_json:
        print_json(account)
    else:
        _tell(account)
    leave(1 if account["faults"] else 0)


def _tell_page(address: str) -> None:
    """Print where the duel can be watched."""
    echo("Watch the recorded duel here; Ctrl-C ends it.", err=True)
    echo(address)


def _tell(account: dict[str, Any]) -> None:
    """Print the account for people."""
    life = ", ".join(f"{seat}: {value}" for seat, value in account["life"].items())
    echo(
        f"{account['plays']} plays in {account['turns']} turns under MicroPython "
        f"{account['micropython']}; {account['winner'] or 'nobody'} wins (life {life})."
    )
    for refusal in account["refused"]:
        echo(f"Refused by {', '.join(refusal['rules'])}: {refusal['text']}")
    echo(f"Asked which play was meant: {account['asked']}; taken back: {account['takebacks']}.")
    frames, lit = account["frames"], account["latency_ms"]
    echo(f"Frames: {frames['sent']} sent, {frames['resent']} resent, {frames['bad']} bad.")
    echo(
        f"Card placed to light lit: p50 {lit['p50']:.0f} ms, p95 {lit['p95']:.0f} ms, p99 "
        f"{lit['p99']:.0f} ms (virtual time)."
    )
    for fault in account["faults"]:
        echo(f"Not as the record says: {fault}", err=True)
    if not account["faults"]:
        echo("Layout, life and log end as the record says.")
