"""Tests the damping of a tag by a metal film."""

from __future__ import annotations

import pytest

from duelmat_hardware.geometry import Size
from duelmat_hardware.physics.film import film_change, film_needs, quality_under_film

TAG = Size(20, 20)


def test_films_of_holographic_cards_lower_the_quality_of_a_tag() -> None:
    """Calculated apart from this with filaments: 5, 14 and 37 at 1, 3 and 10 ohm per square."""
    found = [quality_under_film(TAG, ohm) for ohm in (1, 3, 10)]
    assert found == pytest.approx([5, 14, 37], rel=0.2)
    assert [film_needs(TAG, ohm) for ohm in (1, 3, 10)] == pytest.approx([5.4, 2.3, 1.4], rel=0.2)


def test_a_film_that_hardly_conducts_changes_nothing() -> None:
    assert quality_under_film(TAG, 1e6) == pytest.approx(129, rel=0.001)
    assert film_needs(TAG, 1e6) == pytest.approx(1, rel=0.001)


def test_a_film_that_conducts_well_has_no_loss_and_takes_the_inductance() -> None:
    change = film_change(TAG, 1e-6)
    assert abs(change.imag) < 1e-3
    assert -1 < change.real < -0.5


def test_a_film_further_away_damps_less() -> None:
    near, far = (quality_under_film(TAG, 3, gap_mm) for gap_mm in (0.5, 3.0))
    assert far > 1.5 * near


def test_a_smaller_tag_is_damped_less() -> None:
    assert quality_under_film(Size(19, 12), 3) > quality_under_film(Size(25, 25), 3)
