"""A whole board on CPython: the standard mat's electronics with a cable of two buffers."""

from __future__ import annotations

import json
from typing import Any, Literal

from duelmat_rig.electronics.board import Board
from duelmat_rig.electronics.clock import Clock
from rig.client import BOARD, FIELD


class Cable:
    """The host's end of the USB cable, in memory."""

    def __init__(self) -> None:
        self.is_open = True
        self.is_silent = False
        self.to_board = b""
        self.from_board = b""
        self.room = 1 << 30

    def write(self, data: bytes) -> int:
        count = min(len(data), self.room)
        self.from_board += bytes(data[:count])
        self.room -= count
        return count

    def read(self, limit: int) -> bytes | Literal[False] | None:
        if self.is_silent:
            return False
        if not self.is_open:
            return None
        data, self.to_board = self.to_board[:limit], self.to_board[limit:]
        return data


def standard_board(seed: int = 1) -> tuple[Any, Clock, Cable]:
    clock = Clock()
    cable = Cable()
    board = Board(
        json.loads(BOARD.read_text()),
        json.loads(FIELD.read_text()),
        clock,
        (cable.write, cable.read),
        seed,
    )
    return board, clock, cable
