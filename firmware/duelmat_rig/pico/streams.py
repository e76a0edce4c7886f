"""Standard input and output of the Pico: its USB serial port, with select.poll on them.

As the rp2 port does it: a read waits for all its bytes; a write waits for room, at most half a
second, and then takes what fits. Polling shows whether one byte would pass immediately.
"""

import io

from duelmat_rig.electronics.board import POLL_US, STREAM_US
from duelmat_rig.pico import slot

_POLL = 3  # the request of MP_STREAM_POLL
_READABLE = 1
_WRITABLE = 4
_WRITE_TIMEOUT_US = 500_000
_WAIT_US = 1000
_READ_TIMEOUT_US = 8_000_000


class UsbStream(io.IOBase):
    """Bytes to and from the port."""

    def __init__(self):
        self._usb = slot.board.usb
        self._clock = slot.board.clock

    def ioctl(self, request, argument):
        if request != _POLL:
            return 0
        self._clock.spend(POLL_US)
        ready = 0
        usb = self._usb
        if argument & _READABLE and usb.waiting():
            ready |= _READABLE
        if argument & _WRITABLE and usb.is_promising():
            ready |= _WRITABLE
        return ready

    def readinto(self, into, count=None):
        count = len(into) if count is None else count
        self._clock.spend(STREAM_US)
        self._wait_for(count)
        return self._usb.pull_into(into, count)

    def read(self, count=1):
        data = bytearray(count)
        self.readinto(data)
        return bytes(data)

    def write(self, data):
        self._clock.spend(STREAM_US)
        usb = self._usb
        written = usb.push(data)
        waited_us = 0
        while written < len(data) and waited_us < _WRITE_TIMEOUT_US:
            usb.pump()
            taken = usb.push(memoryview(data)[written:])
            if taken:
                written += taken
                waited_us = 0
            else:
                self._clock.sleep(_WAIT_US)
                waited_us += _WAIT_US
        if slot.board.watchdog is not None:
            slot.board.watchdog.check()  # firmware that tries for ever ends here
        return written

    def _wait_for(self, count):
        """A read with too little to read holds the firmware, as no other part of it could act."""
        waited_us = 0
        while self._usb.waiting() < count:
            self._usb.pump()
            self._clock.sleep(_WAIT_US)
            waited_us += _WAIT_US
            if waited_us > _READ_TIMEOUT_US:
                raise slot.Reset("a read from the port waited too long: ask select.poll first")


class UsbTextStream(UsbStream):
    """The same for text; `buffer` is the one for bytes."""

    def __init__(self):
        super().__init__()
        self.buffer = UsbStream()

    def write(self, data):
        return self.buffer.write(data.encode() if isinstance(data, str) else data)
