"""DS: NXP MFRC522, "Standard performance MIFARE and NTAG frontend", rev 3.9, 27 April 2016.

One reader chip as the bus sees it: registers, FIFO, timer, CRC coprocessor, interrupts, and the
exchange with the tags in its field. What takes time in the chip is settled when somebody looks
(`advance`): an exchange is worked out at the moment it is sent and its outcome waits to be due.

Where DS is silent, as for CollPos in a frame that began within a byte (RxAlign), bits are counted
from the lowest bit of the first received byte, as the drivers in use take it.
"""

from .clock import LONG_AGO_US, shifted
from .iso14443 import FDT_ONE_US, FDT_ZERO_US, answer_us, crc_a, request_us
from .radio import GARBLED

try:
    from micropython import const
except ImportError:  # CPython runs the models in tests
    const = int

# Registers, DS 9.2 table 20.
_COMMAND = const(0x01)
_COM_IRQ_EN = const(0x02)
_DIV_IRQ_EN = const(0x03)
_COM_IRQ = const(0x04)
_DIV_IRQ = const(0x05)
_ERROR = const(0x06)
_STATUS1 = const(0x07)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_TX_SEL = const(0x16)
_RX_SEL = const(0x17)
_RX_THRESHOLD = const(0x18)
_MF_RX = const(0x1D)
_CRC_HIGH = const(0x21)
_CRC_LOW = const(0x22)
_GS_N = const(0x27)
_CW_GS_P = const(0x28)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_T_COUNTER_HIGH = const(0x2E)
_T_COUNTER_LOW = const(0x2F)
_VERSION = const(0x37)

_IDLE = const(0x0)
_MEM = const(0x1)
_CALC_CRC = const(0x3)
_TRANSMIT = const(0x4)
_NO_CHANGE = const(0x7)
_RECEIVE = const(0x8)
_TRANSCEIVE = const(0xC)
_SOFT_RESET = const(0xF)

_TX_IRQ = const(0x40)
_RX_IRQ = const(0x20)
_IDLE_IRQ = const(0x10)
_ERR_IRQ = const(0x02)
_TIMER_IRQ = const(0x01)
_CRC_IRQ = const(0x04)

_WRITE_ERROR = const(0x80)
_OVERFLOW = const(0x10)
_COLLISION = const(0x08)
_CRC_ERROR = const(0x04)
_PARITY = const(0x02)
_PROTOCOL = const(0x01)

_FIFO_BYTES = const(64)
_NEVER = const(0x3FFFFFFF)

# Values after a reset, DS 9.3, where they are not zero.
_RESET_VALUES = {
    0x01: 0x20,
    0x02: 0x80,
    0x04: 0x14,
    0x07: 0x21,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0E: 0xA0,
    0x11: 0x3F,
    0x14: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x37: 0x92,
}
_READ_ONLY = (_ERROR, _STATUS1, 0x08, _CRC_HIGH, _CRC_LOW, _T_COUNTER_HIGH, _T_COUNTER_LOW, 0x37)
_ACTING = (
    _COMMAND,
    _COM_IRQ,
    _DIV_IRQ,
    _FIFO_DATA,
    _FIFO_LEVEL,
    _CONTROL,
    _BIT_FRAMING,
    _COLL,
    _TX_CONTROL,
    _GS_N,
    _CW_GS_P,
)
_IS_PLAIN = bytes([0 if register in _READ_ONLY + _ACTING else 1 for register in range(64)])
_WAKE_US = const(38)  # DS 8.6.3: 37.74 us after the crystal has settled
_MOST_RX_WAIT = const(8)  # bits that the receiver may wait for an answer that comes after nine
_LEVELS = (0x10, 0xA0)  # of RxThreshold's MinLevel: between noise and more than any tag brings
_STOP_BITS_US = const(47)  # the timer stops after the first five bits received, DS 8.5


class Mfrc522:
    """One chip behind its select line, joined to one antenna of the radio."""

    def __init__(self, antenna, radio, clock, crystal_us=600):
        self.antenna = antenna
        self.crystal_us = crystal_us
        self.exchanges = 0
        self.version = _RESET_VALUES[_VERSION]
        self._radio = radio
        self._faults = radio.faults
        self._clock = clock
        self._regs = bytearray(64)
        self._fifo = bytearray(_FIFO_BYTES)
        self._head = 0
        self._level = 0
        self._expected = -1  # -1: an address byte comes next; 64 + n: n is being read
        self._ready_us = _NEVER  # when the oscillator runs; never while held in reset
        self._is_in_reset = True
        self._is_asleep = False
        self._sent_us = _NEVER
        self._answered_us = _NEVER
        self._timer_us = _NEVER
        self._crc_us = _NEVER
        self._timer_started_us = LONG_AGO_US
        self._next_us = _NEVER  # the earliest of the times above
        self._answer = None
        self._is_spoiled = False
        radio.on_spoil(antenna, self._spoil)
        clock.keep(self)

    def shift(self):
        for name in (
            "_ready_us",
            "_sent_us",
            "_answered_us",
            "_timer_us",
            "_crc_us",
            "_timer_started_us",
            "_next_us",
        ):
            time_us = getattr(self, name)
            if time_us != _NEVER:
                setattr(self, name, shifted(time_us))

    # Reset and power

    def hold_reset(self, is_held):
        """NRSTPD, DS 8.8: low is a hard power-down, and its rising edge is the reset."""
        if is_held == self._is_in_reset:
            return
        self._is_in_reset = is_held
        now_us = self._clock.now()
        self._reset_registers(now_us)
        self._ready_us = _NEVER if is_held else now_us + self.crystal_us + _WAKE_US

    def brown_out(self):
        """The supply gave way for a moment, DS 8.8: the chip begins anew as after a reset."""
        if not self._is_in_reset:
            now_us = self._clock.now()
            self._reset_registers(now_us)
            self._ready_us = now_us + self.crystal_us + _WAKE_US

    def _reset_registers(self, now_us):
        regs = self._regs
        for index in range(64):
            regs[index] = 0
        for index, value in _RESET_VALUES.items():
            regs[index] = value
        regs[_VERSION] = self.version
        self._level = self._head = 0
        self._is_asleep = False
        self._cancel()
        self._timer_us = self._crc_us = self._next_us = _NEVER
        self._radio.switch(self.antenna, 0, now_us)
        self._radio.power[self.antenna] = 1

    def upset(self, register, value):
        """A register changes behind the firmware's back; VersionReg: the chip is another make."""
        if register == _VERSION:
            self.version = self._regs[_VERSION] = value
        else:
            self._write(register, value, self._clock.now())

    def is_interrupting(self):
        """Whether an enabled interrupt asks for attention on the IRQ pin."""
        if self._clock.now() >= self._next_us:
            self.advance(self._clock.now())
        regs = self._regs
        pending = regs[_COM_IRQ] & regs[_COM_IRQ_EN] & 0x7F
        return bool(pending or regs[_DIV_IRQ] & regs[_DIV_IRQ_EN] & 0x14)

    # The bus, DS 8.1.2

    def select(self):
        """The select line falls: an address byte comes first."""
        self._expected = -1

    def transfer(self, out, fill, into, count):
        """Clock `count` bytes: sent from `out`, or all `fill`; received into `into`, if any.

        read    MOSI 1aaaaaa0 1bbbbbb0 ... 00        MISO -- a's value, b's value ...
        write   MOSI 0aaaaaa0 value value ...        all values go to a
        """
        if self._is_in_reset or self.antenna in self._faults.dead:
            self._no_answer(into, count)
            return
        now_us = self._clock.now()
        if now_us >= self._next_us:
            self.advance(now_us)
        expected = self._expected
        at = 0
        if expected < 0:
            first = out[0] if out is not None else fill
            if into is not None:
                into[0] = 0
            expected = (first >> 1 & 0x3F) | (64 if first & 0x80 else 0)
            at = 1
        if expected < 64:
            while at < count:
                if into is not None:
                    into[at] = 0
                self._write(expected, out[at] if out is not None else fill, now_us)
                at += 1
        else:
            regs = self._regs
            while at < count:
                register = expected & 0x3F
                if register == _FIFO_DATA:
                    value = self._pop()
                elif register == _FIFO_LEVEL:
                    value = self._level
                elif register == _COMMAND or register >= _T_COUNTER_HIGH:
                    value = self._read_special(register)
                else:
                    value = regs[register]
                if into is not None:
                    into[at] = value
                sent = out[at] if out is not None else fill
                expected = 64 | (sent >> 1 & 0x3F) if sent & 0x80 else 64
                at += 1
        self._expected = expected

    def _no_answer(self, into, count):
        if into is not None:
            for index in range(count):
                into[index] = 0

    def _read_special(self, register):
        if register == _COMMAND:
            is_waking = self._is_asleep or self._clock.now() < self._ready_us
            return self._regs[_COMMAND] & 0x2F | (0x10 if is_waking else 0)
        if register in (_T_COUNTER_HIGH, _T_COUNTER_LOW):
            value = self._counter()
            return value >> 8 if register == _T_COUNTER_HIGH else value & 0xFF
        return self._regs[register]

    def _write(self, register, value, now_us):
        regs = self._regs
        if now_us < self._ready_us and not self._is_asleep:
            return  # the oscillator does not run yet: nothing is taken in
        if _IS_PLAIN[register]:
            regs[register] = value
        elif register == _FIFO_DATA:
            self._push(value)
        elif register == _BIT_FRAMING:
            regs[register] = value & 0x7F
            if value & 0x80:
                self._start_send(now_us)
        elif register in (_COM_IRQ, _DIV_IRQ):
            if value & 0x80:
                regs[register] |= value & 0x7F
            else:
                regs[register] &= ~value & 0x7F
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._level = self._head = 0
                regs[_ERROR] &= ~_OVERFLOW
        elif register == _COMMAND:
            self._command(value, now_us)
        elif register == _TX_CONTROL:
            if self.antenna in self._faults.no_field:
                value &= ~3  # as a chip that is too hot or short of current does
            regs[register] = value
            is_on = 1 if value & 3 and not self._is_asleep else 0
            self._radio.switch(self.antenna, is_on, now_us)
        elif register == _CONTROL:
            if value & 0x80:
                self._timer_us = _NEVER
            if value & 0x40:
                self._start_timer(now_us)
            self._find_next()
        elif register in (_GS_N, _CW_GS_P):
            regs[register] = value if register == _GS_N else value & 0x3F
            self._radio.power[self.antenna] = field_share(regs[_CW_GS_P], regs[_GS_N] >> 4)
        elif register == _COLL:
            regs[register] = regs[register] & 0x7F | value & 0x80

    # FIFO, DS 8.3

    def _push(self, value):
        if self._level >= _FIFO_BYTES:
            self._regs[_ERROR] |= _OVERFLOW
            self._regs[_COM_IRQ] |= _ERR_IRQ
            return
        self._fifo[(self._head + self._level) & 0x3F] = value
        self._level += 1

    def _pop(self):
        if not self._level:
            return 0
        value = self._fifo[self._head]
        self._head = (self._head + 1) & 0x3F
        self._level -= 1
        return value

    # Commands, DS 10

    def _command(self, value, now_us):
        regs = self._regs
        if value & 0x10 and not self._is_asleep:
            self._is_asleep = True
            self._ready_us = _NEVER
            self._radio.switch(self.antenna, 0, now_us)
        elif not value & 0x10 and self._is_asleep:
            self._is_asleep = False
            self._ready_us = now_us + self.crystal_us + _WAKE_US
            self._radio.switch(self.antenna, 1 if regs[_TX_CONTROL] & 3 else 0, now_us)
        command = value & 0xF
        if command == _NO_CHANGE:
            return
        regs[_COMMAND] = value & 0x2F
        self._cancel()
        self._crc_us = _NEVER
        if command == _SOFT_RESET:
            self._reset_registers(now_us)
            self._ready_us = now_us + _WAKE_US
        elif command == _CALC_CRC:
            self._start_crc(now_us)
        elif command in (_TRANSCEIVE, _TRANSMIT, _RECEIVE):
            regs[_ERROR] &= _WRITE_ERROR | _OVERFLOW
        elif command == _MEM:
            self._level = self._head = 0
            regs[_COMMAND] = regs[_COMMAND] & 0x20 | _IDLE
            regs[_COM_IRQ] |= _IDLE_IRQ
        self._find_next()

    def _start_crc(self, now_us):
        regs = self._regs
        frame = bytes([self._pop() for _ in range(self._level)])
        preset = (0x0000, 0x6363, 0xA671, 0xFFFF)[regs[_MODE] & 3]
        crc = crc_a(frame, len(frame)) if preset == 0x6363 else _crc(frame, preset)
        regs[_CRC_HIGH] = crc >> 8
        regs[_CRC_LOW] = crc & 0xFF
        self._crc_us = now_us + 1 + len(frame)

    # The exchange with tags

    def _start_send(self, now_us):
        regs = self._regs
        command = regs[_COMMAND] & 0xF
        if command not in (_TRANSCEIVE, _TRANSMIT) or not self._level:
            return
        regs[_ERROR] = 0
        regs[_COLL] = regs[_COLL] & 0x80 | 0x20
        count = self._level
        frame = bytearray(count)
        for index in range(count):
            frame[index] = self._pop()
        last_bits = regs[_BIT_FRAMING] & 7
        bits = count * 8 - (8 - last_bits if last_bits else 0)
        if regs[_TX_MODE] & 0x80 and not last_bits:
            crc = crc_a(frame, count) if regs[_MODE] & 3 == 1 else 0
            frame.append(crc & 0xFF)
            frame.append(crc >> 8)
            bits += 16
        self.exchanges += 1
        sent_us = now_us + request_us(bits)
        self._sent_us = sent_us
        self._is_spoiled = False
        answer = None
        if self._is_audible():
            answer = self._radio.exchange(self.antenna, frame, bits, now_us)
        if command != _TRANSCEIVE or not self._can_hear():
            answer = None
        self._answer = answer
        self._answered_us = _NEVER
        starts_us = _NEVER
        if answer is not None:
            last_bit = frame[-1] >> ((bits - 1) & 7) & 1
            starts_us = sent_us + (FDT_ONE_US if last_bit else FDT_ZERO_US)
            self._answered_us = starts_us + answer_us(answer.bits)
        if regs[_T_MODE] & 0x80:
            self._start_timer(sent_us)
            if starts_us != _NEVER and starts_us + _STOP_BITS_US < self._timer_us:
                self._timer_us = _NEVER
        self._find_next()

    def _is_audible(self):
        """Whether a tag understands what is sent, DS 9.3.2: at 106 kbit/s, not inverted, fully
        modulated by the chip's own coder.
        """
        regs = self._regs
        return not regs[_TX_MODE] & 0x7F and regs[_TX_ASK] & 0x40 and regs[_TX_SEL] & 0x30 == 0x10

    def _can_hear(self):
        """Whether an answer is received, DS 9.3.2: at 106 kbit/s, one frame, from the antenna, in
        time, above the least level, and with its parity.
        """
        regs = self._regs
        return (
            not regs[_RX_MODE] & 0x77
            and regs[_RX_SEL] & 0xC0 == 0x80
            and regs[_RX_SEL] & 0x3F <= _MOST_RX_WAIT
            and _LEVELS[0] <= regs[_RX_THRESHOLD] & 0xF0 <= _LEVELS[1]
            and not regs[_MF_RX] & 0x10
        )

    def _start_timer(self, start_us):
        """DS 8.5: (2 prescaler + 1) (reload + 1) / 13.56 MHz after its start."""
        regs = self._regs
        prescaler = (regs[_T_MODE] & 0xF) << 8 | regs[_T_PRESCALER]
        reload = regs[_T_RELOAD_HIGH] << 8 | regs[_T_RELOAD_LOW]
        self._timer_started_us = start_us
        self._timer_us = start_us + (2 * prescaler + 1) * (reload + 1) * 100 // 1356

    def _counter(self):
        regs = self._regs
        reload = regs[_T_RELOAD_HIGH] << 8 | regs[_T_RELOAD_LOW]
        if self._timer_us == _NEVER:
            return 0
        elapsed_us = max(0, self._clock.now() - self._timer_started_us)
        prescaler = (regs[_T_MODE] & 0xF) << 8 | regs[_T_PRESCALER]
        return max(0, reload - elapsed_us * 1356 // (100 * (2 * prescaler + 1)))

    def _spoil(self):
        """The field changed while a frame was on its way."""
        self._is_spoiled = True

    def _cancel(self):
        self._sent_us = self._answered_us = _NEVER
        self._answer = None

    def _find_next(self):
        self._next_us = min(self._sent_us, self._answered_us, self._timer_us, self._crc_us)

    def advance(self, now_us):
        """Let everything that is due by now happen."""
        regs = self._regs
        if now_us >= self._sent_us:
            self._sent_us = _NEVER
            regs[_COM_IRQ] |= _TX_IRQ
            if regs[_COMMAND] & 0xF == _TRANSMIT:
                regs[_COMMAND] = regs[_COMMAND] & 0x20 | _IDLE
                regs[_COM_IRQ] |= _IDLE_IRQ
        if now_us >= self._answered_us:
            self._answered_us = _NEVER
            self._receive(self._answer)
            self._answer = None
        if now_us >= self._timer_us:
            self._timer_us = _NEVER
            regs[_COM_IRQ] |= _TIMER_IRQ
        if now_us >= self._crc_us:
            self._crc_us = _NEVER
            regs[_DIV_IRQ] |= _CRC_IRQ
            regs[_COMMAND] = regs[_COMMAND] & 0x20 | _IDLE
            regs[_COM_IRQ] |= _IDLE_IRQ
        self._find_next()

    def _receive(self, answer):
        regs = self._regs
        errors = 0
        align = regs[_BIT_FRAMING] >> 4 & 7
        data, bits = _aligned(answer, align)
        if answer.quality == GARBLED or self._is_spoiled:
            errors |= _PARITY | (_PROTOCOL if self._is_spoiled else 0)
        if answer.collision >= 0:
            errors |= _COLLISION
            position = answer.collision + align
            if position < 32:
                regs[_COLL] = regs[_COLL] & 0x80 | (position + 1) & 0x1F
            if not regs[_COLL] & 0x80:
                _clear_from(data, position)
        length = (bits + 7) >> 3
        if regs[_RX_MODE] & 0x80:
            is_whole = bits & 7 == 0 and length >= 3
            if not is_whole or crc_a(data, length - 2) != data[length - 2] | data[length - 1] << 8:
                errors |= _CRC_ERROR
            length = max(0, length - 2)
        for index in range(length):
            self._push(data[index])
        regs[_CONTROL] = regs[_CONTROL] & ~7 | bits & 7
        regs[_ERROR] |= errors
        regs[_COM_IRQ] |= _RX_IRQ | (_ERR_IRQ if errors else 0)


def field_share(p_conductance, n_conductance=_RESET_VALUES[_GS_N] >> 4):
    """The field with these conductances of the drivers, as a share of that with those after a
    reset: what current a load of 40 ohm lets through. That both drivers have 5 ohm at the highest
    conductance is assumed, and to be compared with the data sheet's voltages of TX1 and TX2.
    """
    full_ohm = _around_load_ohm(_RESET_VALUES[_CW_GS_P], _RESET_VALUES[_GS_N] >> 4)
    return full_ohm / _around_load_ohm(p_conductance or 0.1, n_conductance or 0.1)


def _around_load_ohm(p_conductance, n_conductance):
    return 40 + 5 * 63 / p_conductance + 5 * 15 / n_conductance


def _aligned(answer, align):
    """The received bytes with the first bit put at `align`, and the bits up to the last one."""
    data = bytearray(answer.data)
    skip = answer.skip
    if skip == align:
        data[0] &= 0xFF << skip & 0xFF
        return data, align + answer.bits
    moved = bytearray((align + answer.bits + 7) >> 3)
    for bit in range(answer.bits):
        if data[(skip + bit) >> 3] >> ((skip + bit) & 7) & 1:
            moved[(align + bit) >> 3] |= 1 << ((align + bit) & 7)
    return moved, align + answer.bits


def _clear_from(data, position):
    """ValuesAfterColl = 0, DS 9.3.1.15: what came after the collision reads as zero."""
    for bit in range(position + 1, len(data) * 8):
        data[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF


def _crc(data, crc):
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc
