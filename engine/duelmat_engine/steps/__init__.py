"""Execution of each operation of ops.py; importing this package registers all of them."""

from __future__ import annotations

from duelmat_engine.steps import (  # noqa: F401 - they register themselves
    activation,
    altering,
    arriving,
    battle,
    choosing,
    field,
    flow,
    life,
    marking,
    moving,
    open_play,
    resolve_chain,
    summoning,
    together,
    transitions,
    turns,
)
