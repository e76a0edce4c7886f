"""`duelmat doctor`: testing a mat part by part, with a report."""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from duelmat_hardware import Mat
from duelmat_host.cli.capture import packaged_mat
from duelmat_host.cli.output import Complaint, complains_of, leave
from duelmat_host.cli.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_host.errors import HostError

if TYPE_CHECKING:
    from duelmat_host.doctor import Diagnosis, Do, Question, Report

_COLOURS: Final = {"fine": "green", "weak": "yellow", "fault": "red", "skipped": "cyan"}
"""The colours of test results, where the output is a terminal."""


@click.command(name="doctor", cls=ConfiguredCommand)
@click.option(
    "--port",
    cls=SettingOption,
    setting="port",
    metavar="DEVICE",
    help="The mat, as in /dev/ttyACM0, or auto.",
)
@click.option("--simulated", is_flag=True, help="Try it on a simulated mat, with simulated hands.")
@click.option("--mat", "name", cls=SettingOption, setting="mat", metavar="NAME", show_default=True)
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
    "--micropython",
    cls=SettingOption,
    setting="micropython",
    type=click.Choice(["1.28", "1.29"]),
    help="With --simulated.",
)
@complains_of(HostError)
@click.pass_context
def command(
    ctx: click.Context,
    port: str | None,
    name: str,
    only: str | None,
    file: Path | None,
    micropython: Literal["1.28", "1.29"],
    *,
    simulated: bool,
    quick: bool,
) -> None:
    """Test a mat part by part, and say what to check where something fails.

    Readers and link are tested without you. For lights and displays you are asked what you see;
    buttons and pads are to be pressed and touched as their lamps light up; and for the read margin
    one card is laid on every zone in turn. The exit code is 1 if there is a fault.

    \b
    Examples:
      duelmat doctor --port /dev/ttyACM0 --report mat.txt
      duelmat doctor --port /dev/ttyACM0 --quick
      duelmat doctor --port /dev/ttyACM0 --only pads,margins
      duelmat doctor --simulated

    docs/doctor.md explains each finding. Attach the report when you ask for help.
    """
    from duelmat_host.doctor.examination import NO_HANDS, PARTS

    if simulated and not is_named(ctx, "port"):
        port = None
    if (port is None) == (not simulated):
        raise Complaint("Name a port with --port, or try it with --simulated.")
    parts = tuple(only.split(",")) if only else NO_HANDS if quick else PARTS
    for part in parts:
        if part not in PARTS:
            raise Complaint(f"--only: expected some of {', '.join(PARTS)}, got {part!r}.")
    mat = packaged_mat(name)
    if file is not None:
        _try_place(file)  # find out before an hour of work by hand
    report = _simulated(mat, parts, micropython) if port is None else _real(port, mat, parts)
    counts = ", ".join(f"{number} {state.value}" for state, number in report.count.items())
    click.echo(f"\n{counts}.")
    _keep(report)
    if file is not None:
        _write(file, report)
    leave(0 if report.is_well else 1)


def _try_place(file: Path) -> None:
    """Raise a Complaint if the report could not be written at this place."""
    beside = _beside(file)
    try:
        if file.exists():
            name = click.format_filename(file)
            raise Complaint(f"{name}: expected a new file, got one that is there: move it.")
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise _unwritable(file, error) from None


def _write(file: Path, report: Report) -> None:
    beside = _beside(file)
    try:
        beside.write_text(report.format(), encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _unwritable(file, error) from None
    click.echo(f"The report is in {click.format_filename(file)}.")


def _keep(report: Report) -> None:
    """Keep the findings for `duelmat report`, if that can be."""
    from duelmat_host.log_file import DOCTOR_NAME, log_folder
    from duelmat_host.whole_file import write_whole

    folder = log_folder()
    with suppress(HostError, OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / DOCTOR_NAME, report.format().encode(), "the doctor's findings")


def _beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.new")


def _unwritable(file: Path, error: OSError) -> Complaint:
    return Complaint(
        f"{click.format_filename(file)}: expected a file to write to, got: {error.strerror}. "
        "Name another place."
    )


def _tell(finding: Diagnosis) -> None:
    state = finding.state.value
    click.echo(click.style(state, fg=_COLOURS[state]) + str(finding).removeprefix(state))


def _real(port: str, mat: Mat, parts: tuple[str, ...]) -> Report:
    from duelmat_host.doctor import Examination, RealConnection
    from duelmat_host.link import BoardLine, BoardSession

    line = BoardLine(port, BoardSession(mat))
    try:
        return Examination(RealConnection(line), mat, _AtTerminal(), _tell).report(parts)
    finally:
        line.close()


def _simulated(mat: Mat, parts: tuple[str, ...], micropython: Literal["1.28", "1.29"]) -> Report:
    from duelmat_host.doctor import Examination, SimulatedOperator, VirtualConnection
    from duelmat_host.link import (
        BoardLine,
        BoardSession,
        VirtualTime,
        start_rig,
    )

    with tempfile.TemporaryDirectory(prefix="duelmat-doctor-") as place:
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
        click.echo(f"> {wanted.text}")
        return True

    def sees(self, wanted: Question) -> bool | None:
        if not sys.stdin.isatty():
            return None
        answer: str = click.prompt(
            f"> {wanted.text}", type=click.Choice(["y", "n", "s"]), default="y", show_choices=True
        )
        return {"y": True, "n": False}.get(answer)

    def goes_on(self, wanted: Do) -> bool:
        if not sys.stdin.isatty():
            return False
        return click.confirm(f"> Nothing came of it. Try {wanted.name} again?", default=False)
