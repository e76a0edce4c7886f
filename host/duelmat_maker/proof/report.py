"""The report of a proof: one JSON file with all readings, and its words."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import msgspec

from duelmat_files.outside import read_regular_file
from duelmat_files.whole_file import write_whole
from duelmat_hardware import Mat
from duelmat_hardware.proof import SLEEVES
from duelmat_hardware.proof_fields import ProofFields
from duelmat_maker.errors import ProofError
from duelmat_maker.proof.judging import Judgement, Verdict, judge
from duelmat_maker.proof.reader import ReaderFacts
from duelmat_maker.proof.readings import Measured, Plain
from duelmat_message import words_of

KIND: Final = "duelmat bench report"
SCHEMA: Final = 2
VERDICTS: Final = {
    Verdict.BUILD: "Build.",
    Verdict.NO_FOIL_CARDS: "Build, and leave holographic cards out.",
    Verdict.OTHER_SLEEVES: "Build with other sleeves.",
    Verdict.DO_NOT_BUILD: "Do not build.",
    Verdict.UNFINISHED: "Not finished: run the same command again, and it goes on.",
}
_ALIKE: Final = 0.01
"""Calculations that differ by less are the same."""


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proof with all data needed to judge it again elsewhere."""

    kind: str
    schema: int
    text: tuple[str, ...]
    """The report in words, for people."""
    verdict: Verdict
    duelmat: Plain
    """The version that measured."""
    mat: Plain
    digest: Plain
    """The digest of the mat whose coil and sleeves these are."""
    reader: ReaderFacts
    is_simulated: bool
    """Whether the simulated mat was measured, which proves nothing of a real one."""
    calculated: ProofFields
    measured: Measured


class _Head(msgspec.Struct):
    kind: str = ""
    schema: int = 0
    digest: Plain = ""
    mat: Plain = ""


def make_report(
    mat: Mat, facts: ReaderFacts, fields: ProofFields, measured: Measured, *, is_simulated: bool
) -> Report:
    """Make the report of the measurements so far."""
    judgement = judge(measured, fields)
    words = lines_of(mat.name, facts, judgement, is_simulated=is_simulated)
    return Report(
        kind=KIND,
        schema=SCHEMA,
        text=tuple(str(line) for line in words),
        verdict=judgement.verdict,
        duelmat=own_version(),
        mat=mat.name,
        digest=mat.digest,
        reader=facts,
        is_simulated=is_simulated,
        calculated=fields,
        measured=measured,
    )


def lines_of(
    mat: str, facts: ReaderFacts, judgement: Judgement, *, is_simulated: bool
) -> tuple[str, ...]:
    """Return the report in words: the verdict, the deciding numbers, and remedies."""
    lines = [
        VERDICTS[judgement.verdict],
        (
            f"Mat {mat}; {facts.board}, MicroPython {facts.micropython}, reader chip "
            f"{facts.chip:#04x}."
        ),
    ]
    if is_simulated:
        lines.append("Measured at the simulated mat: it proves nothing of a real coil.")
    for finding in judgement.findings:
        lines.append(f"- {finding.text}")
        if finding.mend:
            lines.append(f"  What would mend it: {finding.mend}")
    return tuple(lines)


def write_report(path: Path, report: Report) -> None:
    """Write the report whole or not at all. Raises NotKeptError."""
    content = msgspec.json.format(msgspec.json.encode(report), indent=1)
    write_whole(path, content + b"\n", "the report of the bench", 0o644)


def read_report(path: Path, mat: Mat) -> Report:
    """Read the report of a proof of this mat. Raises ProofError."""
    name = str(path)
    try:
        content = read_regular_file(path)
    except OSError as error:
        raise ProofError(
            f"{name}: expected a report of the bench, got: {words_of(error)}."
        ) from None
    _check_head(name, content, mat)
    try:
        report = msgspec.json.decode(content, type=Report)
    except (ValueError, RecursionError) as error:
        raise ProofError(
            f"{name}: expected a whole report, got: {_printed(error)}. Ask for the file as the "
            "command wrote it."
        ) from None
    _check_sense(name, report)
    return report


def _check_head(name: str, content: bytes, mat: Mat) -> None:
    try:
        head = msgspec.json.decode(content, type=_Head)
    except (ValueError, RecursionError) as error:
        raise ProofError(
            f"{name}: expected a report of the bench as JSON, got: {_printed(error)}. Ask for the "
            "file as the command wrote it."
        ) from None
    if head.kind != KIND:
        raise ProofError(
            f"{name}: expected a report of the bench ({KIND!r}), got {head.kind!r}: another file."
        )
    if head.schema != SCHEMA:
        raise ProofError(
            f"{name}: expected version {SCHEMA} of the report, got {head.schema}: it was written "
            "by another version of Duelmat, which can read it."
        )
    if head.digest != mat.digest:
        other = head.mat or "a mat without a name"
        raise ProofError(
            f"{name}: expected a report of the mat {mat.name} ({mat.digest[:8]}), got one of "
            f"{other} ({head.digest[:8]}). Name that mat with --mat."
        )


def _printed(error: Exception) -> str:
    """Return a decoder's complaint without the characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))


def _check_sense(name: str, report: Report) -> None:
    """Raise ProofError unless readings fit places and sleeves, and the verdict the readings."""
    seen = set()
    for at, laying in enumerate(report.measured.layings):
        key = (laying.sleeve, laying.face, laying.place)
        is_known = laying.sleeve <= SLEEVES and laying.place < len(report.calculated.places)
        if not is_known or key in seen:
            raise ProofError(
                f"{name}: layings[{at}]: expected a sleeve from 1 to {SLEEVES} at one of "
                f"{len(report.calculated.places)} places, each once, got sleeve {laying.sleeve}, "
                f"face {laying.face.value}, place {laying.place}."
            )
        seen.add(key)
    verdict = judge(report.measured, report.calculated).verdict
    if verdict is not report.verdict:
        raise ProofError(
            f"{name}: expected the verdict of its readings, {verdict.value!r}, got "
            f"{report.verdict.value!r}: readings or verdict were changed by hand."
        )


def differences(report: Report, fields: ProofFields) -> tuple[str, ...]:
    """List the differences between a readable report and one that this Duelmat would write."""
    found = []
    if report.duelmat != own_version():
        found.append(f"It was written by Duelmat {report.duelmat}; this is {own_version()}.")
    if not _is_alike(report.calculated, fields):
        found.append(
            f"Its fields were calculated otherwise: {_middles(report.calculated)} A/m in the "
            f"middle, here {_middles(fields)} A/m."
        )
    return tuple(found)


def _is_alike(one: ProofFields, other: ProofFields) -> bool:
    values, others = _values(one), _values(other)
    return len(values) == len(others) and all(
        abs(a - b) <= _ALIKE * max(abs(a), abs(b)) for a, b in zip(values, others, strict=True)
    )


def _values(fields: ProofFields) -> list[float]:
    values = [fields.least_a_per_m, fields.tuned_nh, *fields.shares]
    for place in fields.places:
        values += [place.dx_mm, place.dy_mm, place.lower_a_per_m, place.upper_a_per_m]
    return values


def _middles(fields: ProofFields) -> str:
    middle = fields.places[0]
    return ", ".join([f"{middle.lower_a_per_m:.2f}", f"{middle.upper_a_per_m:.2f}"])


def own_version() -> str:
    """Return the version of this Duelmat."""
    try:
        return version("duelmat")
    except PackageNotFoundError:
        return "unknown"
