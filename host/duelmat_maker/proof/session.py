"""The session: task after task, each measured once it was done rightly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from duelmat_hardware.proof_fields import ProofFields
from duelmat_maker.proof.judging import is_over
from duelmat_maker.proof.reader import PowerReader
from duelmat_maker.proof.readings import STEPS, VISITS, Face, Laying, Measured, Reading
from duelmat_maker.proof.tasks import (
    CLEAR,
    Task,
    TaskKind,
    next_sleeve_task,
    plain_task,
)
from duelmat_message import listed

TAGS_A_SLEEVE: Final = 2


class Operator(Protocol):
    """A person at the bench."""

    def do(self, task: Task) -> bool:
        """Do a task; return False to stop."""

    def confirms(self, question: str) -> bool:
        """Return whether the operator confirms the question."""

    def tell(self, text: str) -> None:
        """Show the operator a result."""


class _StoppedError(Exception):
    """The operator stops."""


def measure(
    reader: PowerReader,
    operator: Operator,
    fields: ProofFields,
    measured: Measured,
    keep: Callable[[Measured], None],
) -> Measured:
    """Measure what is missing, and keep it after every reading; return all that was measured.

    Raises ProofError when the board is gone.
    """
    session = _Session(reader, operator, fields, measured)
    try:
        if not is_over(measured, fields):
            session.measure(CLEAR)
        while not is_over(session.measured, fields):
            session.take(session.next_task())
            keep(session.measured)
    except _StoppedError:
        pass
    return session.measured


class _Session:
    def __init__(
        self, reader: PowerReader, operator: Operator, fields: ProofFields, measured: Measured
    ) -> None:
        self._reader = reader
        self._operator = operator
        self._fields = fields
        self.measured = measured

    def next_task(self) -> Task:
        plain = self.measured.plain
        if not plain or not plain[-1].heard:
            return plain_task(len(plain) + 1)
        task = next_sleeve_task(self._fields, self.measured)
        assert task is not None
        return task

    def take(self, task: Task) -> None:
        """Measure one thing, and add it to what was measured."""
        reading = self.measure(task)
        measured = self.measured
        if task.kind is TaskKind.PLAIN:
            self.measured = msgspec.structs.replace(measured, plain=(*measured.plain, reading))
        else:
            laying = Laying(task.number, task.face, task.place, reading)
            self.measured = msgspec.structs.replace(measured, layings=(*measured.layings, laying))

    def measure(self, task: Task) -> Reading:
        """Ask for a task until its reading is one of that task."""
        while True:
            if not self._operator.do(task):
                raise _StoppedError
            reading = self._reader.read()
            problem = self._problem(task, reading)
            if problem is not None:
                self._operator.tell(problem)
                continue
            question = self._question(task, reading)
            if question is None or self._operator.confirms(question):
                if task.kind is not TaskKind.CLEAR:
                    self._operator.tell(_came_of(reading, self._fields))
                return reading

    def _problem(self, task: Task, reading: Reading) -> str | None:
        """Return the reason why a reading is not one of this task, if there is one."""
        if reading.failures:
            return (
                f"The reader chip failed in {reading.failures} of {VISITS * (STEPS + 1)} visits: "
                "look at its seven wires, SCK and MOSI first, and try again."
            )
        if not reading.is_steady:
            return (
                "Something was taken away or came while it was measured: lay it again, and leave "
                "it there until the next request."
            )
        heard = reading.heard
        if task.kind is TaskKind.CLEAR:
            tags = listed(sorted(heard))
            return f"A tag answers ({tags}): take it away." if heard else None
        if not heard and 2 * reading.steps[0].unread >= VISITS:
            return (
                "Something answers that cannot be read: see that nothing else lies near, and try "
                "again."
            )
        if task.kind is TaskKind.PLAIN:
            if len(heard) > 1:
                return f"{len(heard)} tags answer: lay one alone."
            return None
        return self._wrong_tag(task, heard)

    def _wrong_tag(self, task: Task, heard: frozenset[str]) -> str | None:
        measured = self.measured
        for laying in measured.layings:
            if laying.sleeve != task.number and heard & laying.reading.heard:
                return (
                    f"A tag of sleeve {laying.sleeve} answers: sleeve {task.number} alone should "
                    "lie there."
                )
        tags = measured.tags_of(task.number) | heard
        if len(tags) > TAGS_A_SLEEVE:
            return (
                f"{len(tags)} tags have answered from sleeve {task.number}, which holds two: lay "
                "it alone."
            )
        return None

    def _question(self, task: Task, reading: Reading) -> str | None:
        """Return the question to ask before a reading counts; None: no question."""
        if task.kind is TaskKind.CLEAR:
            return None
        if not reading.heard:
            return "Nothing answers. Does it lie there as it was asked for?"
        if task.kind is TaskKind.SLEEVE and task.face is Face.DOWN:
            other = self.measured.laying(task.number, Face.UP, task.place)
            told = reading.lowest_tag
            if other is not None and told is not None and told == other.reading.lowest_tag:
                return (
                    "The same tag answers at the lower power as with face up. Was the sleeve "
                    "turned over?"
                )
        return None


def _came_of(reading: Reading, fields: ProofFields) -> str:
    """Return a line with the least power of each tag of a reading."""
    if not reading.heard:
        return "  no answer to full power"
    shares = [
        f"{uid} down to {fields.shares[step]:.0%}"
        for uid in sorted(reading.heard)
        for step in [reading.lowest_step(uid)]
        if step is not None
    ]
    return f"  of full power: {', '.join(shares)}"
