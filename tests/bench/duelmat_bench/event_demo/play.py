"""The demonstration as a whole: hubs are started, the story is told, and its file is proven."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.hub_process import Order
from duelmat_bench.event_demo.hubs import HubProcess, free_port
from duelmat_bench.event_demo.story import POLICY, SIX_O_CLOCK_MS, Story, Told
from duelmat_tournament.bracket import placed
from duelmat_tournament.check import Checked, check_event
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold


def play(
    seed: str = "demo",
    *,
    database: str = "",
    processes: int = 1,
    progress: Callable[[str], None] = lambda _: None,
    pulse: Callable[[list[HubProcess]], None] = lambda _: None,
) -> tuple[Told, Checked]:
    """Play the demonstration's event, and return what came of it.

    Args:
    seed: all chance follows from it.
    database: a PostgreSQL address; empty: SQLite in a folder of its own.
    processes: hub processes on that database.
    progress: called with a line when a part begins.
    pulse: called before each command with the processes, which it may kill and start.

    """
    with tempfile.TemporaryDirectory(prefix="duelmat-event-") as folder:
        home = Path(folder)
        clock = ClockFile(home / "clock")
        clock.write(SIX_O_CLOCK_MS)
        hubs = [
            HubProcess(
                Order(
                    port=free_port(),
                    clock=str(home / "clock"),
                    policy=POLICY,
                    seed=seed,
                    directory=str(home / "event"),
                    database=database,
                ),
                home / f"hub{number}.log",
            )
            for number in range(processes)
        ]
        try:
            for hub in hubs:
                hub.start()
            story = Story(
                [hub.base for hub in hubs],
                hubs[0].link,
                clock,
                seed,
                progress=progress,
                pulse=lambda: pulse(hubs),
            )
            try:
                told = story.tell()
            finally:
                story.close()
        finally:
            for hub in hubs:
                hub.stop()
    return told, check_event(told.export)


def summary(told: Told, checked: Checked) -> dict[str, Any]:
    """Return the figures of a demonstration, as `duelmat event demo --json` prints them."""
    event = fold(parse_event(told.export).log)
    assert event is not None
    met = Counter(
        frozenset(match.players)
        for held in event.rounds
        if not held.is_cut
        for match in held.matches.values()
    )
    byes = Counter(bye.player for held in event.rounds for bye in held.byes)
    return {
        "players": len(event.players),
        "rounds": len(event.rounds),
        "pairs": checked.pairs,
        "rematches": sum(count - 1 for count in met.values()),
        "second_byes": sum(count - 1 for count in byes.values()),
        "entries": checked.entries,
        "refused": [{"command": each.command, "reason": each.reason} for each in told.refused],
        "penalties": [
            {
                "player": event.name_of(each.record.player),
                "infraction": each.record.infraction,
                "penalty": each.record.penalty.value,
            }
            for each in event.penalties
        ],
        "extensions": [
            {"round": call.round, "table": call.table, "seconds": call.granted_s}
            for call in event.calls.values()
            if call.granted_s
        ],
        "corrections": sum(
            match.corrected for held in event.rounds for match in held.matches.values()
        ),
        "standings": _standings(event),
        "checkpoint": checked.checkpoint,
        "proven": checked.is_proven,
        "faults": list(checked.faults),
    }


def _standings(event: Event) -> list[dict[str, Any]]:
    """Return the final places: those of the cut, then those of Swiss."""
    swiss = event.rounds[event.swiss_rounds - 1].standings
    points = {row.player: row.points for row in swiss}
    numbers = {row.player: row.number for row in swiss}
    order = [player for place in placed(event) for player in place]
    order += [row.player for row in swiss if row.player not in order]
    return [
        {
            "place": place,
            "player": event.name_of(player),
            "points": points[player],
            "number": numbers[player],
        }
        for place, player in enumerate(order, start=1)
    ]
