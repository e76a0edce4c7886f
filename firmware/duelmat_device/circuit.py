"""The pins of the board: buses, decoders, reset line, buttons, made from board.json and the
machine module.
"""

from duelmat_device import displays, mpr121, ws2812


class Circuit:
    """Everything outside that the firmware can reach."""

    def __init__(self, board, machine, ticks_ms):
        """`machine` is the module, or anything with its Pin, SPI and I2C."""
        pin = machine.Pin
        pins = board.pins

        def output(number, value):
            return pin(number, pin.OUT, value=value)

        self.select = output(pins["select"], 1)
        """Ends a frame on the readers' bus with 1, begins one with 0; stays 1 while the
        address changes.
        """
        self._reset = output(pins["reset"], 1)
        self._lines = [output(number, 0) for number in pins["reader_address"]]
        self._banks = [output(number, 0) for number in pins["bank_address"]]
        self._places = board.antennas
        self._bank = 0
        self._line = 0
        self.spi = machine.SPI(
            0,
            baudrate=board.spi_hz,
            polarity=0,
            phase=0,
            sck=pin(pins["sck"]),
            mosi=pin(pins["mosi"]),
            miso=pin(pins["miso"]),
        )
        self.i2c = machine.I2C(0, scl=pin(pins["scl"]), sda=pin(pins["sda"]), freq=board.i2c_hz)
        self.buttons = [pin(number, pin.IN, pin.PULL_UP) for number in pins["buttons"]]
        self.touch_chips = {}
        for address, _ in board.pads:
            if address not in self.touch_chips:
                self.touch_chips[address] = mpr121.Mpr121(self.i2c, address)
        self.displays = [
            displays.Display(self.i2c, address, ticks_ms) for address in board.displays
        ]
        self._light_power = output(pins["light_power"], 1)
        self.chain = ws2812.Ws2812(output(pins["lights"], 0), board.lights)

    def address(self, antenna):
        """Puts an antenna on the decoders' address lines."""
        bank, line = self._places[antenna]
        if line != self._line:
            self._line = line
            for pin in self._lines:
                pin(line & 1)
                line >>= 1
        if bank != self._bank:
            self._bank = bank
            for pin in self._banks:
                pin(bank & 1)
                bank >>= 1

    def hold_readers_in_reset(self, is_held):
        """The one line that resets all readers; DS of the MFRC522 8.8.1: low for at least 100
        ns.
        """
        self._reset(0 if is_held else 1)
