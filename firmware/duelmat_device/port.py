"""The USB serial port as bytes that come and go without waiting.

A stalled host would hold a write for half a second, and a read for ever: so every byte is asked
for first. The port carries frames only; main.py sees to it that none of their bytes interrupts.
"""

import select
import sys

from micropython import const

# In one step; a byte costs a tenth of a millisecond.
READ_BYTES = const(16)
_WRITE_BYTES = const(16)


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
        return count

    def write(self, buffer, start, end):
        """Gives away what the line takes now, a few bytes; returns where the rest begins."""
        one = self._one
        writable = self._writable
        stop = min(end, start + _WRITE_BYTES)
        while start < stop:
            for _ in writable.ipoll(0):
                one[0] = buffer[start]
                # A short write is seen here: what was not taken is offered again.
                start += self._output.write(one) or 0
                break
            else:
                break
        return start
