"""The hall: rooms and gaps between tables, and players who play at one table always."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.check import check_event
from duelmat_tournament.entries import RoundPaired
from duelmat_tournament.exchange import format_event
from duelmat_tournament.first_player import first_chooser
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import NO_PLAYER, TableNumber
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


def chair_of(event: StagedEvent, name: str) -> Chair | None:
    """Return where a player sits in the present match."""
    match = event.match(name)
    if match.chair_a == NO_PLAYER:
        return None
    return Chair.A if match.chair_a == event.id(name) else Chair.B


def seat(event: StagedEvent, name: str, chair: Chair | None, table: int = 0) -> None:
    event.do(commands.FixTable(event.id(name), TableNumber(table), chair))


@pytest.mark.parametrize("chair", list(Chair))
def test_a_player_with_a_fixed_chair_has_it_in_every_round(
    event: StagedEvent, chair: Chair
) -> None:
    """Who meets whom, in which order and who goes first are as without it; the file proves it."""
    plain = event.branch()
    seat(event, "Hal", chair)
    other = Chair.B if chair is Chair.A else Chair.A
    for number in range(4):
        for each in (event, plain):
            if number == 3:
                each.do(commands.StartCut())
            each.play()
        for one, same in zip(
            event.round.matches.values(), plain.round.matches.values(), strict=True
        ):
            assert (one.table, one.players, one.reason) == (same.table, same.players, same.reason)
            chooser = first_chooser(event.event, event.round, one)
            assert chooser == first_chooser(plain.event, plain.round, same)
            hal = event.id("Hal")
            if hal not in one.players:
                assert one.chair_a == NO_PLAYER
                assert one.sides == one.players
                continue
            assert (chair_of(event, "Hal"), chair_of(event, event.opponent("Hal"))) == (
                chair,
                other,
            )
            assert one.sides[0 if chair is Chair.A else 1] == hal
        for each in (event, plain):
            each.close()
    assert event.is_proven()


def test_of_two_with_one_chair_who_has_the_table_or_is_better_keeps_it() -> None:
    for table in (0, 5):
        event = StagedEvent("Ana", "Ben")
        event.start(rounds=1, cut=0)
        plain = event.branch()
        plain.pair()
        better, other = map(plain.event.name_of, plain.round.matches[TableNumber(1)].players)
        seat(event, better, Chair.B)
        seat(event, other, Chair.B, table)
        event.pair()
        keeps = other if table else better
        assert chair_of(event, keeps) is Chair.B
        assert event.is_proven()


def test_a_pair_that_is_set_keeps_a_fixed_chair(event: StagedEvent) -> None:
    seat(event, "Ana", Chair.B)
    event.pair()
    other = next(name for name in NAMES if name not in ("Ana", event.opponent("Ana")))
    found = pair_change(event.event, event.id("Ana"), event.id(other))
    event.do(commands.SetPair(event.id("Ana"), event.id(other), found.digest, "As asked."))
    assert event.opponent("Ana") == other
    assert chair_of(event, "Ana") is Chair.B
    assert event.is_proven()


def test_a_chair_is_kept_where_a_match_moves_and_ends_when_it_is_taken_back(
    event: StagedEvent,
) -> None:
    seat(event, "Ana", Chair.B, 3)
    event.play()
    event.do(floor_commands.MoveMatch(event.round.number, TableNumber(3), TableNumber(9)))
    assert chair_of(event, "Ana") is Chair.B
    event.close()
    same = commands.FixTable(event.id("Ana"), TableNumber(3), Chair.B)
    assert event.refusal(same) == "Ana has this very chair: nothing would change."
    seat(event, "Ana", None)
    event.play()
    assert chair_of(event, "Ana") is None
    assert event.is_proven()


def test_a_chair_that_was_changed_in_a_log_is_found(event: StagedEvent) -> None:
    """Also where the chain of hashes is made anew: the round is paired once more."""
    seat(event, "Ana", Chair.B)
    event.pair()
    log = list(event.log)
    paired = log[-1].what
    assert isinstance(paired, RoundPaired)
    turned = tuple(
        replace(each, chair_a=each.first + each.second - each.chair_a) if each.chair_a else each
        for each in paired.tables
    )
    log[-1] = replace(log[-1], what=replace(paired, tables=turned))
    assert check_event(format_event(log)).faults
    assert b"chair" not in StagedEvent(*NAMES).file()
