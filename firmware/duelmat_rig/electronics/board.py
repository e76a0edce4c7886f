"""The board soldered together: pins and buses on one side, cards, fingers and cable on the other.

What an act of the firmware costs in virtual time stands here too. The figures are those of
MicroPython 1.28.0 for RPI_PICO under an emulator of the RP2040 at 125 MHz, 30 cycles a cache miss;
the time of a line is what makes whole sweeps as long as they are there. Acts are charged as they
happen, and bytecode by the line: where the MicroPython underneath can count them, each as it is
executed, else a turn's worth at its end. The lines of messages run a few times a second only, so
what the interpreter needs for them has left the cache of the flash: they cost double.
"""

from .card_field import CardField
from .chance import Chance
from .clock import shifted
from .ht16k33 import Ht16k33
from .i2c_lines import I2cLines
from .mpr121 import PRESS, Mpr121
from .radio import Radio
from .readers import Readers
from .supply import rails_mv
from .usb import UsbSerial
from .ws2812 import LightChain

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

PIN_HALVES = 5  # half microseconds: 2.5 us to set or read a pin
LINE_HALVES = 15  # 7.5 us for an executed line of device code
SELDOM_LINES = 2  # what a line of duelmat_wire counts for
SPI_WRITE_US = 6
SPI_WRITE_READINTO_US = 8
SPI_READ_US = 8
I2C_CALL_US = 20
TICKS_US = 2
POLL_US = 18  # ipoll(0) on a stream
STREAM_US = 6
HEAP_BYTES = 245_888
LIVE_BYTES = 103_000  # what a collection finds alive
COLLECT_NS_A_BYTE = 184  # alive
MEM_FREE_US = 9000  # to count the bytes that are free
GARBAGE_BYTES = 19  # that a byte of talk with the host leaves, in either direction
DMA_START_US = 260  # config() with four registers and the trigger
TURN_US = 5  # the watchdog is fed
# A start, from the reset on: until main.py runs, until it looks at the button, loading the
# firmware, putting it together.
RUNTIME_US = 300_000
LOOK_US = 640_000
LOAD_US = 260_000
MAKE_US = 600_000

_PINS = 30
_HOVER = (15, 26)  # counts that a hand above a pad takes at least, and how far that trembles


class Board:
    """The electronics of one mat, as its firmware and its players meet them."""

    def __init__(self, board, field, clock, cable, seed=1):
        self.config = board
        self.field = field
        self.clock = clock
        self.seed = seed
        chance = Chance(seed)
        self.chance = chance
        antennas = len(board["antennas"])
        self.radio = Radio(antennas, board["neighbours"], seed + 1)
        clock.keep(self.radio)
        self.readers = Readers(board["antennas"], self.radio, clock, chance)
        self.mat = CardField(field, self.radio, clock, chance)
        self.lights = LightChain(board["lights"], clock)
        self.usb = UsbSerial(*cable)
        self.touch = {}
        for address, _ in board["pads"]:
            if address not in self.touch:
                self.touch[address] = Mpr121(clock, self._disturbance(address))
        self._touch_chips = [self.touch[address] for address in sorted(self.touch)]
        self.displays = [Ht16k33() for _ in board["displays"]]
        self.i2c_lines = I2cLines(self.radio.faults)
        self.i2c_devices = dict(self.touch)
        for index, address in enumerate(board["displays"]):
            self.i2c_devices[address] = self.displays[index]
        self._pad_zones = [
            {field["antennas"][antenna]["zone"] for antenna in near}
            for near in board["pad_antennas"]
        ]
        self.button_levels = [1] * len(board["pins"]["buttons"])
        self.levels = [0] * _PINS  # what the firmware drives
        self.drivers: "Any" = [None] * _PINS
        self.sensors: "Any" = [None] * _PINS
        self.transmissions = []  # DMA transfers on their way
        self.state_machines = []
        self.pin_interrupts = []
        self.watchdog: "Any" = None
        self._events = []
        self._wire(board["pins"])
        clock.keep(self)

    def shift(self):
        for event in self._events:
            event[0] = shifted(event[0])
        for transmission in self.transmissions:
            transmission.shift()
        for machine in self.state_machines:
            machine.shift()
        if self.watchdog is not None:
            self.watchdog.shift()

    def _wire(self, pins):
        for bit, pin in enumerate(pins["reader_address"]):
            self.drivers[pin] = _driver(self.readers.set_address, bit)
        for bit, pin in enumerate(pins["bank_address"]):
            self.drivers[pin] = _driver(self.readers.set_address, bit + 3)
        self.drivers[pins["select"]] = self.readers.set_select
        self.drivers[pins["reset"]] = self.readers.set_reset
        self.drivers[pins["light_power"]] = self.lights.power
        for index, pin in enumerate(pins["buttons"]):
            self.sensors[pin] = _driver(self._read_button, index)
        self.sensors[pins["touch_irq"]] = self._read_touch_irq
        self.sensors[pins["scl"]] = self.i2c_lines.scl
        self.sensors[pins["sda"]] = self.i2c_lines.sda
        self.drivers[pins["scl"]] = self.i2c_lines.drive_scl
        self.pulled_up = (pins["scl"], pins["sda"])
        self.readers.set_select(1)

    def _read_touch_irq(self):
        """The wired-OR of all touch chips; each takes its samples, whatever the others say."""
        level = 1
        for chip in self._touch_chips:
            if chip.is_interrupting():
                level = 0
        return level

    def _read_button(self, index):
        return self.button_levels[index]

    def _disturbance(self, address):
        """The loss of each electrode without a finger: the field of an antenna near the pad makes
        it read as touched, and a hand hovers over it.
        """
        pads = {}
        for pad, (chip, electrode) in enumerate(self.config["pads"]):
            if chip == address:
                pads[electrode] = pad
        near = self.config["pad_antennas"]
        faults = self.radio.faults
        fields = self.radio.fields

        def disturbance(electrode):
            if (not faults.touch_noise and not faults.hand) or electrode not in pads:
                return 0
            pad = pads[electrode]
            if faults.touch_noise:
                for antenna in near[pad]:
                    if fields[antenna] and self.radio.chance.happens(faults.touch_noise):
                        return PRESS
            if pad in faults.hand:
                return _HOVER[0] + self.radio.chance.below(_HOVER[1])
            return 0

        return disturbance

    def supply_mv(self, rail):
        """The voltage that the Pico could measure: rail 0 has 5 V, rail 1 feeds the readers."""
        return rails_mv(self.radio.faults.sag_mv, self.radio.fields_on)[rail]

    # Time

    def at(self, delay_us, act):
        """Have `act()` called when this much board time has passed."""
        self._events.append([self.clock.now() + delay_us, act])

    def poll(self):
        """Does what happens without the firmware: fingers leave, words go out, edges interrupt."""
        now_us = self.clock.now()
        if self._events:
            due = [event for event in self._events if event[0] <= now_us]
            if due:
                self._events = [event for event in self._events if event[0] > now_us]
                for event in due:
                    event[1]()
        if self.transmissions:
            self.transmissions = [
                transmission for transmission in self.transmissions if transmission.advance()
            ]
        for interrupt in self.pin_interrupts:
            interrupt()

    def release(self):
        """The board was reset: nothing drives the pins, and what it had running is gone."""
        self.transmissions = []
        self.state_machines = []
        self.pin_interrupts = []
        self.watchdog = None
        self.readers.set_select(1)
        self.usb.interrupt_char = -1

    # What the players see and press

    def press_pad(self, pad, is_pressed):
        address, electrode = self.config["pads"][pad]
        self.touch[address].press(electrode, is_pressed)

    def still_us(self, pad):
        """Return for how long no card has come to a zone beside a pad, or left it."""
        moved_ms = 0
        for zone in self._pad_zones[pad]:  # there are none beside a pad where nothing is sensed
            moved_ms = max(moved_ms, self.mat.moved_ms.get(zone, 0))
        return (self.clock.total_ms() - moved_ms) * 1000

    def press_button(self, button, is_pressed):
        self.button_levels[button] = 0 if is_pressed else 1

    def texts(self):
        return [display.text() for display in self.displays]


def _driver(method, argument):
    def drive(*level):
        return method(argument, *level)

    return drive
