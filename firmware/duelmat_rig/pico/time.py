"""The module time, in board time; ticks wrap at 2**30 as on the Pico."""

from duelmat_rig.electronics.board import TICKS_US
from duelmat_rig.pico import slot

_PERIOD = 0x40000000
_HALF = 0x20000000
_MASK = 0x3FFFFFFF
_clock = slot.board.clock
_spend = _clock.spend


def ticks_ms():
    _spend(TICKS_US)
    return _clock.ticks_ms()


def ticks_us():
    _spend(TICKS_US)
    return _clock.ticks_us()


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(end, start):
    return ((end - start + _HALF) & _MASK) - _HALF


def sleep_us(duration_us):
    _clock.sleep(max(0, int(duration_us)))
    slot.board.poll()


def sleep_ms(duration_ms):
    sleep_us(duration_ms * 1000)


def sleep(seconds):
    sleep_us(int(seconds * 1_000_000))


def time():
    """Seconds since 2021-01-01, where a Pico without a battery begins."""
    return 1609459200 + _clock.total_ms() // 1000


def time_ns():
    return (1609459200_000 + _clock.total_ms()) * 1_000_000
