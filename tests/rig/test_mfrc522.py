"""The reader chip by its registers, and the tags behind it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_rig.electronics.clock import SHIFT_US
from duelmat_rig.electronics.tag import Tag
from rig.reader_driver import (
    CALC_CRC,
    COMMAND,
    DIV_IRQ,
    ERROR,
    FIFO,
    GUARD_US,
    LEVEL,
    MODE,
    SOFT_RESET,
    TX_ASK,
    TX_CONTROL,
    Bench,
)

UID7 = bytes.fromhex("04a1b2c3d4e5f6")


def test_reset_values_are_those_of_the_data_sheet() -> None:
    """Version, mode, collision and control registers read as after power-up."""
    bench = Bench()
    driver = bench.driver()
    driver.write(COMMAND, SOFT_RESET)
    bench.clock.spend(100)
    values = {register: driver.read(register) for register in (0x37, 0x11, 0x0E, 0x0C, 0x14, 0x26)}
    assert values == {0x37: 0x92, 0x11: 0x3F, 0x0E: 0xA0, 0x0C: 0x10, 0x14: 0x80, 0x26: 0x48}


def test_chip_held_in_reset_answers_nothing() -> None:
    bench = Bench()
    driver = bench.driver()
    bench.chips[0].hold_reset(True)
    assert driver.read(0x37) == 0


def test_chip_takes_nothing_in_before_its_crystal_runs() -> None:
    """PowerDown reads 1 until the oscillator is up, and writes until then are lost."""
    bench = Bench()
    driver = bench.driver()
    bench.chips[0].hold_reset(True)
    bench.chips[0].hold_reset(False)
    assert driver.read(COMMAND) & 0x10
    driver.write(MODE, 0x3D)
    bench.clock.spend(2000)
    assert not driver.read(COMMAND) & 0x10
    assert driver.read(MODE) == 0x3F


def test_burst_reads_give_one_register_per_byte() -> None:
    """Each address byte names the register whose value comes with the next byte."""
    driver = Bench().driver()
    driver.write(FIFO, 1, 2, 3)
    out = bytes(0x80 | register << 1 for register in (0x37, LEVEL, FIFO, FIFO, FIFO)) + b"\0"
    assert driver.transfer(out) == bytes((0, 0x92, 3, 1, 2, 3))


def test_sixty_fifth_byte_overflows_the_fifo() -> None:
    driver = Bench().driver()
    driver.write(FIFO, *range(65))
    assert driver.read(LEVEL) == 64
    assert driver.read(ERROR) & 0x10
    driver.write(LEVEL, 0x80)
    assert driver.read(LEVEL) == 0
    assert not driver.read(ERROR) & 0x10


@pytest.mark.parametrize(
    ("mode", "frame", "crc"),
    [
        (0x3D, b"\x00\x00", 0x1EA0),  # ISO/IEC 14443-3 annex B
        (0x3D, b"\x12\x34", 0xCF26),
        (0x3F, b"123456789", 0x6F91),  # CRC-16/MCRF4XX
    ],
)
def test_coprocessor_calculates_known_checksums(mode: int, frame: bytes, crc: int) -> None:
    driver = Bench().driver()
    driver.write(MODE, mode)
    driver.write(FIFO, *frame)
    driver.write(COMMAND, CALC_CRC)
    driver.clock.spend(50)
    assert driver.read(DIV_IRQ) & 0x04
    assert driver.read(0x21) << 8 | driver.read(0x22) == crc


def test_silence_ends_with_the_timer_and_no_error() -> None:
    driver = Bench().driver()
    driver.field()
    assert driver.wake() is None
    assert driver.read(ERROR) == 0


def test_empty_antenna_times_out_when_the_data_sheet_says() -> None:
    """94 us of request and 61 ticks of 4.94 us: the flag is set neither earlier nor much later."""
    bench = Bench()
    driver = bench.driver()
    driver.field()
    start_us = bench.clock.now()
    driver.wake()
    elapsed_us = bench.clock.now() - start_us - 8 * 25
    assert 94 + 301 <= elapsed_us <= 94 + 301 + 50


@pytest.mark.parametrize("uid", [UID7[:4], UID7, UID7 + b"\x01\x02\x03"])
def test_uid_of_every_size_is_read(uid: bytes) -> None:
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(uid)])
    driver.field()
    assert driver.read_uid() == uid


def test_four_byte_uid_that_begins_like_a_cascade_tag_is_read() -> None:
    """Only SAK says whether another level follows."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(bytes.fromhex("88123456"))])
    driver.field()
    assert driver.read_uid() == bytes.fromhex("88123456")


def test_tag_that_is_asked_before_it_woke_stays_silent() -> None:
    """The guard time is the reader's business: a late tag is missed without it."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7, wake_us=4600)])
    driver.field(wait_us=1000)
    assert driver.wake() is None
    bench.clock.spend(GUARD_US)
    assert driver.wake() is not None


def test_selected_tag_ignores_every_second_request() -> None:
    """An ACTIVE tag that hears REQA falls back silently; the next one it answers."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    assert driver.read_uid() == UID7
    answers = [driver.wake(0x26) is not None for _ in range(4)]
    assert answers == [False, True, False, True]


def test_halted_tag_answers_to_wupa_only() -> None:
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    driver.read_uid()
    driver.halt()
    assert driver.wake(0x26) is None
    assert driver.wake(0x52) is not None


def test_field_switched_off_makes_a_tag_forget() -> None:
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    driver.read_uid()
    driver.halt()
    driver.field(is_on=False)
    driver.field()
    assert driver.wake(0x26) is not None


def test_two_tags_collide_at_their_first_different_bit() -> None:
    """CollErr is set, CollPos names the bit, and bits after it read as zero."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(bytes.fromhex("01020304")), Tag(bytes.fromhex("01022304"))])
    driver.field()
    driver.wake()
    outcome = driver.anticollide(0)
    assert outcome is not None
    assert outcome["error"] & 0x08
    assert outcome["coll"] & 0x3F == 16 + 6
    assert outcome["data"] == bytes.fromhex("0102230000")


@settings(max_examples=30, deadline=None)
@given(
    st.sets(
        st.one_of(*[st.binary(min_size=size, max_size=size) for size in (4, 7, 10)]),
        min_size=1,
        max_size=4,
    )
)
def test_any_tags_on_one_antenna_are_all_resolved(uids: set[bytes]) -> None:
    """Whatever the UIDs, collisions are resolved bit by bit and each tag is read once."""
    uids = {uid if uid[0] != 0x88 else b"\x04" + uid[1:] for uid in uids}
    uids = {uid[:3] + bytes((uid[3] & 0x7F,)) + uid[4:] for uid in uids}
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(uid) for uid in sorted(uids)])
    driver.field()
    assert driver.read_all() == uids


def test_neighbouring_field_jams() -> None:
    """With both fields on, nothing sound is received; with one, everything."""
    bench = Bench(2, [[1], [0]])
    driver, other = bench.driver(0), bench.driver(1)
    bench.put([Tag(UID7)], [])
    driver.field()
    assert driver.read_uid() == UID7
    driver.field(is_on=False)
    other.field()
    driver.field()
    assert all(driver.read_uid() is None for _ in range(20))
    other.field(is_on=False)
    driver.field(is_on=False)
    driver.field()
    assert driver.read_uid() == UID7


def test_tag_needs_full_modulation() -> None:
    """Without Force100ASK no tag of type A hears a word."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.write(TX_ASK, 0)
    driver.field()
    assert driver.wake() is None


def test_card_taken_away_during_an_answer_is_an_error_and_no_uid() -> None:
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    driver.write(0x01, 0xC)
    driver.write(0x04, 0x7F)
    driver.write(FIFO, 0x52)
    driver.write(0x0D, 0x87)
    bench.put([])
    bench.clock.spend(1000)
    assert driver.read(0x04) & 0x20
    assert driver.read(ERROR) & 0x13


@pytest.mark.parametrize("fault", ["dropout", "noise", "mangled"])
def test_faults_lose_reads_and_never_make_up_a_uid(fault: str) -> None:
    """Parity, CRC or BCC catches a wrong bit; the share of good reads falls."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    setattr(bench.radio.faults, fault, 0.1)
    reads = []
    for _ in range(60):
        driver.field(is_on=False, wait_us=10)
        driver.field()
        reads.append(driver.read_uid())
    assert set(reads) == {UID7, None}


def test_dead_reader_reads_as_nothing_and_stuck_one_never_hears() -> None:
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    driver.field()
    bench.radio.faults.stuck = {0}
    assert driver.wake() is None
    assert driver.read(0x37) == 0x92
    bench.radio.faults.dead = {0}
    assert driver.read(0x37) == 0


def test_interrupt_line_follows_enabled_flags() -> None:
    bench = Bench()
    driver = bench.driver()
    driver.write(0x02, 0xA0 | 0x01)
    driver.field()
    assert not bench.chips[0].is_interrupting()
    driver.wake()
    assert bench.chips[0].is_interrupting()
    driver.write(0x04, 0x7F)
    assert not bench.chips[0].is_interrupting()


def test_soft_power_down_turns_the_field_off_and_waking_takes_time() -> None:
    bench = Bench()
    driver = bench.driver()
    driver.field()
    driver.write(COMMAND, 0x10)
    assert not bench.radio.fields[0]
    driver.write(COMMAND, 0x00)
    assert driver.read(COMMAND) & 0x10
    bench.clock.spend(2000)
    assert not driver.read(COMMAND) & 0x10
    assert driver.read(TX_CONTROL) == 0x83


def test_times_survive_the_move_of_the_epoch() -> None:
    """A tag and a timer that were under way when the clock was set back still keep time."""
    bench = Bench()
    driver = bench.driver()
    bench.put([Tag(UID7)])
    bench.clock.spend(SHIFT_US - bench.clock.now() - GUARD_US)
    driver.field(wait_us=GUARD_US + 200)
    before = bench.clock.total_ms()
    bench.clock.settle()
    assert bench.clock.now() < GUARD_US
    assert bench.clock.total_ms() == before
    assert driver.read_uid() == UID7
