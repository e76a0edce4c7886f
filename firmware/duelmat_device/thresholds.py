"""The tags that answer one reader at each step of its power, asked from MicroPython's prompt.

Nothing of the running mat is at work then: `duelmat doctor --bench` imports this at the prompt,
calls it, and takes what it returns. Reader chip and tags are talked to as the mat does it, by the
same driver and the same inventory.
"""

import time

import machine

from duelmat_device import board, circuit, mfrc522, tags
from duelmat_wire import HEALTH_FINE
from micropython import const

_RESET_MS = const(2)
_START_UP_MS = const(10)  # as app.py waits for the chips' crystals
_REST_US = const(6000)  # ISO/IEC 14443-3:2018 clause 5: 5.1 ms without a field end a tag's memory


def open_reader(antenna=0):
    """Returns the reader of one antenna of this board, set up, with its field off."""
    wired = circuit.Circuit(board.load_board(), machine, time.ticks_ms)
    wired.hold_readers_in_reset(True)
    time.sleep_ms(_RESET_MS)
    wired.hold_readers_in_reset(False)
    time.sleep_ms(_START_UP_MS)
    wired.address(antenna)
    reader = PoweredReader(mfrc522.Mfrc522(wired.spi, wired.select), time.ticks_us, time.sleep_us)
    reader.set_up()
    return reader


class PoweredReader:
    """One reader chip, addressed, whose power is stepped."""

    def __init__(self, reader, ticks_us, sleep_us):
        self._reader = reader
        self._ticks_us = ticks_us
        self._sleep_us = sleep_us
        self._inventory = tags.Inventory(reader, ticks_us)

    def set_up(self):
        self._reader.set_up()

    def health(self):
        """Returns the version that the chip names, and its health with the field on, as HEALTH."""
        reader = self._reader
        health = reader.health(False)
        if health == HEALTH_FINE:
            reader.field_on()
            self._sleep_us(_REST_US)
            health = reader.health(True)
            reader.field_off()
        return reader.version, health

    def answers(self, step, visits):
        """Calls all tags so many times with so many steps less than full power.

        Returns in how many visits something answered that could not be read, in how many the chip
        itself failed, and in how many each tag was read, by its UID in hex.
        """
        unread = failed = 0
        read = {}
        self._reader.set_power(step)
        for _ in range(visits):
            self._sleep_us(_REST_US)
            result = self._visit()
            inventory = self._inventory
            if result == tags.FAULT:
                failed += 1
            elif result == tags.TAGS:
                for card in inventory.found[: inventory.count]:
                    uid = card.uid_bytes().hex()
                    read[uid] = read.get(uid, 0) + 1
            if result == tags.ERROR or (result == tags.TAGS and inventory.is_disturbed):
                unread += 1
        self._reader.set_power(mfrc522.FULL_POWER)
        return unread, failed, read

    def _visit(self):
        inventory = self._inventory
        inventory.begin(None, False)
        result = tags.RUNNING
        while result == tags.RUNNING:
            wait_us = time.ticks_diff(inventory.due_us, self._ticks_us())
            if wait_us > 0:
                self._sleep_us(wait_us)
            result = inventory.step(inventory)
        inventory.end(result)
        return result
