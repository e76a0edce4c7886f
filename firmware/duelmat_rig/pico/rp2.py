"""The module rp2: PIO state machines that drive the lights, and DMA that feeds them."""

from array import array

from duelmat_rig.electronics.board import DMA_START_US, STREAM_US
from duelmat_rig.electronics.clock import shifted
from duelmat_rig.electronics.errors import WiringError
from duelmat_rig.electronics.pio import LightSender
from duelmat_rig.electronics.pio_assembler import assemble
from duelmat_rig.pico import slot

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

_board = slot.board
_spend = _board.clock.spend
_PERMANENT_REQUEST = 0x3F

# RP2040 datasheet, table 124: where each field of a channel's control begins, and its width.
_CTRL_FIELDS = {
    "enable": (0, 1),
    "high_pri": (1, 1),
    "size": (2, 2),
    "inc_read": (4, 1),
    "inc_write": (5, 1),
    "ring_size": (6, 4),
    "ring_sel": (10, 1),
    "chain_to": (11, 4),
    "treq_sel": (15, 6),
    "irq_quiet": (21, 1),
    "bswap": (22, 1),
    "sniff_en": (23, 1),
    "write_err": (29, 1),
    "read_err": (30, 1),
}


class PIO:
    """Constants of a PIO block."""

    IN_LOW = 0
    IN_HIGH = 1
    OUT_LOW = 2
    OUT_HIGH = 3
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2


class PIOASMError(Exception):
    """A program that cannot be assembled."""


def asm_pio(**options):
    """A decorator that assembles a function into a PIO program."""

    def decorate(function):
        try:
            return assemble(function, options)
        except WiringError as error:
            raise PIOASMError(str(error)) from error

    return decorate


class StateMachine:
    """One of eight state machines; its wire matters when it is that of the lights."""

    def __init__(self, number, program=None, freq=-1, **settings):
        if not 0 <= number < 8:
            raise ValueError("invalid StateMachine")
        self.number = number
        self._sender: "Any" = None
        self._is_active = False
        self._free_us = _board.clock.now()
        _board.state_machines.append(self)
        if program is not None:
            self.init(program, freq, **settings)

    def shift(self):
        self._free_us = shifted(self._free_us)

    def init(
        self,
        program,
        freq=-1,
        *,
        in_base=None,  # noqa: ARG002
        out_base=None,
        set_base=None,
        jmp_pin=None,  # noqa: ARG002
        sideset_base=None,
        in_shiftdir=None,  # noqa: ARG002
        out_shiftdir=None,
        push_thresh=None,  # noqa: ARG002
        pull_thresh=None,
    ):
        if out_shiftdir is not None:
            program.settings["out_shiftdir"] = out_shiftdir
        if pull_thresh is not None:
            program.settings["pull_thresh"] = pull_thresh
        lights = _board.config["pins"]["lights"]

        def bit(base):
            return lights - base.number if base is not None and base.number <= lights else None

        pins = (bit(set_base), bit(out_base), bit(sideset_base))
        rate_hz = 125_000_000 if freq <= 0 else freq
        self._sender = LightSender(program, rate_hz, pins, _board.lights)

    def active(self, value=None):
        if value is not None:
            self._is_active = bool(value)
        return self._is_active

    def restart(self):
        self._free_us = _board.clock.now()

    def tx_fifo(self):
        waiting_us = max(0, self._free_us - _board.clock.now())
        return min(self._sender.fifo_words, int(waiting_us / self._sender.word_us))

    def rx_fifo(self):
        return 0

    def put(self, value, shift=0):
        """Give it a word, or each of a buffer; waits while its FIFO is full."""
        words = [value] if isinstance(value, int) else value
        for word in words:
            now_us = _spend(STREAM_US)
            ahead_us = self._free_us - now_us - int(self._sender.word_us * self._sender.fifo_words)
            if ahead_us > 0:
                _board.clock.sleep(ahead_us)
            self.take([word << shift & 0xFFFFFFFF], _board.clock.now())

    def take(self, words, now_us):
        """Words that arrive in its FIFO; the time when the last one is out."""
        if not self._is_active:
            return now_us
        self._free_us = self._sender.send(words, max(now_us, self._free_us))
        return self._free_us

    def word_us(self):
        return self._sender.word_us

    def fifo_words(self):
        return self._sender.fifo_words

    def request_line(self):
        """DREQ number of its transmit FIFO, RP2040 datasheet table 120."""
        return (self.number >> 2) * 8 + (self.number & 3)


class _Transmission:
    """Words on their way from memory to a state machine, read when their turn comes."""

    def __init__(self, read, words, machine, size, is_swapped):
        self._read = read
        self._words = words
        self._machine = machine
        self._size = size
        self._is_swapped = is_swapped
        self._sent = 0
        self._start_us = _board.clock.now()

    def shift(self):
        self._start_us = shifted(self._start_us)

    def advance(self):
        """Send the words that are due; False when all are."""
        elapsed_us = _board.clock.now() - self._start_us
        due = int(elapsed_us / self._machine.word_us()) + self._machine.fifo_words()
        due = min(due, self._words)
        if due > self._sent:
            words = [self._word(index) for index in range(self._sent, due)]
            self._machine.take(words, self._start_us)
            self._sent = due
        return self._sent < self._words

    def _word(self, index):
        size = self._size
        if isinstance(self._read, array):  # of words
            word = self._read[index]
            return _turned_around(word) if self._is_swapped else word
        at = index * size
        data = self._read[at : at + size]
        if self._is_swapped:
            data = bytes(reversed(data))
        word = 0
        for place in range(size):
            word |= data[place] << 8 * place
        # A narrow write to a FIFO fills all its byte lanes, RP2040 datasheet 2.1.4.
        return word if size == 4 else word * (0x01010101 if size == 1 else 0x00010001)


def _turned_around(word):
    return word >> 24 | word >> 8 & 0xFF00 | (word & 0xFF00) << 8 | (word & 0xFF) << 24


class DMA:
    """One of twelve channels."""

    def __init__(self):
        self.read: "Any" = 0
        self.write: "Any" = 0
        self.count = 0
        self.ctrl = self.pack_ctrl()
        self._transmission = None

    def pack_ctrl(self, default=None, **fields):
        value = default
        if value is None:
            value = 1 | 2 << 2 | 1 << 4 | 1 << 5 | _PERMANENT_REQUEST << 15
        for name, setting in fields.items():
            if name not in _CTRL_FIELDS:
                raise TypeError("extra keyword arguments given")
            at, width = _CTRL_FIELDS[name]
            mask = (1 << width) - 1
            value = value & ~(mask << at) | (int(setting) & mask) << at
        return value

    @staticmethod
    def unpack_ctrl(value):
        return {
            name: value >> at & ((1 << width) - 1) for name, (at, width) in _CTRL_FIELDS.items()
        }

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        _spend(DMA_START_US)
        if read is not None:
            self.read = read
        if write is not None:
            self.write = write
        if count is not None:
            self.count = count
        if ctrl is not None:
            self.ctrl = ctrl
        if trigger:
            self._start()

    def active(self, value=None):
        if value:
            self._start()
        elif value is not None:
            self._transmission = None
        if self._transmission is not None and not self._transmission.advance():
            self._transmission = None
        _spend(STREAM_US)
        return 1 if self._transmission is not None else 0

    def irq(self, handler=None, hard=False):  # noqa: ARG002
        if handler is not None:
            raise WiringError("the rig has no DMA interrupts; ask active()")

    def close(self):
        self._transmission = None

    def _start(self):
        machine = self.write
        fields = self.unpack_ctrl(self.ctrl)
        if not isinstance(machine, StateMachine):
            raise WiringError("the rig's DMA writes to a StateMachine, got %r" % (machine,))
        if not fields["enable"]:
            return
        if fields["inc_write"] or not fields["inc_read"]:
            raise WiringError("lights need inc_read=True and inc_write=False")
        size = 1 << fields["size"]
        memory = self.read if isinstance(self.read, array) else memoryview(self.read)
        in_memory = len(memory) * (4 if isinstance(memory, array) else 1)
        if in_memory < self.count * size:
            raise WiringError("expected %d bytes to read, got %d" % (self.count * size, in_memory))
        words = self.count
        if fields["treq_sel"] != machine.request_line():
            words = min(words, machine.fifo_words())  # unpaced words overrun the FIFO and are lost
        self._transmission = _Transmission(memory, words, machine, size, bool(fields["bswap"]))
        _board.transmissions.append(self._transmission)
        self._transmission.advance()
