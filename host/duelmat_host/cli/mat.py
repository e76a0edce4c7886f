"""`duelmat mat`: a mat file checked, and the hardware files made from it."""

from __future__ import annotations

from pathlib import Path

import click

from duelmat_hardware import STANDARD_MAT, MatError, build, drift, load_mat
from duelmat_hardware.mat import Mat
from duelmat_host.cli.output import Complaint, leave, read_text


@click.group(name="mat")
def command() -> None:
    """Check a mat file, or build the hardware files from it.

    A mat file says once where everything is: zones, coils, lights, pads, pins. docs/mat.md
    describes it. Without FILE the standard mat is meant.

    \b
    Examples:
      duelmat mat check                    the standard mat
      duelmat mat check my-mat.toml        every problem of a file at once
      duelmat mat build my-mat.toml        writes board.json, field.json and zone_map.json
    """


@command.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    help="A folder of built files that must be as this mat makes them.",
)
def check(file: Path | None, against: Path | None) -> None:
    """Say whether a mat file is sound; every problem at once, each with its place."""
    mat = _loaded(file)
    problems = drift(against, mat) if against is not None else []
    for problem in problems:
        click.echo(str(problem), err=True)
    if problems:
        leave(1)
    click.echo(
        f"{mat.name} is sound: {len(mat.zones)} zones, {len(mat.antennas)} antennas, "
        f"{len(mat.lamps)} lamps, {len(mat.pads)} pads. Digest {mat.digest[:16]}."
    )


@command.command(name="build")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--target",
    type=click.Path(path_type=Path),
    help="Folder to write to; hardware/generated/NAME if not given.",
)
def build_files(file: Path | None, target: Path | None) -> None:
    """Write the files that are made from a mat: board config, field and zone map."""
    mat = _loaded(file)
    folder = target if target is not None else Path("hardware", "generated", mat.name)
    try:
        paths = build(folder, mat)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Complaint(
            f"{click.format_filename(folder)}: expected a folder to write to, "
            f"but it cannot be used: {reason}."
        ) from None
    for path in paths:
        click.echo(f"wrote {click.format_filename(path)}")


def _loaded(file: Path | None) -> Mat:
    """A mat that is sound, or a Complaint with every problem."""
    if file is not None:
        read_text(file, "a mat file in TOML")
    try:
        return load_mat(file or STANDARD_MAT)
    except MatError as error:
        raise Complaint(str(error)) from None
