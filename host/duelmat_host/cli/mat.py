"""`duelmat mat`: checking a mat file, and making the hardware files from it."""

from __future__ import annotations

from pathlib import Path

import click

from duelmat_hardware import (
    PACKAGED_MATS,
    DrawingError,
    Mat,
    MatError,
    build,
    draw,
    drift,
    load_mat,
    mat_file,
    stale_drawings,
)
from duelmat_host.cli.output import Complaint, leave, print_fault, print_table, read_text
from duelmat_host.cli.settings import ConfiguredCommand, SettingOption, is_named


@click.group(name="mat")
def command() -> None:
    """Check a mat file, or build the hardware files from it.

    A mat file says once where everything is and what it is made of: zones, coils, lights, pads,
    pins, boards, wires, parts. docs/mat.md describes it, docs/building.md shows how to build a mat
    from it. Two mats come along, standard and mini; without FILE the mat of the settings is meant,
    the standard one if they name none.

    \b
    Examples:
      duelmat mat check                    the standard mat
      duelmat mat check --mat mini         the small mat for Trump King
      duelmat mat check my-mat.toml        every problem of a file at once
      duelmat mat build my-mat.toml        board config, parts, wires, template and so on
    """


_FILE = click.argument("file", required=False, type=click.Path(path_type=Path))
_NAME = click.option(
    "--mat",
    "name",
    cls=SettingOption,
    setting="mat",
    metavar="NAME",
    help=f"{', '.join(PACKAGED_MATS)}, or a mat file.",
)


@command.command(cls=ConfiguredCommand)
@_FILE
@_NAME
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    help="A folder of built files that must be as this mat makes them.",
)
def check(file: Path | None, name: str, against: Path | None) -> None:
    """Say whether a mat file is sound; every problem at once, each with its place.

    Then, for every zone with an antenna, what was calculated for cards up to 12 mm off its centre
    and 15 degrees askew, with the placement where it is worst: how well the antenna couples with
    the upper tag, as a share of the lower one; the field at the lower tag, in units of the weakest
    in which it has to work; how well another zone's antenna, and the zone's own other one, couple
    with the lower tag, as a share of the right one; and how far a card detunes the coil.
    """
    from duelmat_hardware.face_sensing import field_problems, zone_fields

    mat = _loaded(file, name)
    problems = drift(against, mat) + stale_drawings(against) if against is not None else []
    for problem in problems:
        print_fault(str(problem))
    if problems:
        leave(1)
    fields = zone_fields(mat)
    faults = list(field_problems(fields))
    for fault in faults:
        print_fault(str(fault))
    parts = [str(len(some)) for some in (mat.zones, mat.antennas, mat.lamps, mat.pads)]
    print_table(
        ("Mat", "It is", "Zones", "Antennas", "Lamps", "Pads", "Digest"),
        [(mat.name, "sound" if not faults else "not sound", *parts, mat.digest[:16])],
        "{} is {}: {} zones, {} antennas, {} lamps, {} pads. Digest {}.".format,
    )
    print_table(
        ("Zone", "Face ratio", "Power margin", "Neighbour leak", "Other antenna", "Detuned"),
        [
            (
                field.zone,
                str(field.face_ratio),
                str(field.power_margin),
                str(field.neighbour_leak),
                str(field.other_way or "none"),
                "{:.0%} to {:.0%}".format(*field.detuned),
            )
            for field in fields
        ],
        "{}: face ratio {}, power margin {}, neighbour leak {}, other antenna {}, "
        "detuned {} (calculated)".format,
    )
    if faults:
        leave(1)


@command.command(name="build", cls=ConfiguredCommand)
@_FILE
@_NAME
@click.option(
    "--target",
    type=click.Path(path_type=Path),
    help="Folder to write to; hardware/generated/NAME if not given.",
)
@click.option("--draw", "is_drawn", is_flag=True, help="Also draw the wiring, with WireViz.")
def build_files(file: Path | None, name: str, target: Path | None, is_drawn: bool) -> None:
    """Write the files that are made from a mat.

    They are the board config, the field of the simulation and the zone map; parts, wires, nets,
    coils, pins, fields and power as lists; the plates as drawings and as a template in real size;
    and the wiring as WireViz reads it.
    """
    mat = _loaded(file, name)
    folder = target if target is not None else Path("hardware", "generated", mat.name)
    try:
        paths = build(folder, mat)
        if is_drawn:
            paths += draw(folder)
    except DrawingError as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Complaint(
            f"{click.format_filename(folder)}: expected a folder to write to, "
            f"but it cannot be used: {reason}."
        ) from None
    for path in paths:
        click.echo(f"wrote {click.format_filename(path)}")


def _loaded(file: Path | None, name: str) -> Mat:
    """Return a sound mat, or raise a Complaint with every problem; FILE overrides the setting."""
    if file is not None and is_named(click.get_current_context(), "name"):
        raise Complaint(f"expected a file or --mat, got both {file} and {name}. Name one.")
    if file is None:
        if name not in PACKAGED_MATS and not Path(name).exists():
            known = ", ".join(PACKAGED_MATS)
            got = f"{name!r}, and there is no such file"
            raise Complaint(f"--mat: expected one of {known}, or a mat file, got {got}.")
        file = mat_file(name)
    read_text(file, "a mat file in TOML")
    try:
        return load_mat(file)
    except MatError as error:
        raise Complaint(str(error)) from None
