"""The demonstration of a hall as a whole: its programs are started, and its file is proven."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from duelmat_bench.venue_demo.story import Hall
from duelmat_tournament.check import check_event
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import RoundNumber


def play_hall(
    policy: str, tables: int, seed: str, *, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Play the event of a hall, and return what came of it, as `duelmat event demo` prints it.

    Args:
    policy: by which it is played.
    tables: of its eight tables, how many have a mat.
    seed: the pairings and what the players choose follow from it.
    progress: called with a line when a part begins.

    """
    with tempfile.TemporaryDirectory(prefix="duelmat-hall-") as folder:
        with Hall(Path(folder), policy, tables, seed, progress=progress) as hall:
            hall.open()
            told = hall.tell()
        checked = check_event(told.export)
        event = fold(parse_event(told.export).log)
        assert event is not None
        at_mats = sum(
            match.settled_by.startswith("Table ")
            for held in event.rounds
            for match in held.matches.values()
        )
        return {
            "policy": policy,
            "players": len(event.players),
            "rounds": len(event.rounds),
            "mats": told.mats,
            "settled_at_mats": at_mats,
            "calls": len(event.calls),
            "rulings": [each.outcome.value for each in event.rulings.values() if each.outcome],
            "moved": [[each.table, each.to] for held in event.rounds for each in held.moves],
            "overlays": list(told.seen),
            "extensions": [call.granted_s for call in event.calls.values() if call.granted_s],
            "penalties": [each.record.penalty.value for each in event.penalties],
            "entries": checked.entries,
            "checkpoint": checked.checkpoint,
            "proven": checked.is_proven,
            "faults": [*checked.faults, *told.faults],
        }


def open_hall(policy: str, tables: int, seed: str, tell: Callable[[str], None]) -> None:
    """Open a hall in its first round, with a link for every role, until Ctrl-C.

    Args:
    policy, tables, seed: as for `play_hall`.
    tell: gets each line for whoever opened it.

    """
    with (
        tempfile.TemporaryDirectory(prefix="duelmat-hall-") as folder,
        suppress(KeyboardInterrupt),
        Hall(Path(folder), policy, tables, seed, is_short=False, progress=tell) as hall,
    ):
        hall.open()
        hall.begin()
        hall.begin_round(RoundNumber(1))
        for title, link in hall.links():
            tell(f"{title:<24}{link}")
        tell("Ctrl-C closes the hall.")
        threading.Event().wait()
