"""Lamp styles: told apart without colour, quiet to the eye, the same in every form."""

import itertools

import pytest

from duelmat_wire import (
    LIGHTS_A_LAMP,
    STYLE_COUNT,
    STYLE_NAMES,
    LocalError,
    is_steady,
    lamps,
    light_colour,
    light_level,
)

STYLES = range(STYLE_COUNT)
LIT = [style for style in STYLES if style != lamps.OFF]
TIMES = range(0, 12_000, 50)
OKABE_ITO = {
    (0, 0, 0), (230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178),
    (213, 94, 0), (204, 121, 167), (230, 230, 230),
}  # fmt: skip


def levels(style: int) -> list[tuple[int, ...]]:
    return [
        tuple(light_level(style, light, t_ms) for light in range(LIGHTS_A_LAMP)) for t_ms in TIMES
    ]


def test_names_and_constants_agree() -> None:
    """STYLE_NAMES[lamps.ASK] is "ASK", and so for all."""
    assert [getattr(lamps, name) for name in STYLE_NAMES] == list(STYLES)
    assert len(lamps.STYLES) == STYLE_COUNT


def test_any_two_styles_differ_without_their_colours() -> None:
    """In some quarter of the time or more, some light differs by much, even if one style is
    dimmed to look like the other."""
    for one, other in itertools.combinations(LIT, 2):
        first, second = levels(one), levels(other)
        differing = sum(
            max(abs(a - b) for a, b in zip(here, there, strict=True)) >= 64
            for here, there in zip(first, second, strict=True)
        )
        assert differing >= len(TIMES) // 4, (STYLE_NAMES[one], STYLE_NAMES[other])


def test_any_two_styles_differ_in_shape_and_not_in_brightness_alone() -> None:
    """Scaled to the same brightness they are still two patterns."""
    seen: dict[tuple[tuple[int, ...], ...], str] = {}
    for style in LIT:
        pattern = levels(style)
        top = max(max(each) for each in pattern)
        shape = tuple(tuple(round(4 * part / top) for part in each) for each in pattern)
        assert shape not in seen, (STYLE_NAMES[style], seen[shape])
        seen[shape] = STYLE_NAMES[style]


@pytest.mark.parametrize("style", STYLES)
def test_no_light_and_no_zone_flashes_faster_than_three_times_a_second(style: int) -> None:
    """Counted over twelve seconds, for each light and for the zone's brightness."""
    pattern = levels(style)
    for course in [*zip(*pattern, strict=True), [sum(each) // 4 for each in pattern]]:
        rises = sum(b - a > 25 for a, b in itertools.pairwise(course))
        assert rises <= lamps.MAX_BLINK_HZ * 12


def test_colours_are_of_the_colour_blind_safe_set() -> None:
    """No other colour slips in."""
    assert {colour for colour, _, _ in lamps.STYLES} <= OKABE_ITO


def test_off_is_dark_and_every_other_style_shines_at_some_time() -> None:
    """A lamp that is asked for is seen, also one of only two lights."""
    assert set(levels(lamps.OFF)) == {(0, 0, 0, 0)}
    for style in LIT:
        assert max(max(each[:2]) for each in levels(style)) > 0


def test_steady_styles_are_those_that_never_change() -> None:
    """A board that draws only what moves asks this."""
    assert [style for style in STYLES if is_steady(style)] == [
        style for style in STYLES if len(set(levels(style))) == 1
    ]


def test_a_style_that_does_not_exist_is_refused() -> None:
    """Expected and got are told."""
    with pytest.raises(LocalError, match="from 0 to 13, got 14"):
        light_colour(STYLE_COUNT, 0, 0)
