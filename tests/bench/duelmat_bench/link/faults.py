"""Faults: a port whose cable loses frames, or is pulled in the middle of one. For measurements."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from duelmat_host.errors import PortGoneError
from duelmat_host.link.transport import Port, PortAround

_END = 0


class FrameLoss:
    """Loses whole frames, one in so many; bytes of a frame that is not over yet wait here."""

    def __init__(self, seed: int, share: float) -> None:
        self.lost = 0
        """Frames."""
        self._chance = Random(seed)
        self._share = share
        self._frame = bytearray()

    def carry(self, data: bytes) -> bytes:
        kept = bytearray()
        for octet in data:
            self._frame.append(octet)
            if octet == _END:
                if len(self._frame) > 1 and self._chance.random() < self._share:
                    self.lost += 1
                else:
                    kept += self._frame
                self._frame.clear()
        return bytes(kept)


class LossyPort(PortAround):
    """A port with a bad cable in each direction. Its counts are of what the line carried."""

    def __init__(self, port: Port, to_board: FrameLoss, to_host: FrameLoss) -> None:
        super().__init__(port)
        self._to_board = to_board
        self._to_host = to_host
        self._owed = b""

    def read(self) -> bytes:
        return self._to_host.carry(super().read())

    def write(self, data: bytes) -> int:
        self._owed += self._to_board.carry(data)
        self._owed = self._owed[super().write(self._owed) :]
        return len(data)


class Pull:
    """Pulls the cable after so many bytes in both directions together."""

    def __init__(self, pulled: Callable[[], None]) -> None:
        self.bytes_left: int | None = None
        """None = it stays in."""
        self._pulled = pulled

    def opened(self, port: Port) -> Port:
        return _PulledPort(port, self)

    def allow(self, count: int) -> int:
        """Count bytes that are to pass; return how many of them still do."""
        if self.bytes_left is None:
            return count
        passing = min(count, self.bytes_left)
        self.bytes_left -= passing
        return passing

    def is_out(self) -> bool:
        return self.bytes_left == 0

    def out(self) -> None:
        self.bytes_left = None
        self._pulled()


class _PulledPort(PortAround):
    """A port whose cable is pulled when its time has come."""

    def __init__(self, port: Port, pull: Pull) -> None:
        super().__init__(port)
        self._pull = pull

    def read(self) -> bytes:
        self._check()
        data = super().read()
        return data[: self._pull.allow(len(data))]

    def write(self, data: bytes) -> int:
        self._check()
        return super().write(data[: self._pull.allow(len(data))])

    def _check(self) -> None:
        if self._pull.is_out():
            self._pull.out()
            raise PortGoneError(self.url, "the cable was pulled")
