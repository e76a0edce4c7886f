"""`duelmat mat`: checking a mat file, and making the hardware files from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from duelmat_command.output import (
    Complaint,
    echo,
    leave,
    print_fault,
    print_table,
)
from duelmat_command.settings import ConfiguredCommand, is_named
from duelmat_command.shared_options import mat_option
from duelmat_hardware import (
    DrawingError,
    Mat,
    MatError,
    Problem,
    build,
    draw,
    drift,
    stale_drawings,
)
from duelmat_host.cli.mats import mat_in, named_mat
from duelmat_message import words_of


@click.group(name="mat")
def command() -> None:
    """Check a mat file, or build the hardware files from it.

    A mat file says once where everything is and what it is made of: zones, coils, lights, pads,
    pins, boards, wires, parts. docs/mat.md describes it, docs/building.md shows how to build a mat
    from it, docs/starter.md how to build the starter mat. Three mats come along, standard, mini
    and starter; without FILE the mat of the settings is meant, the standard one if they name none.

    \b
    Examples:
      duelmat mat check                    the standard mat
      duelmat mat check --mat mini         the small mat for Trump King
      duelmat mat check --mat starter      the small mat of whole modules
      duelmat mat check my-mat.toml        every problem of a file at once
      duelmat mat build my-mat.toml        board config, parts, wires, template and so on
    """


_FILE = click.argument("file", required=False, type=click.Path(path_type=Path))
_NAME = mat_option()


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

    Then the time that the readers' bus leaves a reader's answer, and how long the slowest takes;
    a bus that is too fast for it is refused.

    Then which games can be played on it, and how many of their zones it has no room for; and which
    cannot, with what the mat lacks for them. A mat for no game is refused.

    Then, for every zone with an antenna, what was calculated for cards up to 12 mm off its centre
    and 15 degrees askew, with the placement where it is worst: how well the antenna couples with
    the upper tag, as a share of the lower one; the field at the lower tag, in units of the weakest
    in which it has to work; how well another zone's antenna, and the zone's own other one, couple
    with the lower tag, as a share of the right one; and how far a card detunes the coil.
    """
    mat = _loaded(file, name)
    problems = drift(against, mat) + stale_drawings(against) if against is not None else []
    for problem in problems:
        print_fault(problem.text)
    if problems:
        leave(1)
    games, unfit = _games(mat)
    answer, late = _bus(mat)
    columns, rows, line, faults = _fields(mat)
    faults += late
    parts = [str(len(some)) for some in (mat.zones, mat.antennas, mat.lamps, mat.pads)]
    state = "not sound" if faults else "sound"
    print_table(
        _MAT_COLUMNS, [(mat.name, state, *parts, mat.digest[:16])], lambda *cells: _mat_line(cells)
    )
    print_table(_BUS_COLUMNS, [answer], _bus_line)
    print_table(("Game", "Zones beside it"), games, _game_line)
    if unfit:
        print_table(("Game", "Why it cannot be played"), unfit, _unfit_line)
    print_table(columns, rows, lambda *cells: line(cells))
    if faults:
        leave(1)


def _bus(mat: Mat) -> tuple[tuple[str, str, str, str], list[Problem]]:
    """Return what the bus leaves an answer, as a row, and the faults in it, which are printed."""
    from duelmat_hardware.assembly import harness
    from duelmat_hardware.breadboard import breadboard_harness
    from duelmat_hardware.timing import answer_ns, given_ns, timing_problems

    wired = breadboard_harness(mat) if mat.materials.has_whole_readers else harness(mat)
    late = list(timing_problems(mat, wired))
    for problem in late:
        print_fault(problem.text)
    needed_ns, has_ns = answer_ns(mat, wired), given_ns(mat)
    cells = (f"{mat.spi_hz / 1e6:g}", f"{has_ns:.0f}", f"{needed_ns:.0f}")
    return (*cells, f"{has_ns - needed_ns:.0f}"), late


def _bus_line(mhz: str, has_ns: str, needed_ns: str, left_ns: str) -> str:
    return (
        f"The readers' bus at {mhz} MHz leaves an answer {has_ns} ns; the slowest takes "
        f"{needed_ns} ns, margin {left_ns} ns (calculated)"
    )


def _game_line(game: str, beside: str) -> str:
    rest = "" if beside == "0" else f"; {beside} of its zones lie beside it, and are told"
    return f"{game} can be played on it{rest}"


def _unfit_line(game: str, lacking: str) -> str:
    return f"{game} cannot be played on it: {lacking}"


def _games(mat: Mat) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the games that can be played on a mat, each with the number of its zones beside it,
    and those that cannot, each with what the mat lacks.

    Without any that can, leave with what each lacks.
    """
    from duelmat_host.cli.games import games_on

    fitting, lacking = games_on(mat)
    found = [(game, str(len(zones.beyond))) for game, zones in fitting.items()]
    unfit = [(game, words_of(error)) for game, error in lacking.items()]
    if not found:
        faults = (fault for error in lacking.values() for fault in error.faults)
        for words in dict.fromkeys(faults):
            print_fault(words)
        raise Complaint(
            f"{mat.name}: expected what one game or more needs, got it for none. Add the zones "
            "or the reader that one of these games lacks."
        )
    return found, unfit


_Fields = tuple[
    Sequence[str], Sequence[Sequence[str]], Callable[[Sequence[str]], str], list[Problem]
]
"""The columns and rows of a mat's fields, how a row is said, and the faults."""


def _fields(mat: Mat) -> _Fields:
    """Return the fields of a mat's zones and the faults among them, which are also printed."""
    found = _module_fields(mat) if mat.materials.has_whole_readers else _coil_fields(mat)
    for fault in found[-1]:
        print_fault(fault.text)
    return found


def _module_fields(mat: Mat) -> _Fields:
    from duelmat_hardware.module_coils import field_problems, module_fields

    fields = module_fields(mat)
    rows = [
        (
            each.zone,
            each.power_margin.text,
            ", ".join(f"{margin:.2f}" for margin in each.film_margins),
            each.neighbour_leak.text,
        )
        for each in fields
    ]
    return _MODULE_COLUMNS, rows, _module_line, list(field_problems(fields))


def _coil_fields(mat: Mat) -> _Fields:
    from duelmat_hardware.face_sensing import field_problems, zone_fields

    fields = zone_fields(mat)
    rows = [
        (
            field.zone,
            field.face_ratio.text,
            field.power_margin.text,
            f"{field.sold_margin.value:.2f}",
            ", ".join(f"{margin:.2f}" for margin in field.film_margins),
            field.neighbour_leak.text,
            "none" if field.other_way is None else field.other_way.text,
            f"{field.detuned[0]:.0%} to {field.detuned[1]:.0%}",
        )
        for field in fields
    ]
    return _FIELD_COLUMNS, rows, _field_line, list(field_problems(fields))


_MAT_COLUMNS: Final = ("Mat", "It is", "Zones", "Antennas", "Lamps", "Pads", "Digest")
_BUS_COLUMNS: Final = ("Bus, MHz", "Leaves, ns", "Answer, ns", "Margin, ns")
_FIELD_COLUMNS: Final = (
    "Zone",
    "Face ratio",
    "Power margin",
    "Module as sold",
    "Below metal film",
    "Neighbour leak",
    "Other antenna",
    "Detuned",
)

_MODULE_COLUMNS: Final = ("Zone", "Power margin", "Below metal film", "Neighbour leak")


def _mat_line(cells: Sequence[str]) -> str:
    mat, state, zones, antennas, lamps, pads, digest = cells
    return (
        f"{mat} is {state}: {zones} zones, {antennas} antennas, {lamps} lamps, {pads} pads. "
        f"Digest {digest}."
    )


def _field_line(cells: Sequence[str]) -> str:
    zone, face, power, sold, film, neighbour, other, detuned = cells
    return (
        f"{zone}: face ratio {face}, power margin {power}, with a module as sold {sold}, below a "
        f"metal film of 1, 3 and 10 ohm per square {film}, neighbour leak {neighbour}, other "
        f"antenna {other}, detuned {detuned} (calculated)"
    )


def _module_line(cells: Sequence[str]) -> str:
    zone, power, film, neighbour = cells
    return (
        f"{zone}: power margin {power}, below a metal film of 1, 3 and 10 ohm per square {film}, "
        f"neighbour leak {neighbour} (calculated)"
    )


@command.command(name="build", cls=ConfiguredCommand)
@_FILE
@_NAME
@click.option(
    "--target",
    type=click.Path(path_type=Path),
    help="Folder to write to; hardware/generated/NAME if not given.",
)
@click.option("--draw", "is_drawn", is_flag=True, help="Also draw the wiring, with WireViz.")
@click.option("--boards", "has_boards", is_flag=True, help="Also make the circuit boards.")
@click.option(
    "--force", "is_forced", is_flag=True, help="Write them even if the fields cannot work."
)
def build_files(
    file: Path | None,
    name: str,
    target: Path | None,
    is_drawn: bool,
    has_boards: bool,
    is_forced: bool,
) -> None:
    """Write the files that are made from a mat.

    They are the board config and the field of the simulation; parts, wires, nets, coils, pins,
    fields, power and hours of work as lists; the plates as drawings and as a template in real
    size; and the wiring as WireViz reads it. With --boards, which takes minutes and the libraries
    of the extra "hardware", also the circuit boards: KiCad projects, Gerbers, and lists for a
    maker.

    Fields are calculated first, as `duelmat mat check` does it. If those of a zone cannot work,
    nothing is written without --force.
    """
    mat = _loaded(file, name)
    faults = _fields(mat)[-1]
    if faults and not is_forced:
        print_fault(
            "Nothing was written: cards on this mat would not be read, or be told wrongly. "
            "--force writes the files all the same."
        )
        leave(1)
    folder = target if target is not None else Path("hardware", "generated", mat.name)
    try:
        paths = build(folder, mat)
        if is_drawn:
            paths += draw(folder)
        if has_boards:
            paths += _boards(folder, mat)
    except (DrawingError, MatError) as error:
        raise Complaint(words_of(error)) from None
    except OSError as error:
        reason = words_of(error)
        raise Complaint(
            f"{click.format_filename(folder)}: expected a folder to write to, but it cannot be "
            f"used: {reason}."
        ) from None
    for path in paths:
        echo(f"wrote {click.format_filename(path)}")


def _boards(folder: Path, mat: Mat) -> list[Path]:
    """Write the circuit boards; a Complaint names the library that is not installed."""
    try:
        from duelmat_hardware.boards.building import build_boards
    except ModuleNotFoundError as error:
        library = error.name or ""
        raise Complaint(
            f"--boards: expected the library {library}, which is not installed. Install it "
            "with: pip install 'duelmat[hardware]'"
        ) from None
    return build_boards(folder, mat)


def _loaded(file: Path | None, name: str) -> Mat:
    """Return a sound mat, or raise a Complaint with every problem; FILE overrides the setting."""
    if file is not None and is_named(click.get_current_context(), "name"):
        raise Complaint(f"expected a file or --mat, got both {file!s} and {name}. Name one.")
    return named_mat(name) if file is None else mat_in(file)
