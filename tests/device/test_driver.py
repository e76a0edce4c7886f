"""The reader's driver by itself: on any bus, and as often as one likes."""

from time import ticks_diff

from readerside import UID_7, UID_7B, Readerside, equal

from duelmat_device import mfrc522, tags


class ForeignSpi:
    """A bus of another make: what the driver may call, and nothing else of machine.SPI."""

    def __init__(self, readers):
        self._readers = readers
        self.frames = []

    def write(self, buffer):
        self.frames.append(len(buffer))
        self._readers.transfer(buffer, 0, None, len(buffer))

    def write_readinto(self, out, into):
        assert len(out) == len(into)
        self.frames.append(len(out))
        self._readers.transfer(out, 0, into, len(out))


class ChipSelect:
    """A select line of its own that another board drives in its own way."""

    def __init__(self, readers):
        self._readers = readers
        self.levels = []

    def __call__(self, level):
        self.levels.append(level)
        self._readers.set_select(level)


class Talk:
    """One reader on a bus of its own, with a card."""

    def __init__(self, uid):
        self.bench = Readerside()
        self.spi = ForeignSpi(self.bench.readers)
        self.select = ChipSelect(self.bench.readers)
        self.reader = mfrc522.Mfrc522(self.spi, self.select)
        self.inventory = tags.Inventory(self.reader, self.bench.clock.ticks_us)
        self.bench.lay(0, uid)
        self.bench.address(0)
        self.reader.set_up()
        self.inventory.begin(None, False)
        self.result = tags.RUNNING

    def step(self):
        """The next act, when it is due."""
        clock = self.bench.clock
        wait_us = ticks_diff(self.inventory.due_us, clock.ticks_us())
        if wait_us > 0:
            clock.spend(wait_us)
        self.result = self.inventory.step(self.inventory)

    def found(self):
        inventory = self.inventory
        return [card.uid_bytes() for card in inventory.found[: inventory.count]]


def test_driver_needs_two_methods_of_a_bus_and_a_callable():
    """Every frame is between select(0) and select(1), and of two to twelve bytes."""
    talk = Talk(UID_7)
    while not talk.result:
        talk.step()
    equal((talk.result, talk.found()), (tags.TAGS, [UID_7]))
    equal(talk.select.levels, [0, 1] * len(talk.spi.frames))
    assert 2 <= min(talk.spi.frames) <= max(talk.spi.frames) <= 12, talk.spi.frames


def test_drivers_share_nothing():
    """Two on buses of their own, act by act in turn, do exactly what each does alone."""
    alone = []
    for uid in (UID_7, UID_7B):
        talk = Talk(uid)
        while not talk.result:
            talk.step()
        alone.append(talk)
    pair = [Talk(UID_7), Talk(UID_7B)]
    while not (pair[0].result and pair[1].result):
        for talk in pair:
            if not talk.result:
                talk.step()
    for both, single in zip(pair, alone):
        equal(both.found(), single.found())
        equal(both.spi.frames, single.spi.frames)
