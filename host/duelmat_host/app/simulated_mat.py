"""A simulated mat: its process, the way of hands to it, and the lights that it shows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from duelmat_engine import CardKey
from duelmat_hardware import Mat
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import RigError
from duelmat_host.link.rig import AsyncRigClient, RigProcess, find_rig, start_rig
from duelmat_host.players.hands import Lying
from duelmat_host.players.simulated_mat import RigMat

_log = logging.getLogger(__name__)

MicroPython = Literal["1.28", "1.29"]


class SimulatedMat:
    """A simulated mat that runs, and is started again when it has ended."""

    def __init__(
        self,
        mat: Mat,
        micropython: MicroPython,
        process: RigProcess,
        registry: Registry,
        lights: AsyncRigClient,
    ) -> None:
        self.lights = lights
        """The reader of the mat's lights."""
        controls = {pad.name for pad in mat.pads} | {button.name for button in mat.buttons}
        self.reach = RigMat(process.client(), registry, controls)
        """The part of the mat that hands reach."""
        self._mat = mat
        self._micropython: MicroPython = micropython
        self._process = process

    @classmethod
    async def start(
        cls, directory: Path, mat: Mat, micropython: MicroPython, registry: Registry
    ) -> SimulatedMat:
        """Start the mat of a directory, or find the running one. Raises RigError."""
        process = start_rig(directory, micropython, mat=mat, outlives=True)
        lights = await AsyncRigClient.connect(process.directory)
        return cls(mat, micropython, process, registry, lights)

    @property
    def port(self) -> str:
        """Return the serial port of the mat's board."""
        return self._process.port

    async def revive(self, lying: Mapping[CardKey, Lying]) -> None:
        """Start the mat again, and lay down the cards that lay there. Raises RigError."""
        self.reach.rig.close()
        _log.warning("the simulated mat has ended and is started again")
        directory = self._process.directory
        self._process = await asyncio.to_thread(
            start_rig, directory, self._micropython, mat=self._mat, outlives=True
        )
        self.reach.reconnect(self._process.client())
        self.reach.lay_out(lying)
        self.lights = await AsyncRigClient.connect(directory)

    async def close(self) -> None:
        """End it."""
        await self.lights.close()
        with contextlib.suppress(RigError):
            self.reach.rig.close()
            self._process.stop()


def stop_left_over(directory: Path) -> None:
    """End the simulated mat of a directory, if one was started there and never used."""
    with contextlib.suppress(RigError):
        process = find_rig(directory)
        if process is not None:
            process.stop()
