"""DS: Worldsemi WS2812B, "Intelligent control LED integrated light source", version 5, sections
"Data transfer time" and "Composition of 24bit data".

A chain of lights fed by one PIO state machine and one DMA channel: a picture is handed over and
goes out by itself. Bit-banging it would hold the scan for more than 4 ms a picture.
"""

from array import array

import rp2

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The assembler's own words, one of which is a builtin elsewhere.
    from rp2.asm_pio import mov, out, pins, set, wrap, wrap_target, x  # noqa: A004

# One bit is ten cycles of 125 ns: high for 3, then the bit itself for 4, then low for 3. The line
# is low while the machine waits for the next word.
_FREQ_HZ = const(8_000_000)


@rp2.asm_pio(
    set_init=rp2.PIO.OUT_LOW,
    out_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def _bits():
    wrap_target()
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[3]
    set(pins, 0)[1]
    wrap()


class Ws2812:
    """A chain of lights and the picture that it shows next."""

    def __init__(self, pin, lights, machine_number=0):
        self._machine = rp2.StateMachine(
            machine_number, _bits, freq=_FREQ_HZ, set_base=pin, out_base=pin
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        # Request lines of the two PIO blocks: RP2040 datasheet 2.5.3.1, table 120. The words are
        # turned around on their way, so that in memory they are small numbers.
        request_line = (machine_number >> 2) << 3 | machine_number & 3
        self._control = self._dma.pack_ctrl(inc_write=False, treq_sel=request_line, bswap=True)
        self._count = lights
        self.picture = array("I", [0] * lights)
        """One word a light (see `word`). A light that is painted while the picture goes out shows
        the change in this picture or in the next.
        """

    @staticmethod
    def word(red, green, blue):
        """A colour as a word: the chain wants green first, then red, then blue."""
        return green | red << 8 | blue << 16

    def is_busy(self):
        return self._dma.active()

    def show(self):
        """Sends the picture."""
        self._dma.config(
            read=self.picture,
            write=self._machine,
            count=self._count,
            ctrl=self._control,
            trigger=True,
        )
