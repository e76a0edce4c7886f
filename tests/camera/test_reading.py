"""Drawn pictures are read as they were laid: nothing wrong, and little that is asked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from duelmat_bench.camera.drawing import CLEAN, Shot, Studio, laid
from duelmat_bench.camera.placements import measure_camera
from duelmat_camera.finding import MarkerFinder
from duelmat_camera.markers import FRONTS, sensed_zones
from duelmat_camera.reading import ASTRAY_MM, PictureReader, Reading
from duelmat_hardware import Mat, MatZone, load_mat, mat_file

WOLF = FRONTS[0]


@pytest.fixture(scope="module")
def mini() -> Mat:
    return load_mat(mat_file("mini"))


@pytest.fixture(scope="module")
def studio(mini: Mat) -> Studio:
    return Studio(mini)


def test_a_hundred_cards_are_read_and_none_wrong() -> None:
    """The figures of the bench, on a few pictures of the larger mat."""
    figures = measure_camera(load_mat(), 100, seed=3)
    assert figures["wrong"] == 0
    assert figures["told_share"] >= 0.97
    assert figures["told"] + figures["asked"] + figures["under_hands"] == figures["placements"]


@pytest.mark.parametrize("zone", ["a.m2", "b.m2", "a.grave", "b.s3"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turn_is_that_of_the_zones_player(
    mini: Mat, studio: Studio, zone: MatZone, turn: int
) -> None:
    card = laid(mini, zone, WOLF, turn, off=(12, -12, 15))
    picture, _ = studio.draw([card], CLEAN, np.random.default_rng(1))
    (found,) = PictureReader(mini).read(picture).cards
    assert (found.marker, found.zone, found.turn) == (WOLF, zone, turn)
    assert found.at.distance_mm(card.at) < 1.5


def test_zone_without_a_card_is_empty_and_one_with_a_card_is_not(
    mini: Mat, studio: Studio
) -> None:
    card = laid(mini, MatZone("a.m2"), WOLF, off=(0, 0, 0))
    picture, _ = studio.draw([card], CLEAN, np.random.default_rng(1))
    assert PictureReader(mini).read(picture).empty == set(sensed_zones(mini)) - {"a.m2"}


@pytest.mark.parametrize(
    ("off", "turn"), [((0, 0, 40), None), ((0, 0, -44), None), ((0, 0, 29), 0), ((0, 0, 61), 90)]
)
def test_card_in_between_has_no_turn(
    mini: Mat, studio: Studio, off: tuple[float, float, float], turn: int | None
) -> None:
    card = laid(mini, MatZone("a.m2"), WOLF, off=off)
    picture, _ = studio.draw([card], CLEAN, np.random.default_rng(1))
    (found,) = PictureReader(mini).read(picture).cards
    assert found.turn == turn


def test_card_between_two_zones_lies_in_none(mini: Mat, studio: Studio) -> None:
    card = laid(mini, MatZone("a.m2"), WOLF, off=(ASTRAY_MM + 10, 0, 0))
    picture, _ = studio.draw([card], CLEAN, np.random.default_rng(1))
    (found,) = PictureReader(mini).read(picture).cards
    assert found.zone is None


@pytest.mark.parametrize("shot", [Shot(light=0.01), Shot(blur_px=9), Shot(noise=120, light=0.3)])
def test_picture_in_which_the_mat_is_not_found_says_nothing(
    mini: Mat, studio: Studio, shot: Shot
) -> None:
    """Neither cards nor empty zones."""
    picture, _ = studio.draw([], shot, np.random.default_rng(1))
    reading = PictureReader(mini).read(picture)
    assert (reading.cards, reading.empty, reading.off_mm) == ((), frozenset(), None)


def test_mat_of_which_one_corner_is_seen_is_not_found(mini: Mat, studio: Studio) -> None:
    """A plane laid through a few markers beside each other is wrong at the other side."""
    picture, _ = studio.draw([], CLEAN, np.random.default_rng(1))
    picture[:, 960:] = 90
    picture[540:] = 90
    reading = PictureReader(mini).read(picture)
    assert len(reading.seen) >= 4
    assert reading.off_mm is None


def test_camera_that_was_pushed_needs_no_new_setup(mini: Mat, studio: Studio) -> None:
    """Each picture is read by itself."""
    reader = PictureReader(mini)
    card = laid(mini, MatZone("b.m3"), WOLF, 90, off=(5, 5, 5))
    for keystone, tilt in ((0.0, 0.0), (0.2, 8.0), (0.1, -20.0)):
        shot = Shot(keystone=keystone, tilt_deg=tilt)
        (found,) = reader.read(studio.draw([card], shot, np.random.default_rng(1))[0]).cards
        assert (found.zone, found.turn) == ("b.m3", 90)


def test_marker_that_is_held_up_is_no_card_of_the_mat(mini: Mat, studio: Studio) -> None:
    """It looks larger than those that lie there."""
    picture, _ = studio.draw([], CLEAN, np.random.default_rng(1))
    card = laid(mini, MatZone("a.m3"), WOLF, off=(0, 0, 0))
    near, _ = studio.draw([card], CLEAN, np.random.default_rng(1))
    corners = MarkerFinder().find(near)[WOLF]
    x, y = (int(value) for value in corners.min(axis=0))
    w, h = (int(value) for value in np.ptp(corners, axis=0))
    crop = near[y - 8 : y + h + 8, x - 8 : x + w + 8]
    large = cv2.resize(crop, None, fx=1.2, fy=1.2)
    picture[y : y + large.shape[0], x : x + large.shape[1]] = large
    reading = PictureReader(mini).read(picture)
    assert reading.off_mm is not None
    assert reading.cards == ()


def test_empty_pictures_say_nothing(mini: Mat) -> None:
    for picture in (np.zeros((1080, 1920, 3), np.uint8), np.full((48, 64), 255, np.uint8)):
        assert PictureReader(mini).read(picture) == Reading()


def test_other_mat_is_not_taken_for_the_one_that_is_expected(studio: Studio) -> None:
    """Its corners alone would fit: cards would be told in zones where they do not lie."""
    picture, _ = studio.draw([], CLEAN, np.random.default_rng(1))
    assert PictureReader(load_mat()).read(picture).off_mm is None
