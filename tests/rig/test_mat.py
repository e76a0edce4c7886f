"""Which antenna reaches which tag, from where a card lies."""

import json
from typing import Any

import pytest

from duelmat_rig.electronics.errors import SideChannelError
from rig.boards import standard_board
from rig.client import FIELD, uid

ANTENNAS = {
    (antenna["zone"], antenna["role"]): index
    for index, antenna in enumerate(json.loads(FIELD.read_text())["antennas"])
}
UP, DOWN = uid(1, "up"), uid(1, "down")


def reached(board: Any) -> Any:
    """Every antenna that reaches something, by zone and role."""
    return {
        place: board.mat.reaches(index)
        for place, index in ANTENNAS.items()
        if board.mat.reaches(index)
    }


@pytest.fixture
def board() -> Any:
    return standard_board()[0]


@pytest.mark.parametrize("zone", [f"{seat}.m{column}" for seat in "ab" for column in range(1, 6)])
@pytest.mark.parametrize(("turn", "role"), [(0, "A"), (90, "B"), (180, "A"), (270, "B")])
@pytest.mark.parametrize(("face", "tag"), [("up", UP), ("down", DOWN)])
def test_monster_zone_tells_face_and_turn(
    board: Any, zone: str, turn: int, role: str, face: str, tag: str
) -> None:
    """The lower tag answers, on A when upright or upside-down, on B when sideways."""
    board.mat.place("card", UP, DOWN, zone, face=face, turn=turn)
    assert reached(board) == {(zone, role): [tag]}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "how",
    [
        {"dx_mm": 12},
        {"dx_mm": -12},
        {"dy_mm": 12},
        {"dy_mm": -12},
        {"tilt_deg": 15},
        {"tilt_deg": -15},
    ],
)
@pytest.mark.parametrize("size", ["small", "standard"])
def test_card_laid_carelessly_is_still_told_upright_or_sideways(
    board: Any, turn: int, how: dict[str, Any], size: str
) -> None:
    """Twelve millimetres or fifteen degrees off change nothing."""
    board.mat.place("card", UP, DOWN, "a.m3", turn=turn, size=size, **how)
    assert reached(board) == {("a.m3", "B" if turn % 180 else "A"): [UP]}


@pytest.mark.parametrize("zone", ["a.s1", "b.field", "a.grave", "b.extra", "x1"])
def test_single_antenna_zone_sees_an_upright_card(board: Any, zone: str) -> None:
    board.mat.place("card", UP, DOWN, zone)
    assert reached(board) == {(zone, "only"): [UP]}


def test_deck_place_senses_nothing(board: Any) -> None:
    board.mat.place("card", UP, DOWN, "a.deck")
    assert reached(board) == {}
    assert [card["zone"] for card in board.mat.describe()] == ["a.deck"]


def test_card_on_another_is_screened_until_the_lower_one_goes(board: Any) -> None:
    board.mat.place("lower", UP, DOWN, "a.m1")
    board.mat.place("upper", uid(2, "up"), uid(2, "down"), "a.m1", dx_mm=3)
    assert reached(board) == {("a.m1", "A"): [UP]}
    board.mat.lift("lower")
    assert reached(board) == {("a.m1", "A"): [uid(2, "up")]}


def test_placing_a_card_again_moves_it_to_the_top(board: Any) -> None:
    board.mat.place("one", UP, DOWN, "a.m1")
    board.mat.place("two", uid(2, "up"), uid(2, "down"), "a.m1")
    board.mat.place("one", UP, DOWN, "a.m1")
    assert [card["sleeve"] for card in board.mat.describe()] == ["two", "one"]
    assert reached(board) == {("a.m1", "A"): [uid(2, "up")]}


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"zone": "a.m9"}, "zone"),
        ({"face": "side"}, "face"),
        ({"turn": 45}, "turn"),
        ({"size": "huge"}, "size"),
        ({"up_uid": "04a1"}, "up_uid"),
        ({"up_uid": 7}, "up_uid"),
        ({"down_uid": UP}, "two tags"),
        ({"dx_mm": "3"}, "dx_mm"),
    ],
)
def test_impossible_placement_is_refused_and_changes_nothing(
    board: Any, how: dict[str, Any], words: str
) -> None:
    placement = {"up_uid": UP, "down_uid": DOWN, "zone": "a.m1", **how}
    with pytest.raises(SideChannelError, match=words):
        board.mat.place("card", **placement)
    assert board.mat.describe() == []


def test_lifting_what_does_not_lie_there_is_refused(board: Any) -> None:
    with pytest.raises(SideChannelError, match="lies on the mat"):
        board.mat.lift("ghost")


def strengths(board: Any, zone: str, role: str) -> dict[str, float]:
    """How well an antenna reaches each tag that it wakes."""
    coupled = board.mat.coupling()[ANTENNAS[zone, role]]
    return {tag.uid.hex(): how_well for tag, how_well in coupled}


def test_reach_that_hands_name_goes_before_tables(board: Any) -> None:
    """For the lower tag and the upper one, until the sleeve is laid again."""
    board.mat.place("card", UP, DOWN, "a.m1", reach=[2.5, 1.4])
    assert strengths(board, "a.m1", "A") == {UP: 2.5, DOWN: 1.4}
    board.mat.place("card", UP, DOWN, "a.m1", face="down", turn=90, reach=[2.5, 0])
    assert reached(board) == {("a.m1", "B"): [DOWN]}
    board.mat.place("card", UP, DOWN, "a.m1")
    assert 4.1 < strengths(board, "a.m1", "A")[UP] < 4.2


def test_tag_that_needs_more_is_reached_less_well(board: Any) -> None:
    """Each tag by what it needs itself, for as long as it lies there."""
    board.mat.place("card", UP, DOWN, "x1", needs=[1, 0.6])
    usual = strengths(board, "x1", "only")
    assert set(usual) == {UP, DOWN}
    board.mat.place("card", UP, DOWN, "x1", needs=[2, 0.5])
    assert strengths(board, "x1", "only") == {
        UP: pytest.approx(usual[UP] / 2),
        DOWN: pytest.approx(usual[DOWN] * 0.6 / 0.5),
    }
    board.mat.place("card", UP, DOWN, "x1")
    assert strengths(board, "x1", "only")[UP] == pytest.approx(usual[UP] / 2)
    board.mat.place("card", UP, DOWN, "x1", needs=[99, 1])
    assert reached(board) == {}


def test_coil_without_a_card_is_out_of_tune(board: Any) -> None:
    """It hears a tag that lies beside it only when a card of its own lies there too."""
    board.mat.place("far", UP, DOWN, "a.s1", dx_mm=48, needs=[0.5, 0.5])
    assert reached(board) == {("a.s1", "only"): [UP]}
    board.mat.place("own", uid(2, "up"), uid(2, "down"), "a.s2")
    assert reached(board) == {("a.s1", "only"): [UP], ("a.s2", "only"): [UP, uid(2, "up")]}


def test_cards_of_a_pile_are_reached_past_foil_only(board: Any) -> None:
    """Their lower tags no better than their upper ones, however many lie there."""
    easy = {"dx_mm": 12, "dy_mm": -12, "needs": [0.1, 0.1]}
    board.mat.place("1", UP, DOWN, "a.m1", **easy)
    alone = strengths(board, "a.m1", "A")
    for number in (2, 3):
        board.mat.place(f"{number}", uid(number, "up"), uid(number, "down"), "a.m1", **easy)
    assert strengths(board, "a.m1", "A") == {
        **alone,
        **{uid(number, face): alone[DOWN] for number in (2, 3) for face in ("up", "down")},
    }


def test_card_that_sticks_out_of_a_pile_is_reached(board: Any) -> None:
    """As far as its tags lie beside the foil beneath; the lowest card is reached all the same."""
    found = {}
    for dy_mm in (-12, -4, 12):
        board.mat.place("lower", UP, DOWN, "a.m1", dy_mm=-12)
        board.mat.place("upper", uid(2, "up"), uid(2, "down"), "a.m1", dy_mm=dy_mm)
        found[dy_mm] = set(strengths(board, "a.m1", "A"))
    both = {UP, uid(2, "up")}
    assert found == {-12: {UP}, -4: both, 12: both}


def test_foil_over_foil_takes_no_coil_out_of_tune(board: Any) -> None:
    """A straight pile detunes as its lowest card does."""
    board.mat.place("lower", UP, DOWN, "a.m1")
    alone = strengths(board, "a.m1", "A")
    board.mat.place("upper", uid(2, "up"), uid(2, "down"), "a.m1", size="small")
    assert strengths(board, "a.m1", "A") == alone


DEAD = 1e6
"""The need of a sticker that no field wakes any more."""
ASTRAY = [(x, y, tilt) for x in (-12, 0, 12) for y in (-12, 12) for tilt in (-15, 15)]


@pytest.mark.parametrize("zone", ["a.m3", "a.s2", "a.grave"])
@pytest.mark.parametrize("face", ["up", "down"])
def test_a_dead_sticker_never_makes_a_card_lie_the_other_way_up(
    board: Any, zone: str, face: str
) -> None:
    """The upper one is not missed, and without the lower one nothing answers: no wrong face."""
    tags = {"up": uid(1, "up"), "down": uid(1, "down")}
    for dx_mm, dy_mm, tilt_deg in ASTRAY:
        for dead in tags:
            needs = [DEAD if side == dead else 0.8 for side in tags]
            place = {"dx_mm": dx_mm, "dy_mm": dy_mm, "tilt_deg": tilt_deg, "needs": needs}
            board.mat.place("card", *tags.values(), zone, face=face, **place)
            heard = {tag for at in range(40) for tag in board.mat.reaches(at)}
            assert heard == (set() if dead == face else {tags[face]})


@pytest.mark.parametrize("needs", [[1], [0, 1], [1, -1], ["1", 1], 2])
def test_needs_of_other_than_two_tags_are_refused(board: Any, needs: Any) -> None:
    with pytest.raises(SideChannelError, match="expected needs as two numbers above 0, got"):
        board.mat.place("card", UP, DOWN, "a.m1", needs=needs)
    assert board.mat.describe() == []


@pytest.mark.parametrize("reach", [[1], [1, 2, 3], [1, -1], ["1", 1], 2, "12"])
def test_reach_of_other_than_two_tags_is_refused(board: Any, reach: Any) -> None:
    with pytest.raises(SideChannelError, match="expected reach as two numbers from 0 on, got"):
        board.mat.place("card", UP, DOWN, "a.m1", reach=reach)
