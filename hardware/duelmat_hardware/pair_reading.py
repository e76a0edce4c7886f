"""From the drives at which two plain stickers answer to the way and the face of their card.

Stickers P and Q sit at the two upper corners of a card, P at the right of one who looks at its
face. A monster zone has two coils, over its upper and its lower half, of which the upper one has
more turns at the right and the lower one at the left; turned by half a turn it is the same.

    each sticker is nearest to one of the two coils, whatever field it needs
        both to the same one                                  upright, or upside-down
        one to each                                           sideways
    the one that couples better of the two lies under more turns
        P if the card lies upright on its back or sideways on its face, else Q

What does not stand out by more than the reading errs is None, and asked about.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from .physics.driver import field_share

BOTH_DRIVERS: Final = (32, 26, 21, 18, 15, 13, 11, 9, 8, 7, 6)
ONE_DRIVER: Final = (32, 24, 18, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
"""CWGsP at each step of power, from full power to the least: 5 to 10 % apart as far as there are
such values. One driver alone has half the voltage; what its outputs really do is not measured."""
SHARES: Final = (
    *(field_share(each) for each in BOTH_DRIVERS),
    *(field_share(each) / 2 for each in ONE_DRIVER),
)
"""Of the field at full power, at each step."""
LAST_SHARE: Final = 0.8
"""Of the least power, a step that would follow it."""
UNHEARD: Final = 0.9
"""The reach of a coil at a sticker that full power does not wake, where 1 would just wake it."""
LEAST_STRAIGHT: Final = math.log(1.12)
"""By which both stickers must prefer one coil to the other in a card that counts as upright."""
LEAST_ACROSS: Final = math.log(1.25)
"""And in one that counts as sideways. A sticker that lies across the edge of its own coil is
hardly reached by it, and by what the other coil sends back outside of itself no better."""


class Pose(msgspec.Struct, frozen=True):
    """How a card lies, as far as it is told."""

    is_face_up: bool | None = None
    is_sideways: bool | None = None


class Answers(msgspec.Struct, frozen=True):
    """One sticker: the last step of power at which it answers each coil, and what it needs."""

    steps: tuple[int | None, ...]
    """From 0, full power; None: it does not answer that coil."""
    needs: float = 1.0
    """The field that wakes it, in whatever unit its partner's is given in."""

    @property
    def least(self) -> float:
        """How well the better coil reaches it at least, where 1 just wakes it at full power."""
        return self.needs * max(_bounds(step)[0] for step in self.steps)

    @property
    def most(self) -> float:
        """And at most; infinite if the least power wakes it."""
        return self.needs * max(_bounds(step)[1] for step in self.steps)

    @property
    def middle(self) -> float:
        """The middle of what its better coil's step leaves open."""
        following = min(self.most, self.least / LAST_SHARE)
        return math.sqrt(self.least * following)

    @property
    def prefers_upper(self) -> float:
        """How much better the upper coil reaches it than the lower one, as a logarithm."""
        upper, lower = (math.log(math.prod(_bounds(step))) for step in self.steps)
        return 0.0 if upper == lower else (upper - lower) / 2


def pose_of(first: Answers, second: Answers) -> Pose:
    """Return the pose of a card whose stickers P and Q answer so."""
    if all(step is None for step in (*first.steps, *second.steps)):
        return Pose()
    is_sideways = _is_sideways(first, second)
    is_first = first.least >= second.most
    if is_sideways is None or not (is_first or second.least >= first.most):
        return Pose(None, is_sideways)
    return Pose(is_first is not is_sideways, is_sideways)


def last_step(drive: float) -> int | None:
    """Return the last step at which a tag answers that wakes at this share of full power."""
    enough = [at for at, share in enumerate(SHARES) if share >= drive]
    return max(enough, default=None)


def _is_sideways(first: Answers, second: Answers) -> bool | None:
    """Tell upright from sideways, by the coil that each sticker prefers."""
    if len(first.steps) == 1:
        return False
    for_first, for_second = first.prefers_upper, second.prefers_upper
    is_sideways = (for_first > 0) is not (for_second > 0)
    least = LEAST_ACROSS if is_sideways else LEAST_STRAIGHT
    return is_sideways if min(abs(for_first), abs(for_second)) >= least else None


def _bounds(step: int | None) -> tuple[float, float]:
    """Return between what a coil reaches a sticker whose last step is this one."""
    if step is None:
        return UNHEARD**2, 1.0
    return 1 / SHARES[step], 1 / SHARES[step + 1] if step + 1 < len(SHARES) else math.inf
