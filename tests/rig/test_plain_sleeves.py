"""The starter mat's electronics: one tag in a sleeve, read through from both faces."""

import json
from typing import Any

import pytest

from duelmat_hardware import board_config, field_config, load_mat, mat_file
from duelmat_rig.electronics.board import Board
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.errors import SideChannelError
from rig.boards import Cable
from rig.client import uid

MAT = load_mat(mat_file("starter"))
AT = {str(antenna.zone): antenna.index for antenna in MAT.antennas}
TAG, OTHER = uid(1, "up"), uid(2, "up")


@pytest.fixture
def board() -> Any:
    cable = Cable()
    config, field = (json.loads(json.dumps(make(MAT))) for make in (board_config, field_config))
    return Board(config, field, Clock(), (cable.write, cable.read), 1)


@pytest.mark.parametrize("zone", ["a.m2", "b.s3", "a.grave"])
@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_module_reads_the_one_tag_however_its_card_lies(
    board: Any, zone: str, face: str, turn: int
) -> None:
    """Once, also 12 mm off and 15 degrees askew; the next zone reads nothing."""
    board.mat.place(
        "card", TAG, None, zone, face=face, turn=turn, dx_mm=12, dy_mm=-12, tilt_deg=15
    )
    assert [board.mat.reaches(at) for at in AT.values() if board.mat.reaches(at)] == [[TAG]]
    assert board.mat.reaches(AT[zone]) == [TAG]


def test_nothing_screens_a_card_that_lies_on_another(board: Any) -> None:
    """Both tags answer; a card that goes leaves the other one."""
    board.mat.place("lower", TAG, None, "a.m3")
    board.mat.place("upper", OTHER, None, "a.m3", face="down")
    assert sorted(board.mat.reaches(AT["a.m3"])) == sorted([TAG, OTHER])
    board.mat.lift("lower")
    assert board.mat.reaches(AT["a.m3"]) == [OTHER]


def test_a_sleeve_has_the_tags_of_its_size(board: Any) -> None:
    """Two different ones do not fit into a sleeve without a shield."""
    with pytest.raises(SideChannelError, match="expected one tag"):
        board.mat.place("card", TAG, uid(1, "down"), "a.m3")


def test_a_pad_beside_no_antenna_is_touched_at_any_time(board: Any) -> None:
    """No card beside it can come or go that the board would know of."""
    pads = {pad.name: pad.index for pad in MAT.pads}
    assert board.still_us(pads["a.banished"]) == board.clock.total_ms() * 1000
