"""The proof on a table, before a mat is ordered: thresholds and faces of ten tags on one coil."""

from duelmat_maker.errors import ProofError

from .judging import BUILT, Judgement, Verdict, judge
from .reader import PromptReader, ReaderFacts
from .readings import Measured
from .report import (
    Report,
    differences,
    lines_of,
    make_report,
    read_report,
    write_report,
)
from .session import Operator, measure
from .simulated import SimulatedHands
from .tasks import Task

__all__ = [
    "BUILT",
    "Judgement",
    "Measured",
    "Operator",
    "PromptReader",
    "ProofError",
    "ReaderFacts",
    "Report",
    "SimulatedHands",
    "Task",
    "Verdict",
    "differences",
    "judge",
    "lines_of",
    "make_report",
    "measure",
    "read_report",
    "write_report",
]
