"""MPR121 and HT16K33 by their registers."""

from typing import Any

import pytest

from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.ht16k33 import Ht16k33
from duelmat_rig.electronics.mpr121 import Mpr121


@pytest.fixture
def touch() -> Any:
    clock = Clock()
    chip = Mpr121(clock, lambda pad: 0)
    return chip, clock


def started(chip: Any, clock: Any) -> None:
    chip.write(bytes((0x80, 0x63)))
    chip.write(bytes((0x41, *[12, 6] * 12)))
    chip.write(bytes((0x5D, 0x22)))  # a sample every 16 ms
    chip.write(bytes((0x5E, 0x8C)))
    clock.spend(50_000)


def status(chip: Any) -> Any:
    chip.write(b"\x00")
    low, high = chip.read(2)
    return high << 8 | low


def test_finger_shows_in_the_status_and_on_the_interrupt_line(touch: Any) -> None:
    chip, clock = touch
    started(chip, clock)
    assert status(chip) == 0
    chip.press(3, True)
    chip.press(11, True)
    clock.spend(20_000)
    assert chip.is_interrupting()
    assert status(chip) == 1 << 3 | 1 << 11
    assert not chip.is_interrupting()
    chip.press(3, False)
    clock.spend(20_000)
    assert chip.is_interrupting()
    assert status(chip) == 1 << 11


def test_finger_is_seen_no_sooner_than_a_sample(touch: Any) -> None:
    chip, clock = touch
    started(chip, clock)
    status(chip)
    chip.press(0, True)
    clock.spend(500)
    assert status(chip) == 0


def test_debounce_asks_for_samples_that_agree(touch: Any) -> None:
    """With debounce 2 a touch needs three samples of 16 ms."""
    chip, clock = touch
    chip.write(bytes((0x5B, 0x22)))
    started(chip, clock)
    chip.write(bytes((0x5E, 0)))
    chip.write(bytes((0x5B, 0x22)))
    chip.write(bytes((0x5E, 0x8C)))
    chip.press(0, True)
    clock.spend(33_000)
    assert status(chip) == 0
    clock.spend(16_000)
    assert status(chip) == 1


def test_stopped_chip_senses_nothing(touch: Any) -> None:
    chip, clock = touch
    chip.press(0, True)
    clock.spend(100_000)
    assert status(chip) == 0


def test_settings_are_taken_in_stop_mode_only(touch: Any) -> None:
    chip, clock = touch
    started(chip, clock)
    chip.write(bytes((0x41, 99)))
    chip.write(b"\x41")
    assert chip.read(1) == b"\x0c"


def test_filtered_data_falls_under_a_finger(touch: Any) -> None:
    chip, clock = touch
    started(chip, clock)
    chip.press(2, True)
    chip.write(b"\x04")
    data = chip.read(24)
    counts = [data[2 * pad] | data[2 * pad + 1] << 8 for pad in range(12)]
    assert counts[2] < counts[1] - 12


def test_field_beneath_a_pad_can_feign_a_finger() -> None:
    clock = Clock()
    chip = Mpr121(clock, lambda pad: 90 if pad == 5 else 0)
    started(chip, clock)
    assert status(chip) == 1 << 5


def test_hand_above_a_pad_lowers_it_by_less_than_a_finger() -> None:
    """It passes a threshold that is low, and not one half way to a finger."""
    for threshold, seen in ((12, 1 << 2), (55, 0)):
        clock = Clock()
        chip = Mpr121(clock, lambda pad: 40 if pad == 2 else 0)
        chip.write(bytes((0x41, *[threshold, threshold // 2] * 12)))
        chip.write(bytes((0x5D, 0x22)))
        chip.write(bytes((0x5E, 0x8C)))
        clock.spend(50_000)
        assert status(chip) == seen
        chip.press(2, True)
        clock.spend(50_000)
        assert status(chip) == 1 << 2


SHOWN = [
    (bytes((0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07)), "01234567"),
    (bytes((0x7F, 0x6F, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00)), "89-     "),
    (bytes((0, 0, 0, 0, 0x66, 0x3F | 0x80, 0x3F, 0x3F)), "    40.00"),
    (bytes((0x76, 0x79, 0x38, 0x73, 0x2B, 0, 0, 0)), "HELP?   "),
]


@pytest.mark.parametrize(("segments", "text"), SHOWN)
def test_segments_are_read_as_text(segments: bytes, text: str) -> None:
    display = Ht16k33()
    display.write(b"\x21")
    display.write(b"\x81")
    frame = bytearray(17)
    frame[1::2] = segments
    display.write(bytes(frame))
    assert display.text() == text


def test_display_that_is_off_or_has_no_clock_is_dark() -> None:
    display = Ht16k33()
    display.write(bytes((0x00, 0x3F)))
    display.write(b"\x81")
    assert display.text() == " " * 8
    display.write(b"\x21")
    assert display.text() == "0       "
    display.write(b"\x80")
    assert display.text() == " " * 8


def test_brightness_and_blinking_are_taken() -> None:
    display = Ht16k33()
    display.write(b"\xe3")
    display.write(b"\x85")
    assert (display.brightness, display.blink) == (3, 2)
