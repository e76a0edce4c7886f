"""Readings: the tags that one reader heard at each step of its power."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Final

import msgspec
from msgspec import Meta

STEPS: Final = 7
"""Full power and six steps below it (docs/adr/0035)."""
VISITS: Final = 8
"""To the tags at each step."""
ALONE_STEPS: Final = 2
"""A tag that answers alone so many steps running is the lowest, as the firmware has it."""

Count = Annotated[int, Meta(ge=0, le=VISITS)]
LONGEST: Final = 100
Plain = Annotated[str, Meta(max_length=LONGEST, pattern="^[ -~]*$")]
"""A line that may be printed, wherever it came from."""
Uid = Annotated[str, Meta(pattern="^([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})$")]
"""A tag's number in hex."""


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of the visits at one step of power."""

    unread: Count
    """Visits in which something answered that could not be read."""
    failed: Count
    """Visits in which the reader chip did not do what it should."""
    read: dict[Uid, Count]
    """Visits in which each tag was read."""

    @property
    def heard(self) -> frozenset[str]:
        """The tags that were read at least every other time."""
        return frozenset(uid for uid, visits in self.read.items() if 2 * visits >= VISITS)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing on the coil, at every step of power."""

    steps: Annotated[tuple[Answers, ...], Meta(min_length=STEPS, max_length=STEPS)]
    again: Answers
    """The answers to full power once more at the end."""

    @property
    def heard(self) -> frozenset[str]:
        """The tags that answer to full power."""
        return self.steps[0].heard

    @property
    def is_steady(self) -> bool:
        """Whether nothing that answered always was gone at the end, or the other way round."""
        first, last = self.steps[0].read, self.again.read
        return not any(
            {first.get(uid, 0), last.get(uid, 0)} == {0, VISITS} for uid in (*first, *last)
        )

    @property
    def failures(self) -> int:
        """The visits in which the reader chip failed."""
        return sum(answers.failed for answers in (*self.steps, self.again))

    def lowest_step(self, uid: str) -> int | None:
        """Return the step of least power at which a tag answers; None if it never does."""
        heard = [at for at, answers in enumerate(self.steps) if uid in answers.heard]
        return max(heard, default=None)

    @property
    def lowest_tag(self) -> str | None:
        """The tag that the firmware would name as the lowest; None if it would not tell."""
        alone: frozenset[str] = frozenset()
        running = 0
        for at, answers in enumerate(self.steps):
            heard = answers.heard
            if at == 0 and len(heard) == 1:
                return min(heard)
            if not heard:
                return None
            running = 0 if len(heard) > 1 else running + 1 if heard == alone else 1
            alone = heard
            if running == ALONE_STEPS:
                return min(alone)
        return None


class Face(Enum):
    """The side of a sleeve that lies on top."""

    UP = "up"
    DOWN = "down"


class Laying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One placement of a sleeve, with its reading."""

    sleeve: Annotated[int, Meta(ge=1)]
    face: Face
    place: Annotated[int, Meta(ge=0)]
    """The number of a calculated place; 0 is the middle."""
    reading: Reading


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All readings of one proof."""

    plain: tuple[Reading, ...] = ()
    """The readings of tags without a sleeve; the tags before the last were silent."""
    layings: tuple[Laying, ...] = ()

    def laying(self, sleeve: int, face: Face, place: int) -> Laying | None:
        """Return the measured laying of a sleeve; None if it has not been measured."""
        for each in self.layings:
            if (each.sleeve, each.face, each.place) == (sleeve, face, place):
                return each
        return None

    def tags_of(self, sleeve: int) -> frozenset[str]:
        """Return the tags that have answered from a sleeve."""
        return frozenset(
            uid for each in self.layings if each.sleeve == sleeve for uid in each.reading.heard
        )

    def pairs(self) -> Iterator[tuple[Laying, Laying]]:
        """Yield the layings, up and down, of each sleeve that lay at a place with both faces."""
        for each in self.layings:
            if each.face is Face.UP:
                other = self.laying(each.sleeve, Face.DOWN, each.place)
                if other is not None:
                    yield each, other
