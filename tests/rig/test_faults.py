"""Each fault alone, as the chips and the radio see it; what the firmware makes of it is beside."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_rig.electronics.errors import SideChannelError
from duelmat_rig.electronics.faults import NAMES
from duelmat_rig.electronics.side_channel import SideChannel
from duelmat_rig.electronics.supply import rails_mv
from duelmat_rig.electronics.tag import Tag
from rig.boards import standard_board
from rig.client import uid
from rig.reader_driver import Bench

VERSION = 0x37
RATE = 400


@pytest.fixture
def board() -> Any:
    board, clock, _ = standard_board()
    board.readers.set_reset(0)
    board.readers.set_reset(1)
    clock.spend(2000)
    return board


def transfer(board: Any, index: int, out: bytes) -> bytes:
    """One frame on the bus to the reader of an antenna."""
    place = board.config["antennas"][index]
    for bit in range(3):
        board.readers.set_address(bit, place["line"] >> bit & 1)
        board.readers.set_address(bit + 3, place["bank"] >> bit & 1)
    into = bytearray(len(out))
    board.readers.set_select(0)
    board.readers.transfer(out, 0, into, len(out))
    board.readers.set_select(1)
    return bytes(into)


def version(board: Any, index: int) -> int:
    return transfer(board, index, bytes((0x80 | VERSION << 1, 0)))[1]


def fault(board: Any, **wanted: Any) -> None:
    SideChannel(board).request({"op": "faults", **wanted})


def test_clone_that_holds_miso_disturbs_nobody(board: Any) -> None:
    """Its line ends at the bank's multiplexer, which passes on that of the addressed reader."""
    fault(board, miso_held=[9, 11, 20])
    for index in range(40):
        assert {version(board, index) for _ in range(20)} == {0x92}


@pytest.mark.parametrize(
    ("sag_mv", "fields", "rails"),
    [
        (0, 40, (5000, 3300)),
        (100, 4, (4600, 3300)),
        (450, 1, (4550, 3300)),
        (450, 3, (3650, 2550)),
        (450, 4, (3200, 2100)),
        (2000, 4, (0, 0)),
    ],
)
def test_rails_sag_with_the_fields_that_are_on(
    sag_mv: int, fields: int, rails: tuple[int, int]
) -> None:
    assert rails_mv(sag_mv, fields) == rails


def field(board: Any, index: int, is_on: bool) -> None:
    transfer(board, index, bytes((0x14 << 1, 0x83 if is_on else 0x80)))


def test_board_measures_what_the_fields_take(board: Any) -> None:
    fault(board, sag_mv=200)
    assert (board.supply_mv(0), board.supply_mv(1)) == (5000, 3300)
    for index in (0, 12, 24):
        field(board, index, True)
    assert (board.supply_mv(0), board.supply_mv(1)) == (4400, 3300)
    field(board, 0, False)
    assert board.supply_mv(0) == 4600


def test_readers_forget_their_registers_when_the_supply_gives_way(board: Any) -> None:
    """All of them, and their fields go off with that."""
    fault(board, sag_mv=450)
    for index in range(40):
        transfer(board, index, bytes((0x24 << 1, 0x55)))
    for index in (0, 12, 24):
        field(board, index, True)
    assert board.radio.fields_on == 3
    field(board, 36, True)
    assert board.radio.fields_on == 0
    board.clock.spend(2000)
    read = {transfer(board, index, bytes((0x80 | 0x24 << 1, 0)))[1] for index in range(40)}
    assert read == {0x26}


def heard(driver: Any) -> float:
    """How often a tag that is called answers."""
    answers = 0
    for _ in range(RATE):
        driver.field(False)
        driver.field(True)
        answers += driver.wake() is not None
    driver.field(False)
    return answers / RATE


def test_weak_supply_makes_tags_hard_to_hear() -> None:
    bench = Bench(2)
    bench.put([Tag(b"\x04\x01\x02\x03\x04\x05\x06", 100)], [])
    driver = bench.driver()
    assert heard(driver) == 1
    bench.radio.faults.sag_mv = 1000  # 4.0 V and 2.9 V with the one field
    assert 0.35 < heard(driver) < 0.65


def test_field_that_bleeds_feeds_the_neighbours_card_and_reads_it_at_times() -> None:
    """Only neighbours, only at the probability set, and not when it is off again."""
    bench = Bench(3, [[1], [0], []])
    there = Tag(b"\x04\x01\x02\x03\x04\x05\x06", 100)
    bench.put([], [there], [])
    near, far = bench.driver(0), bench.driver(2)
    assert heard(near) == 0
    bench.radio.faults.bleed = 1
    assert 0.35 < heard(near) < 0.65
    assert heard(far) == 0
    bench.radio.faults.bleed = 0.5
    assert 0.15 < heard(near) < 0.35
    bench.radio.faults.bleed = 0
    assert heard(near) == 0
    assert heard(bench.driver(1)) == 1


def test_leaky_sleeve_answers_with_both_faces(board: Any) -> None:
    """From when it leaks until it does no more."""
    up, down = uid(1, "up"), uid(1, "down")
    board.mat.place("card", up, down, "a.m3")
    board.mat.place("other", uid(2, "up"), uid(2, "down"), "a.m1", face="down")
    fault(board, leaky=["card", "other"])
    (lower, upper) = board.mat.coupling()[4]
    assert (lower[0].uid.hex(), upper[0].uid.hex()) == (up, down)
    assert lower[1] == upper[1]
    assert sorted(board.mat.reaches(0)) == sorted((uid(2, "up"), uid(2, "down")))
    fault(board, leaky=[])
    assert board.mat.reaches(4) == [up]
    assert board.mat.reaches(0) == [uid(2, "down")]


def test_hovering_hand_lowers_its_pads_only(board: Any) -> None:
    """By 15 to 40 counts, another number each time."""
    names = [pad["name"] for pad in board.field["pads"]]
    pad = names.index("a.m3")
    address, electrode = board.config["pads"][pad]
    fault(board, hand=["a.m3"])
    disturbance = board._disturbance(address)
    taken = {disturbance(electrode) for _ in range(200)}
    assert min(taken) >= 15
    assert max(taken) <= 40
    assert len(taken) > 10
    assert {disturbance(other) for other in range(12) if other != electrode} == {0}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"dropout": 2}, "between 0 and 1"),
        ({"bleed": True}, "between 0 and 1"),
        ({"sag_mv": -1}, "between 0 and 2000"),
        ({"sag_mv": "much"}, "between 0 and 2000"),
        ({"dead": 4}, "as a list"),
        ({"miso_held": [40]}, "list of antennas"),
        ({"leaky": [7]}, "list of sleeves"),
        ({"hand": ["a.m9"]}, "expected a pad of"),
        ({"hand": [["a.m1"]]}, "expected a pad of"),
        ({"rain": 1}, "expected a fault of"),
        ({"dropout": 0.5, "rain": 1}, "expected a fault of"),
    ],
)
def test_fault_that_is_none_is_refused_and_sets_nothing(
    board: Any, wanted: dict[str, Any], words: str
) -> None:
    """Not even those named beside it."""
    with pytest.raises(SideChannelError, match=words):
        fault(board, **wanted)
    faults = board.radio.faults
    assert not any(getattr(faults, name) for name in NAMES)


def test_hand_trembles_alike_with_the_same_seed() -> None:
    """As all that chance decides."""
    told = []
    for _ in range(2):
        board: Any = standard_board(5)[0]
        fault(board, hand=["b.m2"])
        pads = [pad["name"] for pad in board.field["pads"]]
        address, electrode = board.config["pads"][pads.index("b.m2")]
        disturbance = board._disturbance(address)
        told.append([disturbance(electrode) for _ in range(50)])
    assert told[0] == told[1]


def test_reader_is_upset_by_hand(board: Any) -> None:
    """A register at once, the version for good."""
    hands = SideChannel(board)
    hands.request({"op": "upset", "antenna": 3, "register": 0x17, "value": 4})
    hands.request({"op": "upset", "antenna": 3, "register": VERSION, "value": 0x77})
    assert transfer(board, 3, bytes((0x80 | 0x17 << 1, 0)))[1] == 4
    board.readers.set_reset(0)
    board.readers.set_reset(1)
    board.clock.spend(2000)
    assert transfer(board, 3, bytes((0x80 | 0x17 << 1, 0)))[1] == 0x84
    assert version(board, 3) == 0x77
    assert version(board, 4) == 0x92


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"antenna": 40}, "expected antenna from 0 to 39"),
        ({"register": 64}, "expected register from 0 to 63"),
        ({"value": -1}, "expected value from 0 to 255"),
        ({"value": True}, "expected value from 0 to 255"),
    ],
)
def test_reader_is_not_upset_by_what_is_no_register(
    board: Any, wrong: dict[str, Any], words: str
) -> None:
    with pytest.raises(SideChannelError, match=words):
        SideChannel(board).request(
            {"op": "upset", "antenna": 3, "register": 1, "value": 1} | wrong
        )


def test_bus_that_is_no_hold_is_refused(board: Any) -> None:
    with pytest.raises(SideChannelError, match="expected i2c_held as one of scl, sda"):
        fault(board, i2c_held="mosi")
    fault(board, i2c_held="scl")
    assert (board.i2c_lines.scl(), board.i2c_lines.sda()) == (0, 1)
    fault(board, i2c_held="")
    assert (board.i2c_lines.scl(), board.i2c_lines.sda()) == (1, 1)
