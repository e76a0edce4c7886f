"""Hands at the simulated mat that lay the tags and sleeves of a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duelmat_hardware import Mat
from duelmat_hardware.proof_fields import ProofFields
from duelmat_host.link import RigClient
from duelmat_maker.proof.readings import Face
from duelmat_maker.proof.tasks import Task, TaskKind

WAKING_A_PER_M: Final = (0.94, 1.08, 0.83, 1.17, 1.0, 0.88, 1.19, 0.81, 1.05, 0.97)
"""The fields in which ten simulated tags wake, within 20 % of 1 A/m."""
_NAME: Final = "proof"


class SimulatedHands:
    """Simulated hands that lay what a task asks for, with the calculated fields there."""

    def __init__(
        self, rig: RigClient, mat: Mat, fields: ProofFields, tell: Callable[[str], None]
    ) -> None:
        """`fields` are those of the sleeves that lie there, whatever the judge expects."""
        self._rig = rig
        self._zone = mat.antennas[0].zone
        self._fields = fields
        self._tell = tell
        self._is_something_there = False

    def do(self, task: Task) -> bool:
        self._tell(task.text)
        if task.kind is TaskKind.CLEAR:
            if self._is_something_there:
                self._rig.lift(_NAME)
            self._is_something_there = False
            return True
        lower, upper = self._tags(task)
        place = self._fields.places[task.place]
        reach = (
            place.lower_a_per_m / WAKING_A_PER_M[lower],
            place.upper_a_per_m / WAKING_A_PER_M[upper] if task.kind is TaskKind.SLEEVE else 0.0,
        )
        self._rig.place(_NAME, _uid(lower), _uid(upper), self._zone, reach=reach)
        self._is_something_there = True
        return True

    def confirms(self, question: str) -> bool:
        self._tell(question)
        return True

    def tell(self, text: str) -> None:
        self._tell(text)

    @staticmethod
    def _tags(task: Task) -> tuple[int, int]:
        """Return the lower tag and the upper tag."""
        first, second = 2 * task.number - 2, 2 * task.number - 1
        return (second, first) if task.face is Face.DOWN else (first, second)


def _uid(tag: int) -> bytes:
    return bytes.fromhex(f"04d0c70a0000{tag + 1:02x}")
