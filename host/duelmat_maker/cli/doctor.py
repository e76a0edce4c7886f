"""`duelmat doctor`: testing a mat part by part, with a report."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from duelmat_command.columns import padded
from duelmat_command.config import MicroPython
from duelmat_command.ending import ended_by_signals
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    leave,
)
from duelmat_command.settings import ConfiguredCommand, is_named
from duelmat_command.shared_options import mat_option, micropython_option, port_option
from duelmat_files import SHARED, make_directory, make_new, replace_whole
from duelmat_hardware import Mat
from duelmat_host.cli.mats import named_mat
from duelmat_maker.cli.doctor_bench import check_bench, prove_bench
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_maker.doctor import Diagnosis, Do, Question, Report

_COLOURS: Final = {"fine": "green", "weak": "yellow", "fault": "red", "skipped": "cyan"}
"""The colours of test results, where the output is a terminal."""


@click.command(name="doctor", cls=ConfiguredCommand)
@port_option(required=False)
@click.option("--simulated", is_flag=True, help="Try it on a simulated mat, with simulated hands.")
@mat_option()
@click.option(
    "--only",
    metavar="PARTS",
    help="Only these: link, readers, lights, displays, buttons, pads, margins.",
)
@click.option("--quick", is_flag=True, help="Only what needs nobody's hands: link and readers.")
@click.option(
    "--report", "file", type=click.Path(path_type=Path), help="Write all findings to this file."
)
@click.option(
    "--bench",
    "is_bench",
    is_flag=True,
    help="Prove one reader, one coil and five sleeves on a table, before a mat is ordered.",
)
@click.option(
    "--check",
    "checked",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --bench: read a report again, and judge it anew.",
)
@micropython_option("With --simulated.", show_default=False)
@complains_of(DuelmatError)
@click.pass_context
def command(
    ctx: click.Context,
    port: str | None,
    name: str,
    only: str | None,
    file: Path | None,
    checked: Path | None,
    micropython: MicroPython,
    *,
    simulated: bool,
    quick: bool,
    is_bench: bool,
) -> None:
    """Test a mat part by part, and say what to check where something fails.

    Readers and link are tested without you. For lights and displays you are asked what you see;
    buttons and pads are to be pressed and touched as their lamps light up; and for the read margin
    one card is laid on every zone in turn. The exit code is 1 if there is a fault.

    With --bench nothing but one reader hangs on the board, as chapter 0 of docs/building.md has
    it. Tags and sleeves are laid on its coil one after the other, and the least power is measured
    at which each tag answers. Then it says: build, build with other sleeves, or do not build. The
    readings are kept in a report after each step (duelmat-bench.json, or the one that --report
    names), and the same command goes on with it. The exit code is 0 for build, else 1.

    \b
    Examples:
      duelmat doctor --port /dev/ttyACM0 --report mat.txt
      duelmat doctor --port /dev/ttyACM0 --quick
      duelmat doctor --port /dev/ttyACM0 --only pads,margins
      duelmat doctor --simulated
      duelmat doctor --bench --port /dev/ttyACM0
      duelmat doctor --bench --check duelmat-bench.json

    docs/doctor.md explains each finding. Attach the report when you ask for help.
    """
    from duelmat_maker.doctor.examination import NO_HANDS, PARTS

    if checked is not None and not is_bench:
        raise Complaint("--check reads a report of the bench: name --bench, too.")
    if is_bench and (only or quick):
        raise Complaint("--only and --quick choose parts of a mat: leave them out with --bench.")
    if checked is not None:
        check_bench(checked, named_mat(name))
    if simulated and not is_named(ctx, "port"):
        port = None
    if (port is None) == (not simulated):
        raise Complaint("Name a port with --port, or try it with --simulated.")
    if is_bench:
        prove_bench(port, named_mat(name), file, micropython)
    parts = tuple(only.split(",")) if only else NO_HANDS if quick else PARTS
    for part in parts:
        if part not in PARTS:
            raise Complaint(f"--only: expected some of {', '.join(PARTS)}, got {part!r}.")
    mat = named_mat(name)
    if file is not None:
        _try_place(file)  # find out before an hour of work by hand
    report = _simulated(mat, parts, micropython) if port is None else _real(port, mat, parts)
    counts = (f"{number} {state.value}" for state, number in report.count.items())
    echo()
    echo(f"{', '.join(counts)}.")
    _keep(report)
    if file is not None:
        _write(file, report)
    leave(0 if report.is_well else 1)


def _try_place(file: Path) -> None:
    """Raise a Complaint if the report could not be written at this place."""
    try:
        os.close(make_new(file, SHARED))
        file.unlink()
    except FileExistsError:
        name = click.format_filename(file)
        raise Complaint(f"{name}: expected a new file, got one that is there: move it.") from None
    except OSError as error:
        raise _unwritable(file, error) from None


def _write(file: Path, report: Report) -> None:
    try:
        replace_whole(file, report.format().encode(), SHARED)
    except OSError as error:
        raise _unwritable(file, error) from None
    echo(f"The report is in {click.format_filename(file)}.")


def _keep(report: Report) -> None:
    """Keep the findings for `duelmat report`, if that can be."""
    from duelmat_command.log_file import DOCTOR_NAME, log_folder
    from duelmat_files.whole_file import write_whole

    folder = log_folder()
    with suppress(DuelmatError, OSError):
        make_directory(folder)
        write_whole(folder / DOCTOR_NAME, report.format().encode(), "the doctor's findings")


def _unwritable(file: Path, error: OSError) -> Complaint:
    return Complaint(
        f"{click.format_filename(file)}: expected a file to write to, got: {words_of(error)}. "
        "Name another place."
    )


def _tell(finding: Diagnosis) -> None:
    state = finding.state.value
    echo(padded(state, 8), nl=False, fg=_COLOURS[state])
    echo(f"{padded(finding.part, 9)}{padded(finding.name, 12)}{finding.text}")
    if finding.check:
        advice = f"Check: {finding.check}"
        echo(f"{'':29}{advice}")


def _real(port: str, mat: Mat, parts: tuple[str, ...]) -> Report:
    from duelmat_host.link import BoardLine, BoardSession
    from duelmat_maker.doctor import Examination, RealConnection

    line = BoardLine(port, BoardSession(mat))
    try:
        return Examination(RealConnection(line), mat, _AtTerminal(), _tell).report(parts)
    finally:
        line.close()


def _simulated(mat: Mat, parts: tuple[str, ...], micropython: MicroPython) -> Report:
    from duelmat_host.link import (
        BoardLine,
        BoardSession,
        VirtualTime,
        start_rig,
    )
    from duelmat_maker.doctor import Examination, SimulatedOperator, VirtualConnection

    with ended_by_signals(), tempfile.TemporaryDirectory(prefix="duelmat-doctor-") as place:
        rig = start_rig(Path(place), micropython, "virtual", 1, mat)
        try:
            with rig.client() as hands:
                line = BoardLine(rig.port, BoardSession(mat))
                connection = VirtualConnection(line, VirtualTime(line, hands))
                operator = SimulatedOperator(hands, mat)
                report = Examination(connection, mat, operator, _tell).report(parts)
                line.close()
                return report
        finally:
            rig.stop()


class _AtTerminal:
    """A person at the terminal, who reads questions and types answers."""

    def do(self, wanted: Do) -> bool:
        echo(f"> {wanted.text}")
        return True

    def sees(self, wanted: Question) -> bool | None:
        if not sys.stdin.isatty():
            return None
        answer: str = click.prompt(
            f"> {wanted.text}",
            type=click.Choice(["y", "n", "s"]),
            default="y",
            show_choices=True,
        )
        return {"y": True, "n": False}.get(answer)

    def goes_on(self, wanted: Do) -> bool:
        if not sys.stdin.isatty():
            return False
        question = f"Nothing came of it. Try {wanted.name} again?"
        return click.confirm(f"> {question}", default=False)
