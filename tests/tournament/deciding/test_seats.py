"""The hall: rooms and gaps between tables, and players who play at one table always."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands
from duelmat_tournament.hall import Room
from duelmat_tournament.names import TableNumber
from duelmat_tournament.pair_changes import pair_change
from tournament.staged_event import JUDGE, StagedEvent

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")


def rooms(*spans: tuple[int, int, str]) -> commands.SetTables:
    return commands.SetTables(
        tuple(Room(TableNumber(one), TableNumber(other), name) for one, other, name in spans)
    )


def fix(event: StagedEvent, name: str, table: int) -> None:
    event.do(commands.FixTable(event.id(name), TableNumber(table)))


@pytest.fixture
def event() -> StagedEvent:
    event = StagedEvent(*NAMES)
    event.start(rounds=3, cut=4)
    return event


def tables(event: StagedEvent) -> list[int]:
    return list(event.round.matches)


def test_tables_have_gaps_and_rooms(event: StagedEvent) -> None:
    """More pairs than tables sit down after the last of them."""
    event.do(rooms((11, 12, "Hall"), (31, 31, "Upper room")))
    event.play()
    assert tables(event) == [11, 12, 31, 32]
    event.close()
    event.do(rooms())
    event.pair()
    assert tables(event) == [1, 2, 3, 4], "without rooms they count from the event's first"
    assert event.is_proven()


def test_a_player_with_a_fixed_table_plays_there_in_every_round(event: StagedEvent) -> None:
    fix(event, "Hal", 40)
    fix(event, "Ana", 2)
    for _ in range(3):
        event.play()
        assert event.match("Hal").table in (40, 2 if event.opponent("Hal") == "Ana" else 40)
        assert event.match("Ana").table in (2, 40 if event.opponent("Ana") == "Hal" else 2)
        assert tables(event) == sorted(tables(event)), "lists are in the order of tables"
        event.close()
    event.do(commands.StartCut())
    event.play()
    if any(event.id("Ana") in match.players for match in event.round.matches.values()):
        assert event.match("Ana").table == 2
    assert event.is_proven()


def test_of_two_who_meet_the_better_one_stays_at_the_fixed_table() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=1, cut=0)
    fix(event, "Ana", 7)
    fix(event, "Ben", 8)
    event.pair()
    first = event.event.players[event.match("Ana").first]
    assert tables(event) == [first.fixed_table]
    assert event.is_proven()


def test_a_pair_that_is_set_keeps_fixed_tables(event: StagedEvent) -> None:
    fix(event, "Ana", 3)
    event.pair()
    other = next(
        event.event.name_of(match.first)
        for match in event.round.matches.values()
        if match.table != 3
    )
    found = pair_change(event.event, event.id(other), event.id(event.opponent("Ana")))
    command = commands.SetPair(
        event.id(other), event.id(event.opponent("Ana")), found.digest, "As asked."
    )
    event.do(command)
    assert event.match("Ana").table == 3
    assert event.is_proven()


def test_better_pairs_sit_before_others() -> None:
    """A pair of 3 and 1 points does not come before one of 3 and 3."""
    event = StagedEvent(*NAMES[:6])
    event.start(rounds=3, cut=0)
    for _ in range(2):
        event.play()
        event.close()
    event.pair()
    points = {row.player: row.points for row in event.event.rounds[1].standings}
    held = [
        sorted((points[player] for player in match.players), reverse=True)
        for match in event.round.matches.values()
    ]
    assert held == sorted(held, reverse=True)


def test_the_table_of_a_player_who_has_dropped_is_kept_until_it_is_given_back(
    event: StagedEvent,
) -> None:
    """Else two players have one table always, if the one comes back."""
    fix(event, "Ana", 3)
    event.drop("Ana")
    taken = commands.FixTable(event.id("Ben"), TableNumber(3))
    assert event.refusal(taken) == "Table 3 is that of Ana always: choose another one."
    fix(event, "Ana", 0)
    fix(event, "Ben", 3)
    assert event.is_proven()


def test_what_cannot_be_is_refused_with_the_reason(event: StagedEvent) -> None:
    fix(event, "Ana", 3)
    taken = commands.FixTable(event.id("Ben"), TableNumber(3))
    assert event.refusal(taken) == "Table 3 is that of Ana always: choose another one."
    same = commands.FixTable(event.id("Ana"), TableNumber(3))
    assert event.refusal(same) == "Ana has this very table: nothing would change."
    none = commands.FixTable(event.id("Ben"), TableNumber(0))
    assert event.refusal(none) == "Ben has no fixed table."
    assert event.refusal(rooms()) == "The tables are so already: nothing would change."
    assert event.refusal(same, JUDGE).startswith("Only the organiser can do this")
    for wrong in (
        rooms((5, 4, "")),
        rooms((1, 9, ""), (9, 12, "")),
        rooms((0, 4, "")),
        rooms((1, 2, "x" * 201)),
    ):
        assert event.refusal(wrong).startswith("Rooms: expected at most 50 rooms with tables")
