"""The USB serial port as bytes that come and go without waiting.

A stalled host would hold a write for half a second, and a read for ever: so every byte is asked
for first. A bus that fell silent, because the cable is out or the computer asleep, promises room
that is not there. So no more is given than the board's FIFO holds until the host is heard again:
it writes once a second at least. The port carries frames only; main.py sees to it that none of
their bytes interrupts.
"""

import select
import sys

from micropython import const

# In one step; a byte costs a tenth of a millisecond.
READ_BYTES = const(16)
_WRITE_BYTES = const(16)
# What is given until the host is heard again: the FIFO of 256 bytes, but for what was written in
# the last two steps, which may have lain there still when it was heard.
_ROOM_BYTES = const(224)
# What may have come and wait to be read: 512 bytes before stdin, and those of the USB driver.
_UNREAD_BYTES = const(1024)


class UsbPort:
    """Standard input and output of the board."""

    def __init__(self):
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)
        self._room = _ROOM_BYTES
        # So many of the bytes that are read next may have come before the last one that opened the
        # line: they do not show that the host is still there.
        self._old = 0

    def read_into(self, buffer):
        """Takes what has arrived, a few bytes at most; returns how many."""
        count = 0
        one = self._one
        readable = self._readable
        while count < READ_BYTES:
            # The poll yields something only if a byte is there.
            for _ in readable.ipoll(0):
                self._input.readinto(one)
                buffer[count] = one[0]
                count += 1
                break
            else:
                break
        if count:
            if count > self._old:
                self._room = _ROOM_BYTES
                self._old = _UNREAD_BYTES
            self._old -= count
        if count < READ_BYTES:
            self._old = 0  # nothing is left
        return count

    def write(self, buffer, start, end):
        """Gives away what the line takes now, a few bytes; returns where the rest begins."""
        one = self._one
        writable = self._writable
        stop = min(end, start + _WRITE_BYTES, start + self._room)
        for at in range(start, stop):
            for _ in writable.ipoll(0):
                one[0] = buffer[at]
                if self._output.write(one):
                    break
                self._room = 0  # in vain, and it took long: the host has to be heard first
                return at
            else:
                stop = at
                break
        self._room -= stop - start
        return stop
