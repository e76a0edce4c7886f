"""Tests that two plain stickers tell how a card lies, by the coils of a zone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from duelmat_bench.pairs import measure_pairs
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
