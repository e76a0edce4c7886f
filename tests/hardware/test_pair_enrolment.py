"""Tests what enrolling a pair of stickers learns, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from duelmat_bench.pairs import enrolled
from duelmat_hardware.pair_enrolment import PairFault, Seen, needs_of
from duelmat_hardware.pair_reading import SHARES
from duelmat_hardware.pairs import MONSTER, PAIR
from duelmat_hardware.physics.film import film_needs

DULLEST = 0


@pytest.mark.parametrize(
    ("face_up", "face_down", "found"),
    [
        (Seen(12, 4), Seen(4, 12), (1.0, 1.0)),
        (Seen(12, 4), Seen(4, None), PairFault.SWAPPED),  # Q prefers few turns to many
        (Seen(12, None), Seen(4, None), PairFault.SILENT),
        (Seen(None, 4), Seen(None, 12), PairFault.SILENT),
        (Seen(None, None), Seen(None, None), PairFault.HIDDEN),
        (Seen(5, None), Seen(None, 5), PairFault.HIDDEN),
        (Seen(5, DULLEST), Seen(DULLEST, 5), PairFault.HIDDEN),
        (Seen(5, DULLEST), Seen(4, 12), PairFault.DULL),
        (Seen(4, 12), Seen(12, 4), PairFault.SWAPPED),
        (Seen(23, 4), Seen(20, 8), PairFault.UNLIKE),
    ],
)
def test_a_pair_is_learnt_or_refused_with_its_reason(
    face_up: Seen, face_down: Seen, found: tuple[float, float] | PairFault
) -> None:
    assert needs_of(face_up, face_down) == (
        pytest.approx(found) if isinstance(found, tuple) else found
    )


def test_what_two_stickers_need_is_learnt_to_a_step_of_power() -> None:
    """Within 15 %, wherever the jig leaves the card."""
    lot = np.random.default_rng(1)
    needs = lot.uniform(0.8, 1.2, (2, 200))
    found = enrolled(MONSTER, needs, lot)
    learnt = [each for each in found if not isinstance(each, PairFault)]
    assert len(learnt) == len(found)
    errors = [p / q / (needs[0, at] / needs[1, at]) for at, (p, q) in enumerate(learnt)]
    assert max(*errors, 1 / min(errors)) < 1.15


def test_a_metal_film_hides_both_stickers() -> None:
    lot = np.random.default_rng(1)
    needs = np.full((2, 20), film_needs(PAIR.sticker, 1.0))
    found = enrolled(MONSTER, needs, lot)
    assert set(found) == {PairFault.HIDDEN}


def test_steps_of_power_fall_from_full_power() -> None:
    assert SHARES[0] == 1
    assert list(SHARES) == sorted(SHARES, reverse=True)
