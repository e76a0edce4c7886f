"""The Pico's USB serial port, as TinyUSB and MicroPython arrange it.

Out: a FIFO of 256 bytes that the host empties; while no host has the port open it keeps the
latest bytes. In: a ring of 512 bytes in front of stdin; when it is full the host has to wait.

A Pico cannot tell whether the cable is out or the computer asleep: the bus is silent, and a port
that was open counts as open. Polling promises room then, as for a port that nobody has open, but
the FIFO keeps its oldest bytes, as for one that somebody has: once it is full, each write waits
for half a second and takes nothing.
"""

OUT_BYTES = 256
IN_BYTES = 512


class UsbSerial:
    """The FIFOs between the firmware and the cable.

    The cable is `write(data) -> count taken` and `read(limit) -> data`, which is None while no
    host has the port open, and False while the cable is out or the host asleep.
    """

    def __init__(self, write, read):
        self._write = write
        self._read = read
        self._out = bytearray(OUT_BYTES)
        self._out_level = 0
        self._in = bytearray(IN_BYTES)
        self._in_head = 0
        self._in_level = 0
        self.is_open = False  # by a host, as far as the Pico knows
        self.is_silent = False
        self.bytes_out = 0
        self.bytes_in = 0
        self.pushed = 0  # bytes that the firmware wrote, and read
        self.pulled = 0
        self.interrupt_char = 3
        self.is_interrupted = False

    def room(self):
        return OUT_BYTES - self._out_level

    def waiting(self):
        return self._in_level

    def pump(self):
        """Exchange with the cable whatever it takes and gives."""
        data = self._read(IN_BYTES - self._in_level)
        self.is_silent = data is False
        if self.is_silent:
            return
        self.is_open = data is not None
        if data:
            self.bytes_in += len(data)
            self._receive(data)
        if self._out_level and self.is_open:
            taken = self._write(memoryview(self._out)[: self._out_level])
            if taken:
                left = self._out_level - taken
                self._out[:left] = self._out[taken : self._out_level]
                self._out_level = left
                self.bytes_out += taken

    def is_promising(self):
        """Whether polling says that a byte would pass immediately."""
        return self.is_silent or not self.is_open or self.room() > 0

    def plug(self):
        """The cable is put in: a host finds the device anew, and nothing of before reaches it."""
        self._out_level = 0
        self.is_open = False

    def reset(self):
        """The Pico starts anew."""
        self.plug()
        self._in_level = 0

    def _receive(self, data):
        tail = self._in_head + self._in_level
        for value in data:
            if value == self.interrupt_char:
                self._in_level = 0
                tail = self._in_head
                self.is_interrupted = True
                continue
            self._in[tail % IN_BYTES] = value
            tail += 1
            self._in_level += 1

    def push(self, data):
        """Take what fits from the firmware; without a host, keep the latest."""
        count = len(data)
        self.pushed += count
        if not self.is_open:
            keep = bytes(self._out[: self._out_level]) + bytes(data)
            keep = keep[-OUT_BYTES:]
            self._out[: len(keep)] = keep
            self._out_level = len(keep)
            return count
        count = min(count, self.room())
        self._out[self._out_level : self._out_level + count] = data[:count]
        self._out_level += count
        return count

    def pull_into(self, into, count):
        """Hand bytes that wait to the firmware."""
        count = min(count, self._in_level)
        head = self._in_head
        for index in range(count):
            into[index] = self._in[(head + index) % IN_BYTES]
        self._in_head = (head + count) % IN_BYTES
        self._in_level -= count
        self.pulled += count
        return count
