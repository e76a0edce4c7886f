"""DS: Raspberry Pi RP2040 datasheet, build 2023-06-14, section 3.4: the PIO's instruction set.

A program is a Python function that is run twice, once to find its labels and once to encode; the
words that it may use (`out`, `jmp`, `pins` ...) stand in its globals meanwhile.

    15 14 13 | 12 .. 8        | 7 6 5          | 4 .. 0
    opcode   | delay/side-set | kind or target | count, address or value
"""

from .errors import WiringError

OUT_LOW = 2
OUT_HIGH = 3
SHIFT_LEFT = 0
SHIFT_RIGHT = 1

_JMP, _WAIT, _IN, _OUT, _PUSH_PULL, _MOV, _IRQ, _SET = range(8)

_CONDITIONS = ("", "not_x", "x_dec", "not_y", "y_dec", "x_not_y", "pin", "not_osre")
_SOURCES = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_OUT_TARGETS = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6, "exec": 7}
_MOV_TARGETS = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
_SET_TARGETS = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_WAIT_SOURCES = {"gpio": 0, "pin": 1, "irq": 2}

_OPTIONS = {
    "out_init": None,
    "set_init": None,
    "sideset_init": None,
    "side_pindir": False,
    "in_shiftdir": SHIFT_LEFT,
    "out_shiftdir": SHIFT_LEFT,
    "autopush": False,
    "autopull": False,
    "push_thresh": 32,
    "pull_thresh": 32,
    "fifo_join": 0,
}


class Program:
    """An assembled program with the settings that its decorator gave."""

    def __init__(self, options):
        for name in options:
            if name not in _OPTIONS:
                raise TypeError("unexpected keyword argument '%s'" % name)
        self.words = []
        self.wrap_target = 0
        self.wrap = None
        self.settings = dict(_OPTIONS)
        self.settings.update(options)
        sides = self.settings["sideset_init"]
        if sides is None:
            self.side_pins = 0
        else:
            self.side_pins = len(sides) if isinstance(sides, (tuple, list)) else 1
        self.is_side_optional = False

    def delay_bits(self):
        return 5 - self.side_pins - (1 if self.is_side_optional else 0)


class _Instruction:
    """The result of an instruction's call: it takes `[delay]` and `.side(value)`."""

    def __init__(self, assembler, index):
        self._assembler = assembler
        self._index = index

    def __getitem__(self, cycles):
        self._assembler.set_delay(self._index, cycles)
        return self

    delay = __getitem__

    def side(self, value):
        self._assembler.set_side(self._index, value)
        return self


class _Assembler:
    def __init__(self, program):
        self._program = program
        self._labels = {}
        self._is_final = False
        self._words = []
        self._sides = {}
        self._delays = {}

    def run(self, function):
        """Run the function for labels, then again for words."""
        scope = function.__globals__
        kept = dict(scope)
        scope.clear()
        scope.update(self._vocabulary())
        try:
            function()
            self._is_final = True
            self._words = []
            self._sides = {}
            self._delays = {}
            function()
        finally:
            scope.clear()
            scope.update(kept)
        self._finish()

    def set_delay(self, index, cycles):
        self._delays[index] = cycles

    def set_side(self, index, value):
        if not self._program.side_pins:
            raise WiringError("expected sideset_init before .side() is used")
        self._sides[index] = value

    def _finish(self):
        program = self._program
        if len(self._words) > 32:
            raise WiringError("expected at most 32 instructions, got %d" % len(self._words))
        program.is_side_optional = bool(program.side_pins) and len(self._sides) < len(self._words)
        bits = program.delay_bits()
        for index, word in enumerate(self._words):
            delay = self._delays.get(index, 0)
            if not 0 <= delay < 1 << bits:
                raise WiringError("expected a delay below %d, got %d" % (1 << bits, delay))
            field = delay
            if index in self._sides:
                field |= self._sides[index] << bits
                if program.is_side_optional:
                    field |= 0x10
            self._words[index] = word | field << 8
        program.words = self._words
        if program.wrap is None:
            program.wrap = len(self._words) - 1

    def _emit(self, opcode, kind, low):
        self._words.append(opcode << 13 | kind << 5 | low)
        return _Instruction(self, len(self._words) - 1)

    def _vocabulary(self):
        names = dict.fromkeys(list(_SOURCES) + list(_OUT_TARGETS) + list(_CONDITIONS[1:]))
        for name in names:
            names[name] = name
        names.update(
            wrap_target=self._wrap_target,
            wrap=self._wrap,
            label=self._label,
            jmp=self._jmp,
            wait=lambda level, source, index: self._emit(
                _WAIT, level << 2 | _WAIT_SOURCES[source], index
            ),
            in_=lambda source, count: self._emit(_IN, _SOURCES[source], count & 0x1F),
            out=lambda target, count: self._emit(_OUT, _OUT_TARGETS[target], count & 0x1F),
            push=lambda *flags: self._emit(_PUSH_PULL, self._blocking(flags), 0),
            pull=lambda *flags: self._emit(_PUSH_PULL, 4 | self._blocking(flags), 0),
            mov=self._mov,
            irq=lambda index: self._emit(_IRQ, 0, index),
            set=lambda target, value: self._emit(_SET, _SET_TARGETS[target], value),
            nop=lambda: self._emit(_MOV, _MOV_TARGETS["y"], _SOURCES["y"]),
            word=lambda value, label=None: self._emit(
                0, 0, value | (self._address(label) if label else 0)
            ),
            invert=lambda source: (1, source),
            reverse=lambda source: (2, source),
            block="block",
            noblock="noblock",
            iffull="iffull",
            ifempty="ifempty",
            gpio="gpio",
        )
        return names

    def _blocking(self, flags):
        is_conditional = "iffull" in flags or "ifempty" in flags
        return (2 if is_conditional else 0) | (0 if "noblock" in flags else 1)

    def _mov(self, target, source):
        operation = 0
        if isinstance(source, tuple):
            operation, source = source
        return self._emit(_MOV, _MOV_TARGETS[target], operation << 3 | _SOURCES[source])

    def _jmp(self, condition, label=None):
        if label is None:
            condition, label = "", condition
        return self._emit(_JMP, _CONDITIONS.index(condition), self._address(label))

    def _address(self, label):
        if label not in self._labels:
            if self._is_final:
                raise WiringError("expected a label of this program, got %r" % label)
            return 0
        return self._labels[label]

    def _label(self, name):
        self._labels[name] = len(self._words)

    def _wrap_target(self):
        self._program.wrap_target = len(self._words)

    def _wrap(self):
        self._program.wrap = len(self._words) - 1


def assemble(function, options):
    """The program that a function describes."""
    program = Program(options)
    _Assembler(program).run(function)
    return program
