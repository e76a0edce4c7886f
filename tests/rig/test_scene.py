"""The door for other eyes: what a front end sees in zones lies there, and nothing else moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duelmat_rig.electronics.errors import SideChannelError
from duelmat_rig.electronics.side_channel import SideChannel
from rig.boards import standard_board
from rig.client import running_rig, uid


def card(number: int, **how: Any) -> dict[str, Any]:
    """A card with two tags, made from a number."""
    tags = {"up_uid": uid(number, "up"), "down_uid": uid(number, "down")}
    return {"sleeve": f"s{number}", **tags, **how}


class Eyes:
    """A front end of a whole board."""

    def __init__(self) -> None:
        self.board = standard_board()[0]
        self._hands = SideChannel(self.board)

    def see(self, **zones: Any) -> dict[str, Any]:
        """Tell what lies in zones: `a_m1` is a.m1."""
        told = {zone.replace("_", "."): cards for zone, cards in zones.items()}
        answer: dict[str, Any] = self._hands.request({"op": "see", "zones": told})
        return answer

    @property
    def lying(self) -> dict[str, list[str]]:
        """The sleeves in each zone, from the lowest."""
        found: dict[str, list[str]] = {}
        for each in self.board.mat.describe():
            found.setdefault(each["zone"], []).append(each["sleeve"])
        return found

    def reached(self) -> set[str]:
        antennas = range(len(self.board.readers.chips))
        return {tag for index in antennas for tag in self.board.mat.reaches(index)}


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


def test_what_is_seen_lies_there_and_is_sensed(eyes: Eyes) -> None:
    """Face and turn as they are told; the tag of the side that is below is reached."""
    assert eyes.see(a_m1=[card(1)], b_s2=[card(2, face="down")], a_m3=[card(3, turn=90)]) == {
        "moved": 3,
        "lifted": 0,
    }
    assert eyes.lying == {"a.m1": ["s1"], "b.s2": ["s2"], "a.m3": ["s3"]}
    assert eyes.reached() == {uid(1, "up"), uid(2, "down"), uid(3, "up")}


def test_zone_that_is_not_named_keeps_what_lies_there(eyes: Eyes) -> None:
    """A front end that is not sure of a zone takes nothing away."""
    eyes.see(a_m1=[card(1)], a_m2=[card(2)])
    assert eyes.see(a_m2=[]) == {"moved": 0, "lifted": 1}
    assert eyes.lying == {"a.m1": ["s1"]}


def test_card_that_is_seen_elsewhere_has_left(eyes: Eyes) -> None:
    """Even a zone that is not named gives it up, as it is in one place."""
    eyes.see(a_m1=[card(1)])
    eyes.see(a_grave=[card(1)])
    assert eyes.lying == {"a.grave": ["s1"]}


def test_what_is_seen_as_before_is_not_touched(eyes: Eyes) -> None:
    """A front end may tell all it sees as often as it likes."""
    scene = {"a_m1": [card(1, turn=90), card(2)], "a_s1": [{"face": "down"}]}
    eyes.see(**scene)
    before = list(eyes.board.mat.sleeves)
    assert eyes.see(**scene) == {"moved": 0, "lifted": 0}
    assert [*map(id, eyes.board.mat.sleeves)] == [*map(id, before)]


@pytest.mark.parametrize(
    ("after", "moved"), [([2, 1], 2), ([1, 3, 2], 2), ([2], 0), ([1], 0), ([3, 1, 2], 3)]
)
def test_pile_lies_in_the_order_that_is_told(eyes: Eyes, after: list[int], moved: int) -> None:
    """From the lowest to the topmost; what lies beneath the first change stays."""
    eyes.see(a_m1=[card(1), card(2)])
    assert eyes.see(a_m1=[card(number) for number in after])["moved"] == moved
    assert eyes.lying == {"a.m1": [f"s{number}" for number in after]}


def test_one_sticker_answers_for_both_faces(eyes: Eyes) -> None:
    """Without down_uid the same tag is reached whichever side is below, and once."""
    for face in ("up", "down"):
        eyes.see(a_s1=[{"up_uid": uid(1, "up"), "face": face}])
        assert eyes.reached() == {uid(1, "up")}
        (told,) = eyes.board.mat.describe()
        assert (told["sleeve"], told["face"], told["down_uid"]) == (uid(1, "up"), face, None)


def test_card_of_which_only_the_back_is_seen_is_a_card_that_nobody_knows(eyes: Eyes) -> None:
    """It has a tag of its place, which stays, and another one in another place."""
    eyes.see(a_s1=[{"face": "down"}], a_s2=[{"face": "down"}])
    before = eyes.reached()
    assert len(before) == 2
    eyes.see(a_s1=[{"face": "down"}], a_s2=[{"face": "down"}])
    assert eyes.reached() == before
    eyes.see(a_s1=[card(1, face="down")])
    assert eyes.lying == {"a.s2": ["?a.s2/0"], "a.s1": ["s1"]}


@pytest.mark.parametrize(
    ("zones", "words"),
    [
        (None, "zones as an object .* got None"),
        ([], r"zones as an object .* got \[\]"),
        ({"a.m9": []}, "a zone of this mat, got 'a.m9'"),
        ({"a.m1": {}}, "a.m1 as a list of at most 60 cards"),
        ({"a.m1": [card(n) for n in range(61)]}, "at most 60 cards"),
        ({"a.m1": ["H7"]}, "card 0 of a.m1 as an object, got 'H7'"),
        ({"a.m1": [card(1, tilt=3)]}, "card 0 of a.m1: expected fields of .*turn.* got 'tilt'"),
        ({"a.m1": [card(1, face="left")]}, "expected face of up, down, got 'left'"),
        ({"a.m1": [card(1, face=None)]}, "expected face of up, down, got None"),
        ({"a.m1": [card(1, turn=45)]}, "expected turn of 0, 90, 180, 270, got 45"),
        ({"a.m1": [card(1, turn=False)]}, "expected turn of 0, 90, 180, 270, got False"),
        ({"a.m1": [card(1, up_uid="17")]}, "expected up_uid as 4, 7 or 10 bytes in hex, got '17'"),
        ({"a.m1": [card(1, up_uid=17)]}, "expected up_uid as 4, 7 or 10 bytes"),
        ({"a.m1": [card(1, down_uid="zz")]}, "expected down_uid as 4, 7 or 10 bytes"),
        ({"a.m1": [card(1, down_uid=uid(1, "up"))]}, "two tags .* leave down_uid out"),
        ({"a.m1": [card(1, up_uid=None)]}, "expected up_uid, the tag that answers face up"),
        ({"a.m1": [{"sleeve": "H7"}]}, "expected up_uid, the tag that answers face up"),
        ({"a.m1": [card(1, sleeve=7)]}, "expected sleeve as a name, got 7"),
        ({"a.m1": [card(1)], "a.m2": [card(1)]}, "in one place, got s1 in a.m[12] and a.m[12]"),
        ({"a.m1": [card(1), card(1)]}, "in one place, got s1 in a.m1 and a.m1"),
    ],
)
def test_broken_scene_is_refused_whole(zones: Any, words: str, eyes: Eyes) -> None:
    """With what was expected, what was got and where; not one card of it moves."""
    eyes.see(a_m2=[card(7)], b_m1=[card(8)])
    hands = SideChannel(eyes.board)
    told = {"b.m1": [], **zones} if isinstance(zones, dict) else zones
    with pytest.raises(SideChannelError, match=words):
        hands.request({"op": "see", "zones": told})
    assert eyes.lying == {"a.m2": ["s7"], "b.m1": ["s8"]}


@pytest.mark.long
@pytest.mark.parametrize("micropython", ["1.28", "1.29"])
def test_door_is_open_on_a_simulated_mat(micropython: str, tmp_path: Path) -> None:
    """As on CPython: two tags, one sticker, a card that is not known; a fault moves nothing."""
    with running_rig(tmp_path, clock="virtual", micropython=micropython) as hands:
        zones = {
            "a.m3": [card(1, turn=90)],
            "a.s2": [{"face": "down"}],
            "x1": [{"up_uid": "04a1b2c3"}],
        }
        assert hands.do("see", zones=zones)["moved"] == 3
        broken = hands.ask("see", zones={"a.m3": [], "a.m9": []})
        assert (broken["ok"], "a zone of this mat, got 'a.m9'" in broken["error"]) == (False, True)
        cards = {each["sleeve"]: each for each in hands.do("look")["cards"]}
        assert cards.keys() == {"s1", "?a.s2/0", "04a1b2c3"}
        assert (cards["s1"]["turn"], cards["04a1b2c3"]["down_uid"]) == (90, None)
