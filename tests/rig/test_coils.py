"""What a coil's table says between its places."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_rig.electronics.coils import Coil, share_in_tune

STEPS = [0.0, 4.0, 12.0]
TURNS = [-10.0, 0.0, 10.0, 180.0]


def numbered(x: float, y: float, turn: float) -> float:
    return 100 * x + 10 * y + turn


def coil(steps: list[float] = STEPS, *, is_mirrored: bool = True) -> Coil:
    """A coil whose tables are straight lines of place and turn."""
    lower = [round(100 * numbered(x, y, turn)) for x in steps for y in steps for turn in TURNS]
    sleeve = {
        "lower": lower,
        "upper": [-each // 2 for each in lower],
        "detuning": [-each for each in lower],
    }
    return Coil(
        {
            "empty": 450,
            "is_mirrored": is_mirrored,
            "steps_mm": steps,
            "turns_deg": TURNS,
            "sleeves": {"small": sleeve},
        }
    )


def over(of: Coil, x_mm: float, y_mm: float, turn_deg: float) -> Any:
    return of.over("small", x_mm, y_mm, turn_deg)


@pytest.mark.parametrize(
    ("x", "y", "turn"), [(0, 4, 0), (12, 12, 180), (1, 3, 5), (7, 11.5, -9), (4, 0, 95)]
)
def test_table_is_read_along_straight_lines(x: float, y: float, turn: float) -> None:
    """And without their sign, but for the detuning."""
    wanted = numbered(x, y, turn)
    assert over(coil(), x, y, turn) == pytest.approx((abs(wanted), abs(wanted / 2), -wanted))


def test_circle_closes_behind_the_last_turn() -> None:
    """Half way from 180 degrees to -10 + 360 of the next round."""
    assert over(coil(), 0, 0, 265)[2] == pytest.approx(-(180 - 10) / 2)
    assert over(coil(), 4, 4, 365) == pytest.approx(over(coil(), 4, 4, 5))


def test_one_quarter_stands_for_the_others_where_the_coil_is_its_own_image() -> None:
    wanted = over(coil(), 3, 5, 7)
    assert over(coil(), -3, 5, -7) == pytest.approx(wanted)
    assert over(coil(), 3, -5, 173) == pytest.approx(wanted)
    assert over(coil(), -3, -5, 187) == pytest.approx(wanted)


def test_coil_that_is_not_has_all_places_of_its_own() -> None:
    whole = coil([-12.0, 0.0, 4.0, 12.0], is_mirrored=False)
    assert over(whole, -6, 2, 0)[2] == pytest.approx(-numbered(-6, 2, 0))
    assert over(whole, -13, 0, 0) is None


@pytest.mark.parametrize("place", [(12.1, 0), (0, -12.1), (500, 500)])
def test_card_beyond_the_table_is_not_over_the_coil(place: tuple[float, float]) -> None:
    assert over(coil(), *place, 0) is None


def test_current_falls_beside_resonance() -> None:
    """To the root of a half at its width, however the coil is out of tune."""
    assert share_in_tune(0) == 1
    assert share_in_tune(1) == share_in_tune(-1) == pytest.approx(0.5**0.5)
    assert coil().empty == 4.5
