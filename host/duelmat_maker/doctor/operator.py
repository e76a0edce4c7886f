"""Operators: people or simulated hands that do what is asked, and say what they see."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

import msgspec

from duelmat_hardware import Mat
from duelmat_host.link.rig import RigClient


class DoKind(Enum):
    """The acts of hands that an examination asks for."""

    PRESS = "press"
    """A button."""
    TOUCH = "touch"
    """A pad."""
    LAY = "lay"
    """A card onto an antenna: upright, or sideways for a monster zone's antenna B."""
    LIFT = "lift"
    """The same card off again."""


class Do(msgspec.Struct, frozen=True):
    """An act that somebody shall do."""

    kind: DoKind
    name: str
    text: str
    is_sideways: bool = False


class QuestionKind(Enum):
    """The questions to eyes that an examination asks."""

    LAMPS_IN_TURN = "lamps in turn"
    LAMP = "lamp"
    DISPLAY = "display"


class Question(msgspec.Struct, frozen=True):
    """A question to somebody who looks at the mat."""

    kind: QuestionKind
    name: str
    text: str


class Operator(Protocol):
    """A person at the mat."""

    def do(self, wanted: Do) -> bool:
        """Do what is asked; return False to skip the test."""

    def sees(self, wanted: Question) -> bool | None:
        """Answer a question; return None to skip the test."""

    def goes_on(self, wanted: Do) -> bool:
        """Return whether to try once more, after an act that had no effect."""


class SimulatedOperator:
    """Hands and eyes at the simulated mat."""

    UP = bytes.fromhex("04d0c70a000001")
    DOWN = bytes.fromhex("04d0c70a000002")

    def __init__(self, rig: RigClient, mat: Mat) -> None:
        self._rig = rig
        self._down = None if mat.sleeve_tags == 1 else self.DOWN
        self._lights = {lamp.name: lamp.lights for lamp in mat.lamps}
        self._seats = {display.seat.value: at for at, display in enumerate(mat.displays)}

    def do(self, wanted: Do) -> bool:
        match wanted.kind:
            case DoKind.PRESS:
                self._rig.button(wanted.name, 150)
            case DoKind.TOUCH:
                self._rig.touch(wanted.name, 400)
            case DoKind.LAY:
                self._rig.place(
                    "doctor",
                    self.UP,
                    self._down,
                    wanted.name,
                    turn=90 if wanted.is_sideways else 0,
                )
            case DoKind.LIFT:
                self._rig.lift("doctor")
        return True

    def sees(self, wanted: Question) -> bool | None:
        seen = self._rig.look()
        if wanted.kind is QuestionKind.DISPLAY:
            return bool(seen["displays"][self._seats[wanted.name]].strip())
        lit = {at for at, light in enumerate(seen["lights"]) if any(light)}
        if wanted.kind is QuestionKind.LAMP:
            mine = set(self._lights[wanted.name])
            return bool(lit) and lit <= mine
        return True

    def goes_on(self, wanted: Do) -> bool:
        del wanted
        return False
