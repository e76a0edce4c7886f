"""Virtual time: a host and a rig with a virtual clock in step, every byte accounted for.

Nothing depends on how fast the machine is: the board runs only within step(), and has read all
that the host wrote before it runs; the host has read all that the board wrote before it goes on.
"""

from __future__ import annotations

from typing import Final

from duelmat_host.errors import RigError
from duelmat_host.link.events import BoardEvent
from duelmat_host.link.line import BoardLine
from duelmat_host.link.side_channel import Answer, SideChannel
from duelmat_message import say

PATIENCE_S: Final = 10.0


class VirtualTime:
    """One line and the hands of the rig at its other end."""

    def __init__(self, line: BoardLine, hands: SideChannel[Answer], now_ms: int = 0) -> None:
        self.now_ms = now_ms
        self._line = line
        self._hands = hands
        self._openings = 0
        self._in_before = 0
        self._out_before = 0

    def step(self, duration_ms: int) -> list[BoardEvent]:
        """Send, let time pass, receive. Raises RigError when bytes are lost between the two."""
        line = self._line
        line.send(self.now_ms)
        if line.openings != self._openings:
            self._openings = line.openings
            figures = self._hands.figures()
            self._in_before = figures["port_bytes_in"]
            self._out_before = figures["port_bytes_out"]
        if line.is_open:
            answer = self._hands.run(duration_ms, self._in_before + line.bytes_written)
            wanted = answer["port_bytes_out"] - self._out_before
            if not line.await_bytes(wanted, PATIENCE_S) and line.is_open:
                raise RigError(
                    say(
                        "expected {wanted} bytes from the simulated mat, got {got}: restart it.",
                        wanted=wanted,
                        got=line.bytes_read,
                    )
                )
        else:
            self._hands.run(duration_ms)
        self.now_ms += duration_ms
        return line.receive(self.now_ms)
