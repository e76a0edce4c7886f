"""A bench of modelled electronics for the tests of this folder; it runs on MicroPython."""

import json
from time import ticks_diff

from duelmat_device import mfrc522, presence, scanner, tags
from duelmat_device.tour import plan_tour
from duelmat_rig.electronics.chance import Chance
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.radio import Radio
from duelmat_rig.electronics.readers import Readers
from duelmat_rig.electronics.tag import Tag

CALL_US = 25
CLEARLY = 3  # how well an antenna reaches the tag of a card that lies as it should

UID_4 = b"\x12\x34\x56\x78"
UID_7 = b"\x04\xa1\xb2\xc3\xd4\xe5\x80"
UID_7B = b"\x04\xa1\xb2\xc3\xd4\xe5\x81"
UID_10 = b"\x04\x11\x22\x33\x44\x55\x66\x77\x99\xaa"


def equal(got, expected):
    assert got == expected, f"expected {expected!r}, got {got!r}"


def with_file(name):
    with open(name) as file:
        return json.load(file)


class Spi:
    """The readers' bus, each call of which takes its time and is counted."""

    def __init__(self, readers, clock):
        self.calls = 0
        self.bytes = 0
        self._readers = readers
        self._clock = clock

    def write(self, out):
        self._count(len(out))
        self._readers.transfer(out, 0, None, len(out))

    def write_readinto(self, out, into):
        self._count(len(out))
        self._readers.transfer(out, 0, into, len(out))

    def _count(self, count):
        self.calls += 1
        self.bytes += count
        self._clock.spend(CALL_US + 2 * count)


class Tags:
    """Puts tags into the reach of antennas."""

    def __init__(self, radio, clock):
        self.radio = radio
        self.clock = clock
        self._coupled = [()] * len(radio.fields)

    def lay(self, antenna, *uids, wake_us=500):
        """Puts tags into the reach of one antenna, instead of what was there."""
        self._coupled = list(self._coupled)  # the radio compares with what was before
        self._coupled[antenna] = tuple([(Tag(uid, wake_us), CLEARLY) for uid in uids])
        self.radio.couple(self._coupled, self.clock.now())

    def reach(self, reaches):
        """Puts tags into the reach of antennas: by antenna, how well it reaches each UID."""
        known = {}
        self._coupled = [()] * len(self.radio.fields)
        for antenna, strengths in reaches.items():
            for uid in strengths:
                if uid not in known:
                    known[uid] = Tag(uid, 500)
            self._coupled[antenna] = tuple(
                [(known[uid], strength) for uid, strength in strengths.items()]
            )
        self.radio.couple(self._coupled, self.clock.now())


class Readerside(Tags):
    """Forty readers over an RF field, and the driver on their bus."""

    def __init__(self, seed=1, board=None):
        board = board or with_file("/board.json")
        self.board = board
        radio = Radio(len(board["antennas"]), board["neighbours"], seed)
        super().__init__(radio, Clock())
        self.readers = Readers(board["antennas"], self.radio, self.clock, Chance(seed))
        self.spi = Spi(self.readers, self.clock)
        self.reader = mfrc522.Mfrc522(self.spi, self.readers.set_select)
        self.inventory = tags.Inventory(self.reader, self.clock.ticks_us)
        self.cards = {}
        self.readers.set_select(1)
        self.readers.set_reset(0)
        self.clock.spend(2000)
        self.readers.set_reset(1)
        self.clock.spend(10_000)

    def address(self, antenna):
        place = self.board["antennas"][antenna]
        number = place["bank"] << 3 | place["line"]
        for bit in range(6):
            self.readers.set_address(bit, number >> bit & 1)

    def visit(self, antenna=0, known=None, is_expected=False):
        """One visit as the scanner does it; returns what it found and what it cost on the bus.
        `known` is the UID of a card that was read here before.
        """
        self.address(antenna)
        calls, count = self.spi.calls, self.spi.bytes
        self.inventory.begin(None if known is None else self.card(known), is_expected)
        result = self.finish()
        self.calls = self.spi.calls - calls
        self.bytes = self.spi.bytes - count
        return result

    def finish(self):
        """Takes a talk that has begun to its end."""
        result = tags.RUNNING
        while result == tags.RUNNING:
            wait_us = ticks_diff(self.inventory.due_us, self.clock.ticks_us())
            if wait_us > 0:
                self.clock.spend(wait_us)
            result = self.inventory.step(self.inventory)
        self.inventory.end(result)
        return result

    def card(self, uid):
        """A card as it is known after it was read once, on another bench."""
        if uid not in self.cards:
            other = Readerside().set_up()
            other.lay(0, uid)
            equal(other.visit(), tags.TAGS)
            self.cards[uid] = other.inventory.found[0]
        return self.cards[uid]

    def found(self):
        inventory = self.inventory
        return sorted([card.uid_bytes() for card in inventory.found[: inventory.count]])

    def set_up(self, antenna=0):
        self.address(antenna)
        self.reader.set_up()
        return self

    def scanning(self, zones=None, sure_steps=None):
        """A scanner over all antennas."""
        count = len(self.board["antennas"])
        self.presence = presence.Presence(zones or bytes(range(count)), sure_steps)
        self.scanner = scanner.Scanner(
            self.reader,
            self.address,
            self.board["neighbours"],
            plan_tour(self.board["neighbours"], 4),
            self.presence,
            self.clock.ticks_us,
        )
        return self

    def run(self, duration_ms, watch=None):
        """Lets the scanner run; each step costs some time of its own."""
        until_us = self.clock.now() + duration_ms * 1000
        while self.clock.now() < until_us:
            self.clock.spend(50)
            if ticks_diff(self.clock.ticks_us(), self.scanner.due_us) >= 0:
                self.scanner.step()
            if watch is not None:
                watch()
