"""`duelmat doctor --bench`: the proof on a table, and its report."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from duelmat_command.config import MicroPython
from duelmat_command.ending import ended_by_signals
from duelmat_command.output import Complaint, echo, leave
from duelmat_hardware import Mat
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_hardware.proof_fields import ProofFields
    from duelmat_maker.proof import Judgement, Measured, Operator, PromptReader, Task

REPORT: Final = Path("duelmat-bench.json")
_COLOURS: Final = {
    "build": "green",
    "build and leave foil cards out": "green",
    "build with other sleeves": "yellow",
    "do not build": "red",
    "not finished": "cyan",
}
STOP: Final = "q"


def check_bench(file: Path, mat: Mat) -> NoReturn:
    """Read a report, judge it anew, and say what it says."""
    from duelmat_hardware.proof_fields import proof_fields
    from duelmat_maker.proof import BUILT, differences, judge, lines_of, read_report

    _expect_wound(mat)
    report = read_report(file, mat)
    judgement = judge(report.measured, report.calculated)
    _tell(
        lines_of(mat.name, report.reader, judgement, is_simulated=report.is_simulated), judgement
    )
    for difference in differences(report, proof_fields(mat)):
        echo(difference)
    leave(0 if judgement.verdict in BUILT else 1)


def prove_bench(
    port: str | None, mat: Mat, file: Path | None, micropython: MicroPython
) -> NoReturn:
    """Lead through the proof, at the board on a port or at the simulated one."""
    from duelmat_hardware.proof_fields import proof_fields
    from duelmat_maker.proof import (
        BUILT,
        judge,
        lines_of,
        make_report,
        measure,
        write_report,
    )

    _expect_wound(mat)
    path = REPORT if file is None else file
    fields = proof_fields(mat)
    measured = _begun(path, mat, fields, is_simulated=port is None)
    with _reader(port, mat, fields, micropython) as (reader, operator):
        facts = reader.facts()

        def keep(measured: Measured) -> None:
            report = make_report(mat, facts, fields, measured, is_simulated=port is None)
            write_report(path, report)

        keep(measured)
        measured = measure(reader, operator, fields, measured, keep)
    echo()
    judgement = judge(measured, fields)
    _tell(lines_of(mat.name, facts, judgement, is_simulated=port is None), judgement)
    echo(f"The report is in {click.format_filename(path)}.")
    leave(0 if judgement.verdict in BUILT else 1)


def _expect_wound(mat: Mat) -> None:
    """Raise a Complaint for a mat without coils of its own."""
    if mat.materials.has_whole_readers:
        raise Complaint(
            f"--bench: expected a mat whose coils are wound, got {mat.name}, which has whole "
            "modules. Steps 3 to 6 of docs/starter.md prove its first one; --mat names another "
            "mat."
        )


def _begun(path: Path, mat: Mat, fields: ProofFields, *, is_simulated: bool) -> Measured:
    """Return the readings of an unfinished report at this place; none if there is no report."""
    from duelmat_maker.proof import Measured, Verdict, read_report

    if not path.exists():
        return Measured()
    report = read_report(path, mat)
    name = click.format_filename(path)
    if report.verdict is not Verdict.UNFINISHED:
        raise Complaint(
            f"{name}: expected a new file or a report that is not finished, got one that is: "
            "move it, or read it with --check."
        )
    if report.is_simulated is not is_simulated:
        raise Complaint(
            f"{name}: readings of the simulated mat do not go with those of a real coil: move "
            "the file, and begin anew."
        )
    if report.calculated != fields:
        raise Complaint(
            f"{name}: expected readings that go with the fields as they are calculated here, "
            "got others: move the file, and begin anew."
        )
    echo(f"Going on with what {name} holds.")
    return report.measured


def _tell(lines: Sequence[str], judgement: Judgement) -> None:
    first, *rest = lines
    echo(first, fg=_COLOURS[judgement.verdict.value], bold=True)
    for line in rest:
        echo(line)


@contextmanager
def _reader(
    port: str | None, mat: Mat, fields: ProofFields, micropython: MicroPython
) -> Iterator[tuple[PromptReader, Operator]]:
    """Yield the board's reader, and the operator who lays things on its coil."""
    from duelmat_host.link import start_rig
    from duelmat_maker.flash import enter_prompt, restart
    from duelmat_maker.proof import PromptReader, SimulatedHands

    if port is not None:
        prompt = enter_prompt(port, mat, _tell_progress)
        try:
            reader = PromptReader(prompt, mat)
        except DuelmatError:
            with suppress(DuelmatError):
                prompt.reset()  # nobody waits for a mat that is not there
            raise
        try:
            yield reader, _AtTerminal()
        finally:
            with suppress(DuelmatError):  # it may be gone
                restart(prompt, mat)
            prompt.close()
        return
    with ended_by_signals(), tempfile.TemporaryDirectory(prefix="duelmat-doctor-") as place:
        rig = start_rig(Path(place), micropython, "real", 1, mat)
        try:
            with rig.client() as hands:
                prompt = enter_prompt(rig.port, mat, _tell_progress)
                try:
                    yield PromptReader(prompt, mat), SimulatedHands(hands, mat, fields, echo)
                finally:
                    prompt.close()
        finally:
            rig.stop()


def _tell_progress(line: str) -> None:
    echo(line, err=True)


class _AtTerminal:
    """A person at the terminal, who does what is asked and presses Enter."""

    def do(self, task: Task) -> bool:
        echo(f"> {task.text}")
        question = "Enter when it is done, q and Enter to stop"
        answer: str = click.prompt(f"  {question}", default="", show_default=False)
        return answer.strip().lower() != STOP

    def confirms(self, question: str) -> bool:
        return click.confirm(f"> {question}", default=False)

    def tell(self, text: str) -> None:
        echo(text)
