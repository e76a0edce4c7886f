"""DS: Raspberry Pi RP2040 datasheet, section 3: one PIO state machine that feeds one wire.

Instructions are run cycle by cycle and leave edges; what a chain of lights makes of the edges is
the chain's business. A program that turns out to send a word's bits unchanged, in order and in
time is remembered as such, and its words go to the chain without running it again.
"""

from .errors import WiringError
from .ws2812 import decode_edges

SYSTEM_HZ = 125_000_000
_JMP, _WAIT, _IN, _OUT, _PUSH_PULL, _MOV, _IRQ, _SET = range(8)
_MASK = 0xFFFFFFFF
_CYCLE_LIMIT = 2_000_000
_TRIAL = (0xA5F00F3C, 0x00FF5581, 0xFFFFFFFF, 0x00000000, 0x80000001)


class Sequencer:
    """The registers of a state machine, and a run over words until it waits for more."""

    def __init__(self, program, set_pin=None, out_pin=None, side_pin=None):
        self._program = program
        self._set_pin = set_pin  # which bit of set, out and side-set is the wire, or None
        self._out_pin = out_pin
        self._side_pin = side_pin
        self._registers = {"x": 0, "y": 0, "isr": 0, "osr": 0}
        self._shifted = 32  # bits gone from the output shift register
        self._at = 0
        self._level = 0
        self._edges = []
        self._cycle = 0
        self._words = []
        self._next = 0

    def run(self, words):
        """Feed words; the edges as (cycle, level), and the cycles until it waits for more."""
        self._words = words
        self._next = 0
        self._edges = []
        self._cycle = 0
        while self._step():
            if self._cycle > _CYCLE_LIMIT:
                raise WiringError("the PIO program never asks for another word")
        return self._edges, self._cycle

    def _step(self):
        """One instruction; False when it waits for a word."""
        program = self._program
        word = program.words[self._at]
        opcode, kind, low = word >> 13, word >> 5 & 7, word & 0x1F
        field = word >> 8 & 0x1F
        bits = program.delay_bits()
        if opcode == _OUT and program.settings["autopull"]:
            if self._shifted >= program.settings["pull_thresh"] and not self._pull():
                return False
        elif opcode == _PUSH_PULL and kind & 4 and not self._run_pull(kind):
            return False
        if program.side_pins and (not program.is_side_optional or field & 0x10):
            self._drive(field >> bits & ((1 << program.side_pins) - 1), self._side_pin)
        following = program.wrap_target if self._at == program.wrap else self._at + 1
        if opcode == _JMP:
            if self._is_true(kind):
                following = low
        elif opcode == _OUT:
            following = self._run_out(kind, low or 32, following)
        elif opcode == _MOV:
            following = self._run_mov(kind, low, following)
        elif opcode == _SET:
            self._run_set(kind, low)
        elif opcode != _PUSH_PULL or not kind & 4:
            raise WiringError("instruction %04x: lights need no wait, in, push or irq" % word)
        self._cycle += 1 + (field & ((1 << bits) - 1))
        self._at = following
        return True

    def _drive(self, value, bit):
        if bit is None:
            return
        level = value >> bit & 1
        if level != self._level:
            self._level = level
            self._edges.append((self._cycle, level))

    def _pull(self):
        if self._next >= len(self._words):
            return False
        self._registers["osr"] = self._words[self._next] & _MASK
        self._next += 1
        self._shifted = 0
        return True

    def _run_pull(self, kind):
        if kind & 2 and self._shifted < self._program.settings["pull_thresh"]:
            return True
        if self._pull():
            return True
        if kind & 1:
            return False
        self._registers["osr"] = self._registers["x"]
        self._shifted = 0
        return True

    def _is_true(self, condition):
        registers = self._registers
        if condition in (2, 4):
            name = "x" if condition == 2 else "y"
            before = registers[name]
            registers[name] = (before - 1) & _MASK
            return before != 0
        return (
            condition == 0
            or (condition == 1 and registers["x"] == 0)
            or (condition == 3 and registers["y"] == 0)
            or (condition == 5 and registers["x"] != registers["y"])
            or (condition == 7 and self._shifted < self._program.settings["pull_thresh"])
        )

    def _run_out(self, target, count, following):
        osr = self._registers["osr"]
        if self._program.settings["out_shiftdir"]:
            value = osr & ((1 << count) - 1)
            osr >>= count
        else:
            value = osr >> (32 - count)
            osr = osr << count & _MASK
        self._registers["osr"] = osr
        self._shifted = min(32, self._shifted + count)
        return self._store(target, value, following)

    def _run_mov(self, target, low, following):
        source = low & 7
        value = 0
        if source in (1, 2, 6, 7):
            value = self._registers[("x", "y", "isr", "osr")[(1, 2, 6, 7).index(source)]]
        if low >> 3 == 1:
            value ^= _MASK
        elif low >> 3 == 2:
            value = int("".join(reversed("{:032b}".format(value))), 2)
        if target == 7:
            self._registers["osr"] = value
            self._shifted = 0
            return following
        return self._store(target, value, following)

    def _store(self, target, value, following):
        if target == 0:
            self._drive(value, self._out_pin)
        elif target in (1, 2, 6):
            self._registers[("x", "y", "isr")[(1, 2, 6).index(target)]] = value
        elif target == 5:
            return value & 0x1F
        return following

    def _run_set(self, target, value):
        if target == 0:
            self._drive(value, self._set_pin)
        elif target in (1, 2):
            self._registers["x" if target == 1 else "y"] = value


class LightSender:
    """A running state machine whose wire leads to a chain of lights."""

    def __init__(self, program, freq_hz, pins, chain):
        if freq_hz < SYSTEM_HZ // 65536 or freq_hz > SYSTEM_HZ:
            raise ValueError("freq out of range")
        divider = int(SYSTEM_HZ * 256 / freq_hz)
        self._cycle_ns = divider * 1e9 / (SYSTEM_HZ * 256)
        self._chain = chain
        self._sequencer = Sequencer(program, *pins)
        self._plain_bytes = 0
        self._shift_right = bool(program.settings["out_shiftdir"])
        self.fifo_words = 8 if program.settings["fifo_join"] == 1 else 4
        self._try_out(Sequencer(program, *pins), program)

    def _try_out(self, sequencer, program):
        threshold = program.settings["pull_thresh"]
        expected = []
        for word in _TRIAL:
            for bit in range(threshold):
                at = bit if self._shift_right else 31 - bit
                expected.append(word >> at & 1)
        edges, cycles = sequencer.run(_TRIAL)
        self.word_us = cycles * self._cycle_ns / 1000 / len(_TRIAL)
        bits = decode_edges([(cycle * self._cycle_ns, level) for cycle, level in edges])
        if bits == expected and threshold & 7 == 0 and not self._shift_right:
            self._plain_bytes = threshold >> 3

    def send(self, words, start_us):
        """Send words one after another; the time when the last one is out."""
        end_us = start_us + int(self.word_us * len(words))
        if self._plain_bytes:
            data = bytearray(self._plain_bytes * len(words))
            at = 0
            for word in words:
                for place in range(self._plain_bytes):
                    data[at] = word >> (24 - 8 * place) & 0xFF
                    at += 1
        else:
            edges, cycles = self._sequencer.run(words)
            end_us = start_us + int(cycles * self._cycle_ns / 1000)
            data = _packed(
                decode_edges([(cycle * self._cycle_ns, level) for cycle, level in edges])
            )
        self._chain.take(data, start_us, end_us)
        return end_us


def _packed(bits):
    data = bytearray(len(bits) >> 3)
    for index in range(len(data) * 8):
        data[index >> 3] = data[index >> 3] << 1 & 0xFF | bits[index]
    return data
