"""The pins of the board: buses, decoders, reset line, buttons, made from board.json and the
machine module.
"""

from duelmat_device import bus, displays, mpr121, ws2812
from micropython import const

# RP2040 datasheet 2.3.1.7: all pins at once, as one bit each.
_GPIO_IN = const(0xD0000004)
_GPIO_OUT_XOR = const(0xD000001C)


class Circuit:
    """The parts outside that the firmware can reach."""

    def __init__(self, board, machine, ticks_ms):
        """`machine` is the module, or anything with its Pin, SPI, I2C, ADC and mem32."""
        pin = machine.Pin
        pins = board.pins

        def output(number, value):
            return pin(number, pin.OUT, value=value)

        self.select = output(pins["select"], 1)
        """Ends a frame on the readers' bus with 1, begins one with 0; stays 1 while the
        address changes.
        """
        self._reset = output(pins["reset"], 1)
        address = pins["reader_address"] + pins["bank_address"]
        for number in address:
            output(number, 0)
        # Which pins turn over from one place to another, by the bits that differ.
        self._turned = [
            sum([1 << number for bit, number in enumerate(address) if difference >> bit & 1])
            for difference in range(1 << len(address))
        ]
        self._memory = machine.mem32
        self._places = bytes([bank << 3 | line for bank, line in board.antennas])
        self._place = 0
        self.spi = machine.SPI(
            0,
            baudrate=board.spi_hz,
            polarity=0,
            phase=0,
            sck=pin(pins["sck"]),
            mosi=pin(pins["mosi"]),
            miso=pin(pins["miso"]),
        )
        self.bus = bus.Bus(machine, pins["scl"], pins["sda"], board.i2c_hz, self.levels, ticks_ms)
        numbers = pins["buttons"][: board.buttons]
        for number in numbers:
            pin(number, pin.IN, pin.PULL_UP)
        self.button_bits = [1 << number for number in numbers]
        """The bit of each button in `levels`; a pressed one reads 0."""
        touch_irq = pin(pins["touch_irq"], pin.IN, pin.PULL_UP)
        self.is_touch_calling = lambda: touch_irq() == 0
        """Whether a touch chip has something new to say (DS of the MPR121 4.5: the line is low
        until it was read).
        """
        self.touch_chips = {}
        for address, _ in board.pads:
            if address not in self.touch_chips:
                self.touch_chips[address] = mpr121.Mpr121(self.bus.i2c, address)
        self.displays = [
            displays.Display(self.bus, address, ticks_ms) for address in board.displays
        ]
        self.senses = [machine.ADC(pin(number)).read_u16 for number in pins["supply_sense"]]
        """Read the 5 V rail and the readers' rail, halved."""
        self._light_power = output(pins["light_power"], 1)
        self.chain = ws2812.Ws2812(output(pins["lights"], 0), board.lights)

    def address(self, antenna):
        """Puts an antenna on the decoders' address lines."""
        place = self._places[antenna]
        self._memory[_GPIO_OUT_XOR] = self._turned[place ^ self._place]
        self._place = place

    def levels(self):
        """The levels of all pins at one moment, one bit each."""
        return self._memory[_GPIO_IN]

    def hold_readers_in_reset(self, is_held):
        """The one line that resets all readers; DS of the MFRC522 8.8.1: low for at least 100
        ns.
        """
        self._reset(0 if is_held else 1)
