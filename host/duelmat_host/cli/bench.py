"""`duelmat bench`: the figures, each printed by the command that is named where it is quoted."""

from __future__ import annotations

import click

from duelmat_engine.ruleset import ruleset_names
from duelmat_host.cli.output import complains_of, print_json
from duelmat_host.errors import HostError


@click.group(name="bench")
def command() -> None:
    """Measure, and print figures: of the engine, the scan, the firmware's memory, the table."""


@command.command(name="engine")
@click.option("--ruleset", type=click.Choice(ruleset_names()), help="Only this one.")
@click.option("--seconds", default=4.0, show_default=True, help="How long each rate is measured.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@complains_of(HostError)
def engine(ruleset: str | None, seconds: float, *, as_json: bool) -> None:
    """How fast the rules engine is, beside python-chess in the same run.

    Committed mid-game states with two answers or more are listed, judged and applied, each as a
    fresh value; then whole random duels are played. The ratio compares our random actions a
    second with python-chess's random plies.
    """
    from duelmat_host.figures.engine_speed import engine_speed  # noqa: PLC0415  (only here)

    figures = {name: engine_speed(name, seconds=seconds) for name in _asked(ruleset)}
    if as_json:
        print_json(figures)
        return
    for name, speed in figures.items():
        listing = speed["legal_actions_us"]
        click.echo(
            f"{name:12} listing p50 {listing['p50']:7.1f} us, p99 {listing['p99']:7.1f} us; "
            f"{speed['random_actions_per_s']:8,.0f} random actions/s "
            f"({speed['ratio']:.2f} of python-chess)"
        )


def _asked(ruleset: str | None) -> tuple[str, ...]:
    return (ruleset,) if ruleset else ruleset_names()
