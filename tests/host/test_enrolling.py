"""Enrolling at the table: what the page is told of the sleeve on a landing spot."""

from pathlib import Path

import pytest

from direct_mat import make_table
from duelmat_hardware import Mat, load_mat, mat_file
from duelmat_host.app.enrolling import (
    EnrolDesk,
    Enrolled,
    EnrollRequest,
    LookAtSpot,
    NameSleeve,
    TagSighting,
    UndoLast,
)
from duelmat_host.cards import Enrolment, Registry
from duelmat_host.link import Antenna, AntennaState
from duelmat_host.link.session import BoardSession
from duelmat_host.players.scripted_player import Dice
from duelmat_host.table.errors import DeclinedError

MAT = load_mat()
SPOT = "a.grave"
UP, DOWN = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"
HEART = NameSleeve(UP, DOWN, "a", "H7")
NOTHING = Antenna()


STATE = make_table(Dice(), asks=False).state


class Desk:
    """An enrolling desk over a board that sees what it is told to see."""

    def __init__(self, path: Path, mat: Mat = MAT) -> None:
        self._session = BoardSession(mat)
        self.used: list[Registry] = []
        self.desk = EnrolDesk(mat, Enrolment(path), self._session, self.used.append)

    def take(self, request: EnrollRequest) -> Enrolled:
        """Take one step at a table whose duel has not begun."""
        return self.desk.take(request, STATE)

    def lay(self, antenna: Antenna) -> None:
        """A landing spot has one antenna."""
        (index,) = (antenna.index for antenna in MAT.antennas if antenna.zone == SPOT)
        self._session._antennas[index] = antenna


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "cards.toml")


def one(uid: str) -> Antenna:
    return Antenna(AntennaState.ONE, (bytes.fromhex(uid),))


@pytest.mark.parametrize(
    ("antenna", "sighting"),
    [
        (NOTHING, TagSighting("empty", None, None)),
        (one(UP), TagSighting("one", UP, None)),
        (Antenna(AntennaState.UNSURE), TagSighting("unsure", None, None)),
        (Antenna(AntennaState.SEVERAL), TagSighting("several", None, None)),
    ],
)
def test_the_page_is_told_what_lies_on_the_spot(
    desk: Desk, antenna: Antenna, sighting: TagSighting
) -> None:
    """Nothing, a tag, several, or something that cannot be read."""
    desk.lay(antenna)
    assert desk.take(LookAtSpot(SPOT)).sighting == sighting


def test_the_page_is_told_which_card_was_enrolled_last(desk: Desk) -> None:
    """So that it can say it, and offer to undo it."""
    assert desk.take(LookAtSpot(SPOT)).last is None
    named = desk.take(HEART)
    assert (named.enrolled, named.last) == (1, "H7")
    assert desk.take(LookAtSpot(SPOT)).last == "H7"
    undone = desk.take(UndoLast())
    assert (undone.enrolled, undone.last) == (0, None)
    assert [len(registry) for registry in desk.used] == [1, 0]
    with pytest.raises(DeclinedError, match="there is nothing to forget"):
        desk.take(UndoLast())


def test_what_an_earlier_sitting_enrolled_cannot_be_undone(desk: Desk, tmp_path: Path) -> None:
    """It counts, and is not the last."""
    desk.take(HEART)
    later = Desk(tmp_path / "cards.toml").take(LookAtSpot(SPOT))
    assert (later.enrolled, later.last) == (1, None)


@pytest.mark.parametrize("uid", [UP, DOWN])
def test_a_sleeve_that_is_enrolled_already_is_named(desk: Desk, uid: str) -> None:
    """By either of its tags."""
    desk.take(HEART)
    desk.lay(one(uid))
    assert desk.take(LookAtSpot(SPOT)).sighting == TagSighting("one", uid, "H7")


@pytest.mark.parametrize(
    ("mat", "named", "told"),
    [
        ("standard", NameSleeve(UP, UP.upper(), "a", "H7"), "was read twice"),
        ("starter", HEART, "has one tag, and two were read"),
    ],
)
def test_a_sleeve_has_as_many_tags_as_the_mat_wants(
    tmp_path: Path, mat: str, named: NameSleeve, told: str
) -> None:
    """Two beside a shield; one in a plain sleeve, which is written down as one."""
    with pytest.raises(DeclinedError, match=told):
        Desk(tmp_path / "cards.toml", load_mat(mat_file(mat))).take(named)


def test_a_plain_sleeve_is_enrolled_by_its_one_tag(tmp_path: Path) -> None:
    """The registry keeps it as one."""
    path = tmp_path / "cards.toml"
    Desk(path, load_mat(mat_file("starter"))).take(NameSleeve(UP, UP, "a", "H7"))
    (sleeve,) = Registry.load(path).sleeves
    assert sleeve.tags == (bytes.fromhex(UP),)
