"""How much of a tag lies over a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_hardware.covering import share_over, worst_tags
from duelmat_hardware.geometry import Point, Rect, Size

SQUARE = (Point(-5, -5), Point(5, -5), Point(5, 5), Point(-5, 5))
DIAMOND = (Point(0, -10), Point(10, 0), Point(0, 10), Point(-10, 0))


@pytest.mark.parametrize(
    ("tag", "windows", "share"),
    [
        (SQUARE, [Rect(0, 0, 30, 30)], 1.0),
        (SQUARE, [Rect(0, 0, 5, 5)], 0.25),
        (SQUARE, [Rect(5, 0, 10, 30)], 0.5),
        (SQUARE, [Rect(5, 5, 10, 10)], 0.25),
        (SQUARE, [Rect(-20, 0, 10, 10)], 0.0),
        (SQUARE, [Rect(-4, 0, 4, 30), Rect(4, 0, 4, 30)], 0.6),
        (DIAMOND, [Rect(5, 0, 10, 30)], 0.5),
        (DIAMOND, [Rect(5, 5, 10, 10)], 0.25),
        (DIAMOND, [Rect(0, 0, 10, 10)], 0.5),
        (DIAMOND, [], 0.0),
    ],
)
def test_a_tags_share_is_its_area_over_the_windows(
    tag: tuple[Point, ...], windows: list[Rect], share: float
) -> None:
    """As pencil and paper find it."""
    assert share_over(tag, windows) == pytest.approx(share)


@given(st.integers(0, 359), st.floats(-40, 40), st.floats(-40, 40))
def test_two_windows_that_share_the_sheet_share_the_tag(way: int, x: float, y: float) -> None:
    """Whatever lies left of a line and right of it is the whole."""
    left, right = Rect(x - 500, y, 1000, 1000), Rect(x + 500, y, 1000, 1000)
    for tag in worst_tags(Point(0, 31), Size(30, 18), way):
        assert share_over(tag, [left]) + share_over(tag, [right]) == pytest.approx(1)


def test_the_worst_tags_keep_their_size() -> None:
    """27 places of a tag: along x, along y, and askew to either side."""
    tags = list(worst_tags(Point(0, 31), Size(30, 18), 90))
    assert len(tags) == 27
    for one, two, three, _ in tags:
        assert one.distance_mm(two) == pytest.approx(30)
        assert two.distance_mm(three) == pytest.approx(18)
