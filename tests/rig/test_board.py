"""The board as a whole: clock, cable, fingers and requests."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_rig.electronics.chance import Chance
from duelmat_rig.electronics.clock import SHIFT_US, Clock
from duelmat_rig.electronics.errors import SideChannelError
from duelmat_rig.electronics.side_channel import SideChannel
from duelmat_rig.electronics.usb import IN_BYTES, OUT_BYTES
from rig.boards import standard_board
from rig.client import uid


def test_ticks_wrap_as_on_the_pico() -> None:
    """ticks_ms and ticks_us wrap at 2**30, each by itself, however often the epoch has moved."""
    clock = Clock(start_ms=2**30 - 5)
    assert clock.ticks_ms() == 2**30 - 5
    clock.spend(10_000)
    assert clock.ticks_ms() == 5
    for _ in range(5):
        before_us = clock.ticks_us()
        clock.spend(SHIFT_US)
        clock.settle()
        assert (clock.ticks_us() - before_us) % 2**30 == SHIFT_US
        assert clock.now() < SHIFT_US


@given(st.integers(0, 2**32), st.integers(1, 1000))
def test_chance_stays_below_its_limit_and_repeats_by_seed(seed: int, limit: int) -> None:
    one, other = Chance(seed), Chance(seed)
    numbers = [one.below(limit) for _ in range(20)]
    assert all(0 <= number < limit for number in numbers)
    assert numbers == [other.below(limit) for _ in range(20)]


def test_out_fifo_takes_256_bytes_and_then_what_the_host_reads() -> None:
    board, _, cable = standard_board()
    cable.room = 0
    board.usb.pump()
    assert board.usb.push(bytes(300)) == OUT_BYTES
    assert board.usb.push(b"x") == 0
    cable.room = 10
    board.usb.pump()
    assert board.usb.room() == 10
    assert board.usb.bytes_out == 10


def test_in_fifo_holds_512_bytes_and_the_host_waits_with_the_rest() -> None:
    board, _, cable = standard_board()
    cable.to_board = bytes(range(256)) * 3
    board.usb.interrupt_char = -1
    board.usb.pump()
    assert board.usb.waiting() == IN_BYTES
    assert len(cable.to_board) == 256
    into = bytearray(600)
    assert board.usb.pull_into(into, 600) == 512
    assert into[:512] == bytes(range(256)) * 2


def test_without_a_host_the_latest_bytes_are_kept() -> None:
    board, _, cable = standard_board()
    cable.is_open = False
    board.usb.pump()
    for number in range(300):
        assert board.usb.push(bytes((number & 0xFF,))) == 1
    cable.is_open = True
    board.usb.pump()
    assert cable.from_board == bytes(number & 0xFF for number in range(300))[-256:]


def test_ctrl_c_interrupts_only_while_it_means_something() -> None:
    board, _, cable = standard_board()
    cable.to_board = b"ab\x03cd"
    board.usb.pump()
    assert board.usb.is_interrupted
    assert board.usb.waiting() == 2
    board.usb.is_interrupted = False
    board.usb.interrupt_char = -1
    cable.to_board = b"\x03"
    board.usb.pump()
    assert not board.usb.is_interrupted
    assert board.usb.waiting() == 3


def test_button_is_pressed_for_as_long_as_asked() -> None:
    board, clock, _ = standard_board()
    hands = SideChannel(board)
    pin = board.config["pins"]["buttons"][1]
    hands.request({"op": "button", "name": "a.phase", "ms": 50})
    assert board.sensors[pin]() == 0
    clock.spend(49_000)
    board.poll()
    assert board.sensors[pin]() == 0
    clock.spend(2_000)
    board.poll()
    assert board.sensors[pin]() == 1


@pytest.mark.parametrize("second_ms", [40, 60])
def test_finger_that_comes_again_is_lifted_first(second_ms: int) -> None:
    """Whether the first is still down when the second is asked for or was just lifted."""
    board, clock, _ = standard_board()
    hands = SideChannel(board)
    pin = board.config["pins"]["buttons"][0]
    press = {"op": "button", "name": "a.ok", "ms": 50}
    hands.request(press)
    levels = []
    for ms in range(0, 400, 10):
        board.poll()
        if ms == second_ms:
            hands.request(press)
        levels.append(board.sensors[pin]())
        clock.spend(10_000)
    assert levels == [0] * 5 + [1] * 15 + [0] * 5 + [1] * 15


def test_button_that_is_held_forgets_the_presses_that_waited() -> None:
    board, clock, _ = standard_board()
    hands = SideChannel(board)
    pin = board.config["pins"]["buttons"][0]
    for _ in range(2):
        hands.request({"op": "button", "name": "a.ok", "ms": 50})
    hands.request({"op": "hold", "button": "a.ok"})
    for _ in range(40):
        board.poll()
        assert board.sensors[pin]() == 0
        clock.spend(10_000)


@pytest.mark.parametrize(
    ("request_fields", "words"),
    [
        ({}, "op"),
        ({"op": "dance"}, "op"),
        ({"op": "touch", "pad": "a.m7"}, "pad"),
        ({"op": "touch"}, "fields"),
        ({"op": "touch", "pad": "a.m1", "ms": -5}, "ms"),
        ({"op": "touch", "pad": "a.m1", "ms": "long"}, "ms"),
        ({"op": "touch", "pad": "a.m1", "still_ms": -1}, "still_ms"),
        ({"op": "button", "name": "c.ok"}, "button"),
        ({"op": "lift", "sleeve": "none"}, "lies on the mat"),
        ({"op": "faults", "gremlins": 1}, "fault"),
        ({"op": "faults", "dropout": 2}, "between"),
        ({"op": "faults", "dead": [40]}, "antennas"),
        ({"op": "place", "sleeve": "s"}, "fields"),
    ],
)
def test_request_that_cannot_be_done_says_why(request_fields: dict[str, Any], words: str) -> None:
    hands = SideChannel(standard_board()[0])
    with pytest.raises(SideChannelError, match=words):
        hands.request(request_fields)


_CARD_FIELDS = st.sampled_from(["sleeve", "up_uid", "down_uid", "face", "turn", "size"])
_CARD_VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 90, 1.5, "down", "04a1b2c3", "04112233445566", []]
)


@given(
    st.dictionaries(
        st.sampled_from(
            ["op", "sleeve", "zone", "up_uid", "down_uid", "pad", "ms", "turn", "zones"]
        ),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(allow_nan=False),
            st.text(max_size=9),
            st.sampled_from(["place", "lift", "touch", "look", "a.m1", "see"]),
            st.dictionaries(
                st.sampled_from(["a.m1", "x1", "a"]),
                st.lists(st.dictionaries(_CARD_FIELDS, _CARD_VALUES, max_size=3), max_size=2),
                max_size=2,
            ),
            st.lists(st.integers(), max_size=3),
        ),
    )
)
def test_no_request_breaks_the_hands(request_fields: dict[str, Any]) -> None:
    """Whatever comes is either done or refused with a sentence."""
    with suppress(SideChannelError):
        SideChannel(_BOARD).request(request_fields)


_BOARD = standard_board()[0]


def test_look_tells_lights_displays_and_cards() -> None:
    board, _, _ = standard_board()
    hands = SideChannel(board)
    hands.request(
        {
            "op": "place",
            "sleeve": "s1",
            "up_uid": uid(1, "up"),
            "down_uid": uid(1, "down"),
            "zone": "x2",
            "face": "down",
        }
    )
    seen = hands.request({"op": "look"})
    assert json.loads(json.dumps(seen)) == seen
    assert len(seen["lights"]) == board.config["lights"]
    assert seen["displays"] == [" " * 8] * 2
    assert [(card["sleeve"], card["zone"], card["face"]) for card in seen["cards"]] == [
        ("s1", "x2", "down")
    ]
