"""The doctor: tests a mat part by part, and says what to check where something fails."""

from .connection import MatConnection, RealConnection, VirtualConnection
from .examination import PARTS, Examination
from .findings import Diagnosis, Report, State
from .operator import Do, DoKind, Operator, Question, QuestionKind, SimulatedOperator

__all__ = [
    "PARTS",
    "Diagnosis",
    "Do",
    "DoKind",
    "Examination",
    "MatConnection",
    "Operator",
    "Question",
    "QuestionKind",
    "RealConnection",
    "Report",
    "SimulatedOperator",
    "State",
    "VirtualConnection",
]
