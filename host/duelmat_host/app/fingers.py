"""Fingers: presses of a simulated mat's buttons, one after the other.

A simulated press lasts a while of the board's own time, and a busy machine lets that pass slowly.
So a press is over when the board has felt the finger leave, and the next one finds what this one
has caused. Different buttons are pressed at the same time; one button is pressed by one finger
after the other, in the order in which they came.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from duelmat_host.players.hands import Hands

PATIENCE_S: Final = 30.0
"""A board that has not felt a finger leave by then never felt it come: the next may press."""


class Fingers:
    """The fingers on a mat's buttons, and those that wait for their turn."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._down: dict[str, asyncio.Event] = {}
        """Buttons with a finger on them; set when the board has felt it leave."""
        self._releases: dict[str, int] = {}
        self._boot: int | None = None

    async def press(self, hands: Hands, button: str) -> None:
        """Press a button when no finger is on it, until the board has felt this one leave."""
        async with self._turns[button]:
            left = self._down[button] = asyncio.Event()
            try:
                hands.press(button)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._patience_s):
                        await left.wait()
            finally:
                del self._down[button]

    def feel(self, releases: Mapping[str, int], boot: int | None) -> None:
        """Take what the board has felt so far.

        releases: how often each button was let go.
        boot: the start of the board; None = unknown now. A board that has started again has no
        finger on it, and reports nothing about earlier ones.
        """
        is_another = boot is not None and self._boot not in (None, boot)
        self._boot = self._boot if boot is None else boot
        for button, left in self._down.items():
            if is_another or releases.get(button, 0) != self._releases.get(button, 0):
                left.set()
        self._releases = dict(releases)
