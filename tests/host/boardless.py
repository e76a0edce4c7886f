"""A table's loop without a board: the table is all that a test is about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from direct_mat import DECK, MAT
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry
from duelmat_host.link.session import BoardSession
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.table.live import LiveTable


def boardless_loop(table: LiveTable) -> TableLoop:
    """Return a loop that nobody turns, over a line on which nobody answers."""
    line: Any = SimpleNamespace(session=BoardSession(MAT), waiting_for=None, bytes_read=0)
    return TableLoop(MAT, line, Tracker(MAT, Registry.for_simulation([DECK, DECK])), table)
