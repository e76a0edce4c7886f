"""The doctor: tests a mat part by part, and says what to check where something fails."""

from .examination import PARTS, Examination
from .findings import Finding, Report, State
from .people import Do, DoKind, Look, LookKind, Person, SimulatedPerson
from .surgery import RealSurgery, Surgery, VirtualSurgery

__all__ = [
    "PARTS",
    "Do",
    "DoKind",
    "Examination",
    "Finding",
    "Look",
    "LookKind",
    "Person",
    "RealSurgery",
    "Report",
    "SimulatedPerson",
    "State",
    "Surgery",
    "VirtualSurgery",
]
