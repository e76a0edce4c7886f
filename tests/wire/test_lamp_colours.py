"""Lamp styles under colour-blind eyes, without colours, and in time."""

from __future__ import annotations

from itertools import combinations

import pytest

from duelmat_wire import lamps

# Vienot, Brettel and Mollon, 1999, for protanopes and deuteranopes, and Brettel's projection for
# tritanopes in the one-plane form, as matrices on linear RGB.
EYES = {
    "plain": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritan": ((1, 0.14461, -0.14461), (0, 0.85924, 0.14076), (0, 0.85924, 0.14076)),
}
SHOWN = [style for style in range(lamps.STYLE_COUNT) if style != lamps.OFF]
LEAST_DIFFERENCE = 40
"""Of 255, in some light at some moment: more than a quarter as bright again at full brightness."""
TIMES_MS = range(0, 12_000, 50)


def seen(colour: tuple[int, int, int], eyes: str) -> tuple[float, ...]:
    linear = [(part / 255) ** 2.2 for part in colour]
    mixed = (sum(w * part for w, part in zip(row, linear, strict=True)) for row in EYES[eyes])
    return tuple(255 * max(0.0, part) ** (1 / 2.2) for part in mixed)


def course(style: int, eyes: str) -> list[tuple[float, ...]]:
    """What the four lights of a lamp look like over time."""
    return [
        seen(lamps.light_colour(style, light, t_ms), eyes)
        for t_ms in TIMES_MS
        for light in range(lamps.LIGHTS_A_LAMP)
    ]


@pytest.mark.parametrize("eyes", list(EYES))
def test_styles_differ_under_every_kind_of_eyes(eyes: str) -> None:
    """Any two styles differ clearly in some light at some moment, whoever looks."""
    courses = {style: course(style, eyes) for style in SHOWN}
    for one, other in combinations(SHOWN, 2):
        difference = max(
            max(abs(a - b) for a, b in zip(left, right, strict=True))
            for left, right in zip(courses[one], courses[other], strict=True)
        )
        assert difference >= LEAST_DIFFERENCE, (one, other, difference)


def test_styles_differ_without_any_colour() -> None:
    """In levels alone any two styles differ: which lights, and in which rhythm."""
    courses = {
        style: [
            lamps.light_level(style, light, t_ms)
            for t_ms in TIMES_MS
            for light in range(lamps.LIGHTS_A_LAMP)
        ]
        for style in SHOWN
    }
    for one, other in combinations(SHOWN, 2):
        pairs = zip(courses[one], courses[other], strict=True)
        assert max(abs(a - b) for a, b in pairs) >= LEAST_DIFFERENCE, (one, other)


@pytest.mark.parametrize("style", SHOWN)
def test_no_light_flashes_more_than_three_times_in_any_second(style: int) -> None:
    """From dark to bright at most three times within any second, for each light of every style."""
    for light in range(lamps.LIGHTS_A_LAMP):
        levels = [lamps.light_level(style, light, t_ms) for t_ms in range(0, 12_000, 10)]
        flashes = [
            at * 10
            for at in range(1, len(levels))
            if levels[at - 1] < levels[at] and levels[at - 1] == 0
        ]
        for first in flashes:
            assert sum(1 for later in flashes if first <= later < first + 1000) <= 3
