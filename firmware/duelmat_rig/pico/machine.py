"""The module machine of the rp2 port, as far as a mat has something to connect."""

from duelmat_rig.electronics.board import (
    I2C_CALL_US,
    PIN_HALVES,
    SPI_READ_US,
    SPI_WRITE_READINTO_US,
    SPI_WRITE_US,
)
from duelmat_rig.electronics.clock import shifted
from duelmat_rig.electronics.errors import WiringError
from duelmat_rig.pico import slot

PWRON_RESET = 1
WDT_RESET = 3

_EIO = 5
_ETIMEDOUT = 110
_CLK_PERI_HZ = 48_000_000
_board = slot.board
_spend = _board.clock.spend
_spend_halves = _board.clock.spend_halves


_GPIO_IN = 0xD0000004
_GPIO_OUT_XOR = 0xD000001C


class _Registers:
    """The registers of the RP2040 that the firmware may reach (datasheet 2.3.1.7)."""

    def __getitem__(self, address):
        if address != _GPIO_IN:
            raise WiringError("expected the address of GPIO_IN, got 0x%08x" % address)
        _spend_halves(PIN_HALVES)
        levels = 0
        for number in range(30):
            sense = _board.sensors[number]
            if sense is None:
                levels |= _board.levels[number] << number
            elif number in _pulled_up:
                levels |= sense() << number
        return levels

    def __setitem__(self, address, bits):
        if address != _GPIO_OUT_XOR:
            raise WiringError("expected the address of GPIO_OUT_XOR, got 0x%08x" % address)
        number = 0
        while bits:
            if bits & 1:
                # One write turns them all, and every pin is charged nevertheless.
                _spend_halves(PIN_HALVES)
                level = _board.levels[number] ^ 1
                _board.levels[number] = level
                if _board.drivers[number] is not None:
                    _board.drivers[number](level)
            bits >>= 1
            number += 1


mem32 = _Registers()
_pulled_up = set(_board.pulled_up)


class Pin:
    """A pin of the Pico by its GP number."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_LOW_LEVEL = 1
    IRQ_HIGH_LEVEL = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, number, mode=-1, pull=-1, *, value=None, alt=-1):  # noqa: ARG002
        if not isinstance(number, int) or not 0 <= number < 30:
            raise ValueError("invalid pin")
        self.number = number
        self._mode = None
        self._pull = None
        self._drive = _board.drivers[number]
        self._sense = _board.sensors[number]
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):  # noqa: ARG002
        if mode != -1:
            self._mode = mode
            if self.number in _board.pulled_up:
                _board.i2c_lines.is_joined = False
        if pull != -1:
            self._pull = pull
            if pull == self.PULL_UP:
                _pulled_up.add(self.number)
            elif self.number not in _board.pulled_up:
                _pulled_up.discard(self.number)
        if value is not None:
            self._set(value)

    def __call__(self, level=None):
        if level is None:
            return self._get()
        _spend_halves(PIN_HALVES)
        level = 1 if level else 0
        _board.levels[self.number] = level
        if self._drive is not None:
            self._drive(level)
        return None

    value = __call__

    def on(self):
        self._set(1)

    def off(self):
        self._set(0)

    high = on
    low = off

    def toggle(self):
        _spend_halves(PIN_HALVES)
        level = _board.levels[self.number] ^ 1
        _board.levels[self.number] = level
        if self._drive is not None:
            self._drive(level)

    def irq(self, handler=None, trigger=12, *, priority=1, hard=False):  # noqa: ARG002
        """Call the handler at edges; they are noticed between two steps."""
        if handler is None:
            return
        last = [self._level()]

        def look():
            level = self._level()
            if level != last[0]:
                last[0] = level
                if trigger & (self.IRQ_RISING if level else self.IRQ_FALLING):
                    handler(self)

        _board.pin_interrupts.append(look)

    def _set(self, level):
        self(level)

    def _get(self):
        _spend_halves(PIN_HALVES)
        return self._level()

    def _level(self):
        if self._sense is None or self._mode == self.OUT:
            return _board.levels[self.number]
        # An open line without a pull-up floats; the worst it can read is 0.
        is_pulled = self._pull == self.PULL_UP or self.number in _board.pulled_up
        return self._sense() if is_pulled else 0

    def __repr__(self):
        return "Pin(GPIO%d)" % self.number


def _number(pin):
    return pin.number if isinstance(pin, Pin) else pin


class SPI:
    """The readers' bus; it reads and writes simultaneously, highest bit first, in mode 0."""

    MSB = 1
    LSB = 0

    def __init__(
        self,
        bus=0,
        baudrate=1_000_000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=1,
        sck=None,
        mosi=None,
        miso=None,
    ):
        pins = _board.config["pins"]
        for name, pin, choices in (
            ("SCK", sck, (2, 6, 18, 22)),
            ("MOSI", mosi, (3, 7, 19, 23)),
            ("MISO", miso, (0, 4, 16, 20)),
        ):
            if pin is not None and _number(pin) not in choices:
                raise ValueError("bad %s pin" % name)
        if bus != 0 or bits != 8 or firstbit != 1:
            raise ValueError("SPI(%d) is not wired to the readers" % bus)
        self._is_wired = (
            (_number(sck), _number(mosi), _number(miso))
            == (pins["sck"], pins["mosi"], pins["miso"])
            and polarity == 0
            and phase == 0
        )
        divider = -(-_CLK_PERI_HZ // (2 * baudrate)) * 2
        self.baudrate = _CLK_PERI_HZ // divider
        self._ns_a_byte = 8_000_000_000 // self.baudrate
        self._transfer = _board.readers.transfer if self._is_wired else _hear_nothing

    def init(self, **settings):
        self.__init__(**settings)

    def deinit(self):
        self._transfer = _hear_nothing

    def write(self, data):
        count = len(data)
        self._transfer(data, 0, None, count)
        _spend(SPI_WRITE_US + count * self._ns_a_byte // 1000)

    def read(self, count, write=0):
        data = bytearray(count)
        self._transfer(None, write, data, count)
        _spend(SPI_READ_US + count * self._ns_a_byte // 1000)
        return bytes(data)

    def readinto(self, data, write=0):
        count = len(data)
        self._transfer(None, write, data, count)
        _spend(SPI_WRITE_READINTO_US + count * self._ns_a_byte // 1000)

    def write_readinto(self, out, into):
        count = len(out)
        if count != len(into):
            raise ValueError("buffers must be the same length")
        self._transfer(out, 0, into, count)
        _spend(SPI_WRITE_READINTO_US + count * self._ns_a_byte // 1000)


def _hear_nothing(out, fill, into, count):  # noqa: ARG001 - stands in for Readers.transfer
    if into is not None:
        for index in range(count):
            into[index] = 0


class I2C:
    """The bus of touch chips and displays."""

    def __init__(self, bus=0, *, scl=None, sda=None, freq=400_000, timeout=50_000):  # noqa: ARG002
        pins = _board.config["pins"]
        self._timeout_us = timeout
        _board.i2c_lines.is_joined = True
        self._is_wired = (_number(scl), _number(sda)) == (pins["scl"], pins["sda"])
        self._freq_hz = freq

    def scan(self):
        self._charge(112)
        return sorted(_board.i2c_devices) if self._is_wired else []

    def writeto(self, address, data, stop=True):  # noqa: ARG002
        self._charge(1 + len(data))
        self._device(address).write(bytes(data))
        return len(data) + 1

    def writevto(self, address, vector, stop=True):
        return self.writeto(address, b"".join([bytes(part) for part in vector]), stop)

    def readfrom(self, address, count, stop=True):  # noqa: ARG002
        self._charge(1 + count)
        return bytes(self._device(address).read(count))

    def readfrom_into(self, address, data, stop=True):
        data[:] = self.readfrom(address, len(data), stop)

    def readfrom_mem(self, address, register, count, *, addrsize=8):  # noqa: ARG002
        self._charge(3 + count)
        device = self._device(address)
        device.write(bytes((register,)))
        return bytes(device.read(count))

    def readfrom_mem_into(self, address, register, data, *, addrsize=8):
        data[:] = self.readfrom_mem(address, register, len(data), addrsize=addrsize)

    def writeto_mem(self, address, register, data, *, addrsize=8):  # noqa: ARG002
        self._charge(2 + len(data))
        self._device(address).write(bytes((register,)) + bytes(data))

    def _charge(self, count):
        if _board.i2c_lines.is_hanging():
            _board.i2c_lines.hung += 1
            _spend(self._timeout_us)
            raise OSError(_ETIMEDOUT)
        _spend(I2C_CALL_US + count * 9_000_000 // self._freq_hz)

    def _device(self, address):
        device = _board.i2c_devices.get(address) if self._is_wired else None
        if device is None:
            raise OSError(_EIO)
        return device


class ADC:
    """The supply as the Pico sees it, halved by two equal resistors."""

    def __init__(self, pin):
        senses = _board.config["pins"]["supply_sense"]
        number = _number(pin)
        if number not in (26, 27, 28, 29):
            raise ValueError("Pin doesn't have ADC capabilities")
        self._rail = senses.index(number) if number in senses else None

    def read_u16(self):
        _spend_halves(PIN_HALVES)
        if self._rail is None:
            return 0
        return min(65535, _board.supply_mv(self._rail) * 65535 // 2 // 3300)


class WDT:
    """The watchdog: once started, nothing stops it."""

    def __init__(self, id=0, timeout=5000):  # noqa: ARG002
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._timeout_us = timeout * 1000
        self._fed_us = _board.clock.now()
        _board.watchdog = self

    def shift(self):
        self._fed_us = shifted(self._fed_us)

    def feed(self):
        self.check()
        self._fed_us = _board.clock.now()

    def check(self):
        if _board.clock.now() - self._fed_us > self._timeout_us:
            raise slot.Reset("the watchdog was not fed for %d ms" % (self._timeout_us // 1000))


def reset():
    slot.reset_reason = "machine.reset()"
    raise slot.Reset(slot.reset_reason)


soft_reset = reset


def bootloader(*_):
    raise slot.Reset("machine.bootloader()")


def reset_cause():
    return PWRON_RESET


def unique_id():
    """Eight bytes that name this Pico: the mat's seed."""
    return b"RIG\x00" + (_board.seed & 0xFFFFFFFF).to_bytes(4, "big")


def freq(*_):
    return 125_000_000


def idle():
    _board.clock.sleep(100)
    _board.poll()


def disable_irq():
    return 0


def enable_irq(_state):
    return None
