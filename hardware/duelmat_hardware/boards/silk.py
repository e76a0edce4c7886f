"""Marks that are printed on a board: contact 1, polarity, and the way round of a body."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

import msgspec

from duelmat_hardware.geometry import Point

PEN_MM: Final = 0.15
"""The least width that makers of boards print surely."""
DOT_MM: Final = 0.4


class Stroke(msgspec.Struct, frozen=True):
    """A straight line of print with round ends; a dot where both ends are one place."""

    start: Point
    end: Point
    width_mm: float = PEN_MM


Marks = tuple[Stroke, ...]


def dot(x_mm: float, y_mm: float) -> Marks:
    """Return the mark of contact 1 of a body on the surface."""
    at = Point(x_mm, y_mm)
    return (Stroke(at, at, DOT_MM),)


def bar(x_mm: float, y_mm: float, long_mm: float = 1.2, *, is_across: bool = False) -> Marks:
    """Return the mark of contact 1 of a row: a bar beside it, along y, or across along x."""
    half = Point(long_mm / 2, 0.0) if is_across else Point(0.0, long_mm / 2)
    at = Point(x_mm, y_mm)
    return (Stroke(at.plus(half.turned()), at.plus(half)),)


def plus(x_mm: float, y_mm: float) -> Marks:
    """Return the mark of a positive contact."""
    return (*bar(x_mm, y_mm, 0.8), *bar(x_mm, y_mm, 0.8, is_across=True))


def line(*corners: tuple[float, float]) -> Marks:
    """Return a line from corner to corner."""
    return tuple(_legs(corners))


def _legs(corners: tuple[tuple[float, float], ...]) -> Iterator[Stroke]:
    for start, end in itertools.pairwise(corners):
        yield Stroke(Point(*start), Point(*end))
