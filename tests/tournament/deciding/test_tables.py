"""A table with a mat asks for itself alone, and in the name of those who play at it."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import CallMade, Settling
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.event import Match
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.roles import Actor, Role
from tournament.staged_event import JUDGE, StagedEvent

ONE: Final = RoundNumber(1)


@pytest.fixture
def event() -> StagedEvent:
    found = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    found.start(rounds=3)
    found.play()
    return found


def mat_of(match: Match) -> Actor:
    return Actor(Role.TABLE, f"Table {match.table}", table=match.table)


def test_a_mat_calls_a_judge_for_the_player_who_pressed(event: StagedEvent) -> None:
    match = event.match("Ana")
    (entry,) = event.do(
        floor_commands.CallJudge(match.table, "Refused: Attack.", event.id("Ana")), mat_of(match)
    )
    assert isinstance(entry.what, CallMade)
    assert (entry.what.player, entry.by.table) == (event.id("Ana"), match.table)
    assert event.is_proven()


def test_a_mat_settles_what_both_have_confirmed(event: StagedEvent) -> None:
    match = event.match("Ana")
    event.do(commands.SettleAtTable(ONE, match.table, results.played(2, 1)), mat_of(match))
    assert event.match("Ana").settled is Settling.AT_TABLE
    assert event.match("Ana").settled_by == f"Table {match.table}"
    assert event.is_proven()


def test_a_mat_asks_nothing_at_another_table(event: StagedEvent) -> None:
    mine, other = event.match("Ana"), event.match("Cleo")
    if other.table == mine.table:
        other = event.match("Ben")
    sentence = f"Table {mine.table} can ask this for itself alone, not for table {other.table}."
    call = floor_commands.CallJudge(other.table, "", other.first)
    assert event.refusal(call, mat_of(mine), NotAllowedError) == sentence
    settle = commands.SettleAtTable(ONE, other.table, results.played(2, 0))
    assert event.refusal(settle, mat_of(mine), NotAllowedError) == sentence


def test_a_mat_calls_for_nobody_who_plays_elsewhere(event: StagedEvent) -> None:
    match = event.match("Ana")
    others = set(event.event.players) - set(match.players)
    call = floor_commands.CallJudge(match.table, "", min(others))
    assert "play at table" in event.refusal(call, mat_of(match))


def test_no_person_calls_in_the_name_of_another(event: StagedEvent) -> None:
    match = event.match("Ana")
    sentence = "Only a table with a mat calls a judge in a player's name."
    call = floor_commands.CallJudge(match.table, "", match.second)
    assert event.refusal(call, JUDGE, NotAllowedError) == sentence
    first = event.actor(event.event.name_of(match.first))
    assert event.refusal(call, first, NotAllowedError) == sentence
