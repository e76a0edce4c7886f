"""What the mat is told of what pictures say: nothing is taken away because it is not seen."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_camera.markers import FRONTS
from duelmat_camera.reading import Reading, Sighting
from duelmat_camera.sleeves import Side
from duelmat_camera.watching import STILL_MS, STILL_PICTURES, Watcher, zones_told
from duelmat_hardware import Mat, MatZone, Point, load_mat, mat_file

WOLF, OWL, BACK = FRONTS[0], FRONTS[1], 300
SIDES: Final = {
    WOLF: Side("a:Wolf", "up", "04aa", "04ab"),
    BACK: Side("a:Wolf", "down", "04aa", "04ab"),
    OWL: Side("a:Owl", "up", "04ba", "04bb"),
}
M2, M3 = MatZone("a.m2"), MatZone("a.m3")
PICTURE_MS: Final = 100


@pytest.fixture(scope="module")
def mini() -> Mat:
    return load_mat(mat_file("mini"))


class Scene:
    """A watcher, and pictures at ten a second."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.watcher = Watcher(mat, SIDES)
        self.now_ms = 0
        self.anew: list[str] = []

    def card(
        self, marker: int, zone: MatZone, turn: int | None = 0, right_mm: float = 0
    ) -> Sighting:
        at = self.mat.zone(zone).area.centre.plus(Point(right_mm, 0))
        return Sighting(marker, at, at.plus(Point(0, 27)), turn or 0, zone, turn)

    def picture(self, *cards: Sighting, empty: tuple[MatZone, ...] = ()) -> None:
        self.now_ms += PICTURE_MS
        reading = Reading(cards, frozenset(empty), 1.0)
        self.anew += self.watcher.take(reading, self.now_ms)

    def pictures(self, *cards: Sighting, empty: tuple[MatZone, ...] = (), count: int = 5) -> None:
        for _ in range(count):
            self.picture(*cards, empty=empty)

    def told(self, zone: MatZone) -> list[str]:
        """The cards of a zone from the lowest, as a letter of the face and the key."""
        return [f"{card.side.face} {card.side.sleeve}" for card in self.watcher.told[zone]]


@pytest.fixture
def scene(mini: Mat) -> Scene:
    return Scene(mini)


def test_card_that_lies_still_is_told_once(scene: Scene) -> None:
    """However many pictures show it."""
    scene.pictures(scene.card(WOLF, M2, 90), count=20)
    assert scene.anew == [M2]
    assert zones_told({M2: scene.watcher.told[M2]}) == {
        "a.m2": [
            {"sleeve": "a:Wolf", "up_uid": "04aa", "down_uid": "04ab", "face": "up", "turn": 90}
        ]
    }


@pytest.mark.parametrize(("count", "is_told"), [(STILL_PICTURES - 1, False), (5, True)])
def test_card_is_told_when_it_has_lain_a_moment(scene: Scene, count: int, is_told: bool) -> None:
    scene.pictures(scene.card(WOLF, M2), count=count)
    assert bool(scene.told(M2)) == is_told
    assert (count - 1) * PICTURE_MS >= STILL_MS or not is_told


def test_pushed_card_lies_nowhere_on_the_way(scene: Scene) -> None:
    """Only where it comes to rest, whatever zones it crosses."""
    scene.pictures(scene.card(WOLF, M2), count=2)
    scene.pictures(scene.card(WOLF, M3), count=2)
    scene.pictures(scene.card(WOLF, MatZone("a.m4")))
    assert scene.anew == ["a.m4"]


def test_hand_over_a_zone_takes_nothing_away(scene: Scene) -> None:
    """Neither card nor the zone's own marker is seen, as long as the hand rests there."""
    scene.pictures(scene.card(WOLF, M2))
    scene.pictures(count=100)
    assert scene.told(M2) == ["up a:Wolf"]
    assert scene.watcher.unsure[M2] < scene.now_ms - 90 * PICTURE_MS


def test_zone_is_empty_when_its_own_marker_is_seen(scene: Scene) -> None:
    scene.pictures(scene.card(WOLF, M2))
    scene.pictures(empty=(M2,))
    assert scene.told(M2) == []
    assert M2 not in scene.watcher.unsure


def test_marker_above_a_zone_that_is_empty_is_no_card_there(scene: Scene) -> None:
    """Somebody holds it in the hand: a card that lay there would hide the zone's marker."""
    scene.pictures(scene.card(WOLF, M2), empty=(M2,), count=20)
    assert scene.told(M2) == []


def test_card_that_is_turned_over_is_one_card(scene: Scene) -> None:
    """Its back is another marker of the same sleeve."""
    scene.pictures(scene.card(WOLF, M2))
    scene.pictures(scene.card(BACK, M2))
    assert scene.told(M2) == ["down a:Wolf"]


def test_covered_card_stays_beneath(scene: Scene) -> None:
    """Until it is seen elsewhere, or the zone is empty."""
    scene.pictures(scene.card(WOLF, M2))
    scene.pictures(scene.card(OWL, M2, right_mm=8))
    assert scene.told(M2) == ["up a:Wolf", "up a:Owl"]
    scene.pictures(scene.card(OWL, M2, right_mm=8), scene.card(WOLF, M3))
    assert scene.told(M2) == ["up a:Owl"]
    assert scene.told(M3) == ["up a:Wolf"]


def test_card_that_sticks_out_of_a_pile_is_seen_in_its_order(scene: Scene) -> None:
    """The first that lay there is the lowest, whichever marker is named first."""
    scene.pictures(scene.card(OWL, M2))
    scene.pictures(scene.card(WOLF, M2, right_mm=25), scene.card(OWL, M2))
    assert scene.told(M2) == ["up a:Owl", "up a:Wolf"]


def test_card_whose_marker_nothing_covers_is_unsure(scene: Scene) -> None:
    """A hand may be over it: another card beside it does not mean that it has gone."""
    scene.pictures(scene.card(WOLF, M2, right_mm=-30))
    scene.pictures(scene.card(OWL, M2, 90, right_mm=90))
    assert scene.told(M2) == ["up a:Wolf"]


def test_card_between_upright_and_sideways_is_unsure(scene: Scene) -> None:
    scene.pictures(scene.card(WOLF, M2, None))
    assert scene.told(M2) == []
    assert M2 in scene.watcher.unsure


def test_front_and_back_of_one_sleeve_together_are_told_nowhere(scene: Scene) -> None:
    """A marker that was copied: which of the two is the card nobody knows."""
    scene.pictures(scene.card(WOLF, M2), scene.card(BACK, M3), scene.card(OWL, MatZone("a.s2")))
    assert scene.anew == ["a.s2"]


def test_marker_of_no_sleeve_is_a_card_that_nobody_knows(scene: Scene) -> None:
    """Its tag is in no registry, and the table says so."""
    scene.pictures(scene.card(400, M2))
    assert scene.told(M2) == ["up marker 400"]
    assert scene.watcher.told[M2][0].side.down_uid is None
