"""Enrolling a sleeve with a plain pair: what it learns, and why it refuses one.

The sleeve lies in the middle of a zone, upright on its back first, then on its face. Each sticker
lies once under many turns and once under few, so that both are compared in the same two places.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

import msgspec

from .pair_reading import SHARES, Answers

LEAST_STEP: Final = 1
"""The step of power at which a sticker has to answer under few turns. One that needs all of the
power there is not woken at the worst of all placements."""
MOST_RATIO: Final = 2.0
"""Of what two stickers of one make may need; two that differ more are not alike."""


class PairFault(Enum):
    """Why a sleeve is not enrolled."""

    SILENT = "silent"
    """A sticker answers nowhere: it is dead, or not there."""
    DULL = "dull"
    """One sticker needs more power than its partner and than a zone has."""
    HIDDEN = "hidden"
    """Both do: a card with metal in it, or stickers of another kind."""
    SWAPPED = "swapped"
    """A sticker prefers few turns: the sleeve lies the other way up, or P is where Q should be."""
    UNLIKE = "unlike"
    """The stickers need fields too different to be compared."""


class Seen(msgspec.Struct, frozen=True):
    """The answers of P and Q to a zone's upper coil, from a card that lies one way up."""

    first: int | None
    second: int | None


def needs_of(face_up: Seen, face_down: Seen) -> tuple[float, float] | PairFault:
    """Return what P and Q need, beside each other, or why nobody can tell."""
    first, second = (face_up.first, face_down.first), (face_down.second, face_up.second)
    fault = _fault(first, second)
    if fault is not None:
        return fault
    many, few = (
        Answers((one,)).middle / Answers((other,)).middle
        for one, other in zip(first, second, strict=True)
    )
    ratio = 1 / math.sqrt(many * few)
    if not 1 / MOST_RATIO <= ratio <= MOST_RATIO:
        return PairFault.UNLIKE
    return math.sqrt(ratio), 1 / math.sqrt(ratio)


def _fault(
    first: tuple[int | None, int | None], second: tuple[int | None, int | None]
) -> PairFault | None:
    """Return what is wrong with stickers that answer so under many turns and under few."""
    if any(each == (None, None) for each in (first, second)):
        both = first == second
        return PairFault.HIDDEN if both else PairFault.SILENT
    if any(_power(many) > _power(few) for many, few in (first, second)):
        return PairFault.SWAPPED
    dull = [_power(few) > SHARES[LEAST_STEP] for _, few in (first, second)]
    if all(dull):
        return PairFault.HIDDEN
    return PairFault.DULL if any(dull) else None


def _power(step: int | None) -> float:
    """Return the share of full power with which a sticker last answers."""
    return math.inf if step is None else SHARES[step]
