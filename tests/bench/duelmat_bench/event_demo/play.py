"""The demonstration as a whole: hubs are started, the story is told, and its file is proven."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.hub_process import Order
from duelmat_bench.event_demo.hubs import HubProcess, free_port
from duelmat_bench.event_demo.side_event import ToldSide, tell_side
from duelmat_bench.event_demo.story import POLICY, SIX_O_CLOCK_MS, Story, Told
from duelmat_tournament import entries as log
from duelmat_tournament import registration_entries
from duelmat_tournament.bracket import placed
from duelmat_tournament.check import check_event
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import PlayerId


def play(
    seed: str = "demo",
    *,
    database: str = "",
    processes: int = 1,
    progress: Callable[[str], None] = lambda _: None,
    pulse: Callable[[list[HubProcess]], None] = lambda _: None,
) -> tuple[Told, ToldSide]:
    """Play the demonstration's event and its side event, and return what came of them.

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
                story.cast.close()
            for hub in hubs:
                hub.stop()
            progress("The side event")
            both = HubProcess(replace(hubs[0].order, side=str(home / "teams")), home / "both.log")
            hubs.append(both)
            both.start()
            told_side = tell_side([both.base], both.link, clock)
        finally:
            for hub in hubs:
                hub.stop()
    return told, told_side


def summary(told: Told, side: ToldSide) -> dict[str, Any]:
    """Return the figures of a demonstration, as `duelmat event demo --json` prints them."""
    checked = check_event(told.export)
    entries = parse_event(told.export).log
    event = fold(entries)
    assert event is not None
    met = Counter(
        frozenset(match.players)
        for held in event.rounds
        if not held.is_cut
        for match in held.matches.values()
    )
    byes = Counter(bye.player for held in event.rounds for bye in held.byes)
    return {
        "players": len(event.registered),
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
        "bracket": event.policy.bracket.value,
        **_at_the_desk(entries, event),
        "clock_set": told.clock_set,
        "standings": _standings(event),
        "checkpoint": checked.checkpoint,
        "proven": checked.is_proven,
        "faults": list(checked.faults),
        "side_event": _side_event(side),
    }


def _at_the_desk(entries: Sequence[Entry], event: Event) -> dict[str, Any]:
    """Return how players came, what was put right, and what was set by hand."""
    happened = [(entry.what, entry.why) for entry in entries]
    joined = [
        what.player
        for what, _ in happened
        if isinstance(what, registration_entries.PlayerRegistered) and what.waits_for is not None
    ]
    return {
        "imported": sum(bool(player.external_id) for player in event.registered),
        "joined": [
            {
                "player": event.name_of(player),
                "is_approved": not event.players[player].is_withdrawn,
            }
            for player in joined
        ],
        "renamed": [
            {"before": what.before, "after": what.after}
            for what, _ in happened
            if isinstance(what, registration_entries.PlayerRenamed)
        ],
        "undone_drops": [
            {"player": event.name_of(what.player), "why": why}
            for what, why in happened
            if isinstance(what, registration_entries.DropUndone)
        ],
        "set_pairs": [
            {
                "round": what.round,
                "player": event.name_of(what.player),
                "other": event.name_of(what.other),
                "why": why,
            }
            for what, why in happened
            if isinstance(what, log.PairSet)
        ],
        "fixed_tables": [
            {
                "player": player.name,
                "table": player.fixed_table,
                "played_at": _tables_of(event, player.id),
            }
            for player in event.registered
            if player.fixed_table
        ],
    }


def _tables_of(event: Event, player: PlayerId) -> list[int]:
    """Return the tables at which a player has played, round by round."""
    matches = (held.match_of(player) for held in event.rounds)
    return [match.table for match in matches if match is not None]


def _side_event(side: ToldSide) -> dict[str, Any]:
    """Return the figures of the side event."""
    checked = check_event(side.export)
    event = fold(parse_event(side.export).log)
    assert event is not None
    return {
        "name": event.name,
        "team_size": event.policy.team_size,
        "deck_lists": sum(map(bool, (deck for team in event.registered for deck in team.decks))),
        "teams": {team.name: list(team.members) for team in event.registered},
        "matches": [
            {
                "round": held.number,
                "table": match.table,
                "first": event.name_of(match.first),
                "second": event.name_of(match.second),
                "seats": [seat.value for seat in match.result.seats],
                "winner": match.result.winner.value,
            }
            for held in event.rounds
            for match in held.matches.values()
            if match.result is not None
        ],
        "refused": [{"command": each.command, "reason": each.reason} for each in side.refused],
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
