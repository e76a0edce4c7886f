"""The Pico's modules over the board: machine, rp2, time, and the streams."""

import importlib
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from duelmat_rig.electronics.clock import SHIFT_US
from duelmat_rig.electronics.errors import WiringError
from duelmat_rig.pico import slot
from rig.boards import standard_board
from rig.pio_programs import with_set

MODULES = ("machine", "rp2", "time", "streams")


@pytest.fixture
def pico() -> Iterator[Any]:
    """The modules, freshly plugged into a board of their own."""
    board, clock, cable = standard_board()
    slot.board = board
    names = [f"duelmat_rig.pico.{name}" for name in MODULES]
    for name in names:
        sys.modules.pop(name, None)
    modules = dict(zip(MODULES, map(importlib.import_module, names), strict=True))
    yield SimpleNamespace(board=board, clock=clock, cable=cable, **modules)
    for name in names:
        sys.modules.pop(name, None)
    slot.board = None


def readers_bus(pico: Any, **settings: Any) -> Any:
    pins = pico.board.config["pins"]
    pin = pico.machine.Pin
    given = {"baudrate": 4_000_000, "sck": pin(pins["sck"]), "mosi": pin(pins["mosi"])}
    return pico.machine.SPI(0, **{**given, "miso": pin(pins["miso"]), **settings})


def version(pico: Any, bus: Any) -> int:
    """Select reader 0 and ask it what it is."""
    pins = pico.board.config["pins"]
    reset = pico.machine.Pin(pins["reset"], pico.machine.Pin.OUT, value=0)
    reset(1)
    pico.time.sleep_ms(2)
    select = pico.machine.Pin(pins["select"], pico.machine.Pin.OUT, value=1)
    into = bytearray(2)
    select(0)
    bus.write_readinto(b"\xee\x00", into)
    select(1)
    return into[1]


def test_bus_on_the_wired_pins_reaches_a_reader(pico: Any) -> None:
    assert version(pico, readers_bus(pico)) == 0x92


@pytest.mark.parametrize("wrong", [{"polarity": 1}, {"phase": 1}, {"miso": 4}, {"mosi": 3}])
def test_bus_in_the_wrong_mode_or_on_other_pins_reads_nothing(pico: Any, wrong: Any) -> None:
    assert version(pico, readers_bus(pico, **wrong)) == 0


def test_pin_that_cannot_carry_the_bus_is_refused(pico: Any) -> None:
    with pytest.raises(ValueError, match="bad SCK pin"):
        readers_bus(pico, sck=5)


def test_bus_clock_is_a_divisor_of_the_peripheral_clock(pico: Any) -> None:
    """48 MHz by an even divider: 10 MHz become 8, as on the Pico; 4 stay 4."""
    assert readers_bus(pico, baudrate=10_000_000).baudrate == 8_000_000
    assert readers_bus(pico, baudrate=4_000_000).baudrate == 4_000_000


def test_transfers_cost_what_they_cost_on_a_pico(pico: Any) -> None:
    bus = readers_bus(pico)
    before = pico.clock.now()
    bus.write(b"\x02\x00")
    assert pico.clock.now() - before == 6 + 4
    before = pico.clock.now()
    bus.write_readinto(bytes(8), bytearray(8))
    assert pico.clock.now() - before == 8 + 16


def test_address_without_a_chip_is_an_io_error(pico: Any) -> None:
    pin = pico.machine.Pin
    bus = pico.machine.I2C(0, scl=pin(1), sda=pin(0), freq=400_000)
    assert bus.scan() == [0x5A, 0x5B, 0x5C, 0x70, 0x71]
    with pytest.raises(OSError, match="5"):
        bus.readfrom_mem(0x20, 0, 1)
    swapped = pico.machine.I2C(0, scl=pin(0), sda=pin(1))
    with pytest.raises(OSError, match="5"):
        swapped.writeto(0x70, b"\x21")


def test_button_without_a_pull_up_reads_low(pico: Any) -> None:
    number = pico.board.config["pins"]["buttons"][0]
    pin = pico.machine.Pin
    assert pin(number, pin.IN, pin.PULL_UP)() == 1
    assert pin(number, pin.IN)() == 0


def test_pin_interrupt_follows_the_edges_asked_for(pico: Any) -> None:
    number = pico.board.config["pins"]["buttons"][2]
    pin = pico.machine.Pin(number, pico.machine.Pin.IN, pico.machine.Pin.PULL_UP)
    calls: list[Any] = []
    pin.irq(calls.append, pico.machine.Pin.IRQ_FALLING)
    for is_pressed in (True, False, True):
        pico.board.press_button(2, is_pressed)
        pico.board.poll()
        pico.board.poll()
    assert calls == [pin, pin]


def test_supply_is_seen_halved(pico: Any) -> None:
    five, three = (pico.machine.ADC(pin).read_u16() for pin in (26, 27))
    assert five / 65535 * 3.3 * 2 == pytest.approx(5.0, abs=0.01)
    assert three / 65535 * 3.3 * 2 == pytest.approx(3.3, abs=0.01)


def test_watchdog_that_starves_resets(pico: Any) -> None:
    watchdog = pico.machine.WDT(timeout=1000)
    pico.time.sleep_ms(900)
    watchdog.feed()
    pico.time.sleep_ms(1001)
    with pytest.raises(slot.Reset):
        pico.board.watchdog.check()


@pytest.mark.parametrize("act", ["reset", "soft_reset", "bootloader"])
def test_reset_cannot_be_caught_as_an_exception(pico: Any, act: str) -> None:
    with pytest.raises(slot.Reset) as caught:
        getattr(pico.machine, act)()
    assert not isinstance(caught.value, Exception)


@pytest.mark.parametrize(
    ("start", "delta", "end"), [(0, 5, 5), (2**30 - 1, 2, 1), (3, -5, 2**30 - 2)]
)
def test_ticks_add_and_differ_across_the_wrap(pico: Any, start: int, delta: int, end: int) -> None:
    assert pico.time.ticks_add(start, delta) == end
    assert pico.time.ticks_diff(end, start) == delta


def light_chain(pico: Any) -> tuple[Any, Any]:
    options = {"autopull": True, "pull_thresh": 24, "fifo_join": pico.rp2.PIO.JOIN_TX}
    program = pico.rp2.asm_pio(**options)(with_set)
    pin = pico.machine.Pin(pico.board.config["pins"]["lights"], pico.machine.Pin.OUT, value=0)
    machine = pico.rp2.StateMachine(0, program, freq=8_000_000, set_base=pin, out_base=pin)
    machine.active(1)
    return machine, pico.rp2.DMA()


def picture(pico: Any, red: int) -> bytearray:
    return bytearray(bytes((0, 1, red, 3)) * pico.board.config["lights"])


def rest(pico: Any) -> list[list[int]]:
    for _ in range(20):
        pico.time.sleep_ms(1)
    pico.board.lights.look()
    colours: list[list[int]] = pico.board.lights.colours()
    return colours


def test_dma_feeds_the_lights_by_itself(pico: Any) -> None:
    """Active while the words go out, done after their time, and the colours stand."""
    machine, dma = light_chain(pico)
    control = dma.pack_ctrl(inc_write=False, treq_sel=0)
    count = pico.board.config["lights"]
    dma.config(read=picture(pico, 2), write=machine, count=count, ctrl=control, trigger=True)
    assert dma.active()
    assert rest(pico) == [[2, 3, 1]] * count
    assert not dma.active()
    assert pico.board.lights.frames == 1


@pytest.mark.parametrize("lead_us", [100_000, 1000])
def test_pictures_are_shown_on_both_sides_of_the_move_of_the_epoch(
    pico: Any, lead_us: int
) -> None:
    """One that was shown before it or goes out meanwhile, and the next one."""
    machine, dma = light_chain(pico)
    control = dma.pack_ctrl(inc_write=False, treq_sel=0)
    count = pico.board.config["lights"]
    pico.clock.spend(SHIFT_US - pico.clock.now() - lead_us)
    dma.config(read=picture(pico, 2), write=machine, count=count, ctrl=control, trigger=True)
    pico.time.sleep_us(lead_us)
    pico.clock.settle()
    assert pico.clock.now() < 1000
    assert rest(pico) == [[2, 3, 1]] * count
    assert machine.tx_fifo() == 0
    dma.config(read=picture(pico, 99), write=machine, count=count, ctrl=control, trigger=True)
    assert rest(pico) == [[99, 3, 1]] * count
    assert pico.board.lights.frames == 2


def test_reset_leaves_no_state_machine_behind(pico: Any) -> None:
    """However often a board starts anew."""
    light_chain(pico)
    assert len(pico.board.state_machines) == 1
    pico.board.release()
    assert pico.board.state_machines == []


def test_memory_changed_while_it_goes_out_shows_torn(pico: Any) -> None:
    """DMA reads each word when its turn comes, not before."""
    machine, dma = light_chain(pico)
    data = picture(pico, 2)
    count = pico.board.config["lights"]
    control = dma.pack_ctrl(inc_write=False, treq_sel=0)
    dma.config(read=data, write=machine, count=count, ctrl=control, trigger=True)
    pico.time.sleep_ms(1)
    data[:] = picture(pico, 99)
    colours = rest(pico)
    assert colours[0] == [2, 3, 1]
    assert colours[-1] == [99, 3, 1]


def test_dma_without_pacing_loses_what_the_fifo_cannot_hold(pico: Any) -> None:
    machine, dma = light_chain(pico)
    count = pico.board.config["lights"]
    control = dma.pack_ctrl(inc_write=False)
    dma.config(read=picture(pico, 2), write=machine, count=count, ctrl=control, trigger=True)
    colours = rest(pico)
    assert colours[:8] == [[2, 3, 1]] * 8
    assert not any(any(colour) for colour in colours[8:])


def test_control_word_round_trips(pico: Any) -> None:
    _, dma = light_chain(pico)
    fields = dma.unpack_ctrl(dma.pack_ctrl(size=1, treq_sel=4, bswap=True, inc_write=False))
    assert (fields["size"], fields["treq_sel"], fields["bswap"], fields["inc_write"]) == (
        1,
        4,
        1,
        0,
    )
    with pytest.raises(TypeError):
        dma.pack_ctrl(speed=1)


def test_transfer_that_would_read_past_its_memory_is_said(pico: Any) -> None:
    machine, dma = light_chain(pico)
    with pytest.raises(WiringError, match="bytes to read"):
        dma.config(
            read=bytearray(4),
            write=machine,
            count=2,
            ctrl=dma.pack_ctrl(inc_write=False),
            trigger=True,
        )


def test_words_put_by_hand_wait_for_the_fifo(pico: Any) -> None:
    machine, _ = light_chain(pico)
    before = pico.clock.now()
    machine.put([0x01020300] * 40)
    assert pico.clock.now() - before == pytest.approx((40 - 8) * 30, rel=0.1)
    assert rest(pico)[:41] == [[2, 1, 3]] * 40 + [[0, 0, 0]]


def test_polling_tells_what_one_byte_would_meet(pico: Any) -> None:
    stdin, stdout = pico.streams.UsbTextStream(), pico.streams.UsbTextStream()
    pico.board.usb.pump()
    assert stdin.ioctl(3, 1) == 0
    assert stdout.ioctl(3, 4) == 4
    pico.cable.to_board = b"hi"
    pico.board.usb.pump()
    assert stdin.ioctl(3, 1) == 1
    assert stdin.buffer.read(2) == b"hi"
    pico.cable.room = 0
    stdout.buffer.write(bytes(256))
    assert stdout.ioctl(3, 4) == 0


def test_write_to_a_stalled_host_gives_up_after_half_a_second(pico: Any) -> None:
    stdout = pico.streams.UsbTextStream()
    pico.cable.room = 0
    pico.board.usb.pump()
    before = pico.clock.now()
    assert stdout.buffer.write(bytes(300)) == 256
    assert pico.clock.now() - before == pytest.approx(500_000, rel=0.01)


def test_silent_bus_promises_room_that_is_not_there(pico: Any) -> None:
    """The cable is out, or the computer asleep: a port that was open counts as open."""
    stdout = pico.streams.UsbTextStream()
    pico.board.usb.pump()
    pico.cable.is_silent = True
    pico.board.usb.pump()
    assert stdout.buffer.write(bytes(300)) == 256
    assert stdout.ioctl(3, 4) == 4
    before = pico.clock.now()
    assert stdout.buffer.write(b"x") == 0
    assert pico.clock.now() - before == pytest.approx(500_000, rel=0.01)
    pico.cable.is_silent = False
    pico.board.usb.pump()
    assert len(pico.cable.from_board) == 256


def test_silent_bus_takes_all_from_a_port_that_was_closed(pico: Any) -> None:
    """And keeps the latest, which whoever opens the port hears first."""
    stdout = pico.streams.UsbTextStream()
    pico.cable.is_open = False
    pico.board.usb.pump()
    pico.cable.is_silent = True
    pico.board.usb.pump()
    before = pico.clock.now()
    assert stdout.buffer.write(bytes(300) + b"last") == 304
    assert pico.clock.now() - before < 100
    pico.cable.is_silent, pico.cable.is_open = False, True
    pico.board.usb.pump()
    assert pico.cable.from_board.endswith(b"last")


def test_cable_that_is_put_in_again_brings_nothing_of_before(pico: Any) -> None:
    """A host finds the device anew, and has the port open when it opens it."""
    pico.board.usb.pump()
    pico.streams.UsbTextStream().buffer.write(b"before")
    pico.board.usb.plug()
    pico.board.usb.pump()
    assert pico.cable.from_board == b""


def test_read_that_nothing_answers_ends_in_a_reset(pico: Any) -> None:
    with pytest.raises(slot.Reset):
        pico.streams.UsbTextStream().buffer.read(1)
