"""Tests that two plain stickers tell how a card lies, by the coils of a zone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from duelmat_bench.pair_piles import Laid, reached
from duelmat_bench.pair_study import study
from duelmat_bench.pairs import heard_next_door, measure_pairs
from duelmat_hardware.pair_reading import SHARES, Answers, Pose, last_step, pose_of
from duelmat_hardware.pairs import MONSTER, UPRIGHT, PairZone
from duelmat_hardware.physics import Spread
from duelmat_hardware.physics.loops import mutual_nh, own_nh

LAST = len(SHARES) - 1


def read(zone: PairZone, way: float, *, is_face_up: bool, wakes: tuple[float, float]) -> Pose:
    """The pose that is told of a card in the middle of a zone."""
    linked = zone.linked_nh(Spread((0.0,), (0.0,), (way,)), is_face_up=is_face_up)
    drives = zone.drives(linked, np.array(wakes)[:, None])[:, :, 0]
    first, second = (
        Answers(tuple(last_step(float(each)) for each in drives[:, of]), wakes[of])
        for of in (0, 1)
    )
    return pose_of(first, second)


@pytest.mark.parametrize("wakes", [(1.0, 1.0), (0.8, 1.2), (1.2, 0.8)])
def test_all_eight_poses_are_told_whatever_the_stickers_need(wakes: tuple[float, float]) -> None:
    for way, is_face_up in itertools.product((0, 90, 180, 270), (True, False)):
        told = read(MONSTER, way, is_face_up=is_face_up, wakes=wakes)
        assert told == Pose(is_face_up, bool(way % 180)), (way, is_face_up)


@pytest.mark.parametrize("way", [0, 180])
@pytest.mark.parametrize("is_face_up", [True, False])
def test_one_coil_tells_the_face_whichever_way_up_a_card_lies(
    way: int, *, is_face_up: bool
) -> None:
    assert read(UPRIGHT, way, is_face_up=is_face_up, wakes=(1, 1)) == Pose(is_face_up, False)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((None, None), (None, None), Pose()),
        ((5, 5), (5, 5), Pose()),  # between both coils
        ((5, None), (5, None), Pose(None, False)),
        ((5, None), (None, 5), Pose(None, True)),
        ((LAST, 3), (LAST, 2), Pose(None, False)),  # the least power wakes both
        ((2, LAST), (LAST, 3), Pose(None, True)),
        ((LAST, 3), (9, 2), Pose(True, False)),
        ((8, None), (2, None), Pose(True, False)),
        ((None, 9), (4, None), Pose(False, True)),
        ((4, None), (None, None), Pose()),  # Q is dead, or lies where no coil hears it
        ((None,), (3,), Pose(False, False)),
    ],
)
def test_what_does_not_stand_out_is_asked_about(
    first: tuple[int | None, ...], second: tuple[int | None, ...], told: Pose
) -> None:
    assert pose_of(Answers(first), Answers(second)) == told


def test_what_stickers_need_is_allowed_for() -> None:
    """P answers two steps further only because it needs half as much."""
    further, nearer = Answers((6, None), 0.5), Answers((4, None), 1.0)
    assert pose_of(further, nearer).is_face_up is False


def test_the_two_coils_of_a_zone_hardly_couple() -> None:
    """An ampere in one makes a tenth of one in the other at most, in tune with it."""
    upper, lower = MONSTER.coils
    coupling = abs(mutual_nh(upper, lower)) / own_nh(upper)
    assert coupling * MONSTER.quality <= MONSTER.beside


def test_of_cards_laid_by_lot_none_is_wrong_and_few_are_asked_about() -> None:
    """A sample of what `duelmat bench geometry --pairs` measures."""
    figures = measure_pairs(400, 1.0)
    assert figures["wrong_placements"] == 0
    for name, least in (
        *(("monster, anywhere", 0.97), ("monster, central", 0.99)),
        *(("upright, anywhere", 0.97), ("upright, central", 0.99)),
    ):
        assert figures[name]["right"] >= least, name


def test_a_sticker_hears_its_own_zone_far_better_than_the_next_one() -> None:
    """So that it belongs to the zone that wakes it with the least power."""
    assert heard_next_door(1, 100) < 0.5


def test_a_card_alone_is_reached_in_a_pile_as_it_is_without_one() -> None:
    """The coupled circuits of one card wake as the loads of its two stickers have it."""
    alone = reached(MONSTER, [Laid(0, 0, 0, is_face_up=True)])
    linked = MONSTER.linked_nh(Spread((0.0,), (0.0,), (0.0,)), is_face_up=True)
    drives = MONSTER.drives(linked, np.ones((2, 1)))[:, :, 0]
    assert alone[0, 0] == pytest.approx(1 / drives[0, 0], rel=0.05)


def test_stickers_that_lie_on_each_other_fall_silent_and_others_do_not() -> None:
    card = Laid(0, 0, 0, is_face_up=True)
    straight = reached(MONSTER, [card, Laid(2, 2, 0, is_face_up=True)])
    assert straight.max() < 1
    other_end = reached(MONSTER, [card, Laid(0, 0, 180, is_face_up=True)])
    assert (other_end.max(axis=0) > 0.9 * reached(MONSTER, [card]).max()).sum() == 2


def test_coils_nearer_to_the_cards_or_side_by_side_tell_less() -> None:
    """Why the zone is as it is; `python -m duelmat_bench.pair_study` prints all of it."""
    found = study(150)
    assert found["stickers that wake in 1 A/m"]["right"] > 0.98
    for worse in ("4 mm instead of 10", "halves side by side"):
        assert found[worse]["right"] < 0.9, worse
