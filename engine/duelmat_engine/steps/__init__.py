"""How each operation of ops.py is carried out; importing this package registers them all."""

from __future__ import annotations

from duelmat_engine.steps import (
    activation,
    aftermath,
    arriving,
    battle,
    choosing,
    flow,
    life,
    moving,
    open_play,
    turns,
)

__all__ = [
    "activation",
    "aftermath",
    "arriving",
    "battle",
    "choosing",
    "flow",
    "life",
    "moving",
    "open_play",
    "turns",
]
