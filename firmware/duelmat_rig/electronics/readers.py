"""The readers on one bus: decoders that carry the select line to one of forty chips.

Five 74HC138, one a bank, share three address pins; a bank decoder picks the bank from three more.
The select line enables them: while it is low, the addressed chip hears the bus, and a change of
the address in that time takes the bus from one chip and gives it to another.

Each chip answers on a MISO line of its own, and a 74AC251 a bank passes on that of the addressed
one alone: a clone that drives its line though another is selected (`miso_held`) disturbs nobody.
"""

from .mfrc522 import Mfrc522


class Readers:
    """The reader chips, of which at most one is selected."""

    def __init__(self, places, radio, clock, chance):
        self.chips = [
            Mfrc522(index, radio, clock, 200 + chance.below(700)) for index in range(len(places))
        ]
        self.selected = None
        self.transfers = 0
        radio.on_brown_out(self._brown_out)
        self._by_address = {}
        for index, place in enumerate(places):
            self._by_address[place["bank"] << 3 | place["line"]] = self.chips[index]
        self._address = 0
        self._is_enabled = False

    def set_address(self, bit, level):
        """One address pin changes: bits 0 to 2 the line, bits 3 to 5 the bank."""
        if level:
            self._address |= 1 << bit
        else:
            self._address &= ~(1 << bit)
        if self._is_enabled:
            self._connect()

    def set_select(self, level):
        is_enabled = not level
        if is_enabled != self._is_enabled:
            self._is_enabled = is_enabled
            if is_enabled:
                self._connect()
            else:
                self.selected = None

    def set_reset(self, level):
        for chip in self.chips:
            chip.hold_reset(not level)

    def transfer(self, out, fill, into, count):
        self.transfers += 1
        chip = self.selected
        if chip is not None:
            chip.transfer(out, fill, into, count)
        elif into is not None:
            for index in range(count):
                into[index] = 0  # no bank drives MISO

    def _brown_out(self):
        for chip in self.chips:
            chip.brown_out()

    def _connect(self):
        self.selected = self._by_address.get(self._address)
        if self.selected is not None:
            self.selected.select()
