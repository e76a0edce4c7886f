"""The I2C bus of touch chips and displays with a line that is held: everything else goes on."""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, equal

import duelmat_wire as wire

LONG = ("test_line_that_is_held_holds_nobody_up",)

HELD = "I2C bus is held (SCL or SDA low, or a chip stops the clock): displays and pads wait"
FREE = "I2C bus is free again"
TURN_US = 10_000
PAD = 9


def longest_turn_us(pico, duration_ms, host):
    """The longest turn in that time without those in which memory is collected."""
    longest_us = 0
    before_us = pico.clock.total_us()
    collections = pico.bench.collections

    def watch():
        nonlocal longest_us, before_us, collections
        now_us = pico.clock.total_us()
        if pico.bench.collections == collections:
            longest_us = max(longest_us, now_us - before_us)
        before_us, collections = now_us, pico.bench.collections
        host()

    pico.run(duration_ms, watch)
    return longest_us


def works(pico, host):
    """Whether a finger is felt and a text shown."""
    host.link.send(wire.Display(0, "      77"))
    pico.press(PAD, is_pressed=True)
    pico.run(250, host)
    pico.press(PAD, is_pressed=False)
    pico.run(250, host)
    fingers = [(one.pad, one.pressed) for one in host.of(wire.Touch)]
    return fingers == [(PAD, 1), (PAD, 0)] and pico.displays[0].text() == "      77"


def test_line_that_is_held_holds_nobody_up():
    """No turn is long, one try is made in a second, one line tells it, and it ends by itself."""
    for hold in ("scl", "sda", "stretch"):
        pico, host = connected()
        pico.run(1000, host)
        host.heard.clear()
        lines = pico.electronics.i2c_lines
        pico.radio.faults.i2c_held = hold
        host.link.send(wire.Display(0, "      12"))
        sweeps = pico.scanner.sweeps
        pico.lay(8, UID_7)
        longest_us = longest_turn_us(pico, 4000, host)
        assert longest_us < TURN_US, (hold, longest_us)
        assert lines.hung <= 5, (hold, lines.hung)
        assert pico.scanner.sweeps - sweeps & 0xFF > 40, hold
        equal((hold, host.last_state()), (hold, {8: (wire.ONE, (UID_7,))}))
        pico.radio.faults.i2c_held = ""
        pico.run(1200, host)
        equal((hold, [one.text for one in host.of(wire.Log)]), (hold, [HELD, FREE]))
        assert works(pico, host), hold


def test_chip_that_lost_count_within_a_byte_is_clocked_free():
    """Nine pulses of the clock, and nobody needs to do anything."""
    pico, host = connected()
    pico.run(1000, host)
    pico.radio.faults.i2c_held = "byte"
    assert longest_turn_us(pico, 1100, host) < TURN_US
    equal(pico.radio.faults.i2c_held, "")
    equal(pico.electronics.i2c_lines.hung, 0)
    assert works(pico, host)


def test_bus_that_is_held_from_the_start_is_told_once_and_comes_to_work():
    """Touch chips and displays are set up when it is free."""
    pico = Pico()
    pico.radio.faults.i2c_held = "scl"
    pico.boot()
    host = Host(pico)
    pico.run(2500, host)
    equal([one.text for one in host.of(wire.Log)], [HELD])
    pico.radio.faults.i2c_held = ""
    pico.run(1500, host)
    assert works(pico, host)
